// The paper's solver: the offer of greatest saliency per token first, until none fits.
import { keepAlive } from '../fhir/keep-alive.ts';
import { improvePacking } from './improve.ts';
import { OfferHeap } from './offer-heap.ts';
import { nothingFits, type PackingProblem, type PackingSolution } from './packing.ts';
import { densityOf, type Margin, PackingState } from './packing-state.ts';

/**
 * Solves (1) greedily by marginal saliency per token; about N log N.
 *
 * Offers are single lines of shown episodes and prefixes of skipped ones (header and best lines), so that a dear header
 * doesn't hide several good lines. An offer is weighed again when it comes to the top, and an episode's when a
 * neighbour opens. What bounds leave open is then packed anew exactly (`improvePacking`).
 *
 * Source: paper Eq. 2 (ρ), model.md §4 (2); prefixes and improvement are ours.
 * @throws `budget-too-small` when not even one gap marker fits
 */
export function solveGreedy(problem: PackingProblem): PackingSolution {
  const state = new PackingState(problem);
  fillGreedily(state, problem.episodes.length);
  const solution = state.solution();
  if (solution.cost > problem.budget) throw nothingFits();
  return improvePacking(problem, solution);
}

/** Takes the densest offer that fits until none does. */
export function fillGreedily(state: PackingState, episodes: number): void {
  new GreedyFill(state, episodes).run();
}

/** A page being filled. Of each episode only the next offer waits in the heap: the episode itself, or one of its lines. */
class GreedyFill {
  readonly #state: PackingState;
  readonly #episodes: number;
  readonly #heap = new OfferHeap();
  /** Place in `densest` of the next line of each episode. */
  readonly #next: Int32Array;

  constructor(state: PackingState, episodes: number) {
    this.#state = state;
    this.#episodes = episodes;
    this.#next = state.offers.first.slice(0, episodes);
  }

  run(): void {
    for (let episode = 0; episode < this.#episodes; episode++) {
      if (this.#state.isShown(episode)) this.#pushNextLine(episode);
      else this.#pushEpisode(episode);
    }
    const { episode } = this.#state.offers;
    for (let top = this.#heap.pop(); top; top = this.#heap.pop()) {
      const number = top.offer - this.#episodes;
      if (number < 0) {
        if (!this.#state.isShown(top.offer)) this.#openOrWait(top.offer, top.density);
      } else if (!this.#takeOrWait(number, top.density)) this.#pushNextLine(episode[number] as number);
    }
  }

  #pushEpisode(episode: number): void {
    if (episode < 0 || episode >= this.#episodes || this.#state.isShown(episode)) return;
    const offer = this.#state.episodeOffer(episode);
    if (offer) this.#heap.push(episode, densityOf(offer));
  }

  #pushNextLine(episode: number): void {
    const { densest, first } = this.#state.offers;
    const end = first[episode + 1] as number;
    for (let place = this.#next[episode] as number; place < end; place++) {
      const number = densest[place] as number;
      const margin = this.#state.margin(number);
      if (!margin || margin.cost > this.#state.remaining) continue;
      this.#next[episode] = place + 1;
      this.#pushLine(number, margin);
      return;
    }
    this.#next[episode] = end;
  }

  #pushLine(number: number, margin: Margin): void {
    this.#heap.push(this.#episodes + number, densityOf(margin));
  }

  /** Opens an episode, unless it is worth less by now than another offer: then it waits. */
  #openOrWait(episode: number, densityBefore: number): void {
    const offer = this.#state.episodeOffer(episode);
    if (!offer) return;
    const density = densityOf(offer);
    if (density < densityBefore && density < this.#heap.peekDensity()) {
      this.#heap.push(episode, density);
      return;
    }
    this.#state.open(episode, offer);
    this.#pushNextLine(episode);
    this.#pushEpisode(episode - 1);
    this.#pushEpisode(episode + 1);
  }

  /** Takes a line, if it fits. @returns whether it was put back to wait, being worth less by now than another offer */
  #takeOrWait(number: number, densityBefore: number): boolean {
    const margin = this.#state.margin(number);
    if (!margin || margin.cost > this.#state.remaining) return false;
    const density = densityOf(margin);
    if (density < densityBefore && density < this.#heap.peekDensity()) {
      this.#pushLine(number, margin);
      return true;
    }
    for (const line of this.#state.take(number)) {
      const freed = this.#state.margin(line);
      if (freed) this.#pushLine(line, freed);
    }
    return false;
  }
}

keepAlive(new GreedyFill(new PackingState({ episodes: [], gapCost: 0, budget: 0 }), 0));
