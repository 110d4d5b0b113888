import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { solveExactly } from './exact.ts';
import { solveGreedy } from './greedy.ts';
import {
  measureChoices,
  type PackingChoice,
  type PackingEpisode,
  type PackingItem,
  type PackingProblem,
  type PackingSeries,
  skipEpisode,
} from './packing.ts';

const item = fc.record({ value: fc.integer({ min: 0, max: 9 }), cost: fc.integer({ min: 0, max: 7 }) });
const series = fc
  .record({
    items: fc.array(item, { minLength: 2, maxLength: 3 }),
    fold: item,
    flags: fc.array(fc.nat(2), { maxLength: 2 }),
  })
  .map(({ items, fold, flags }) => ({
    items,
    fold,
    beside: [...new Set(flags)].filter((flag) => flag < items.length).map((flag) => ({ item: flag, extra: flag + 1 })),
  }));
const episode = fc.record({
  headerCost: fc.integer({ min: 0, max: 6 }),
  headerValue: fc.integer({ min: 0, max: 4 }),
  items: fc.array(item, { maxLength: 2 }),
  series: fc.array(series, { maxLength: 1 }),
});
const problem = fc.record({
  episodes: fc.array(episode, { maxLength: 4 }),
  gapCost: fc.integer({ min: 0, max: 6 }),
  budget: fc.integer({ min: 6, max: 40 }),
});

/** Every subset of positions below `count`. */
function subsets(count: number): number[][] {
  return Array.from({ length: 2 ** count }, (_, bits) =>
    Array.from({ length: count }, (_, place) => place).filter((place) => (bits >> place) & 1),
  );
}

function seriesChoices({ items, beside }: PackingSeries): PackingChoice['series'][number][] {
  return [
    ...subsets(items.length).map((chosen) => ({ folded: false, items: chosen })),
    ...subsets(beside.length).map((chosen) => ({
      folded: true,
      items: chosen.map((place) => beside[place]?.item ?? 0),
    })),
  ];
}

function episodeChoices(of: PackingEpisode): PackingChoice[] {
  const shown = subsets(of.items.length).flatMap((items) =>
    of.series
      .map(seriesChoices)
      .reduce<PackingChoice['series'][]>(
        (lists, next) => lists.flatMap((list) => next.map((one) => [...list, one])),
        [[]],
      )
      .map((chosen) => ({ shown: true, items, series: chosen })),
  );
  return [skipEpisode(of), ...shown];
}

/** The best objective and its least cost, by trying everything. */
function bruteForce(of: PackingProblem): { objective: number; cost: number } | undefined {
  let best: { objective: number; cost: number } | undefined;
  const choices = of.episodes.map(episodeChoices);
  const walk = (chosen: PackingChoice[]): void => {
    const next = choices[chosen.length];
    if (next) {
      for (const choice of next) walk([...chosen, choice]);
      return;
    }
    const found = measureChoices(of, chosen);
    if (found.cost > of.budget) return;
    if (!best || found.objective > best.objective || (found.objective === best.objective && found.cost < best.cost))
      best = found;
  };
  walk([]);
  return best;
}

describe('solveExactly', () => {
  it('equals brute force in value and in tokens, series and folds included', () => {
    const small = problem.filter(({ episodes }) => {
      const nodes = episodes.reduce(
        (sum, { items, series }) => sum + 1 + items.length + series.reduce((n, s) => n + s.items.length, 0),
        0,
      );
      return nodes <= 14;
    });
    fc.assert(
      fc.property(small, (of) => {
        const { objective, cost } = solveExactly(of);
        expect({ objective, cost }).toEqual(bruteForce(of));
      }),
      { numRuns: 3000 },
    );
  }, 60_000);

  it('saves the marker of a gap that it fills', () => {
    const line = (value: number, cost: number): PackingEpisode => ({
      headerCost: 1,
      headerValue: 0,
      items: [{ value, cost }],
      series: [],
    });
    const solution = solveExactly({ episodes: [line(9, 2), line(1, 4), line(9, 2)], gapCost: 5, budget: 11 });
    expect(solution).toMatchObject({ objective: 19, cost: 11 });
  });

  it('refuses a budget below one gap marker', () => {
    const of = { headerCost: 9, headerValue: 1, items: [], series: [] };
    expect(() => solveExactly({ episodes: [of], gapCost: 5, budget: 4 })).toThrow(/no room/);
  });
});

describe('solveGreedy', () => {
  it('finds the best page of small problems whose series are worth something, as all on a page are', () => {
    const worthy = (one: PackingItem): PackingItem => ({ ...one, value: one.value + 1 });
    fc.assert(
      fc.property(problem, (any) => {
        const episodes = any.episodes.map((one) => ({
          ...one,
          series: one.series.map((of) => ({ ...of, fold: worthy(of.fold), items: of.items.map(worthy) })),
        }));
        const of = { ...any, episodes };
        expect(solveGreedy(of).objective).toBe(solveExactly(of).objective);
      }),
      { numRuns: 3000 },
    );
  });

  it('finds it where only headers and markers cost something', () => {
    const free = { value: 1, cost: 0 };
    const episode = { headerCost: 0, headerValue: 0, items: [], series: [] };
    const of = {
      episodes: [
        { ...episode, headerCost: 3 },
        { ...episode, series: [{ items: [free, free], fold: free, beside: [] }] },
        { ...episode, headerCost: 4, items: [free] },
      ],
      gapCost: 3,
      budget: 6,
    };
    expect(solveGreedy(of)).toMatchObject({ objective: 2, cost: 6 });
  });

  it('stays within budget, never beats exact, and reports what it chose', () => {
    fc.assert(
      fc.property(problem, (of) => {
        const greedy = solveGreedy(of);
        expect(greedy.cost).toBeLessThanOrEqual(of.budget);
        expect(greedy).toMatchObject(measureChoices(of, greedy.choices));
        expect(greedy.objective).toBeLessThanOrEqual(solveExactly(of).objective);
      }),
      { numRuns: 2000 },
    );
  });

  it('opens an episode for several good lines behind a dear header', () => {
    const items = Array.from({ length: 5 }, () => ({ value: 3, cost: 2 }));
    const dear = { headerCost: 10, headerValue: 0, items, series: [] };
    const cheap = { headerCost: 1, headerValue: 0, items: [{ value: 2, cost: 10 }], series: [] };
    expect(solveGreedy({ episodes: [dear, cheap], gapCost: 1, budget: 21 }).objective).toBe(15);
  });
});
