import { APICallError, UnsupportedFunctionalityError } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { smallGraph } from '../../test/support/small-graph.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import { createGraphTools } from '../tools/graph-tools.ts';
import { makePage } from './make-page.ts';
import { finalAnswer, runAgent } from './run-agent.ts';
import { withTextTools } from './text-protocol.ts';

const graph = smallGraph();
const tools = createGraphTools(graph);
const question = 'What was the latest potassium?';
const page = makePage(graph, question, { budgetTokens: 600 });
const answer = JSON.stringify({
  status: 'answered',
  text: 'Latest potassium: 4.1 mmol/L.',
  values: [{ value: 4.1, unit: 'mmol/L', cite: ['Observation/k3'] }],
  citations: ['Observation/k3'],
  absence: null,
});
const call = 'I will look.\n```json\n{"tool": "aggregate", "args": {"op": "last", "text": "potassium"}}\n```';

describe('tools in plain text', () => {
  it('are described in the system prompt, called in text, and answered in the next message', async () => {
    const model = scriptedModel([call, answer]);
    const result = await finalAnswer(runAgent({ graph, model: withTextTools(model), question, page, tools }));

    expect(result).toMatchObject({ status: 'answered', steps: 2, unsupported: [] });
    expect(model.requests[0]?.tools).toBeUndefined();
    expect(JSON.stringify(model.requests[0]?.prompt[0])).toContain('- aggregate:');
    expect(model.requests[1]?.prompt.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(JSON.stringify(model.requests[1]?.prompt.at(-1))).toMatch(/Result of aggregate:.*4\.1 mmol\/L/);
  });

  it('stream their words without the JSON of a call, also when the reply is whole', async () => {
    for (const noStream of [false, true]) {
      const model = scriptedModel([call, call, answer]);
      const broken = {
        ...model,
        doStream: () => Promise.reject(new UnsupportedFunctionalityError({ functionality: 'streaming' })),
      };
      const words: string[] = [];
      const plain = withTextTools(noStream ? broken : model);
      const result = await finalAnswer(runAgent({ graph, model: plain, question, page, tools }), (event) => {
        if (event.type === 'text') words.push(event.text);
      });

      expect(result).toMatchObject({ status: 'answered', steps: 3, unsupported: [] });
      expect(words.join('').trim().split(/\n+/)).toEqual([
        'I will look.',
        'I will look.',
        'Latest potassium: 4.1 mmol/L.',
      ]);
      const said = JSON.stringify(model.requests[1]?.prompt.at(-2));
      expect(said).not.toContain('I will look');
      expect(said.match(/aggregate/g)).toHaveLength(1);
    }
  });

  it('are fallen back to when the provider says that its model has none', async () => {
    const refusal = new APICallError({
      message: 'bad request',
      url: 'http://localhost/v1/chat/completions',
      requestBodyValues: {},
      statusCode: 400,
      responseBody: '{"error":{"message":"gemma does not support tools"}}',
    });
    const model = scriptedModel([{ error: refusal }, call, answer]);
    const result = await finalAnswer(runAgent({ graph, model, question, page, tools }));

    expect(result).toMatchObject({ status: 'answered', unsupported: [] });
    expect(model.requests[0]?.tools?.length).toBe(tools.length);
    expect(model.requests[1]?.tools).toBeUndefined();
  });

  it('are no longer offered on the last call', async () => {
    const model = scriptedModel([call, call]);
    const result = await finalAnswer(
      runAgent({ graph, model: withTextTools(model), question, page, tools, maxSteps: 2 }),
    );

    expect(JSON.stringify(model.requests[1]?.prompt[0])).not.toContain('To use one, reply with');
    expect(result.stopReason).toBe('step-limit');
  });
});
