// Every line that may be taken, as flat arrays: single lines, lines of a series, folds.
import { sortedDown } from '../fhir/sorted-order.ts';
import type { PackingEpisode, PackingItem, PackingProblem, PackingSeries } from './packing.ts';

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
  /** Where the offers of each offer's series begin, the fold first, and where they end; a line of no series is its own. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** The first offer of each episode, and at the end the count. */
  readonly first: Int32Array;
  /** Offers of each episode, densest first, ties in reading order; those of an episode stand from its `first` on. */
  readonly densest: Int32Array;
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
  const draft: OffersDraft = {
    count: 0,
    densest: noOffers,
    episode: new Int32Array(most),
    series: new Int32Array(most),
    item: new Int32Array(most),
    value: new Float64Array(most),
    cost: new Float64Array(most),
    extra: new Float64Array(most),
    start: new Int32Array(most),
    end: new Int32Array(most),
    first: new Int32Array(episodes.length + 1),
    headerValue: new Float64Array(episodes.length),
    headerCost: new Float64Array(episodes.length),
  };
  for (let index = 0; index < episodes.length; index++) addEpisode(draft, index, episodes[index] as PackingEpisode);
  draft.first[episodes.length] = draft.count;
  draft.densest = densestFirst(draft);
  offersByEpisodes.set(episodes, draft);
  return draft;
}

function addEpisode(offers: OffersDraft, index: number, episode: PackingEpisode): void {
  offers.first[index] = offers.count;
  offers.headerValue[index] = episode.headerValue;
  offers.headerCost[index] = episode.headerCost;
  for (let item = 0; item < episode.items.length; item++) {
    const { value, cost } = episode.items[item] as PackingItem;
    if (value <= 0) continue;
    offers.start[offers.count] = offers.count;
    offers.end[offers.count] = offers.count + 1;
    addOffer(offers, index, -1, item, value, cost);
  }
  for (let place = 0; place < episode.series.length; place++)
    addSeries(offers, index, place, episode.series[place] as PackingSeries);
}

function addSeries(offers: OffersDraft, index: number, place: number, { items, fold, beside }: PackingSeries): void {
  const start = offers.count;
  if (fold.value > 0) addOffer(offers, index, place, -1, fold.value, fold.cost);
  const numbers = beside.length > 0 ? new Int32Array(items.length).fill(-1) : noOffers;
  for (let item = 0; item < items.length; item++) {
    const { value, cost } = items[item] as PackingItem;
    if (value <= 0) continue;
    if (beside.length > 0) numbers[item] = offers.count;
    addOffer(offers, index, place, item, value, cost);
  }
  for (const { item, extra } of beside) if ((numbers[item] ?? -1) >= 0) offers.extra[numbers[item] as number] = extra;
  offers.start.fill(start, start, offers.count);
  offers.end.fill(offers.count, start, offers.count);
}

function addOffer(
  offers: OffersDraft,
  episode: number,
  series: number,
  item: number,
  value: number,
  cost: number,
): void {
  const number = offers.count++;
  offers.episode[number] = episode;
  offers.series[number] = series;
  offers.item[number] = item;
  offers.value[number] = value;
  offers.cost[number] = cost;
}

/** All offers by episode, those of one densest first, ties in reading order. One sort for all: N log N. */
function densestFirst({ count, episode, value, cost, first }: PackingOffers): Int32Array {
  const density = new Float64Array(count);
  for (let number = 0; number < count; number++) {
    const tokens = cost[number] as number;
    density[number] = tokens > 0 ? (value[number] as number) / tokens : Number.POSITIVE_INFINITY;
  }
  const sorted = sortedDown(density);
  const ends = first.slice();
  const densest = new Int32Array(count);
  for (let place = 0; place < count; place++) {
    const number = sorted[place] as number;
    const of = episode[number] as number;
    const end = ends[of] as number;
    densest[end] = number;
    ends[of] = end + 1;
  }
  return densest;
}

type OffersDraft = PackingOffers & { count: number; densest: Int32Array };

const noOffers = new Int32Array();
/** Held as long as the problem is. */
const offersByEpisodes = new WeakMap<readonly PackingEpisode[], PackingOffers>();
