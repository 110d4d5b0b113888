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
  readonly from: 'option' | 'question' | 'record';
}
