// The record's own zone: which offset a date without one is read in.
import type { ParsedTime } from './clinical-time.ts';
import { firstPlace } from './sorted-order.ts';

/** Offsets of a record, by wall-clock time. */
export interface RecordZone {
  /** Offset from UTC in milliseconds at a wall-clock moment: that of the dateTime nearest to it; 0 when none has one. */
  offsetAt(localMs: number): number;
}

/**
 * The zone of a record that is told of its dateTimes one by one, and then asked. Of two equally near the earlier counts.
 *
 * Source: model.md §1, *day*. Look-up by binary search over the moments at which the offset changes.
 */
export class ToldZone implements RecordZone {
  /** Wall-clock moments by the offset they were written with. */
  readonly #momentsOf = new Map<number, number[]>();
  #borders: Borders | undefined;

  /** Take account of a time; one without an offset says nothing. */
  note({ localStartMs, offsetMs }: ParsedTime): void {
    if (offsetMs === undefined) return;
    this.#borders = undefined;
    const moments = this.#momentsOf.get(offsetMs);
    if (moments === undefined) this.#momentsOf.set(offsetMs, [localStartMs]);
    else moments.push(localStartMs);
  }

  offsetAt(localMs: number): number {
    const [only = 0] = this.#momentsOf.keys();
    if (this.#momentsOf.size <= 1) return only;
    this.#borders ??= bordersOf(this.#momentsOf);
    return this.#borders.offsets[firstPlace(this.#borders.moments, localMs)] as number;
  }
}

/** The zone of a record with these times. */
export function createRecordZone(times: readonly ParsedTime[]): RecordZone {
  const zone = new ToldZone();
  for (const time of times) zone.note(time);
  return zone;
}

/** `offsets[i]` holds up to and with `moments[i]`, the last one to the end of time. */
interface Borders {
  readonly moments: Float64Array;
  readonly offsets: readonly number[];
}

/** Between two neighbours of different offsets the border lies half-way; of equal moments the lesser offset comes first. */
function bordersOf(momentsOf: ReadonlyMap<number, readonly number[]>): Borders {
  const offsets = [...momentsOf.keys()].sort((a, b) => a - b);
  const sorted = offsets.map((offset) => Float64Array.from(momentsOf.get(offset) ?? []).sort());
  const next = offsets.map(() => 0);
  const moments: number[] = [];
  const held: number[] = [];
  let last = Number.NaN;
  for (let list = leastOf(sorted, next); list >= 0; list = leastOf(sorted, next)) {
    const moment = sorted[list]?.[next[list] as number] as number;
    next[list] = (next[list] as number) + 1;
    const offset = offsets[list] as number;
    if (held.at(-1) !== offset) {
      if (held.length > 0) moments.push((last + moment) / 2);
      held.push(offset);
    }
    last = moment;
  }
  return { moments: Float64Array.from(moments), offsets: held };
}

/** The list whose next moment is the least, the first of equal ones; −1 when all are at their end. */
function leastOf(sorted: readonly Float64Array[], next: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  let found = -1;
  for (let list = 0; list < sorted.length; list += 1) {
    const moment = sorted[list]?.[next[list] as number];
    if (moment === undefined || moment >= least) continue;
    least = moment;
    found = list;
  }
  return found;
}
