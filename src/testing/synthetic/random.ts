// Seeded chance, and clock times of one place: the same seed gives the same record, byte for byte, anywhere.

/** A seeded source of chance. */
export interface Random {
  /** Even in [0, 1). */
  next(): number;
  /** Even in [low, high), rounded to `decimals`. */
  between(low: number, high: number, decimals?: number): number;
  /** Bell-shaped around `mean` (sum of four draws), rounded to `decimals`. */
  around(mean: number, spread: number, decimals?: number): number;
  pick<T>(list: readonly T[]): T;
}

/** Mulberry32: 32 bits of state, good enough for made-up vital signs. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high, decimals = 0) => round(low + next() * (high - low), decimals),
    around: (mean, spread, decimals = 0) => round(mean + (next() + next() + next() + next() - 2) * spread, decimals),
    pick: (list) => list[Math.floor(next() * list.length)]!,
  };
}

/** A number rounded to a count of decimals. */
export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

/** Wall-clock time as milliseconds, read as if it were UTC. Hours may run over: hour 25 is one o'clock of the next day. */
export function clock(year: number, month: number, day: number, hour = 0, minute = 0): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}

/** The ISO day of a wall-clock time. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** A FHIR dateTime of a wall-clock time in US Eastern time, with its offset (daylight saving by the rule in force since 2007). */
export function dateTime(time: number): string {
  const date = new Date(time);
  return `${date.toISOString().slice(0, 19)}${isSummer(date) ? '-04:00' : '-05:00'}`;
}

/** The same hour of the next Monday, for a Saturday or Sunday. */
export function onWorkday(time: number): number {
  const weekday = new Date(time).getUTCDay();
  return time + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0) * day;
}

/** Years (with fraction) between two wall-clock times. */
export function yearsBetween(from: number, to: number): number {
  return (to - from) / (365.25 * day);
}

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** From the second Sunday of March to the first Sunday of November, at two o'clock. */
function isSummer(date: Date): boolean {
  const year = date.getUTCFullYear();
  const start = Date.UTC(year, 2, sunday(year, 2, 2), 2);
  const end = Date.UTC(year, 10, sunday(year, 10, 1), 2);
  return date.getTime() >= start && date.getTime() < end;
}

function sunday(year: number, month: number, nth: number): number {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return 1 + ((7 - first) % 7) + (nth - 1) * 7;
}
