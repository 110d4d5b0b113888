import { expect, it } from 'vitest';
import { append, nothing } from './short-list.ts';

it('appends in order at every length, and leaves the shared empty list empty', () => {
  let list: readonly number[] = nothing;
  for (let count = 1; count <= 5; count += 1) {
    list = append(list, count);
    expect(list).toEqual([1, 2, 3, 4, 5].slice(0, count));
  }
  expect(nothing).toEqual([]);
});

it('gives lists of one and two that don’t write into the list they were made from', () => {
  const one = append(nothing, 'a');
  const two = append(one, 'b');
  expect([one, two, append(one, 'c')]).toEqual([['a'], ['a', 'b'], ['a', 'c']]);
});
