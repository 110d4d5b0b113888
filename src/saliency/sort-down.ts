// Sorting by number without comparing through functions: what scores and offers are ordered by.

/** Places of numbers from the greatest down, ties in order: a merge sort on typed arrays alone. N log N. */
export function sortDown(keys: Float64Array): Int32Array {
  let from = new Int32Array(keys.length);
  let to = new Int32Array(keys.length);
  for (let place = 0; place < keys.length; place++) from[place] = place;
  for (let width = 1; width < keys.length; width *= 2) {
    for (let start = 0; start < keys.length; start += 2 * width) {
      mergeRuns(keys, from, to, start, Math.min(start + width, keys.length), Math.min(start + 2 * width, keys.length));
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Merges two sorted runs, `start` to `middle` and `middle` to `end`. */
function mergeRuns(
  keys: Float64Array,
  from: Int32Array,
  to: Int32Array,
  start: number,
  middle: number,
  end: number,
): void {
  let left = start;
  let right = middle;
  for (let place = start; place < end; place++) {
    const takesRight =
      left >= middle ||
      (right < end && (keys[from[right] as number] as number) > (keys[from[left] as number] as number));
    to[place] = from[takesRight ? right++ : left++] as number;
  }
}
