// Lists that grow without being copied whole.
import { describe, expect, it } from 'vitest';
import { ChunkedList, IntColumn } from './columns.ts';

describe('columns', () => {
  it('keep every number in the order added, past what was expected', () => {
    const column = new IntColumn(1);
    for (let value = 0; value < 1000; value += 1) column.push(value * value);
    expect([...column.values()]).toEqual(Array.from({ length: 1000 }, (_, value) => value * value));
  });

  it('keep every object in the order added, over the ends of chunks', () => {
    const list = new ChunkedList<string>();
    for (let index = 0; index < 2500; index += 1) list.push(`item ${index}`);
    expect(list.length).toBe(2500);
    for (const index of [0, 1023, 1024, 2047, 2048, 2499]) expect(list.at(index)).toBe(`item ${index}`);
  });
});
