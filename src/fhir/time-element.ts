// The time of a resource: found by the table, read at its precision, finished in the record's zone.
import { type ClinicalTime, type ParsedTime, parseFhirTime } from './clinical-time.ts';
import type { RecordZone } from './record-zone.ts';
import { type FhirResource, type FhirVersion, isObject, type JsonObject } from './resource.ts';
import { resourceRow, type TimeElement } from './resource-table.ts';

/** What stood in a time element, before the record's zone is known. */
export interface WrittenTime {
  readonly start: ParsedTime | undefined;
  readonly end: ParsedTime | undefined;
  /** Whether it is a Period, which may be open; a lone date is its own interval. */
  readonly period: boolean;
  readonly element: string;
  readonly role: ClinicalTime['role'];
}

/** Something wrong with a time as written: the code and element of a `RecordIssue`. */
export interface TimeOddity {
  readonly code: 'unreadable-date' | 'end-before-start' | 'placeholder-date';
  readonly element: string;
}

/** Called for every oddity met on the way; the reading goes on with the next element. */
export type OnOddity = (oddity: TimeOddity) => void;

/**
 * The best time element that can be read; `undefined` when the resource has none (undated).
 *
 * Stated outcomes: an unreadable date is passed over; of a Period whose end lies before its start only the start counts;
 * the years 0001 and 9999 stand for *not known* and *no end*, so that neither stretches a span.
 */
export function writtenTimeOf(
  resource: FhirResource,
  version: FhirVersion,
  onOddity: OnOddity,
): WrittenTime | undefined {
  const { times, otherTimes } = resourceRow(resource.resourceType, version);
  return firstOf(times, resource, onOddity) ?? firstOf(otherTimes, resource, onOddity);
}

function firstOf(times: readonly TimeElement[], resource: FhirResource, onOddity: OnOddity): WrittenTime | undefined {
  for (let index = 0; index < times.length; index += 1) {
    const read = readElement(resource, times[index] as TimeElement, onOddity);
    if (read !== undefined) return read;
  }
  return undefined;
}

/** When the fact was written down: the best element of role `recorded`, else `meta.lastUpdated`. */
export function writtenRecordedTimeOf(resource: FhirResource, version: FhirVersion): WrittenTime | undefined {
  for (const time of resourceRow(resource.resourceType, version).times) {
    const read = time.role === 'recorded' ? readElement(resource, time, ignoreOddity) : undefined;
    if (read !== undefined) return read;
  }
  return readElement(resource, lastUpdated, ignoreOddity);
}

/** A Period of another element than the table's, such as `Encounter.location.period`. */
export function readPeriodTime(period: unknown, element: string): WrittenTime | undefined {
  return isObject(period) ? readPeriod(period, element, 'event', ignoreOddity) : undefined;
}

/** Whether a time can be finished without knowing the zone of the record. */
export function hasOffsets({ start, end }: WrittenTime): boolean {
  return (start === undefined || start.offsetMs !== undefined) && (end === undefined || end.offsetMs !== undefined);
}

/** A written time as instants: where no offset was written, in the zone of the record. */
export function finishTime(written: WrittenTime, zone: RecordZone): ClinicalTime {
  const { element, role, end, period } = written;
  const first = (written.start ?? end) as ParsedTime;
  const { localStartMs, localEndMs, precision, text } = first;
  const startMs = localStartMs - (first.offsetMs ?? zone.offsetAt(localStartMs));
  const endMs = endInstant(first, startMs, zone);
  if (!period) return { startMs, endMs, localStartMs, localEndMs, precision, text, element, role };
  if (end === undefined) {
    const open = Number.POSITIVE_INFINITY;
    return { startMs, endMs: open, localStartMs, localEndMs: open, precision, text, element, role };
  }
  return {
    startMs,
    endMs: Math.max(endInstant(end, startMs, zone), endMs),
    localStartMs,
    localEndMs: Math.max(end.localEndMs, localEndMs),
    precision,
    text,
    endText: end.text,
    element,
    role,
  };
}

/** Never at or before the start, even where two offsets meet. */
function endInstant({ localEndMs, offsetMs }: ParsedTime, startMs: number, zone: RecordZone): number {
  return Math.max(localEndMs - (offsetMs ?? zone.offsetAt(localEndMs)), startMs + 1);
}

