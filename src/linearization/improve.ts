// The improvement pass: what bounds leave open of a greedy page, packed anew exactly.
import { boundPacking, type PackingBounds } from './bounds.ts';
import { packChain } from './exact.ts';
import type { PackingEpisode, PackingItem, PackingProblem, PackingSeries, PackingSolution } from './packing.ts';
import { listOffers, type PackingOffers } from './packing-offers.ts';
import { solutionOf } from './packing-state.ts';

/**
 * A better solution of (1) than the one known, else that one: nearly always the best there is.
 *
 * Upper bounds say what can't be part of a page worth more than a target, which is left out, and what must be part of it,
 * which is taken. The rest, some dozen lines that are worth about what their tokens are, is packed exactly. A page worth
 * its target is the best of all. The first target is a guess near the upper bound, with few lines open; the second is the
 * best page known so far, which proves it or finds the best, unless too much is open for some milliseconds.
 */
export function improvePacking(problem: PackingProblem, known: PackingSolution): PackingSolution {
  const offers = listOffers(problem);
  const bounds = boundPacking(problem, offers);
  const tolerance = bounds.most * relativeTolerance;
  const isBetter = (solution: PackingSolution | undefined, than: PackingSolution): solution is PackingSolution =>
    solution !== undefined && solution.objective > than.objective + tolerance;

  if (!(known.objective < bounds.most - tolerance)) return known;
  let gap = bounds.most - Math.max(bounds.least, known.objective);
  while (gap > tolerance && countOpen(offers, bounds, bounds.most - gap) > guessedLines) gap /= 2;
  const guess = bounds.most - gap - tolerance;
  const first = solveOpen(problem, offers, bounds, guess, known.objective);
  const better = isBetter(first, known) ? first : known;
  if (better.objective >= guess) return better;
  const second = solveOpen(
    problem,
    offers,
    bounds,
    Math.max(bounds.least, better.objective) - tolerance,
    better.objective,
  );
  return isBetter(second, better) ? second : better;
}

/** How many lines are open below a target, those of series as if they stood alone. */
function countOpen(offers: PackingOffers, bounds: PackingBounds, target: number): number {
  const { count, episode, value, cost } = offers;
  return countNear(count, episode, value, cost, bounds.ifShown, bounds.price, target);
}

function countNear(
  count: number,
  episode: Int32Array,
  value: Float64Array,
  cost: Float64Array,
  ifShown: Float64Array,
  price: number,
  target: number,
): number {
  let open = 0;
  for (let number = 0; number < count; number++) {
    const gain = (value[number] as number) - price * (cost[number] as number);
    if ((ifShown[episode[number] as number] as number) - Math.abs(gain) > target) open++;
  }
  return open;
}

/** What is open, as a problem of its own, with the offers behind it. */
interface OpenProblem {
  readonly episodes: OpenEpisode[];
  /** Offers that every page worth more than the target takes, if it shows their episode. */
  readonly taken: number[];
}

interface OpenEpisode {
  /** `undefined`: a run of episodes that no page worth more than the target shows. */
  readonly index: number | undefined;
  /** Its own index, or that of the run's last episode. */
  last: number;
  readonly required: boolean;
  headerCost: number;
  headerValue: number;
  readonly items: PackingItem[];
  /** Offers behind `items`. */
  readonly lines: number[];
  readonly series: (PackingSeries & { readonly foldOffer: number; readonly lines: readonly number[] })[];
}

/** The best page among those that may be worth more than the target; `undefined` unless it is worth more than the least. */
function solveOpen(
  problem: PackingProblem,
  offers: PackingOffers,
  bounds: PackingBounds,
  target: number,
  least: number,
): PackingSolution | undefined {
  const { episodes, taken } = openProblem(problem, offers, bounds, target);
  if (workOf(episodes, problem.budget) > mostWork) return undefined;
  const packed = packChain(
    { ...problem, episodes },
    {
      isRequired: (place) => episodes[place]?.required === true,
      price: bounds.price,
      least,
      afterShown: (place) => bounds.afterShown[episodes[place]?.last ?? -1] ?? 0,
      afterSkipped: (place) => bounds.afterSkipped[episodes[place]?.last ?? -1] ?? 0,
    },
  );
  if (!packed) return undefined;
  const shown = new Uint8Array(problem.episodes.length);
  const chosen = new Uint8Array(offers.count);
  for (const number of taken) chosen[number] = 1;
  episodes.forEach(({ index, lines, series }, place) => {
    const choice = packed.choices[place];
    if (index === undefined || !choice?.shown) return;
    shown[index] = 1;
    for (const item of choice.items) chosen[lines[item] as number] = 1;
    choice.series.forEach(({ folded, items }, at) => {
      const open = series[at] as OpenEpisode['series'][number];
      if (folded) chosen[open.foldOffer] = 1;
      for (const item of items) chosen[open.lines[item] as number] = 1;
    });
  });
  return solutionOf(problem, offers, shown, chosen);
}

