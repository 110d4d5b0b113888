// A page in the making: which offers are on it, what each further one would add, and what it would cost.
import type { PackingChoice, PackingProblem, PackingSolution } from './packing.ts';
import { measureChoices, skipEpisode } from './packing.ts';

/** One line that may be taken: a single line, a line of a series, or a series' fold. Numbered in reading order. */
interface Offer {
  readonly episode: number;
  /** Position among the episode's series; −1 for a line of no series. */
  readonly series: number;
  /** Position among the items (of the series); −1 for the fold. */
  readonly item: number;
  readonly value: number;
  readonly cost: number;
  /** What it earns beside its fold; 0 when it may not stand there. */
  readonly extra: number;
}

/** A marginal gain and its price: Δφ and Δ(v|S) of model.md §4 (2). */
export interface Margin {
  readonly value: number;
  readonly cost: number;
}

/** A skipped episode's header with its best lines by density. */
export interface EpisodeOffer extends Margin {
  readonly offers: readonly number[];
}

/** ρ(v|S): an offer that costs nothing, or saves tokens, comes before all others. */
export function densityOf({ value, cost }: Margin): number {
  return cost <= 0 ? Number.POSITIVE_INFINITY : value / cost;
}

/** The state of a packing: starts with every episode skipped. Never lets a cost pass its budget unless asked to. */
export class PackingState {
  readonly offers: readonly Offer[];
  /** Offers of each episode, densest first. */
  readonly offersOf: readonly (readonly number[])[];
  remaining: number;
  readonly #problem: PackingProblem;
  readonly #shown: Uint8Array;
  readonly #taken: Uint8Array;
  readonly #seriesOffers = new Map<number, number[]>();

  constructor(problem: PackingProblem) {
    this.#problem = problem;
    const offers = listOffers(problem);
    this.offers = offers;
    this.offersOf = groupByEpisode(offers, problem.episodes.length);
    offers.forEach((offer, number) => {
      if (offer.series < 0) return;
      const key = seriesKey(offer);
      const group = this.#seriesOffers.get(key);
      if (group) group.push(number);
      else this.#seriesOffers.set(key, [number]);
    });
    this.#shown = new Uint8Array(problem.episodes.length);
    this.#taken = new Uint8Array(offers.length);
    this.remaining = problem.budget - (problem.episodes.length > 0 ? problem.gapCost : 0);
  }

  /** A page in the making that begins with what has been chosen. */
  static from(problem: PackingProblem, choices: readonly PackingChoice[]): PackingState {
    const state = new PackingState(problem);
    const placeOf = (series: number, item: number): string => `${series} ${item}`;
    choices.forEach(({ shown, items, series }, episode) => {
      if (!shown) return;
      state.#shown[episode] = 1;
      const chosen = new Set(items.map((item) => placeOf(-1, item)));
      series.forEach((part, index) => {
        if (part.folded) chosen.add(placeOf(index, -1));
        for (const item of part.items) chosen.add(placeOf(index, item));
      });
      for (const number of state.offersOf[episode] ?? []) {
        const offer = state.offers[number] as Offer;
        if (chosen.has(placeOf(offer.series, offer.item))) state.#taken[number] = 1;
      }
    });
    state.remaining = problem.budget - measureChoices(problem, choices).cost;
    return state;
  }

  isShown(episode: number): boolean {
    return this.#shown[episode] === 1;
  }

  isTaken(offer: number): boolean {
    return this.#taken[offer] === 1;
  }

  /** Cost of an episode's header and of the gap markers that showing it adds or saves. */
  openingCost(episode: number): number {
    const last = this.#problem.episodes.length - 1;
    const before = episode > 0 && this.#shown[episode - 1] === 0 ? 1 : 0;
    const after = episode < last && this.#shown[episode + 1] === 0 ? 1 : 0;
    const header = this.#problem.episodes[episode]?.headerCost ?? 0;
    return header + this.#problem.gapCost * (before + after - 1);
  }

  /** The densest offer of a skipped episode that fits: its header with its best lines; `undefined` when none does. */
  episodeOffer(episode: number): EpisodeOffer | undefined {
    let value = this.#problem.episodes[episode]?.headerValue ?? 0;
    let cost = this.openingCost(episode);
    const offers: number[] = [];
    const seriesSeen = new Map<number, 'fold' | 'line'>();
    for (const number of this.offersOf[episode] ?? []) {
      const offer = this.offers[number] as Offer;
      if (cost > 0 && offer.value * cost <= value * offer.cost) break;
      if (cost + offer.cost > this.remaining || !joinsSeries(offer, seriesSeen)) continue;
      offers.push(number);
      value += offer.value;
      cost += offer.cost;
    }
    if (cost > this.remaining || (value <= 0 && cost > 0)) return undefined;
    return { value, cost, offers };
  }

