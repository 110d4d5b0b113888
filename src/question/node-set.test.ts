import { describe, expect, it } from 'vitest';
import { NodeSet } from './node-set.ts';

describe('NodeSet', () => {
  it('holds each node once, in the order given', () => {
    const nodes = new NodeSet(6, [4, 1, 4, 5]);
    expect([...nodes]).toEqual([4, 1, 5]);
    expect(nodes.size).toBe(3);
    expect([0, 1, 4, 5].filter((node) => nodes.has(node))).toEqual([1, 4, 5]);
  });
});
