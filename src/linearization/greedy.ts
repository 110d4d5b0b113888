// The paper's solver: the offer of greatest saliency per token first, until none fits.
import { improvePacking } from './improve.ts';
import { OfferHeap } from './offer-heap.ts';
import { nothingFits, type PackingProblem, type PackingSolution } from './packing.ts';
import { densityOf, type EpisodeOffer, PackingState } from './packing-state.ts';

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

/** Takes the densest offer that fits until none does. Of each episode only the next offer waits in the heap. */
export function fillGreedily(state: PackingState, episodes: number): void {
  const heap = new OfferHeap();
  const next = new Int32Array(episodes);
  const pushEpisode = (episode: number): void => {
    if (episode < 0 || episode >= episodes || state.isShown(episode)) return;
    const offer = state.episodeOffer(episode);
    if (offer) heap.push(episode, densityOf(offer));
  };
  const pushNextLine = (episode: number): void => {
    const offers = state.densest(episode);
    for (let place = next[episode] as number; place < offers.length; place++) {
      const number = offers[place] as number;
      const margin = state.margin(number);
      if (!margin || margin.cost > state.remaining) continue;
      next[episode] = place + 1;
      heap.push(episodes + number, densityOf(margin));
      return;
    }
    next[episode] = offers.length;
  };
  for (let episode = 0; episode < episodes; episode++) {
    if (state.isShown(episode)) pushNextLine(episode);
    else pushEpisode(episode);
  }
  const open = (episode: number, offer: EpisodeOffer): void => {
    state.open(episode, offer);
    pushNextLine(episode);
    pushEpisode(episode - 1);
    pushEpisode(episode + 1);
  };
  const take = (number: number): void => {
    for (const line of state.take(number)) {
      const margin = state.margin(line);
      if (margin) heap.push(episodes + line, densityOf(margin));
    }
  };

  for (let top = heap.pop(); top; top = heap.pop()) {
    const number = top.offer - episodes;
    if (number < 0 && state.isShown(top.offer)) continue;
    const offer = number < 0 ? state.episodeOffer(top.offer) : undefined;
    const margin = offer ?? (number < 0 ? undefined : state.margin(number));
    const fits = margin !== undefined && margin.cost <= state.remaining;
    const density = fits ? densityOf(margin) : 0;
    if (fits && density < top.density && density < heap.peekDensity()) {
      heap.push(top.offer, density);
      continue;
    }
    if (fits && offer) open(top.offer, offer);
    else if (fits) take(number);
    if (number >= 0) pushNextLine(state.offers.episode[number] as number);
  }
}