function readElement(resource: FhirResource, time: TimeElement, onOddity: OnOddity): WrittenTime | undefined {
  const { element, role, steps, endSteps } = time;
  const value = steps.length === 1 ? resource[element] : valueAt(resource, steps, 0);
  if (endSteps !== undefined) {
    const period = { start: value, end: valueAt(resource, endSteps, 0) };
    return period.start === undefined && period.end === undefined
      ? undefined
      : readPeriod(period, element, role, onOddity);
  }
  if (value === undefined || value === null) return undefined;
  return readValue(value, element, role, onOddity);
}

function valueAt(value: unknown, steps: readonly string[], at: number): unknown {
  const step = steps[at];
  if (step === undefined) return value;
  if (!Array.isArray(value)) return isObject(value) ? valueAt(value[step], steps, at + 1) : undefined;
  const found = value.flatMap((each) => valueAt(each, steps, at));
  return found.filter((each) => each !== undefined && each !== null);
}

function readValue(
  value: unknown,
  element: string,
  role: ClinicalTime['role'],
  onOddity: OnOddity,
): WrittenTime | undefined {
  if (typeof value === 'string') {
    const start = readMoment(value, element, onOddity);
    return start === undefined ? undefined : { start, end: undefined, period: false, element, role };
  }
  if (Array.isArray(value)) return readSeveral(value, element, role, onOddity);
  if (!isObject(value)) return undefined;
  if (value.start !== undefined || value.end !== undefined) return readPeriod(value, element, role, onOddity);
  // Timing: the moments named, else the bounds of the repetition (FHIR Timing.event, Timing.repeat.boundsPeriod).
  const events = value.event === undefined ? undefined : readValue([value.event].flat(), element, role, onOddity);
  const bounds = isObject(value.repeat) ? value.repeat.boundsPeriod : undefined;
  return events ?? (isObject(bounds) ? readValue(bounds, element, role, onOddity) : undefined);
}

/** Several values of a repeating element: from the first start to the last end. */
function readSeveral(
  values: readonly unknown[],
  element: string,
  role: ClinicalTime['role'],
  onOddity: OnOddity,
): WrittenTime | undefined {
  const read = values.map((value) => readValue(value, element, role, onOddity)).filter((each) => each !== undefined);
  if (read.length <= 1) return read[0];
  const starts = read.flatMap((each) => each.start ?? []);
  const ends = read.flatMap((each) => (each.period ? (each.end ?? []) : (each.start ?? [])));
  const open = read.some((each) => each.period && each.end === undefined);
  const start = starts.reduce<ParsedTime | undefined>(
    (best, each) => (best === undefined || each.localStartMs < best.localStartMs ? each : best),
    undefined,
  );
  const end = ends.reduce<ParsedTime | undefined>(
    (best, each) => (best === undefined || each.localEndMs > best.localEndMs ? each : best),
    undefined,
  );
  return { start, end: open ? undefined : end, period: true, element, role };
}

function readPeriod(
  period: JsonObject,
  element: string,
  role: ClinicalTime['role'],
  onOddity: OnOddity,
): WrittenTime | undefined {
  const start = readMoment(period.start, element, onOddity);
  const end = readMoment(period.end, element, onOddity);
  if (start === undefined && end === undefined) return undefined;
  if (start !== undefined && end !== undefined && isBefore(end, start)) {
    onOddity({ code: 'end-before-start', element });
    return { start, end: undefined, period: false, element, role };
  }
  return { start, end, period: true, element, role };
}

/** Whether a period's end, taken to the end of its unit, lies before its start; on instants where both have an offset. */
function isBefore(end: ParsedTime, start: ParsedTime): boolean {
  const onInstants = end.offsetMs !== undefined && start.offsetMs !== undefined;
  const shift = onInstants ? (end.offsetMs as number) - (start.offsetMs as number) : 0;
  return end.localEndMs - shift <= start.localStartMs;
}

function readMoment(value: unknown, element: string, onOddity: OnOddity): ParsedTime | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const parsed = parseFhirTime(value);
  if (parsed === undefined) onOddity({ code: 'unreadable-date', element });
  else if (parsed.text.startsWith('0001') || parsed.text.startsWith('9999')) {
    onOddity({ code: 'placeholder-date', element });
    return undefined;
  }
  return parsed;
}

const lastUpdated: TimeElement = { element: 'meta.lastUpdated', steps: ['meta', 'lastUpdated'], role: 'recorded' };
function ignoreOddity(): void {}
