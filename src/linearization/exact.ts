// The yardstick: (1) solved exactly, as a knapsack over the chain of episodes.
import { BitRows } from './bit-rows.ts';
import {
  becomeTable,
  type CostTable,
  createCostTable,
  emptyTable,
  improveTable,
  takeLine,
  trimTable,
} from './cost-table.ts';
import {
  measureChoices,
  nothingFits,
  type PackingChoice,
  type PackingEpisode,
  type PackingItem,
  type PackingProblem,
  type PackingSeries,
  type PackingSolution,
  skipEpisode,
} from './packing.ts';

/**
 * Solves (1) exactly by dynamic programming over episodes with two states, last episode shown or skipped.
 *
 * For each state and each exact cost it keeps the best value. O(N·β) time over lines with φ > 0; one bit per line and
 * token to trace back, and two per episode and token. Ties: fewer tokens, then earlier lines.
 *
 * Source: model.md §4, exact solver.
 * @throws `budget-too-small` when not even one gap marker fits
 */
export function solveExactly(problem: PackingProblem): PackingSolution {
  const solution = packChain(problem, noLimits);
  if (!solution) throw nothingFits();
  return solution;
}

/** What is known of the best pages beforehand: the more, the fewer costs have to be looked at. */
export interface ChainLimits {
  /** Whether every page in question shows an episode, by place. */
  isRequired(place: number): boolean;
  /** Value of one token, where the rest is bounded by it. */
  readonly price: number;
  /** Only pages worth this much are in question. */
  readonly least: number;
  /** What all further episodes are worth at most, beyond the price of their tokens, after one shown or skipped, by place. */
  afterShown(place: number): number;
  afterSkipped(place: number): number;
}

/** The same among the pages within limits; `undefined` when none fits. */
export function packChain(problem: PackingProblem, limits: ChainLimits): PackingSolution | undefined {
  const budget = Math.max(0, problem.budget);
  const trace = new BitRows(budget + 1, traceRows(problem));
  const plans = problem.episodes.map((episode) => planEpisode(episode, budget));
  let [shown, nextShown] = [createCostTable(budget), createCostTable(budget)];
  let [skipped, nextSkipped] = [createCostTable(budget), createCostTable(budget)];
  const folded = createCostTable(budget);
  const leastAtPrice = limits.least - limits.price * budget;
  if (problem.budget >= 0) {
    shown.values[0] = 0;
    shown.low = 0;
    shown.high = 0;
  }

  plans.forEach((plan, place) => {
    const { headerCost, headerValue } = plan.episode;
    if (limits.isRequired(place)) emptyTable(nextSkipped);
    else {
      becomeTable(nextSkipped, skipped, 0, 0);
      plan.skipRow = improveTable(nextSkipped, shown, problem.gapCost, 0, trace);
    }
    becomeTable(nextShown, shown, headerCost, headerValue);
    plan.openRow = improveTable(nextShown, skipped, headerCost, headerValue, trace);
    packEpisode(plan, nextShown, folded, trace);
    trimTable(nextShown, limits.price, leastAtPrice - limits.afterShown(place));
    trimTable(nextSkipped, limits.price, leastAtPrice - limits.afterSkipped(place));
    [shown, nextShown] = [nextShown, shown];
    [skipped, nextSkipped] = [nextSkipped, skipped];
  });
  const end = bestEnd(shown, skipped);
  return end && traceBack(problem, plans, trace, end);
}

/** Bytes that tracing back needs for a problem: a bit per line or choice and token of budget. */
export function traceBytes(problem: PackingProblem): number {
  return traceRows(problem) * 4 * Math.ceil((problem.budget + 1) / 32);
}

/** A row of bits for each line and choice. */
function traceRows({ episodes }: PackingProblem): number {
  return episodes.reduce(
    (sum, { items, series }) =>
      sum + 2 + items.length + series.reduce((n, one) => n + one.items.length + one.beside.length + 1, 0),
    0,
  );
}

/** A line that can be taken at some budget, and the row of bits that says at which. */
interface LineStep {
  readonly item: number;
  readonly value: number;
  readonly cost: number;
  row: number;
}

interface SeriesPlan {
  readonly lines: readonly LineStep[];
  readonly fold: PackingItem;
  readonly beside: readonly LineStep[];
  foldRow: number;
}

