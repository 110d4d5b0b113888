// Calendar arithmetic on wall-clock time: units, their spans, and steps back from a moment.
import { Temporal } from 'temporal-polyfill';

export type CalendarUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** A half-open span of wall-clock milliseconds. */
export interface LocalSpan {
  readonly startMs: number;
  readonly endMs: number;
}

/** The span of a year, month, day, or second; `undefined` when there is no such day. */
export function spanOf(
  year: number,
  month?: number,
  day?: number,
  clock?: readonly [number, number, number | undefined],
): LocalSpan | undefined {
  const unit = clock
    ? clock[2] === undefined
      ? 'minute'
      : 'second'
    : day !== undefined
      ? 'day'
      : month !== undefined
        ? 'month'
        : 'year';
  try {
    const start = Temporal.PlainDateTime.from(
      {
        year,
        month: month ?? 1,
        day: day ?? 1,
        hour: clock?.[0] ?? 0,
        minute: clock?.[1] ?? 0,
        second: clock?.[2] ?? 0,
      },
      { overflow: 'reject' },
    );
    return { startMs: toMs(start), endMs: toMs(start.add({ [`${unit}s`]: 1 })) };
  } catch {
    return undefined;
  }
}

/** The whole unit that holds a moment, or the one `stepsBack` units before it. Weeks begin on Monday. */
export function unitAround(localMs: number, unit: CalendarUnit, stepsBack = 0): LocalSpan {
  const moment = toDateTime(localMs).subtract({ [`${unit}s`]: stepsBack });
  const start =
    unit === 'year'
      ? moment.with({ month: 1, day: 1 }).round({ smallestUnit: 'day', roundingMode: 'floor' })
      : unit === 'month'
        ? moment.with({ day: 1 }).round({ smallestUnit: 'day', roundingMode: 'floor' })
        : unit === 'week'
          ? moment.round({ smallestUnit: 'day', roundingMode: 'floor' }).subtract({ days: moment.dayOfWeek - 1 })
          : moment.round({ smallestUnit: unit, roundingMode: 'floor' });
  return { startMs: toMs(start), endMs: toMs(start.add({ [`${unit}s`]: 1 })) };
}

/** A moment `count` units earlier; a day that the month does not have becomes its last one. */
export function unitsBefore(localMs: number, unit: CalendarUnit, count: number): number {
  return toMs(toDateTime(localMs).subtract({ [`${unit}s`]: count }));
}

/** Year and month of a moment. */
export function yearAndMonth(localMs: number): { readonly year: number; readonly month: number } {
  const moment = toDateTime(localMs);
  return { year: moment.year, month: moment.month };
}

/** `2157-12-01`, with the clock where the moment is not a midnight. */
export function formatLocal(localMs: number): string {
  const moment = toDateTime(localMs);
  const date = moment.toPlainDate().toString();
  return localMs % 86_400_000 === 0
    ? date
    : `${date} ${moment.toPlainTime().toString({ smallestUnit: moment.second ? 'second' : 'minute' })}`;
}

function toDateTime(localMs: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(localMs)).toZonedDateTimeISO('UTC').toPlainDateTime();
}

function toMs(moment: Temporal.PlainDateTime): number {
  return moment.toZonedDateTime('UTC').epochMilliseconds;
}
