// Comparing one answered value with one expected cell: numbers with tolerance, local times, words without case.
import type { Cell } from './eval-case.ts';

export type AnsweredValue = string | number | boolean;

/** Whether two values are the same, each as a number, a time or words. */
export function sameValue(answered: AnsweredValue, expected: Exclude<Cell, null>): boolean {
  if (typeof answered === 'boolean' || typeof expected === 'boolean') return answered === expected;
  const [left, right] = [numberOf(answered), numberOf(expected)];
  if (left !== undefined && right !== undefined) return sameNumber(left, right);
  const [leftTime, rightTime] = [localTime(answered), localTime(expected)];
  if (leftTime !== undefined && rightTime !== undefined) return sameTime(leftTime, rightTime);
  return plainWords(answered) === plainWords(expected);
}

/** Equal within half a unit of the fourth significant digit, or a hundredth for small ones. */
export function sameNumber(left: number, right: number): boolean {
  return Math.abs(left - right) <= Math.max(0.005, Math.abs(right) * 0.0005);
}

/** A number, or a text that is one and nothing else (a unit may follow). */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*(?:[a-zA-Z%/]+\.?)?\s*$/.exec(value);
  return match === null ? undefined : Number(match[1]);
}

/** The written local form `YYYY-MM-DD HH:MM:SS` at its precision; the start of a span. */
export function localTime(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?)?/.exec(value.trim());
  if (match === null) return undefined;
  return match[2] === undefined ? match[1] : `${match[1]} ${match[2]}${match[3] ?? ':00'}`;
}

/** Equal at the coarser precision, when the coarser is a day: a midnight is how a set writes a day. */
function sameTime(left: string, right: string): boolean {
  if (left === right) return true;
  const [shorter, longer] = left.length < right.length ? [left, right] : [right, left];
  return shorter.length === 10 && longer === `${shorter} 00:00:00`;
}

/** Lower case, blanks and outer punctuation evened out. */
export function plainWords(value: unknown): string {
  return String(value)
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s.;,]+|[\s.;,]+$/g, '');
}
