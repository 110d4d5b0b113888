// What a person hears while a call is tried again.
import type { RetryOptions } from '../adapters/models/with-retry.ts';
import { note } from './output.ts';

/** Says that a call is waited for, and why: silence is not to be taken for work. */
export function tellRetry(spec: string): NonNullable<RetryOptions['onRetry']> {
  return ({ delayMs, status }) =>
    note(
      `… ${spec}: ${status === undefined ? 'the connection broke' : `HTTP ${status}`}; trying again in ${(delayMs / 1000).toFixed(1)} s`,
    );
}
