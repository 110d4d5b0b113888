// Identical calls of one session: the second is answered by a pointer to the first, so that no client pays twice.
import type { CallToolResult } from '@modelcontextprotocol/server';

/** Remembers the calls of one session. */
export interface RepeatedCalls {
  /**
   * The pointer that answers this call, or `undefined` when it must be run. Every second identical call gets a pointer;
   * the call after that runs again, since a client that insists has lost the first answer.
   */
  pointer(tool: string, args: unknown): CallToolResult | undefined;
  /** Note a result that a later pointer may name. Errors are not remembered. */
  remember(tool: string, args: unknown, result: CallToolResult): void;
}

export function createRepeatedCalls(maxRemembered: number = DEFAULT_MAX_REMEMBERED): RepeatedCalls {
  const remembered = new Map<string, { readonly call: number; readonly paging: CallToolResult['structuredContent'] }>();
  let calls = 0;
  return {
    pointer(tool, args) {
      calls += 1;
      const name = callName(tool, args);
      const earlier = remembered.get(name);
      if (earlier === undefined) return undefined;
      remembered.delete(name);
      const text =
        `Same call as call ${earlier.call} of this session and the same result; the record does not change. ` +
        'Look above for it, or send the call once more to have it again in full.';
      const pointer: CallToolResult = { content: [{ type: 'text', text }] };
      return earlier.paging === undefined ? pointer : { ...pointer, structuredContent: earlier.paging };
    },
    remember(tool, args, result) {
      if (result.isError === true) return;
      remembered.set(callName(tool, args), { call: calls, paging: pagingOnly(result.structuredContent) });
      const oldest = remembered.keys().next();
      if (remembered.size > maxRemembered && oldest.done !== true) remembered.delete(oldest.value);
    },
  };
}

function pagingOnly(structured: CallToolResult['structuredContent']): CallToolResult['structuredContent'] {
  if (typeof structured !== 'object' || structured === null) return structured;
  return Object.fromEntries(Object.entries(structured).filter(([name]) => PAGING.has(name)));
}

/** The call as text, its arguments in one order whatever order they came in. */
function callName(tool: string, args: unknown): string {
  return `${tool} ${JSON.stringify(args, (_, value: unknown) => (isPlainObject(value) ? sortedByName(value) : value))}`;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortedByName(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const PAGING = new Set(['shown', 'total', 'complete', 'reason', 'next']);
const DEFAULT_MAX_REMEMBERED = 1000;
