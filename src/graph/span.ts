// Spans of time as the projection compares them: instants and wall-clock values of one interval side by side.
import { type ClinicalTime, parseFhirTime, unitEnd, unitMs } from '../fhir/clinical-time.ts';

/** A closed-up span of an episode: always finite, never empty. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
  readonly localStartMs: number;
  readonly localEndMs: number;
  /** How long before `endMs` the end lies as written: its last unit for a clock time, 0 for a date. */
  readonly endUnitMs: number;
}

/** Of an open period only the start unit is sure; of everything else the written interval. */
export function spanOf(time: ClinicalTime): Span {
  if (time.endMs === Number.POSITIVE_INFINITY) return startSpanOf(time);
  const { startMs, endMs, localStartMs, localEndMs } = time;
  const lastUnit =
    time.endText === undefined ? time.precision : (parseFhirTime(time.endText)?.precision ?? time.precision);
  return { startMs, endMs, localStartMs, localEndMs, endUnitMs: pointUnit(lastUnit) };
}

/** The unit in which a time starts, whatever period follows: the `t` of Algorithm 1, at the precision written. */
export function startSpanOf(time: ClinicalTime): Span {
  const length = unitEnd(time.localStartMs, time.precision) - time.localStartMs;
  const onInstants = Math.min(time.endMs, time.startMs + length);
  return {
    startMs: time.startMs,
    endMs: onInstants,
    localStartMs: time.localStartMs,
    localEndMs: time.localStartMs + length,
    endUnitMs: pointUnit(time.precision),
  };
}

/** The least span that holds both. */
export function joinSpans(a: Span | undefined, b: Span | undefined): Span | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const last = b.endMs > a.endMs ? b : a;
  const first = b.startMs < a.startMs ? b : a;
  return {
    startMs: first.startMs,
    localStartMs: first.localStartMs,
    endMs: last.endMs,
    localEndMs: last.localEndMs,
    endUnitMs: last.endUnitMs,
  };
}

/** Whether the start unit of a time lies in a span: by days for a date, on instants for a clock time. */
export function holds(span: Span, time: ClinicalTime): boolean {
  const start = startSpanOf(time);
  switch (time.precision) {
    case 'year':
    case 'month':
      return span.localStartMs <= start.localStartMs && span.localEndMs >= start.localEndMs;
    case 'day':
      return span.localStartMs < start.localEndMs && span.localEndMs > start.localStartMs;
    default:
      return span.startMs < start.endMs && span.endMs > start.startMs;
  }
}

function pointUnit(precision: ClinicalTime['precision']): number {
  return precision === 'year' || precision === 'month' || precision === 'day' ? 0 : unitMs[precision];
}
