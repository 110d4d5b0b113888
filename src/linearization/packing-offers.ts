// Every line that may be taken, as flat arrays: single lines, lines of a series, folds.
import type { PackingProblem } from './packing.ts';

/** Offers by number, in reading order. `item` is −1 for a fold, `series` −1 for a line of no series. */
export interface PackingOffers {
  readonly count: number;
  readonly episode: Int32Array;
  readonly series: Int32Array;
  readonly item: Int32Array;
  readonly value: Float64Array;
  readonly cost: Float64Array;
  /** What a line earns beside its fold; 0 when it may not stand there. */
  readonly extra: Float64Array;
  /** φ/c; infinite for what costs nothing. */
  readonly density: Float64Array;
  /** Offers of each episode, densest first. */
  readonly ofEpisode: readonly Int32Array[];
}

/** The offers of a problem that are worth something. */
export function listOffers(problem: PackingProblem): PackingOffers {
  const most = problem.episodes.reduce(
    (sum, { items, series }) => sum + items.length + series.reduce((n, one) => n + one.items.length + 1, 0),
    0,
  );
  const offers = {
    episode: new Int32Array(most),
    series: new Int32Array(most),
    item: new Int32Array(most),
    value: new Float64Array(most),
    cost: new Float64Array(most),
    extra: new Float64Array(most),
    density: new Float64Array(most),
  };
  let count = 0;
  const ofEpisode: Int32Array[] = [];
  const add = (
    episode: number,
    series: number,
    item: number,
    { value, cost }: { value: number; cost: number },
  ): void => {
    if (value <= 0) return;
    offers.episode[count] = episode;
    offers.series[count] = series;
    offers.item[count] = item;
    offers.value[count] = value;
    offers.cost[count] = cost;
    offers.density[count] = cost > 0 ? value / cost : Number.POSITIVE_INFINITY;
    count++;
  };
  problem.episodes.forEach((episode, index) => {
    const start = count;
    episode.items.forEach((line, item) => {
      add(index, -1, item, line);
    });
    episode.series.forEach((series, place) => {
      add(index, place, -1, series.fold);
      const extras = new Map(series.beside.map(({ item, extra }) => [item, extra]));
      series.items.forEach((line, item) => {
        const before = count;
        add(index, place, item, line);
        if (count > before) offers.extra[before] = extras.get(item) ?? 0;
      });
    });
    ofEpisode.push(densestFirst(offers.density, start, count));
  });
  return { count, ...offers, ofEpisode };
}

/** Numbers from `start` to `end` by density, ties in reading order. */
function densestFirst(density: Float64Array, start: number, end: number): Int32Array {
  const numbers = new Int32Array(end - start);
  for (let place = 0; place < numbers.length; place++) numbers[place] = start + place;
  if (numbers.length < 2) return numbers;
  return numbers.sort((a, b) => (density[b] as number) - (density[a] as number) || a - b);
}
