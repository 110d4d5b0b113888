import { describe, expect, it } from 'vitest';
import { clusterBootstrap, cohenKappa, mcNemarExact, paretoFront, riskCoverage } from './measures.ts';

describe('clusterBootstrap', () => {
  it('is as wide as patients differ, not as questions do', () => {
    const outcomes = ['a', 'b', 'c', 'd'].flatMap((cluster, at) =>
      Array.from({ length: 100 }, () => ({ cluster, correct: at % 2 === 0 })),
    );
    const interval = clusterBootstrap(outcomes, { seed: 1 });
    expect(interval?.low).toBe(0);
    expect(interval?.high).toBe(1);
  });
  it('is a point where all patients are alike, and the same for the same seed', () => {
    const outcomes = ['a', 'b'].flatMap((cluster) => [
      { cluster, correct: true },
      { cluster, correct: false },
    ]);
    expect(clusterBootstrap(outcomes, { seed: 7 })).toEqual({ low: 0.5, high: 0.5 });
    expect(clusterBootstrap([], { seed: 7 })).toBeUndefined();
  });
});

describe('mcNemarExact', () => {
  it('agrees with the binomial by hand', () => {
    expect(mcNemarExact(0, 0)).toBe(1);
    expect(mcNemarExact(5, 0)).toBeCloseTo(2 / 32, 12);
    expect(mcNemarExact(8, 2)).toBeCloseTo((2 * (1 + 10 + 45)) / 1024, 12);
    expect(mcNemarExact(3, 3)).toBe(1);
  });
});

describe('cohenKappa', () => {
  it('is 1 for full agreement and 0 for chance', () => {
    expect(
      cohenKappa([
        [true, true],
        [false, false],
      ]),
    ).toBe(1);
    expect(
      cohenKappa([
        [true, true],
        [true, false],
        [false, true],
        [false, false],
      ]),
    ).toBe(0);
    expect(cohenKappa([[true, true]])).toBeUndefined();
  });
});

describe('riskCoverage', () => {
  it('takes equal confidences together', () => {
    const answers = [
      { confidence: 0.9, correct: true },
      { confidence: 0.5, correct: false },
      { confidence: 0.5, correct: true },
    ];
    expect(riskCoverage(answers, 4)).toEqual([
      { coverage: 0.25, risk: 0 },
      { coverage: 0.75, risk: 1 / 3 },
    ]);
  });
});

describe('paretoFront', () => {
  it('drops what another point beats in one and equals in the other', () => {
    const points = [
      { name: 'cheap', x: 10, y: 0.5 },
      { name: 'good', x: 1, y: 0.9 },
      { name: 'beaten', x: 1, y: 0.5 },
    ];
    expect(paretoFront(points)).toEqual(['cheap', 'good']);
  });
});
