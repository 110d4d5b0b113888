// One page of a tool's answer: as many lines as fit, a cursor bound to the call, and what the answer rests on.
import type { Completeness } from '../fhir/record.ts';
import { digestOf } from '../plan/digest.ts';
import type { ToolFailure, ToolItem, ToolResult } from './graph-tool.ts';
import type { PageContext } from './tool-context.ts';

/** What a tool found, before it is cut into pages. */
export interface Findings {
  /** First line: what was found, in words. */
  readonly head: string;
  /** Lines between the head and the entries, e.g. counts by code. */
  readonly summary?: readonly string[];
  readonly total: number;
  /** The entry at a position of the whole list, 0-based. */
  entry(position: number): { readonly line: string; readonly item: ToolItem };
  /** Reasons why the whole is not everything, beyond paging and the record's own completeness. */
  readonly partial?: readonly string[];
}

/** The call that found it: what a cursor is bound to. */
export interface PagedCall {
  readonly tool: string;
  /** Arguments as read, without `cursor` and `limit`. */
  readonly bound: unknown;
  readonly cursor?: string | undefined;
  /** Most entries on the page. */
  readonly limit: number;
  readonly repairs: readonly string[];
}

/**
 * The page a call asks for. Pages of one call, followed by their `next`, together give each entry once, in order; the
 * page's text is never longer than the context's token limit, and holds at least one entry, cut if need be.
 */
export function pageOf(context: PageContext, call: PagedCall, findings: Findings): ToolResult {
  const offset = readCursor(context, call, findings.total);
  if (typeof offset !== 'number') return offset;
  const opening = [...repairLines(call.repairs), findings.head, ...(findings.summary ?? [])].map((line) =>
    fitLine(context, line, context.maxResultTokens / 4),
  );
  const room =
    context.maxResultTokens - opening.reduce((sum, line) => sum + context.countTokens(`${line}\n`), 0) - closingTokens;
  const lines: string[] = [];
  const items: ToolItem[] = [];
  let used = 0;
  for (let at = offset; at < findings.total && items.length < call.limit; at++) {
    const { line, item } = findings.entry(at);
    const tokens = context.entryTokens(line, item);
    if (used + tokens > room && items.length > 0) break;
    lines.push(used + tokens > room ? fitLine(context, line, room) : line);
    items.push(item);
    used += tokens;
  }
  const end = offset + items.length;
  const next = end < findings.total ? cursorAt(context, call, end) : undefined;
  const reasons = [...(findings.partial ?? []), ...recordReasons(context.graph.record.completeness)];
  if (offset > 0 || next !== undefined) {
    reasons.unshift(
      `entries ${offset + 1}–${end} of ${findings.total}${next === undefined ? '' : `; more with cursor "${next}"`}`,
    );
  }
  return {
    ok: true,
    text: [...opening, ...lines, ...(reasons.length === 0 ? [] : [`(${reasons.join('; ')})`])].join('\n'),
    heading: opening.join('\n'),
    items,
    shown: items.length,
    total: findings.total,
    complete: reasons.length === 0,
    ...(reasons.length === 0 ? {} : { reason: reasons.join('; ') }),
    ...(next === undefined ? {} : { next }),
  };
}

/** One line that says what was changed in the arguments; none when nothing was. */
export function repairLines(repairs: readonly string[]): readonly string[] {
  return repairs.length === 0 ? [] : [`Note: ${repairs.join('; ')}.`];
}

/** What a record known to be partial lacks, as reasons. */
export function recordReasons(completeness: Completeness): readonly string[] {
  if (completeness.state === 'complete') return [];
  const told = completeness.reasons.slice(0, mostRecordReasons).join(', ');
  const rest = completeness.reasons.length - mostRecordReasons;
  return [`the record is not whole: ${told}${rest > 0 ? ` and ${rest} more reasons` : ''}`];
}

/** The line, cut with a mark when it is longer than `tokens`. */
export function fitLine(context: Pick<PageContext, 'countTokens'>, line: string, tokens: number): string {
  if (context.countTokens(line) <= tokens) return line;
  let low = 0;
  let high = line.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (context.countTokens(`${line.slice(0, middle)}${cutMark}`) <= tokens) low = middle;
    else high = middle - 1;
  }
  return `${line.slice(0, low)}${cutMark}`;
}

/** The cursor of a position under a call; the same call and record accept it, another refuses it. */
export function cursorAt(context: PageContext, call: Pick<PagedCall, 'tool' | 'bound'>, position: number): string {
  return `${position.toString(36)}-${callDigest(context, call)}`;
}

/** The position a call's cursor names: 0 without one. */
export function readCursor(
  context: PageContext,
  call: Pick<PagedCall, 'tool' | 'bound' | 'cursor'>,
  total: number,
): number | ToolFailure {
  if (call.cursor === undefined) return 0;
  const [position = '', digest] = call.cursor.trim().split('-');
  const offset = /^[0-9a-z]{1,9}$/.test(position) ? Number.parseInt(position, 36) : Number.NaN;
  if (digest === callDigest(context, call) && offset < total) return offset;
  return {
    ok: false,
    code: 'bad-cursor',
    text: `The cursor does not belong to this call. Use the cursor of the last result with the same other arguments, or call ${call.tool} without cursor to start over.`,
  };
}

function callDigest(context: PageContext, call: Pick<PagedCall, 'tool' | 'bound'>): string {
  const { record, nodes } = context.graph;
  return digestOf([call.tool, JSON.stringify(call.bound), record.patientKey, String(nodes.length)]);
}

const cutMark = ' … (cut)';
/** Kept free for the line of reasons and the cursor. */
const closingTokens = 120;
const mostRecordReasons = 2;
