import { describe, expect, it } from 'vitest';
import { chooseBudget } from './auto-budget.ts';

describe('chooseBudget', () => {
  it('stops where a step brings less than a tenth of what the first brought', () => {
    expect(chooseBudget((budget) => Math.min(budget, 2_000))).toBe(2_000);
    expect(chooseBudget((budget) => Math.log(budget))).toBe(1_000);
  });

  it('is small where nothing is salient, and bounded where everything is', () => {
    expect(chooseBudget(() => 0)).toBe(500);
    expect(chooseBudget((budget) => budget)).toBe(16_000);
  });
});
