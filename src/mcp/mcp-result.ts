// What goes over the wire for one tool call, so that every client's model sees it and none pays for it twice.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { toHopperError } from '../errors.ts';
import type { ToolItem, ToolResult, ToolSuccess } from '../tools/graph-tool.ts';

/**
 * Where a result stands: in `content` as text, or in `structuredContent` as data.
 *
 * Never in both: clients differ in which of the two they hand to their model, several hand over `structuredContent` alone
 * wherever there is any, some both (decision 0026).
 */
export type ResultMode = 'text' | 'structured';

/** What stands around a result. */
export interface ResultFrame {
  readonly mode: ResultMode;
  /** What was mended in the call before the tool saw it. */
  readonly notes?: readonly string[];
  /** Whose record it is from, said where several are served: handles such as `o17` are those of one record. */
  readonly record?: string | undefined;
}

/**
 * A tool's result as MCP sends it. In `text` mode `content` is the whole, its last line `{shown, total, complete, next}` as
 * JSON. In `structured` mode the same fields, the items and what the tool says beside them are `structuredContent`, and
 * `content` is one line.
 */
export function toCallToolResult(result: ToolResult, { mode, notes = [], record }: ResultFrame): CallToolResult {
  if (!result.ok) return toolError(result.code, result.text, mode);
  const said = (text: string) => [...(notes.length === 0 ? [] : [`Note: ${notes.join('; ')}.`]), text].join('\n');
  const paging = { ...(record === undefined ? {} : { record }), ...pagingOf(result) };
  if (mode === 'text') return { content: [textPart(`${said(result.text)}\n${JSON.stringify(paging)}`)] };
  const text = said(result.heading ?? result.text).trim();
  const items = result.heading === undefined ? {} : { items: result.items.map(sentItem) };
  return {
    content: [textPart(`${result.shown} of ${result.total} shown; all of it is in structuredContent.`)],
    structuredContent: { ...(text === '' ? {} : { text }), ...items, ...paging, ...reasonOf(result) },
  };
}

/** A refusal that the client's model can act on: the call failed, the session goes on. */
export function toolError(code: string, message: string, mode: ResultMode): CallToolResult {
  const text =
    message.length <= MAX_ERROR_LENGTH
      ? message
      : `${message.slice(0, MAX_ERROR_LENGTH / 2)} … ${message.slice(-MAX_ERROR_LENGTH / 2)}`;
  const structured = mode === 'text' ? {} : { structuredContent: { code, text } };
  return { isError: true, content: [textPart(text)], ...structured };
}

/** Anything thrown while serving a call, without its stack. */
export function thrownToolError(error: unknown, mode: ResultMode): CallToolResult {
  const failure = toHopperError(error);
  return toolError(failure.code, failure.message, mode);
}

/** A tool's item as data of its own: nothing undefined, and of many keys the first, marked as not all. */
export function sentItem(item: ToolItem): Record<string, unknown> {
  const { keys } = item;
  const whole = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));
  if (!Array.isArray(keys) || keys.length <= MAX_KEYS) return whole;
  return { ...whole, keys: keys.slice(0, MAX_KEYS), allKeys: false };
}

function pagingOf({ shown, total, complete, next }: ToolSuccess): Record<string, unknown> {
  return { shown, total, complete, ...(next === undefined ? {} : { next }) };
}

/** As text, the reason stands in the tool's own words already. */
function reasonOf({ reason }: ToolSuccess): Record<string, unknown> {
  return reason === undefined ? {} : { reason };
}

function textPart(text: string): { type: 'text'; text: string } {
  return { type: 'text', text };
}

const MAX_KEYS = 20;
/** Characters; a longer message repeats what the client sent. */
const MAX_ERROR_LENGTH = 4000;
