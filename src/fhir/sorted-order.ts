// The order of numbers as positions, found by sorting plain numbers.

/**
 * Positions of the values in ascending order, equal ones in the order given. No value is NaN.
 *
 * Sorting numbers alone is several times faster than sorting with a comparing function: the values are ranked in a sorted
 * copy, and rank and position are sorted as one number (exact for up to 90 million values).
 */
export function sortedOrder(values: Float64Array): Int32Array {
  const count = values.length;
  const sorted = values.slice().sort();
  const places = new Float64Array(count);
  for (let at = 0; at < count; at += 1) places[at] = firstPlace(sorted, values[at] as number) * count + at;
  places.sort();
  const order = new Int32Array(count);
  for (let at = 0; at < count; at += 1) order[at] = (places[at] as number) % count;
  return order;
}

/** Positions of the values in descending order, equal ones in the order given. */
export function sortedDown(values: Float64Array): Int32Array {
  return sortedOrder(values.map((value) => -value));
}

/** Position of the first of a sorted list that is not less than a value. */
export function firstPlace(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
