// When something happened, at the precision it was written.

export type TimePrecision = 'year' | 'month' | 'day' | 'minute' | 'second' | 'millisecond';

/**
 * A half-open interval of instants `[startMs, endMs)`, never empty, with what was written kept beside it.
 *
 * A date such as `2024` is the whole year, an instant the interval of its last written unit. A Period uses both ends;
 * its end is inclusive at its precision (FHIR Period.end). Wall-clock values (`localStartMs`, `localEndMs`) are the
 * written local form read as if it were UTC: days, windows and midnights are decided on them, order and durations on
 * the instants.
 */
export interface ClinicalTime {
  /** Milliseconds since the Unix epoch. */
  readonly startMs: number;
  /** Exclusive. `Infinity` while a Period has no end. */
  readonly endMs: number;
  readonly localStartMs: number;
  readonly localEndMs: number;
  /** Precision of the start as written. */
  readonly precision: TimePrecision;
  /** The start as written, e.g. `2141-03-12T08:15:00-05:00`. The end when only the end was written. */
  readonly text: string;
  /** The end as written, for a Period that has one. */
  readonly endText?: string;
  /** The FHIR element it came from, e.g. `effectiveDateTime`, `period`. */
  readonly element: string;
  /** What the element says: when it happened, when it is meant to happen, or only when it was written down. */
  readonly role: 'event' | 'planned' | 'recorded';
  /** Key of the resource it was borrowed from (an undated Condition takes its Encounter's time). */
  readonly borrowedFrom?: string;
}

/** A span of wall-clock time, `[startLocalMs, endLocalMs)`; infinite where open. Compared with `ClinicalTime.local*`. */
export interface TimeWindow {
  readonly startLocalMs: number;
  readonly endLocalMs: number;
  /** What the window is, for people, e.g. `since 2020-01-01`. */
  readonly text: string;
}

/** The moment a question is asked at. */
export interface Now {
  readonly ms: number;
  readonly localMs: number;
  /** ISO date-time with the offset of the record. */
  readonly text: string;
  readonly from: 'option' | 'question' | 'record' | 'none';
}

/** One FHIR date, dateTime or instant as written: its wall-clock interval and, where one was written, its offset. */
export interface ParsedTime {
  /** As written, blanks around it removed. */
  readonly text: string;
  readonly precision: TimePrecision;
  readonly localStartMs: number;
  /** Exclusive end of the last written unit. */
  readonly localEndMs: number;
  /** Offset from UTC in milliseconds; `undefined` for a date, or a time that lost its offset. */
  readonly offsetMs: number | undefined;
}

/**
 * Read a FHIR date, dateTime or instant; `undefined` when it is none (`2024-02-30`, `yesterday`).
 *
 * Tolerated: a blank for the `T`, an offset without colon, minutes without seconds, any number of decimals (digits past
 * the millisecond are dropped). A leap second (`:60`) and `24:00` are read as the last second of the day and minute
 * they are written in, so that the written day stays theirs.
 *
 * Source: FHIR R4 datatypes date, dateTime, instant.
 */
export function parseFhirTime(text: string): ParsedTime | undefined {
  const written = text.trim();
  const year = digits(written, 0, 4);
  if (Number.isNaN(year)) return undefined;
  if (written.length === 4) return dated(written, 'year', daysFromCivil(year, 1), daysFromCivil(year + 1, 1));
  const month = digits(written, 5, 2);
  if (written.charCodeAt(4) !== dash || !(month >= 1 && month <= 12)) return undefined;
  const monthStart = daysFromCivil(year, month);
  const nextMonth = month === 12 ? daysFromCivil(year + 1, 1) : daysFromCivil(year, month + 1);
  if (written.length === 7) return dated(written, 'month', monthStart, nextMonth);
  const day = digits(written, 8, 2);
  if (written.charCodeAt(7) !== dash || !(day >= 1 && day <= nextMonth - monthStart)) return undefined;
  const dayStart = monthStart + day - 1;
  if (written.length === 10) return dated(written, 'day', dayStart, dayStart + 1);
  return timeOfDay(written, dayStart * dayMs);
}

/**
 * Where a time lies to a window, decided on wall-clock values.
 *
 * A point or a date counts as its whole written interval: `inside` when the window holds all of it, `outside` when none,
 * else `uncertain` at this precision. A Period counts by its start, as the timeline does; with `by: 'overlap'` it is
 * `inside` as soon as any part of it surely lies in the window.
 */
export function compareToWindow(
  time: ClinicalTime,
  window: TimeWindow,
  options: { readonly by?: 'start' | 'overlap' } = {},
): 'inside' | 'outside' | 'uncertain' {
  const start = time.localStartMs;
  const startEnd = unitEnd(start, time.precision);
  const end = options.by === 'overlap' ? Math.max(time.localEndMs, startEnd) : startEnd;
  if (end <= window.startLocalMs || start >= window.endLocalMs) return 'outside';
  if (start >= window.startLocalMs && startEnd <= window.endLocalMs) return 'inside';
  const surelyBegun = startEnd <= window.endLocalMs;
  if (options.by === 'overlap' && time.localEndMs > startEnd && surelyBegun) return 'inside';
  return 'uncertain';
}

