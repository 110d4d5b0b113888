// What goes over the wire for one tool call, so that no client pays for the same content twice.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { toHopperError } from '../errors.ts';
import type { ToolItem, ToolResult, ToolSuccess } from '../tools/graph-tool.ts';

/** Where the content of a result stands: in `content` as text, or in `structuredContent` as data. */
export type ResultMode = 'text' | 'structured';

/**
 * A tool's result as MCP sends it. In `text` mode the whole text is in `content` and `structuredContent` holds keys and
 * paging alone; in `structured` mode the items are in `structuredContent` and `content` is one line.
 */
export function toCallToolResult(result: ToolResult, mode: ResultMode): CallToolResult {
  if (!result.ok) return toolError(result.code, result.text);
  const paging = pagingOf(result);
  if (mode === 'text') {
    const keys = result.items.map((item) => item.key);
    return { content: [{ type: 'text', text: result.text }], structuredContent: { ...paging, keys } };
  }
  const line = `${result.shown} of ${result.total} shown; the data is in structuredContent.`;
  // A tool that answers in prose (a page, an answer) has its text nowhere else.
  const data = result.items.length === 0 ? { text: result.text } : { items: result.items.map(withoutUndefined) };
  return { content: [{ type: 'text', text: line }], structuredContent: { ...paging, ...data } };
}

/** A refusal that the client's model can act on: the call failed, the session goes on. */
export function toolError(code: string, text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }], structuredContent: { code } };
}

/** Anything thrown while serving a call, without its stack. */
export function thrownToolError(error: unknown): CallToolResult {
  const failure = toHopperError(error);
  return toolError(failure.code, failure.message);
}

/** A text as a good result of one whole. */
export function wholeText(text: string, items: readonly ToolItem[] = []): ToolSuccess {
  return { ok: true, text, items, shown: items.length, total: items.length, complete: true };
}

function pagingOf(result: ToolSuccess): Record<string, unknown> {
  return withoutUndefined({
    shown: result.shown,
    total: result.total,
    complete: result.complete,
    reason: result.reason,
    next: result.next,
  });
}

function withoutUndefined(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}
