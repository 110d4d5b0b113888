// The yardstick: (1) solved exactly, as a knapsack over the chain of episodes.
import { BitRows } from './bit-rows.ts';
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
  const width = Math.max(0, problem.budget) + 1;
  const trace = new BitRows(width);
  const plans = problem.episodes.map((episode) => planEpisode(episode, width));
  let shown = new Float64Array(width).fill(impossible);
  let skipped = new Float64Array(width).fill(impossible);
  if (problem.budget >= 0) shown[0] = 0;

  for (const plan of plans) {
    const nextSkipped = skipped.slice();
    plan.skipRow = improve(nextSkipped, shown, problem.gapCost, 0, trace);
    const nextShown = shifted(shown, plan.episode.headerCost, plan.episode.headerValue);
    plan.openRow = improve(nextShown, skipped, plan.episode.headerCost, plan.episode.headerValue, trace);
    packEpisode(plan, nextShown, trace);
    shown = nextShown;
    skipped = nextSkipped;
  }
  return traceBack(problem, plans, trace, bestEnd(shown, skipped));
}

/** Bytes that tracing back needs for a problem: a bit per line or choice and token of budget. */
export function traceBytes({ episodes, budget }: PackingProblem): number {
  const choices = episodes.reduce(
    (sum, { items, series }) =>
      sum + 2 + items.length + series.reduce((n, one) => n + one.items.length + one.beside.length + 1, 0),
    0,
  );
  return choices * 4 * Math.ceil((budget + 1) / 32);
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

function planEpisode(episode: PackingEpisode, width: number): EpisodePlan {
  const worthwhile = (lines: readonly PackingItem[]): LineStep[] =>
    lines
      .map(({ value, cost }, item) => ({ item, value, cost, row: -1 }))
      .filter(({ value, cost }) => value > 0 && cost < width);
  const seriesPlan = ({ items, fold, beside }: PackingSeries): SeriesPlan => ({
    lines: worthwhile(items),
    fold,
    beside: beside
      .map(({ item, extra }) => ({ item, value: extra, cost: items[item]?.cost ?? 0, row: -1 }))
      .filter(({ value, cost }) => value > 0 && cost < width)
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

function packEpisode(plan: EpisodePlan, best: Float64Array, trace: BitRows): void {
  for (const line of plan.items) line.row = takeLine(best, line, trace);
  for (const series of plan.series) {
    const folded = shifted(best, series.fold.cost, series.fold.value);
    for (const line of series.beside) line.row = takeLine(folded, line, trace);
    for (const line of series.lines) line.row = takeLine(best, line, trace);
    series.foldRow = improve(best, folded, 0, 0, trace);
  }
}

/** best[b] ← max(best[b], best[b − cost] + value), each line once; a bit where it was taken. */
function takeLine(best: Float64Array, { value, cost }: LineStep, trace: BitRows): number {
  const row = trace.addRow();
  for (let budget = best.length - 1; budget >= cost; budget--) {
    const taken = (best[budget - cost] as number) + value;
    if (taken > (best[budget] as number)) {
      best[budget] = taken;
      trace.set(row, budget);
    }
  }
  return row;
}

/** best[b] ← max(best[b], other[b − cost] + value); a bit where the other was better. */
function improve(best: Float64Array, other: Float64Array, cost: number, value: number, trace: BitRows): number {
  const row = trace.addRow();
  for (let budget = best.length - 1; budget >= cost; budget--) {
    const offered = (other[budget - cost] as number) + value;
    if (offered > (best[budget] as number)) {
      best[budget] = offered;
      trace.set(row, budget);
    }
  }
  return row;
}

function shifted(values: Float64Array, cost: number, added: number): Float64Array<ArrayBuffer> {
  const result = new Float64Array(values.length).fill(impossible);
  for (let budget = cost; budget < values.length; budget++) result[budget] = (values[budget - cost] as number) + added;
  return result;
}

interface End {
  readonly cost: number;
  readonly shown: boolean;
}

function bestEnd(shown: Float64Array, skipped: Float64Array): End {
  let end: End | undefined;
  let best = impossible;
  for (let cost = 0; cost < shown.length; cost++) {
    for (const [values, isShown] of [[shown, true] as const, [skipped, false] as const]) {
      const value = values[cost] as number;
      if (value <= best) continue;
      best = value;
      end = { cost, shown: isShown };
    }
  }
  if (!end) throw nothingFits();
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

const impossible = Number.NEGATIVE_INFINITY;
