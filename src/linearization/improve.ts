// The improvement pass: the least lines on the page and the best ones off it, packed anew exactly.
import { densityOf, type EpisodeOffer, type Margin, type PackingState } from './packing-state.ts';

/** A part of the page that may be on or off: a line of a shown episode, or a skipped episode with its best lines. */
interface CorePart extends Margin {
  readonly line: number | undefined;
  readonly episode: number | undefined;
  readonly offer: EpisodeOffer | undefined;
}

/**
 * Packs anew, exactly, the core of a greedy page: lines of least density on it, lines and episodes of most density
 * off it. Prices of several episodes opened together are added up, which can only overstate them: a run of skipped
 * episodes is split once at most.
 *
 * @returns whether the page became better
 */
export function improvePacking(state: PackingState, episodes: number): boolean {
  if (state.remaining < 0) return false;
  const onPage = leastDenseOnPage(state, episodes);
  const freed = onPage.reduce((sum, part) => sum + part.cost, 0);
  const capacity = state.remaining + freed;
  const offPage = mostDenseOffPage(state, episodes, onPage, capacity);
  const parts = [...onPage, ...offPage];
  const chosen = packExactly(parts, capacity);
  const before = onPage.reduce((sum, part) => sum + part.value, 0);
  const after = parts.reduce((sum, part, index) => sum + (chosen[index] ? part.value : 0), 0);
  if (after <= before) return false;
  onPage.forEach((part, index) => {
    if (!chosen[index] && part.line !== undefined) state.drop(part.line);
  });
  offPage.forEach((part, index) => {
    if (!chosen[onPage.length + index]) return;
    if (part.line !== undefined) state.take(part.line);
    else if (part.episode !== undefined && part.offer) {
      state.open(part.episode, { ...part.offer, cost: state.openingCost(part.episode) + linesCost(state, part.offer) });
    }
  });
  return true;
}

function leastDenseOnPage(state: PackingState, episodes: number): CorePart[] {
  const parts: CorePart[] = [];
  for (let episode = 0; episode < episodes; episode++) {
    if (!state.isShown(episode)) continue;
    for (const number of state.offersOf[episode] ?? []) {
      const offer = state.offers[number];
      if (!offer || offer.series >= 0 || !state.isTaken(number)) continue;
      parts.push({ value: offer.value, cost: offer.cost, line: number, episode: undefined, offer: undefined });
    }
  }
  parts.sort((a, b) => densityOf(a) - densityOf(b) || (b.line ?? 0) - (a.line ?? 0));
  let freed = 0;
  const end = parts.findIndex((part) => {
    freed += part.cost;
    return freed > coreTokens;
  });
  return end < 0 ? parts : parts.slice(0, end);
}

function mostDenseOffPage(
  state: PackingState,
  episodes: number,
  onPage: readonly CorePart[],
  capacity: number,
): CorePart[] {
  const parts: CorePart[] = [];
  const removable = onPage.reduce((sum, part) => sum + part.cost, 0);
  for (let episode = 0; episode < episodes; episode++) {
    if (!state.isShown(episode)) {
      state.remaining += removable;
      const offer = state.episodeOffer(episode);
      state.remaining -= removable;
      if (offer && offer.cost > 0)
        parts.push({ value: offer.value, cost: offer.cost, line: undefined, episode, offer });
      continue;
    }
    for (const number of state.offersOf[episode] ?? []) {
      const offer = state.offers[number];
      if (!offer || offer.series >= 0 || state.isTaken(number) || offer.cost > capacity) continue;
      parts.push({ value: offer.value, cost: offer.cost, line: number, episode: undefined, offer: undefined });
    }
  }
  const place = (part: CorePart): number => part.episode ?? episodes + (part.line ?? 0);
  return parts.sort((a, b) => densityOf(b) - densityOf(a) || place(a) - place(b)).slice(0, coreParts);
}

/** 0/1 knapsack over few parts; ties keep the earlier part. */
function packExactly(parts: readonly CorePart[], capacity: number): boolean[] {
  const best = new Float64Array(capacity + 1);
  const taken = parts.map((part) => {
    const bits = new Uint8Array(capacity + 1);
    for (let budget = capacity; budget >= part.cost; budget--) {
      const value = (best[budget - part.cost] as number) + part.value;
      if (value > (best[budget] as number)) {
        best[budget] = value;
        bits[budget] = 1;
      }
    }
    return bits;
  });
  const chosen = new Array<boolean>(parts.length).fill(false);
  let budget = capacity;
  for (let index = parts.length - 1; index >= 0; index--) {
    if (taken[index]?.[budget] !== 1) continue;
    chosen[index] = true;
    budget -= parts[index]?.cost ?? 0;
  }
  return chosen;
}

function linesCost(state: PackingState, offer: EpisodeOffer): number {
  return offer.offers.reduce((sum, number) => sum + (state.offers[number]?.cost ?? 0), 0);
}

/** Tokens of lines on the page that are put up for exchange. */
const coreTokens = 400;
/** Lines and episodes off the page that are considered. */
const coreParts = 120;
