// `fhir-hopper tool`: one call of one deterministic tool, as a model would make it.
import { Command } from 'commander';
import { inSpan, resultFacts } from '../agent/spans.ts';
import type { ToolFailure, ToolSuccess } from '../tools/graph-tool.ts';
import { createGraphTools } from '../tools/graph-tools.ts';
import { type EmbeddingOptions, openEmbeddings, takesEmbeddings } from './embeddings.ts';
import { exampleOf } from './example.ts';
import { exitWithoutAnswer, isTerminal, note, print, printJson, withInterrupt } from './output.ts';
import { loadGraph, type RecordOptions, takesRecord } from './record-command.ts';

export function toolCommand(): Command {
  return takesEmbeddings(takesRecord(new Command('tool')))
    .argument('<name>', 'search_graph, inspect_node, follow_links, filter_time, aggregate or calculate')
    .argument('[json]', "the tool's arguments as one JSON object", '{}')
    .description('Call one tool. Prints its text on a terminal, its JSON elsewhere or with --json.')
    .addHelpText('after', exampleOf(`tool record.ndjson search_graph '{"query": "creatinine", "limit": 3}'`))
    .action(async (path: string, name: string, json: string, options: RecordOptions & EmbeddingOptions) => {
      const args = parseArguments(json);
      const embeddings = await openEmbeddings(options);
      const graph = await loadGraph(path, options);
      // Only a search ranks.
      const ranked = await withInterrupt(async (signal) =>
        name === searchTool ? embeddings?.rank(graph, queryOf(args), signal) : undefined,
      );
      const tools = createGraphTools(graph, ranked?.search);
      const tool = tools.find((candidate) => candidate.name === name);
      const result =
        tool === undefined
          ? unknownTool(
              name,
              tools.map((known) => known.name),
            )
          : args === undefined
            ? noArguments(name)
            : await inSpan(true, 'tool', { 'gen_ai.tool.name': name }, async (tell) => {
                const found = await tool.call(args);
                tell(resultFacts(found));
                return found;
              });
      if (options.json === true || !isTerminal()) {
        const scorer = name === searchTool ? { scorer: ranked?.scorerName ?? 'lexical' } : {};
        printJson(result.ok ? { ...withEveryField(result), ...scorer } : result);
      } else if (result.ok) print(result.text);
      if (!result.ok) {
        note(`fhir-hopper: ${result.text.replace(/\s*\n\s*/g, ' ')}`);
        process.exitCode = failureExits[result.code];
      }
    });
}

/** Fields that have nothing to say as null, so that every answer has the same ones (model.md §7). */
function withEveryField(result: ToolSuccess): object {
  return { ...result, reason: result.reason ?? null, next: result.next ?? null };
}

const searchTool = 'search_graph';

/** `undefined` for what is not JSON. */
function parseArguments(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function queryOf(args: unknown): string | undefined {
  const query = typeof args === 'object' && args !== null && 'query' in args ? args.query : undefined;
  return typeof query === 'string' ? query : undefined;
}

function noArguments(name: string): ToolFailure {
  const text = `Expected the arguments of ${name} as one JSON object, such as '{"query": "glucose"}'; found text that is not JSON.`;
  return { ok: false, code: 'invalid-argument', text };
}

function unknownTool(name: string, known: readonly string[]): ToolFailure {
  return { ok: false, code: 'unknown-tool', text: `Expected a tool among ${known.join(', ')}; found "${name}".` };
}

const failureExits: Readonly<Record<ToolFailure['code'], number>> = {
  'invalid-argument': 2,
  'unknown-type': 2,
  'bad-cursor': 2,
  'unknown-tool': 2,
  'unknown-node': 3,
  'unknown-episode': 3,
  'not-computable': exitWithoutAnswer,
};
