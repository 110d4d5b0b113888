// Tools over one record beside the graph tools: its page for a question, the offline answer, and the check of claims.
import { z } from 'zod';
import type { Answer } from '../agent/answer.ts';
import { makePage } from '../agent/make-page.ts';
import { createTool } from '../tools/create-tool.ts';
import type { ToolItem, ToolResult } from '../tools/graph-tool.ts';
import { pageOf, recordReasons, repairLines } from '../tools/page.ts';
import { checkClaim, claimSchema, toldClaimSchema } from './check-claim.ts';
import type { ResultMode } from './mcp-result.ts';
import type { OpenRecord, RecordShelf } from './record-shelf.ts';
import type { ServerTool } from './server-tool.ts';

/** `linearize`, `ask_offline` and `verify_claims`. */
export function recordTools(shelf: RecordShelf, results: ResultMode): readonly ServerTool[] {
  const make = <Schema extends z.ZodObject>(tool: RecordTool<Schema>) => recordTool(shelf, tool);
  return [
    make({
      name: 'linearize',
      description: 'The record as one page under a token budget, what bears on the question first. Start here.',
      inputSchema: z.strictObject({
        question: z.string(),
        budget: z.int().min(200).max(MAX_BUDGET_TOKENS).default(DEFAULT_BUDGET_TOKENS),
      }),
      run: async ({ graph }, { question, budget }, repairs) => linearized(graph, question, budget, repairs),
    }),
    make({
      name: 'ask_offline',
      description: 'Answer by rules, with citations: value, latest, count, list, whether, when, how long, min, mean …',
      inputSchema: z.strictObject({ question: z.string(), cursor: z.string().optional() }),
      async run(record, { question, cursor }, repairs, signal) {
        // Loaded when first asked for: the agent brings in as much as all the rest.
        const { ask } = await import('../agent/ask.ts');
        const answer = await ask(record.graph, question, { signal });
        if (answer.status === 'not-understood' || answer.status === 'failed') {
          const read = answer.reading === undefined ? '' : ` Read as: ${answer.reading}.`;
          return { ok: false, code: 'not-computable', text: `${answer.text}${read} ${OTHER_WAYS}` };
        }
        return answerPage(record.pageContext(results), answer, { bound: { question }, cursor, repairs });
      },
    }),
    make({
      name: 'verify_claims',
      description:
        'Recompute statements from what they cite. Example: {"claims":[{"value":"4.1","unit":"mmol/L","cites":["o17"]}]}',
      inputSchema: z.strictObject({ claims: z.array(claimSchema).min(1).max(100), cursor: z.string().optional() }),
      toldSchema: z.strictObject({ claims: z.array(toldClaimSchema), cursor: z.string().optional() }),
      async run(record, { claims, cursor }, repairs) {
        const checked = claims.map((claim) => checkClaim(record.graph, claim));
        const supported = checked.filter((each) => each.supported).length;
        return pageOf(
          record.pageContext(results),
          { tool: 'verify_claims', bound: { claims }, cursor, limit: claims.length, repairs },
          {
            head: `${supported} of ${claims.length} supported by what they cite.`,
            total: checked.length,
            entry(at) {
              const { claim = '', supported: isBorneOut = false, reason = '', keys = [], kind } = checked[at] ?? {};
              const more = keys.length > MAX_KEYS ? ` and ${keys.length - MAX_KEYS} more` : '';
              return {
                line: `${isBorneOut ? '✓' : '✗'} ${claim}: ${reason} (${keys.slice(0, MAX_KEYS).join(', ')}${more})`,
                item: { key: keys[0] ?? '', claim, kind, supported: isBorneOut, reason, keys },
              };
            },
          },
        );
      },
    }),
  ];
}

interface RecordTool<Schema extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema;
  /** What clients are told of it, where more is taken than is told. @default inputSchema */
  readonly toldSchema?: z.ZodObject;
  run(record: OpenRecord, args: z.infer<Schema>, repairs: string[], signal: AbortSignal): Promise<ToolResult>;
}

function recordTool<Schema extends z.ZodObject>(shelf: RecordShelf, tool: RecordTool<Schema>): ServerTool {
  const { name, description, inputSchema, toldSchema = inputSchema } = tool;
  return {
    name,
    description,
    inputSchema: toldSchema,
    ofRecord: true,
    async call(args, recordName, signal) {
      const record = await shelf.open(recordName);
      return createTool({
        name,
        description,
        inputSchema,
        run: (read, repairs) => tool.run(record, read, repairs, signal),
      }).call(args, { signal });
    },
  };
}

function linearized(
  graph: OpenRecord['graph'],
  question: string,
  budgetTokens: number,
  repairs: readonly string[],
): ToolResult {
  const { text, shown, folded, named, hidden } = makePage(graph, question, { budgetTokens });
  const total = shown.length + folded.length + named.length + hidden.length;
  const reasons = [
    ...(hidden.length === 0
      ? []
      : [`the budget hides ${hidden.length} of ${total} resources; raise it, or use search_graph and filter_time`]),
    ...recordReasons(graph.record.completeness),
  ];
  const reason = reasons.join('; ');
  return {
    ok: true,
    text: [...repairLines(repairs), text.trimEnd(), ...(reason === '' ? [] : [`(${reason})`])].join('\n'),
    items: shown.map((key): ToolItem => ({ key })),
    shown: total - hidden.length,
    total,
    complete: reason === '',
    ...(reason === '' ? {} : { reason }),
  };
}

/** The answer's first line and how the question was read, then its further lines and its sources, in pages. */
function answerPage(
  context: Parameters<typeof pageOf>[0],
  answer: Answer,
  call: { readonly bound: unknown; readonly cursor: string | undefined; readonly repairs: readonly string[] },
): ToolResult {
  const [head = '', ...lines] = answer.text.split('\n').filter((line) => line.trim() !== '');
  const listed = lines.map((line) => ({ line, item: { key: keyIn(line) ?? 'answer', text: line } }));
  const inList = new Set(listed.map(({ item }) => item.key));
  const sources = answer.citations
    .filter(({ key }) => !inList.has(key))
    .map(({ key, handle, text = '', time }) => ({
      line: `✓ ${key}  ${text}`,
      item: {
        key,
        ...(handle === undefined ? {} : { handle }),
        text,
        ...(time === undefined ? {} : { time }),
      },
    }));
  const entries = [...listed, ...sources];
  const { completeness } = context.graph.record;
  return pageOf(
    context,
    { tool: 'ask_offline', ...call, limit: LINES_PER_PAGE },
    {
      head,
      summary: answer.reading === undefined ? [] : [`Read as: ${answer.reading}`],
      total: entries.length,
      entry: (at) => entries[at] ?? { line: '', item: { key: '' } },
      partial: answer.complete || completeness.state === 'partial' ? [] : ['the record is known to be incomplete'],
    },
  );
}

/** The key that a line of a listing names, at its end in brackets. */
function keyIn(line: string): string | undefined {
  return /\(([A-Za-z]+\/[^\s()]+)\)[^()]*$/.exec(line)?.[1];
}

const OTHER_WAYS = 'Rules can not answer this: look with search_graph, filter_time or aggregate.';
const DEFAULT_BUDGET_TOKENS = 4000;
const MAX_BUDGET_TOKENS = 7500;
const LINES_PER_PAGE = 100;
const MAX_KEYS = 10;
