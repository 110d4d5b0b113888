// A page in the making: which offers are on it, what each further one would add, and what it would cost.
import { keepAlive } from '../fhir/keep-alive.ts';
import type { PackingChoice, PackingEpisode, PackingProblem, PackingSolution } from './packing.ts';
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

  constructor(problem: PackingProblem) {
    this.#problem = problem;
    this.offers = listOffers(problem);
    this.#shown = new Uint8Array(problem.episodes.length);
    this.#taken = new Uint8Array(this.offers.count);
    this.remaining = problem.budget - (problem.episodes.length > 0 ? problem.gapCost : 0);
  }

  /** A page in the making that begins with what has been chosen. */
  static from(problem: PackingProblem, { choices, cost }: PackingSolution): PackingState {
    const state = new PackingState(problem);
    for (let episode = 0; episode < choices.length; episode++) {
      const choice = choices[episode];
      if (!choice?.shown) continue;
      state.#shown[episode] = 1;
      state.#takeChosen(episode, choice);
    }
    state.remaining = problem.budget - cost;
    return state;
  }

  isShown(episode: number): boolean {
    return this.#shown[episode] === 1;
  }

  /** The densest offer of a skipped episode that fits: its header with its best lines; `undefined` when none does. */
  episodeOffer(episode: number): EpisodeOffer | undefined {
    const { value: values, cost: costs, series, first, densest } = this.offers;
    let value = this.offers.headerValue[episode] as number;
    let cost = this.#openingCost(episode);
    // Lines only add to it.
    if (cost > this.remaining) return undefined;
    const taken: number[] = [];
    let seen: Map<number, 'fold' | 'line'> | undefined;
    const end = first[episode + 1] as number;
    for (let place = first[episode] as number; place < end; place++) {
      const number = densest[place] as number;
      const lineValue = values[number] as number;
      const lineCost = costs[number] as number;
      if (cost > 0 && lineValue * cost <= value * lineCost) break;
      if (cost + lineCost > this.remaining) continue;
      if ((series[number] as number) >= 0) {
        seen ??= new Map();
        if (!this.#joinsSeries(number, seen)) continue;
      }
      taken.push(number);
      value += lineValue;
      cost += lineCost;
    }
    if (value <= 0 && cost > 0) return undefined;
    return { value, cost, offers: taken };
  }

  /** What taking an offer of a shown episode would add now; `undefined` when it can't be taken or adds nothing. */
  margin(number: number): Margin | undefined {
    if (this.#taken[number] === 1) return undefined;
    const value = this.offers.value[number] as number;
    const cost = this.offers.cost[number] as number;
    if ((this.offers.series[number] as number) < 0) return { value, cost };
    if (isFold(this.offers, number)) return this.#foldMargin(value, cost, number);
    const start = this.offers.start[number] as number;
    const isFolded = this.#taken[start] === 1 && isFold(this.offers, start);
    if (!isFolded) return { value, cost };
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
    if ((this.offers.series[number] as number) < 0 || !isFold(this.offers, number)) return [];
    const end = this.offers.end[number] as number;
    const dropped: number[] = [];
    for (let other = number + 1; other < end; other++) {
      if (this.#taken[other] === 0) continue;
      this.#taken[other] = 0;
      dropped.push(other);
    }
    return dropped;
  }

  solution(): PackingSolution {
    return solutionOf(this.#problem, this.offers, this.#shown, this.#taken);
  }

  /** Marks the offers of a choice: both stand in reading order. */
  #takeChosen(episode: number, choice: PackingChoice): void {
    const { series, item, first } = this.offers;
    let place = 0;
    for (let number = first[episode] as number; number < (first[episode + 1] as number); number++) {
      const part = choice.series[series[number] as number] ?? choice;
      if (number > 0 && series[number] !== series[number - 1]) place = 0;
      if (isFold(this.offers, number)) this.#taken[number] = 'folded' in part && part.folded ? 1 : 0;
      else {
        while (place < part.items.length && (part.items[place] as number) < (item[number] as number)) place++;
        if (part.items[place] === item[number]) this.#taken[number] = 1;
      }
    }
  }

  /** Cost of an episode's header and of the gap markers that showing it adds or saves. */
  #openingCost(episode: number): number {
    const last = this.#problem.episodes.length - 1;
    const before = episode > 0 && this.#shown[episode - 1] === 0 ? 1 : 0;
    const after = episode < last && this.#shown[episode + 1] === 0 ? 1 : 0;
    const header = this.offers.headerCost[episode] as number;
    return header + this.#problem.gapCost * (before + after - 1);
  }

  /** A fold in place of the single lines taken so far. */
  #foldMargin(foldValue: number, foldCost: number, fold: number): Margin | undefined {
    let value = foldValue;
    let cost = foldCost;
    const end = this.offers.end[fold] as number;
    for (let other = fold + 1; other < end; other++) {
      if (this.#taken[other] === 0) continue;
      value -= this.offers.value[other] as number;
      cost -= this.offers.cost[other] as number;
    }
    return value > 0 ? { value, cost } : undefined;
  }

  /** Whether an offer may join a prefix that already holds these parts of its series. */
  #joinsSeries(number: number, seen: Map<number, 'fold' | 'line'>): boolean {
    const series = this.offers.series[number] as number;
    const part = isFold(this.offers, number) ? 'fold' : 'line';
    const known = seen.get(series);
    if (known !== undefined && (known === 'fold' || part === 'fold')) return false;
    seen.set(series, part);
    return true;
  }
}

/** The solution that shows these episodes with these offers. */
export function solutionOf(
  problem: PackingProblem,
  { series, item, first }: PackingOffers,
  shown: Uint8Array,
  taken: Uint8Array,
): PackingSolution {
  const choices: PackingChoice[] = [];
  for (let index = 0; index < problem.episodes.length; index++) {
    const episode = problem.episodes[index] as PackingEpisode;
    if (shown[index] === 0) {
      choices.push(skipEpisode(episode));
      continue;
    }
    const items: number[] = [];
    const parts = episode.series.map(() => ({ folded: false, items: [] as number[] }));
    for (let number = first[index] as number; number < (first[index + 1] as number); number++) {
      if (taken[number] === 0) continue;
      const part = parts[series[number] as number];
      if (!part) items.push(item[number] as number);
      else if ((item[number] as number) < 0) part.folded = true;
      else part.items.push(item[number] as number);
    }
    choices.push({ shown: true, items, series: parts });
  }
  return { choices, ...measureChoices(problem, choices) };
}

function isFold({ item }: PackingOffers, number: number): boolean {
  return (item[number] as number) < 0;
}

keepAlive(new PackingState({ episodes: [], gapCost: 0, budget: 0 }));
