// Orders of numbers, against a sort that compares.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortedDown, sortedOrder } from './sorted-order.ts';

describe('sortedOrder', () => {
  it('keeps equal values in the order given, infinite ones at the ends', () => {
    const order = sortedOrder(Float64Array.of(3, Number.POSITIVE_INFINITY, -1, 3, Number.NEGATIVE_INFINITY, -1));
    expect([...order]).toEqual([4, 2, 5, 0, 3, 1]);
    expect([...sortedOrder(new Float64Array(0))]).toEqual([]);
  });

  it('is what comparing gives', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.constantFrom(0, 1))), (values) => {
        const compared = values.map((_, at) => at).sort((a, b) => compare(values[a]!, values[b]!) || a - b);
        expect([...sortedOrder(Float64Array.from(values))]).toEqual(compared);
        const downwards = values.map((_, at) => at).sort((a, b) => compare(values[b]!, values[a]!) || a - b);
        expect([...sortedDown(Float64Array.from(values))]).toEqual(downwards);
      }),
    );
  });
});

/** `-0` and `0` are equal. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
