// Lengths of time: of a period, between two moments, up to now.
import type { ClinicalTime } from '../fhir/clinical-time.ts';
import { convertUnit } from './units.ts';
import { endSpan, startSpan } from './window.ts';

/** From start to end as written, in a unit of time; `undefined` when only one of them is written, or for a unit that is none. */
export function durationOf(time: ClinicalTime | undefined, unit: string): number | undefined {
  if (time?.endText === undefined || time.endText === time.text) return undefined;
  const end = endInstant(time);
  return end === undefined || !Number.isFinite(time.startMs) ? undefined : inUnit(end - time.startMs, unit);
}

/** Milliseconds in a unit of time (UCUM: a month is 30.4375 d, a year 365.25 d); `undefined` for a unit that is none. */
export function inUnit(ms: number, unit: string): number | undefined {
  const result = convertUnit(ms / msInSecond, 's', unit);
  return result.ok ? Number(result.value.toPrecision(precision)) : undefined;
}

/** The instant that the end was written as; `undefined` without one. Its unit is taken off the exclusive end. */
export function endInstant(time: ClinicalTime): number | undefined {
  if (time.endText === undefined) return undefined;
  const { startMs, endMs } = endSpan(time);
  return time.endMs - (endMs - startMs);
}

/** How long the unit that a start was written in lasts, in milliseconds. */
export function startUnitMs(time: ClinicalTime): number {
  const { startMs, endMs } = startSpan(time);
  return endMs - startMs;
}

const msInSecond = 1_000;
const precision = 12;
