// The order of nodes in time, exact and the same for any order of input.
import type { ClinicalTime } from '../fhir/clinical-time.ts';

/** Nodes by (start instant, key); undated last in either direction, by key. Returns a new list. */
export function sortByTime(
  nodes: readonly number[],
  timeOf: (index: number) => ClinicalTime | undefined,
  descending = false,
): readonly number[] {
  const sign = descending ? -1 : 1;
  // Nodes stand in key order, so an index compares like its key.
  return [...nodes].sort((a, b) => {
    const timeA = timeOf(a);
    const timeB = timeOf(b);
    if (timeA === undefined || timeB === undefined) {
      return timeA === timeB ? a - b : timeA === undefined ? 1 : -1;
    }
    if (timeA.startMs !== timeB.startMs) return timeA.startMs < timeB.startMs ? -sign : sign;
    return a - b;
  });
}
