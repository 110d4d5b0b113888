import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortDown } from './sort-down.ts';

describe('sortDown', () => {
  it('orders places by their numbers, greatest first, equals as they stood', () => {
    expect([...sortDown(Float64Array.of(1, 3, 2, 3, Number.POSITIVE_INFINITY, 0))]).toEqual([4, 1, 3, 2, 0, 5]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (numbers) => {
        const expected = [...numbers.keys()].sort((a, b) => (numbers[b] ?? 0) - (numbers[a] ?? 0) || a - b);
        expect([...sortDown(Float64Array.from(numbers))]).toEqual(expected);
      }),
    );
  });
});