  /** What taking an offer of a shown episode would add now; `undefined` when it can't be taken or adds nothing. */
  margin(number: number): Margin | undefined {
    const offer = this.offers[number] as Offer;
    if (this.#taken[number] === 1) return undefined;
    if (offer.series < 0) return offer;
    const group = this.#seriesOffers.get(seriesKey(offer)) ?? [];
    if (offer.item < 0) return this.#foldMargin(offer, group);
    const folded = group.some((other) => this.#taken[other] === 1 && (this.offers[other] as Offer).item < 0);
    if (!folded) return offer;
    return offer.extra > 0 ? { value: offer.extra, cost: offer.cost } : undefined;
  }

  /** Shows an episode with the offers given. */
  open(episode: number, offer: EpisodeOffer): void {
    this.remaining -= offer.cost;
    this.#shown[episode] = 1;
    for (const number of offer.offers) this.#taken[number] = 1;
  }

  /**
   * Takes an offer of a shown episode; a fold takes the place of its single lines.
   *
   * @returns the lines that the fold put off the page
   */
  take(number: number): readonly number[] {
    const margin = this.margin(number);
    if (!margin) return [];
    const offer = this.offers[number] as Offer;
    this.remaining -= margin.cost;
    this.#taken[number] = 1;
    if (offer.series < 0 || offer.item >= 0) return [];
    const lines = this.#seriesOffers.get(seriesKey(offer)) ?? [];
    const dropped = lines.filter((other) => other !== number && this.#taken[other] === 1);
    for (const other of dropped) this.#taken[other] = 0;
    return dropped;
  }

  /** Takes a single line of no series off the page. */
  drop(number: number): void {
    this.#taken[number] = 0;
    this.remaining += (this.offers[number] as Offer).cost;
  }

  solution(): PackingSolution {
    const choices = this.#problem.episodes.map((episode, index): PackingChoice => {
      if (this.#shown[index] === 0) return skipEpisode(episode);
      const items: number[] = [];
      const series = episode.series.map(() => ({ folded: false, items: [] as number[] }));
      for (const number of [...(this.offersOf[index] ?? [])].sort((a, b) => a - b)) {
        if (this.#taken[number] === 0) continue;
        const offer = this.offers[number] as Offer;
        const chosen = series[offer.series];
        if (!chosen) items.push(offer.item);
        else if (offer.item < 0) chosen.folded = true;
        else chosen.items.push(offer.item);
      }
      return { shown: true, items, series };
    });
    return { choices, ...measureChoices(this.#problem, choices) };
  }

  /** A fold in place of the single lines taken so far. */
  #foldMargin(fold: Offer, group: readonly number[]): Margin | undefined {
    let { value, cost } = fold;
    for (const other of group) {
      if (this.#taken[other] === 0) continue;
      const line = this.offers[other] as Offer;
      value -= line.value;
      cost -= line.cost;
    }
    return value > 0 ? { value, cost } : undefined;
  }
}

/** Whether an offer may join a prefix that already holds these parts of its series. */
function joinsSeries(offer: Offer, seen: Map<number, 'fold' | 'line'>): boolean {
  if (offer.series < 0) return true;
  const part = offer.item < 0 ? 'fold' : 'line';
  const known = seen.get(offer.series);
  if (known !== undefined && (known === 'fold' || part === 'fold')) return false;
  seen.set(offer.series, part);
  return true;
}

function listOffers(problem: PackingProblem): Offer[] {
  const offers: Offer[] = [];
  problem.episodes.forEach((episode, index) => {
    episode.items.forEach(({ value, cost }, item) => {
      if (value > 0) offers.push({ episode: index, series: -1, item, value, cost, extra: 0 });
    });
    episode.series.forEach((series, place) => {
      const extras = new Map(series.beside.map(({ item, extra }) => [item, extra]));
      const { value, cost } = series.fold;
      if (value > 0) offers.push({ episode: index, series: place, item: -1, value, cost, extra: 0 });
      series.items.forEach((line, item) => {
        if (line.value > 0) {
          offers.push({
            episode: index,
            series: place,
            item,
            value: line.value,
            cost: line.cost,
            extra: extras.get(item) ?? 0,
          });
        }
      });
    });
  });
  return offers;
}

function groupByEpisode(offers: readonly Offer[], episodes: number): number[][] {
  const groups: number[][] = Array.from({ length: episodes }, () => []);
  const density = Float64Array.from(offers, densityOf);
  offers.forEach((offer, number) => {
    groups[offer.episode]?.push(number);
  });
  for (const group of groups) group.sort((a, b) => (density[b] as number) - (density[a] as number) || a - b);
  return groups;
}

/** One number per series of the record: episodes hold fewer than a million series. */
function seriesKey(offer: Offer): number {
  return offer.episode * 1_000_000 + offer.series;
}
