// Tools over one record beside the graph tools: its page for a question, the offline answer, and the check of claims.
import { z } from 'zod';
import type { CheckedClaim } from '../agent/answer.ts';
import { ask } from '../agent/ask.ts';
import { createEvidenceReader } from '../agent/evidence.ts';
import { makePage } from '../agent/make-page.ts';
import { verifyClaim } from '../agent/verify-claim.ts';
import { readWrittenTime } from '../agent/written-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { ToolItem, ToolResult } from '../tools/graph-tool.ts';
import { wholeText } from './mcp-result.ts';
import type { RawArguments } from './pass-through-schema.ts';
import type { RecordShelf } from './record-shelf.ts';
import { type ServerTool, splitRecord } from './server-tool.ts';

/** `linearize`, `ask_offline` and `verify_claims`. */
export function recordTools(shelf: RecordShelf): readonly ServerTool[] {
  return [
    recordTool(
      shelf,
      'linearize',
      'The record as one page under a token budget, what bears on the question first. Start here.',
      z.object({ question: z.string(), budget: z.int().min(200).max(7500).default(DEFAULT_BUDGET_TOKENS) }),
      async (graph, { question, budget }) => {
        const page = makePage(graph, question, { budgetTokens: budget });
        const shown = page.shown.length + page.folded.length;
        const total = shown + page.hidden.length + page.named.length;
        const items = page.shown.map((key): ToolItem => ({ key }));
        const reason = `${page.hidden.length} resources hidden by the budget; raise it, or use search_graph and filter_time`;
        const complete = page.hidden.length === 0;
        return { ok: true, text: page.text, items, shown, total, complete, ...(complete ? {} : { reason }) };
      },
    ),
    recordTool(
      shelf,
      'ask_offline',
      'Answer by rules over the whole record, with citations: value, latest, count, list, whether, when, how long, min, mean …',
      z.object({ question: z.string() }),
      async (graph, { question }, signal) => {
        const answer = await ask(graph, question, { signal });
        const items = answer.citations.map(
          ({ key, text, time }): ToolItem => ({
            key,
            ...(text === undefined ? {} : { text }),
            ...(time === undefined ? {} : { time }),
          }),
        );
        const lines = [
          answer.text,
          ...(answer.reading === undefined ? [] : [`Read as: ${answer.reading}`]),
          ...items.map(({ key, text }) => `✓ ${key}  ${text ?? ''}`),
        ];
        const result = { ...wholeText(lines.join('\n'), items), complete: answer.complete };
        return answer.complete ? result : { ...result, reason: 'the record is known to be incomplete' };
      },
    ),
    recordTool(
      shelf,
      'verify_claims',
      'Recompute statements from what they cite. Example: {"claims":[{"value":4.1,"unit":"mmol/L","cites":["o17"]}]}',
      z.object({ claims: z.array(claimSchema).min(1).max(100) }),
      async (graph, { claims }) => {
        const checked = claims.map((claim) => checkClaim(graph, claim));
        const items = checked.map((claim): ToolItem => ({ key: claim.keys[0] ?? '', ...claim }));
        const lines = checked.map(
          ({ supported, claim, reason, keys }) => `${supported ? '✓' : '✗'} ${claim}: ${reason} (${keys.join(', ')})`,
        );
        return wholeText(lines.join('\n'), items);
      },
    ),
  ];
}

function recordTool<Schema extends z.ZodObject>(
  shelf: RecordShelf,
  name: string,
  description: string,
  inputSchema: Schema,
  run: (graph: EpisodeGraph, args: z.output<Schema>, signal: AbortSignal) => Promise<ToolResult>,
): ServerTool {
  return {
    name,
    description,
    inputSchema,
    ofRecord: true,
    async call(args, signal) {
      const { record, rest } = splitRecord(args);
      const parsed = inputSchema.safeParse(repaired(rest));
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        const where = issue?.path.join('.') || 'arguments';
        return {
          ok: false,
          code: 'invalid-argument',
          text: `${where}: ${issue?.message ?? 'wrong shape'}. ${description}`,
        };
      }
      const { graph } = await shelf.open(record, signal);
      return run(graph, parsed.data, signal);
    },
  };
}

/** Arguments that arrived as strings, where they plainly hold a list, an object or a number. */
function repaired(args: RawArguments): RawArguments {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, repairedValue(value)]));
}

function repairedValue(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*(\[[\s\S]*\]|\{[\s\S]*\}|\d+)\s*$/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function checkClaim(graph: EpisodeGraph, claim: z.output<typeof claimSchema>): CheckedClaim {
  const { value, unit, time, how, cites } = claim;
  const text = [value, unit].filter((part) => part !== undefined).join(' ');
  const nodes = cites.map((name) => graph.find(name));
  const unknown = cites.filter((_, at) => nodes[at] === undefined);
  const keys = nodes.flatMap((node) => node?.key ?? []);
  if (unknown.length > 0) {
    return {
      claim: text,
      kind: 'citation',
      supported: false,
      reason: `not in this record: ${unknown.join(', ')}`,
      keys,
    };
  }
  const now = readWrittenTime(graph.now.text);
  if (now === undefined)
    return { claim: text, kind: 'time', supported: false, reason: 'the record has no usable now', keys };
  const read = createEvidenceReader(graph);
  const evidence = nodes.flatMap((node) => (node === undefined ? [] : (read(node.index) ?? [])));
  const verdict = verifyClaim({
    value,
    how,
    evidence,
    now,
    ...(unit === undefined ? {} : { unit }),
    ...(time === undefined ? {} : { time }),
  });
  return { claim: text, kind: verdict.kind, supported: verdict.supported, reason: verdict.reason, keys };
}

const claimSchema = z.object({
  value: z.union([z.string(), z.number(), z.boolean()]),
  unit: z.string().optional(),
  time: z.string().optional(),
  how: z
    .enum(['stated', 'count', 'distinct', 'exists', 'sum', 'mean', 'median', 'min', 'max', 'difference', 'elapsed'])
    .default('stated'),
  cites: z.array(z.string()).max(10_000),
});
const DEFAULT_BUDGET_TOKENS = 4000;
