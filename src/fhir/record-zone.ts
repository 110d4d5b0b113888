// The record's own zone: which offset a date without one is read in.
import type { ParsedTime } from './clinical-time.ts';
import { firstPlace, sortedOrder } from './sorted-order.ts';

/** Offsets of a record, by wall-clock time. */
export interface RecordZone {
  /** Offset from UTC in milliseconds at a wall-clock moment: that of the dateTime nearest to it; 0 when none has one. */
  offsetAt(localMs: number): number;
}

/**
 * Collect the offsets that a record's dateTimes were written with. Of two equally near the earlier counts.
 *
 * Source: model.md §1, *day*. Look-up by binary search over the moments at which the offset changes.
 */
export function createRecordZone(times: readonly ParsedTime[]): RecordZone {
  const momentsOf = new Map<number, number[]>();
  for (const { localStartMs, offsetMs } of times) {
    if (offsetMs === undefined) continue;
    const moments = momentsOf.get(offsetMs);
    if (moments === undefined) momentsOf.set(offsetMs, [localStartMs]);
    else moments.push(localStartMs);
  }
  const [only = 0] = momentsOf.keys();
  if (momentsOf.size <= 1) return { offsetAt: () => only };
  const { starts, values } = changes(momentsOf);
  return { offsetAt: (localMs) => values[firstPlace(starts, localMs)] as number };
}

/** Between two neighbours of different offsets the border lies half-way; `values[i]` holds up to and with `starts[i]`. */
function changes(momentsOf: ReadonlyMap<number, readonly number[]>): { starts: Float64Array; values: number[] } {
  const offsets = [...momentsOf.keys()].sort((a, b) => a - b);
  const moments = Float64Array.from(offsets.flatMap((offset) => momentsOf.get(offset) ?? []));
  const offsetOf = offsets.flatMap((offset) => new Array<number>(momentsOf.get(offset)?.length ?? 0).fill(offset));
  const order = sortedOrder(moments);
  const starts: number[] = [];
  const values: number[] = [];
  for (let place = 0; place < order.length; place += 1) {
    const at = order[place] as number;
    const next = order[place + 1];
    const isLast = next === undefined;
    if (!isLast && offsetOf[next] === offsetOf[at]) continue;
    if (!isLast) starts.push(((moments[at] as number) + (moments[next] as number)) / 2);
    values.push(offsetOf[at] as number);
  }
  return { starts: Float64Array.from(starts), values };
}