/** Exclusive end of the written unit that begins at a wall-clock moment: the next year, month, day, minute … */
export function unitEnd(localStartMs: number, precision: TimePrecision): number {
  if (precision === 'year' || precision === 'month') {
    const date = new Date(localStartMs);
    const year = date.getUTCFullYear();
    const month = date.getUTCMonth() + 1;
    const wraps = precision === 'year' || month === 12;
    return (wraps ? daysFromCivil(year + 1, 1) : daysFromCivil(year, month + 1)) * dayMs;
  }
  return localStartMs + unitMs[precision];
}

/** Length in milliseconds of the units that always have the same. */
export const unitMs = { day: 86_400_000, minute: 60_000, second: 1_000, millisecond: 1 } as const;

/**
 * The time as a line shows it, in its written local form: `2141-03-12 08:15`, `2141-03-12 08:15 → 2141-03-14`,
 * `2141-03-12 →` for a Period without end, `until 2141-03-14` for one without start. Seconds only where they are not zero.
 */
export function formatTime(time: ClinicalTime): string {
  const start = formatWritten(time.text);
  if (time.endText === undefined) return time.endMs === Number.POSITIVE_INFINITY ? `${start} →` : start;
  if (time.endText === time.text)
    return time.localEndMs === unitEnd(time.localStartMs, time.precision) ? `until ${start}` : start;
  const end = formatWritten(time.endText);
  const sameDay = start.length > 10 && end.length > 10 && start.slice(0, 10) === end.slice(0, 10);
  return `${start} → ${sameDay ? end.slice(11) : end}`;
}

function formatWritten(text: string): string {
  if (text.length <= 10) return text;
  const seconds = text.slice(17, 19);
  const showsSeconds = text.charAt(16) === ':' && seconds !== '00';
  return `${text.slice(0, 10)} ${text.slice(11, showsSeconds ? 19 : 16)}`;
}

/** An instant as an ISO date-time in the wall-clock time and offset it belongs to; milliseconds only where there are some. */
export function isoAt(ms: number, localMs: number): string {
  const minutes = Math.round((localMs - ms) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  const offset = minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${new Date(localMs).toISOString().slice(0, -1).replace('.000', '')}${offset}`;
}

/** Days since 1970-01-01 of the first of a month, in the proleptic Gregorian calendar (years 0–9999). */
export function daysFromCivil(year: number, month: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5);
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function dated(text: string, precision: TimePrecision, startDay: number, endDay: number): ParsedTime {
  return { text, precision, localStartMs: startDay * dayMs, localEndMs: endDay * dayMs, offsetMs: undefined };
}

function timeOfDay(text: string, dayStartMs: number): ParsedTime | undefined {
  const separator = text.charCodeAt(10);
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  if (separator !== letterT && separator !== 0x74 && separator !== 0x20) return undefined;
  if (text.charCodeAt(13) !== colon || !(hour <= 24) || !(minute <= 59)) return undefined;
  let second = 0;
  let milliseconds = 0;
  let precision: 'minute' | 'second' | 'millisecond' = 'minute';
  let at = 16;
  if (text.charCodeAt(at) === colon) {
    second = digits(text, at + 1, 2);
    if (!(second <= 60)) return undefined;
    precision = 'second';
    at += 3;
    if (text.charCodeAt(at) === dot) {
      const first = at + 1;
      for (at = first; isDigit(text.charCodeAt(at)); ) at += 1;
      if (at === first) return undefined;
      milliseconds = Number(text.slice(first, Math.min(at, first + 3)).padEnd(3, '0'));
      precision = 'millisecond';
    }
  }
  if (hour === 24 && minute + second + milliseconds > 0) return undefined;
  const offsetMs = readOffset(text, at);
  if (offsetMs === null) return undefined;
  const unit = unitMs[precision];
  const written = dayStartMs + ((hour * 60 + minute) * 60 + Math.min(second, 59)) * 1000 + milliseconds;
  const localStartMs = hour === 24 ? dayStartMs + dayMs - unit : written;
  return { text, precision, localStartMs, localEndMs: localStartMs + unit, offsetMs };
}

/** `undefined`: none written. `null`: something else is written there. */
function readOffset(text: string, at: number): number | undefined | null {
  if (text.length === at) return undefined;
  const sign = text.charCodeAt(at);
  if ((sign === 0x5a || sign === 0x7a) && text.length === at + 1) return 0;
  if (sign !== 0x2b && sign !== dash) return null;
  const colonWidth = text.charCodeAt(at + 3) === colon ? 1 : 0;
  const hours = digits(text, at + 1, 2);
  const minutes = digits(text, at + 3 + colonWidth, 2);
  if (text.length !== at + 5 + colonWidth || !(hours <= 14) || !(minutes <= 59)) return null;
  return (sign === dash ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** The number written in `count` digits at a position; `NaN` when they are not all digits. */
function digits(text: string, at: number, count: number): number {
  let value = 0;
  for (let index = at; index < at + count; index += 1) {
    const code = text.charCodeAt(index);
    if (!isDigit(code)) return Number.NaN;
    value = value * 10 + code - 0x30;
  }
  return value;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

const dayMs = unitMs.day;
const dash = 0x2d;
const colon = 0x3a;
const dot = 0x2e;
const letterT = 0x54;