/** Places that the exact solver fills: for each line, the costs that can be reached so far. */
function workOf(episodes: readonly OpenEpisode[], budget: number): number {
  let reach = 0;
  let work = 0;
  const add = ({ cost }: PackingItem): void => {
    reach = Math.min(budget, reach + cost);
    work += reach;
  };
  for (const { items, series, required, headerCost } of episodes) {
    if (!required) reach = Math.min(budget, reach + headerCost);
    work += reach * choicesOfEpisode;
    items.forEach(add);
    for (const one of series) one.items.forEach(add);
  }
  return work;
}

function openProblem(
  problem: PackingProblem,
  offers: PackingOffers,
  bounds: PackingBounds,
  target: number,
): OpenProblem {
  const episodes: OpenEpisode[] = [];
  const taken: number[] = [];
  for (let index = 0; index < problem.episodes.length; index++) {
    const bound = bounds.ifShown[index] as number;
    if (bound > target) {
      const required = (bounds.ifSkipped[index] as number) <= target;
      const { headerCost, headerValue } = problem.episodes[index] as PackingEpisode;
      const open = { index, last: index, required, headerCost, headerValue, items: [], lines: [], series: [] };
      addEpisode(open, taken, offers, bounds.price, bound - target);
      episodes.push(open);
      continue;
    }
    const before = episodes.at(-1);
    if (before && before.index === undefined) before.last = index;
    else {
      const headerCost = problem.budget + 1;
      episodes.push({
        index: undefined,
        last: index,
        required: false,
        headerCost,
        headerValue: 0,
        items: [],
        lines: [],
        series: [],
      });
    }
  }
  return { episodes, taken };
}

/** @param leeway how much less than the best a page with this episode may be worth */
function addEpisode(open: OpenEpisode, taken: number[], offers: PackingOffers, price: number, leeway: number): void {
  const { first, series, value } = offers;
  const end = first[(open.index as number) + 1] as number;
  for (let number = first[open.index as number] as number; number < end; ) {
    if ((series[number] as number) < 0) {
      addLine(open, taken, offers, number, value[number] as number, price, leeway);
      number++;
      continue;
    }
    const start = number;
    while (number < end && series[number] === series[start]) number++;
    addSeries(open, taken, offers, start, number, price, leeway);
  }
}

/** A line is open when the best page with it and the best page without it are both within the leeway. */
function addLine(
  open: OpenEpisode,
  taken: number[],
  { cost }: PackingOffers,
  number: number,
  value: number,
  price: number,
  leeway: number,
): void {
  const tokens = cost[number] as number;
  const gain = value - price * tokens;
  if (Math.abs(gain) < leeway) {
    open.items.push({ value, cost: tokens });
    open.lines.push(number);
  } else if (gain > 0) {
    open.headerCost += tokens;
    open.headerValue += value;
    taken.push(number);
  }
}

/** A series that is open between its lines and its fold stays a series; else what stands of it are lines. */
function addSeries(
  open: OpenEpisode,
  taken: number[],
  offers: PackingOffers,
  start: number,
  end: number,
  price: number,
  leeway: number,
): void {
  const { item, value, cost, extra } = offers;
  const gainOf = (worth: number, number: number): number => worth - price * (cost[number] as number);
  let lines = 0;
  let fold = Number.NEGATIVE_INFINITY;
  for (let number = start; number < end; number++) {
    if ((item[number] as number) < 0) {
      fold = gainOf(value[number] as number, number);
      continue;
    }
    lines += Math.max(0, gainOf(value[number] as number, number));
    if ((extra[number] as number) > 0) fold += Math.max(0, gainOf(extra[number] as number, number));
  }
  const best = Math.max(lines, fold);
  const mayFold = leeway - (best - fold) > 0;
  const mayStand = leeway - (best - lines) > 0;
  if (mayFold && mayStand) {
    open.series.push(openSeries(offers, start, end));
    return;
  }
  for (let number = start; number < end; number++) {
    const isFold = (item[number] as number) < 0;
    if (!mayFold && !isFold) addLine(open, taken, offers, number, value[number] as number, price, leeway);
    if (!mayFold) continue;
    if (isFold) {
      open.headerCost += cost[number] as number;
      open.headerValue += value[number] as number;
      taken.push(number);
    } else if ((extra[number] as number) > 0) {
      addLine(open, taken, offers, number, extra[number] as number, price, leeway);
    }
  }
}

/** A series as it stands, with the offers behind it. */
function openSeries(
  { item, value, cost, extra }: PackingOffers,
  start: number,
  end: number,
): OpenEpisode['series'][number] {
  const items: PackingItem[] = [];
  const lines: number[] = [];
  const beside: { item: number; extra: number }[] = [];
  for (let number = start; number < end; number++) {
    if ((item[number] as number) < 0) continue;
    if ((extra[number] as number) > 0) beside.push({ item: items.length, extra: extra[number] as number });
    items.push({ value: value[number] as number, cost: cost[number] as number });
    lines.push(number);
  }
  const fold = { value: value[start] as number, cost: cost[start] as number };
  return { items, fold, beside, foldOffer: start, lines };
}

/** Lines that the first guess leaves open. */
const guessedLines = 32;
/** Places of the exact solver beyond which a page would take more than some milliseconds. */
const mostWork = 1_000_000;
const choicesOfEpisode = 4;
/** What sums of values may be out by. */
const relativeTolerance = 1e-9;
