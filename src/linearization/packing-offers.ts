// Every line that may be taken, as flat arrays: single lines, lines of a series, folds.
import { sortedDown } from '../fhir/sorted-order.ts';
import type { PackingEpisode, PackingProblem } from './packing.ts';

/** Offers by number, in reading order; those of one episode, and of one series, stand together. */
export interface PackingOffers {
  readonly count: number;
  readonly episode: Int32Array;
  /** Place of the series in its episode; −1 for a line of no series. */
  readonly series: Int32Array;
  /** Place of the line among its episode's or series' items; −1 for a fold. */
  readonly item: Int32Array;
  readonly value: Float64Array;
  readonly cost: Float64Array;
  /** What a line earns beside its fold; 0 when it may not stand there. */
  readonly extra: Float64Array;
  /** The first offer of each episode, and at the end the count. */
  readonly first: Int32Array;
  /** Of each episode. */
  readonly headerValue: Float64Array;
  readonly headerCost: Float64Array;
}

/** The offers of a problem that are worth something; found once for its episodes, whatever the budget. */
export function listOffers({ episodes }: PackingProblem): PackingOffers {
  const known = offersByEpisodes.get(episodes);
  if (known) return known;
  let most = 0;
  for (const { items, series } of episodes) {
    most += items.length;
    for (const one of series) most += one.items.length + 1;
  }
  const draft = {
    count: 0,
    episode: new Int32Array(most),
    series: new Int32Array(most),
    item: new Int32Array(most),
    value: new Float64Array(most),
    cost: new Float64Array(most),
    extra: new Float64Array(most),
    first: new Int32Array(episodes.length + 1),
    headerValue: new Float64Array(episodes.length),
    headerCost: new Float64Array(episodes.length),
  };
  for (let index = 0; index < episodes.length; index++) addEpisode(draft, index, episodes[index] as PackingEpisode);
  draft.first[episodes.length] = draft.count;
  offersByEpisodes.set(episodes, draft);
  return draft;
}

function addEpisode(offers: { count: number } & PackingOffers, index: number, episode: PackingEpisode): void {
  offers.first[index] = offers.count;
  offers.headerValue[index] = episode.headerValue;
  offers.headerCost[index] = episode.headerCost;
  for (let item = 0; item < episode.items.length; item++) {
    const { value, cost } = episode.items[item] as PackingEpisode['items'][number];
    if (value > 0) addOffer(offers, index, -1, item, value, cost, 0);
  }
  for (let place = 0; place < episode.series.length; place++) {
    const { items, fold, beside } = episode.series[place] as PackingEpisode['series'][number];
    if (fold.value > 0) addOffer(offers, index, place, -1, fold.value, fold.cost, 0);
    const extras = new Map<number, number>();
    for (const { item, extra } of beside) extras.set(item, extra);
    for (let item = 0; item < items.length; item++) {
      const { value, cost } = items[item] as PackingEpisode['items'][number];
      if (value > 0) addOffer(offers, index, place, item, value, cost, extras.get(item) ?? 0);
    }
  }
}

function addOffer(
  offers: { count: number } & PackingOffers,
  episode: number,
  series: number,
  item: number,
  value: number,
  cost: number,
  extra: number,
): void {
  const number = offers.count++;
  offers.episode[number] = episode;
  offers.series[number] = series;
  offers.item[number] = item;
  offers.value[number] = value;
  offers.cost[number] = cost;
  offers.extra[number] = extra;
}

/** The offers of an episode, densest first, ties in reading order. N log N. */
export function densestFirst({ value, cost, first }: PackingOffers, episode: number): Int32Array {
  const start = first[episode] as number;
  const count = (first[episode + 1] as number) - start;
  const density = new Float64Array(count);
  for (let place = 0; place < count; place++) {
    const tokens = cost[start + place] as number;
    density[place] = tokens > 0 ? (value[start + place] as number) / tokens : Number.POSITIVE_INFINITY;
  }
  const sorted = sortedDown(density);
  for (let place = 0; place < count; place++) sorted[place] = (sorted[place] as number) + start;
  return sorted;
}

/** Where the offers of an offer's series begin and end. */
export function seriesRange(
  { episode, series, count }: PackingOffers,
  number: number,
): { readonly start: number; readonly end: number } {
  let start = number;
  let end = number + 1;
  while (start > 0 && series[start - 1] === series[number] && episode[start - 1] === episode[number]) start--;
  while (end < count && series[end] === series[number] && episode[end] === episode[number]) end++;
  return { start, end };
}

/** Held as long as the problem is. */
const offersByEpisodes = new WeakMap<readonly PackingEpisode[], PackingOffers>();
