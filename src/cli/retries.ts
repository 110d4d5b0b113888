// What a person hears while a call is tried again.
import type { RetryOptions } from '../adapters/models/with-retry.ts';
import { note } from './output.ts';

/** Says that a call is waited for, and why: silence is not to be taken for work. Calls that wait together say it once. */
export function tellRetry(spec: string): NonNullable<RetryOptions['onRetry']> {
  let said = '';
  let until = 0;
  return ({ delayMs, status }) => {
    const why = status === undefined ? 'the connection broke' : `HTTP ${status}`;
    const line = `… ${spec}: ${why}; trying again in ${(delayMs / 1000).toFixed(1)} s`;
    if (line === said && Date.now() < until) return;
    said = line;
    until = Date.now() + delayMs;
    note(line);
  };
}
