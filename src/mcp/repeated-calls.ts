// Identical calls of one session: the second is answered by a pointer to the first, so that no client pays twice.

import { isPlainObject } from '../json.ts';
import type { ToolSuccess } from '../tools/graph-tool.ts';

/** Remembers the calls of one session. */
export interface RepeatedCalls {
  /**
   * A call begins. Every second identical call gets a pointer as its answer; the call after that runs again, since a
   * client that insists has lost the first answer.
   */
  begin(tool: string, args: unknown): BegunCall;
}

export interface BegunCall {
  /** The answer of a call that was just answered; `undefined` when the call must be run. */
  readonly pointer: ToolSuccess | undefined;
  /** Note the result, for a later pointer to name. Refusals are not to be remembered. */
  remember(result: ToolSuccess): void;
}

export function createRepeatedCalls(maxRemembered: number = DEFAULT_MAX_REMEMBERED): RepeatedCalls {
  const remembered = new Map<string, { readonly call: number; readonly result: ToolSuccess }>();
  let calls = 0;
  return {
    begin(tool, args) {
      calls += 1;
      const call = calls;
      const name = callName(tool, args);
      const earlier = remembered.get(name);
      remembered.delete(name);
      return {
        pointer: earlier === undefined ? undefined : pointerTo(earlier.call, earlier.result),
        remember(result) {
          if (name.length > MAX_NAME_LENGTH) return;
          remembered.set(name, { call, result: { ...result, text: '', items: [] } });
          const oldest = remembered.keys().next();
          if (remembered.size > maxRemembered && oldest.done !== true) remembered.delete(oldest.value);
        },
      };
    },
  };
}

function pointerTo(call: number, { heading: _, ...result }: ToolSuccess): ToolSuccess {
  const text =
    `Same call as call ${call} of this session and the same result; the record does not change. ` +
    'Look above for it, or send the call once more to have it again in full.';
  return { ...result, text };
}

/** The call as text, its arguments in one order whatever order they came in. */
function callName(tool: string, args: unknown): string {
  return `${tool} ${JSON.stringify(args, (_, value: unknown) => (isPlainObject(value) ? sortedByName(value) : value))}`;
}

function sortedByName(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const DEFAULT_MAX_REMEMBERED = 1000;
/** Longer calls are not worth keeping in memory; they run each time. */
const MAX_NAME_LENGTH = 2000;
