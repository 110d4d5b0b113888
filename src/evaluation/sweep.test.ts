import { describe, expect, it } from 'vitest';
import { parseSweep } from './sweep.ts';

describe('parseSweep', () => {
  it('varies one setting at a time', () => {
    expect(parseSweep('budget=1000, 4000;delta=6h')).toEqual([
      { setting: 'budget', value: '1000', hopper: { budgetTokens: 1000 } },
      { setting: 'budget', value: '4000', hopper: { budgetTokens: 4000 } },
      { setting: 'delta', value: '6h', hopper: {}, deltaMs: 6 * 3_600_000 },
    ]);
  });
  it.each(['speed=1', 'budget=0', 'fold=maybe', 'delta=6'])('refuses %s and says what would work', (text) => {
    expect(() => parseSweep(text)).toThrow(/budget, steps, delta, fold, solver/);
  });
});