interface EpisodePlan {
  readonly episode: PackingEpisode;
  readonly items: readonly LineStep[];
  readonly series: readonly SeriesPlan[];
  /** Bit set: skipped after shown (a new gap). */
  skipRow: number;
  /** Bit set: shown after skipped. */
  openRow: number;
}

function planEpisode(episode: PackingEpisode, budget: number): EpisodePlan {
  const worthwhile = (lines: readonly PackingItem[]): LineStep[] =>
    lines
      .map(({ value, cost }, item) => ({ item, value, cost, row: -1 }))
      .filter(({ value, cost }) => value > 0 && cost <= budget);
  const seriesPlan = ({ items, fold, beside }: PackingSeries): SeriesPlan => ({
    lines: worthwhile(items),
    fold,
    beside: beside
      .map(({ item, extra }) => ({ item, value: extra, cost: items[item]?.cost ?? 0, row: -1 }))
      .filter(({ value, cost }) => value > 0 && cost <= budget)
      .sort((a, b) => a.item - b.item),
    foldRow: -1,
  });
  return {
    episode,
    items: worthwhile(episode.items),
    series: episode.series.map(seriesPlan),
    skipRow: -1,
    openRow: -1,
  };
}

function packEpisode(plan: EpisodePlan, best: CostTable, folded: CostTable, trace: BitRows): void {
  for (const line of plan.items) line.row = takeLine(best, line.cost, line.value, trace);
  for (const series of plan.series) {
    becomeTable(folded, best, series.fold.cost, series.fold.value);
    for (const line of series.beside) line.row = takeLine(folded, line.cost, line.value, trace);
    for (const line of series.lines) line.row = takeLine(best, line.cost, line.value, trace);
    series.foldRow = improveTable(best, folded, 0, 0, trace);
  }
}

interface End {
  readonly cost: number;
  readonly shown: boolean;
}

function bestEnd(shown: CostTable, skipped: CostTable): End | undefined {
  let end: End | undefined;
  let best = Number.NEGATIVE_INFINITY;
  const high = Math.max(shown.high, skipped.high);
  for (let cost = Math.min(shown.low, skipped.low); cost <= high; cost++) {
    const [ofShown, ofSkipped] = [shown.values[cost] as number, skipped.values[cost] as number];
    if (ofShown <= best && ofSkipped <= best) continue;
    best = Math.max(ofShown, ofSkipped);
    end = { cost, shown: ofShown === best };
  }
  return end;
}

function traceBack(
  problem: PackingProblem,
  plans: readonly EpisodePlan[],
  trace: BitRows,
  { cost, shown }: End,
): PackingSolution {
  const choices: PackingChoice[] = new Array(plans.length);
  let budget = cost;
  let isShown = shown;
  for (let index = plans.length - 1; index >= 0; index--) {
    const plan = plans[index] as EpisodePlan;
    if (!isShown) {
      choices[index] = skipEpisode(plan.episode);
      isShown = trace.has(plan.skipRow, budget);
      if (isShown) budget -= problem.gapCost;
      continue;
    }
    const traced = traceEpisode(plan, budget, trace);
    choices[index] = traced.choice;
    budget = traced.budget;
    isShown = !trace.has(plan.openRow, budget);
    budget -= plan.episode.headerCost;
  }
  return { choices, ...measureChoices(problem, choices) };
}

function traceEpisode(
  plan: EpisodePlan,
  end: number,
  trace: BitRows,
): { readonly choice: PackingChoice; readonly budget: number } {
  let budget = end;
  const traceLines = (lines: readonly LineStep[]): number[] => {
    const taken: number[] = [];
    for (const line of lines.toReversed()) {
      if (!trace.has(line.row, budget)) continue;
      taken.push(line.item);
      budget -= line.cost;
    }
    return taken.reverse();
  };
  const series = plan.series.toReversed().map((choice) => {
    const folded = trace.has(choice.foldRow, budget);
    const items = traceLines(folded ? choice.beside : choice.lines);
    if (folded) budget -= choice.fold.cost;
    return { folded, items };
  });
  const items = traceLines(plan.items);
  return { choice: { shown: true, items, series: series.reverse() }, budget };
}

const noLimits: ChainLimits = {
  isRequired: () => false,
  price: 0,
  least: Number.NEGATIVE_INFINITY,
  afterShown: () => 0,
  afterSkipped: () => 0,
};
