// Age and the time between two dates, with what coarse dates leave open.
import { Temporal } from 'temporal-polyfill';
import { inUnit } from './duration.ts';
import { unitKey } from './units.ts';

/** A wall-clock moment or the span it was written as; end exclusive. */
export interface LocalTime {
  readonly startMs: number;
  readonly endMs: number;
}

/** A length of time; `least` and `most` differ when the dates are too coarse to say. */
export interface Interval {
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly unit: string;
}

/** Completed calendar years between a birth and a moment. */
export function ageAt(birth: LocalTime, at: LocalTime): Interval {
  const value = yearsBetween(birth.startMs, at.startMs);
  return {
    value,
    least: yearsBetween(birth.endMs - 1, at.startMs),
    most: yearsBetween(birth.startMs, at.endMs - 1),
    unit: 'years',
  };
}

/**
 * From one time to another in a unit of time. Years and months count calendar units, their rest as a share of the next
 * one; smaller units are exact. `undefined` for a unit that is none of time.
 */
export function intervalBetween(from: LocalTime, to: LocalTime, unit: string): Interval | undefined {
  const value = lengthIn(to.startMs - from.startMs, from.startMs, unit);
  if (value === undefined) return undefined;
  // Two dates to the day are whole days apart; times of day and coarser dates leave their own unit open.
  const coarsest = Math.max(from.endMs - from.startMs, to.endMs - to.startMs);
  const isExact = coarsest <= msInDay;
  const least = isExact ? value : lengthIn(to.startMs - (from.endMs - 1), from.endMs - 1, unit);
  const most = isExact ? value : lengthIn(to.endMs - 1 - from.startMs, from.startMs, unit);
  return { value, least: least ?? value, most: most ?? value, unit };
}

function lengthIn(ms: number, fromMs: number, unit: string): number | undefined {
  const calendar = calendarUnits.get(unitKey(unit));
  return calendar === undefined ? inUnit(ms, unit) : calendarLength(fromMs, fromMs + ms, calendar);
}

function calendarLength(fromMs: number, toMs: number, unit: 'year' | 'month'): number {
  if (toMs < fromMs) return -calendarLength(toMs, fromMs, unit);
  const from = dateTime(fromMs);
  const whole = from.until(dateTime(toMs), { largestUnit: unit })[`${unit}s`];
  const reached = msOf(from.add({ [`${unit}s`]: whole }));
  const next = msOf(from.add({ [`${unit}s`]: whole + 1 }));
  return Number((whole + (toMs - reached) / (next - reached)).toFixed(4));
}

function yearsBetween(fromMs: number, toMs: number): number {
  return dateTime(fromMs).toPlainDate().until(dateTime(toMs).toPlainDate(), { largestUnit: 'year' }).years;
}

function dateTime(localMs: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(localMs)).toZonedDateTimeISO('UTC').toPlainDateTime();
}

function msOf(moment: Temporal.PlainDateTime): number {
  return moment.toZonedDateTime('UTC').epochMilliseconds;
}

const calendarUnits: ReadonlyMap<string, 'year' | 'month'> = new Map(Object.entries({ a: 'year', mo: 'month' }));
const msInDay = 86_400_000;
