// A page in the making: which offers are on it, what each further one would add, and what it would cost.
import type { PackingChoice, PackingProblem, PackingSolution } from './packing.ts';
import { measureChoices, skipEpisode } from './packing.ts';
import { listOffers, type PackingOffers } from './packing-offers.ts';

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

/** The state of a packing: starts with every episode skipped. */
export class PackingState {
  readonly offers: PackingOffers;
  /** Tokens left of the budget. */
  remaining: number;
  readonly #problem: PackingProblem;
  readonly #shown: Uint8Array;
  readonly #taken: Uint8Array;
  /** Offers of each series, by episode and series. */
  readonly #seriesOffers = new Map<number, number[]>();

  constructor(problem: PackingProblem) {
    this.#problem = problem;
    this.offers = listOffers(problem);
    for (let number = 0; number < this.offers.count; number++) {
      if ((this.offers.series[number] as number) < 0) continue;
      const key = this.#seriesKey(number);
      const group = this.#seriesOffers.get(key);
      if (group) group.push(number);
      else this.#seriesOffers.set(key, [number]);
    }
    this.#shown = new Uint8Array(problem.episodes.length);
    this.#taken = new Uint8Array(this.offers.count);
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
      for (const number of state.offers.ofEpisode[episode] ?? []) {
        const place = placeOf(state.offers.series[number] as number, state.offers.item[number] as number);
        if (chosen.has(place)) state.#taken[number] = 1;
      }
    });
    state.remaining = problem.budget - measureChoices(problem, choices).cost;
    return state;
  }

  isShown(episode: number): boolean {
    return this.#shown[episode] === 1;
  }

  /** The densest offer of a skipped episode that fits: its header with its best lines; `undefined` when none does. */
  episodeOffer(episode: number): EpisodeOffer | undefined {
    const { value: values, cost: costs } = this.offers;
    let value = this.#problem.episodes[episode]?.headerValue ?? 0;
    let cost = this.#openingCost(episode);
    const taken: number[] = [];
    let seen: Map<number, 'fold' | 'line'> | undefined;
    for (const number of this.offers.ofEpisode[episode] ?? []) {
      const lineValue = values[number] as number;
      const lineCost = costs[number] as number;
      if (cost > 0 && lineValue * cost <= value * lineCost) break;
      if (cost + lineCost > this.remaining) continue;
      if ((this.offers.series[number] as number) >= 0) {
        seen ??= new Map();
        if (!this.#joinsSeries(number, seen)) continue;
      }
      taken.push(number);
      value += lineValue;
      cost += lineCost;
    }
    if (cost > this.remaining || (value <= 0 && cost > 0)) return undefined;
    return { value, cost, offers: taken };
  }

  /** What taking an offer of a shown episode would add now; `undefined` when it can't be taken or adds nothing. */
  margin(number: number): Margin | undefined {
    if (this.#taken[number] === 1) return undefined;
    const value = this.offers.value[number] as number;
    const cost = this.offers.cost[number] as number;
    if ((this.offers.series[number] as number) < 0) return { value, cost };
    const group = this.#seriesOffers.get(this.#seriesKey(number)) ?? [];
    if (this.#isFold(number)) return this.#foldMargin(value, cost, group);
    if (!group.some((other) => this.#taken[other] === 1 && this.#isFold(other))) return { value, cost };
    const extra = this.offers.extra[number] as number;
    return extra > 0 ? { value: extra, cost } : undefined;
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
    this.remaining -= margin.cost;
    this.#taken[number] = 1;
    if ((this.offers.series[number] as number) < 0 || !this.#isFold(number)) return [];
    const lines = this.#seriesOffers.get(this.#seriesKey(number)) ?? [];
    const dropped = lines.filter((other) => other !== number && this.#taken[other] === 1);
    for (const other of dropped) this.#taken[other] = 0;
    return dropped;
  }

  solution(): PackingSolution {
    const choices = this.#problem.episodes.map((episode, index): PackingChoice => {
      if (this.#shown[index] === 0) return skipEpisode(episode);
      const items: number[] = [];
      const series = episode.series.map(() => ({ folded: false, items: [] as number[] }));
      for (const number of this.offers.ofEpisode[index] ?? []) {
        if (this.#taken[number] === 0) continue;
        const chosen = series[this.offers.series[number] as number];
        if (!chosen) items.push(this.offers.item[number] as number);
        else if (this.#isFold(number)) chosen.folded = true;
        else chosen.items.push(this.offers.item[number] as number);
      }
      for (const list of [items, ...series.map((part) => part.items)]) list.sort((a, b) => a - b);
      return { shown: true, items, series };
    });
    return { choices, ...measureChoices(this.#problem, choices) };
  }

  /** Cost of an episode's header and of the gap markers that showing it adds or saves. */
  #openingCost(episode: number): number {
    const last = this.#problem.episodes.length - 1;
    const before = episode > 0 && this.#shown[episode - 1] === 0 ? 1 : 0;
    const after = episode < last && this.#shown[episode + 1] === 0 ? 1 : 0;
    const header = this.#problem.episodes[episode]?.headerCost ?? 0;
    return header + this.#problem.gapCost * (before + after - 1);
  }

  /** A fold in place of the single lines taken so far. */
  #foldMargin(foldValue: number, foldCost: number, group: readonly number[]): Margin | undefined {
    let value = foldValue;
    let cost = foldCost;
    for (const other of group) {
      if (this.#taken[other] === 0) continue;
      value -= this.offers.value[other] as number;
      cost -= this.offers.cost[other] as number;
    }
    return value > 0 ? { value, cost } : undefined;
  }

  /** Whether an offer may join a prefix that already holds these parts of its series. */
  #joinsSeries(number: number, seen: Map<number, 'fold' | 'line'>): boolean {
    const series = this.offers.series[number] as number;
    const part = this.#isFold(number) ? 'fold' : 'line';
    const known = seen.get(series);
    if (known !== undefined && (known === 'fold' || part === 'fold')) return false;
    seen.set(series, part);
    return true;
  }

  #isFold(number: number): boolean {
    return (this.offers.item[number] as number) < 0;
  }

  /** One number per series of the problem: an episode holds fewer than a million. */
  #seriesKey(number: number): number {
    return (this.offers.episode[number] as number) * 1_000_000 + (this.offers.series[number] as number);
  }
}
