// The record's own zone: which offset a date without one is read in.
import type { ParsedTime } from './clinical-time.ts';

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
export function createRecordZone(times: Iterable<ParsedTime>): RecordZone {
  const written: { localMs: number; offsetMs: number }[] = [];
  const offsets = new Set<number>();
  for (const { localStartMs, offsetMs } of times) {
    if (offsetMs === undefined) continue;
    written.push({ localMs: localStartMs, offsetMs });
    offsets.add(offsetMs);
  }
  const [only = 0] = offsets;
  if (offsets.size <= 1) return { offsetAt: () => only };
  written.sort((a, b) => a.localMs - b.localMs || a.offsetMs - b.offsetMs);
  const { starts, values } = changes(written);
  return {
    offsetAt(localMs) {
      let low = 0;
      let high = starts.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((starts[middle] as number) < localMs) low = middle + 1;
        else high = middle;
      }
      return values[low] as number;
    },
  };
}

/** Between two neighbours of different offsets the border lies half-way; `values[i]` holds up to and with `starts[i]`. */
function changes(written: readonly { localMs: number; offsetMs: number }[]): { starts: number[]; values: number[] } {
  const starts: number[] = [];
  const values: number[] = [];
  written.forEach(({ localMs, offsetMs }, index) => {
    const next = written[index + 1];
    if (next === undefined) values.push(offsetMs);
    else if (next.offsetMs !== offsetMs) {
      starts.push((localMs + next.localMs) / 2);
      values.push(offsetMs);
    }
  });
  return { starts, values };
}
