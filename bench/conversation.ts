// What one question costs with a model: a fixed scripted conversation, a page of 4,000 tokens, three tool steps of 600.
import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { makePage } from '../src/agent/make-page.ts';
import { finalAnswer, runAgent } from '../src/agent/run-agent.ts';
import { assembleRecord } from '../src/fhir/assemble-record.ts';
import { asObjects, isResource } from '../src/fhir/resource.ts';
import { projectGraph } from '../src/graph/project.ts';
import { countTokens } from '../src/linearization/token-counter.ts';
import { type ScriptedReply, scriptedModel } from '../src/testing/scripted-model.ts';
import { syntheticRecord } from '../src/testing/synthetic-record.ts';
import { createGraphTools } from '../src/tools/graph-tools.ts';

export async function benchConversation(): Promise<void> {
  const content = {
    entries: asObjects(syntheticRecord(1).entry).flatMap(({ resource }) =>
      isResource(resource) ? [{ resource, source: 'synthetic' }] : [],
    ),
    issues: [],
    completeness: { state: 'complete' as const, reasons: [] },
  };
  const graph = projectGraph(assembleRecord(content));
  const question = 'How did the creatinine develop after the last admission?';
  const page = makePage(graph, question, { budgetTokens: 4000 });
  const tools = createGraphTools(graph, { maxResultTokens: 600 });
  const rates = { 'a cache that charges for writes (1.25)': 1.25, 'a cache that fills by itself (1.0)': 1 };
  for (const [name, write] of Object.entries(rates)) {
    const model = scriptedModel(script(write));
    const price = { input: 1, output: 0, cacheRead: 0.1, cacheWrite: write };
    const { usage, steps } = await finalAnswer(runAgent({ graph, model, question, page, tools, price, mend: false }));
    console.log(
      `${name}: ${steps} calls, page ${page.tokens}, raw input ${usage.inputTokens} (goal ≤ 32,000), cache-weighted ${usage.cacheWeightedInputTokens} (goal ≤ 12,000), peak ${usage.peakInputTokens}`,
    );
  }
}

/** Three tool steps, then the answer; usage as a provider would report it that caches each prompt's whole prefix. */
function script(write: number): ((request: LanguageModelV3CallOptions) => ScriptedReply)[] {
  let cached = 0;
  const told = (request: LanguageModelV3CallOptions, reply: ScriptedReply): ScriptedReply => {
    const input = countTokens(JSON.stringify(request.tools ?? [])) + countTokens(textOf(request));
    const usage = { input, cacheRead: cached, cacheWrite: write > 1 ? input - cached : 0, output: 60 };
    cached = input;
    return { ...reply, usage };
  };
  const step = (tool: string, args: object) => (request: LanguageModelV3CallOptions) =>
    told(request, { toolCalls: [{ tool, args }] });
  return [
    step('search_graph', { query: 'creatinine', limit: 50 }),
    step('filter_time', { text: 'creatinine', limit: 50 }),
    step('filter_time', { type: 'Observation', order: 'desc', limit: 50 }),
    (request) =>
      told(request, { text: '{"status":"answered","text":"It fell.","values":[],"citations":[],"absence":null}' }),
  ];
}

function textOf(request: LanguageModelV3CallOptions): string {
  return request.prompt
    .map((message) =>
      typeof message.content === 'string'
        ? message.content
        : message.content
            .map((part) => {
              if (part.type === 'text') return part.text;
              if (part.type === 'tool-call') return `${part.toolName} ${JSON.stringify(part.input)}`;
              return part.type === 'tool-result' && 'value' in part.output ? String(part.output.value) : '';
            })
            .join('\n'),
    )
    .join('\n');
}
