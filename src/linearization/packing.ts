// The packing problem (1) of model.md §4 as numbers alone, so that solvers know nothing of FHIR.
import { HopperError } from '../errors.ts';

/** One line that may be shown. */
export interface PackingItem {
  /** φ ≥ 0. */
  readonly value: number;
  /** c ≥ 0, tokens with the line break. */
  readonly cost: number;
}

/**
 * An exclusive choice (series folding): nothing; any subset of `items`; or the fold plus any of the flagged lines,
 * each then earning only `extra`.
 */
export interface PackingSeries {
  readonly items: readonly PackingItem[];
  readonly fold: PackingItem;
  /** Lines that may stand beside the fold: position in `items` and the extra value they then earn. */
  readonly beside: readonly { readonly item: number; readonly extra: number }[];
}

export interface PackingEpisode {
  /** C_head in tokens, at its longest. */
  readonly headerCost: number;
  /** φ of the Encounter, which its header shows at no cost of its own. */
  readonly headerValue: number;
  readonly items: readonly PackingItem[];
  readonly series: readonly PackingSeries[];
}

export interface PackingProblem {
  /** In E order: neighbours in this list are neighbours on the page. */
  readonly episodes: readonly PackingEpisode[];
  /** C_gap in tokens, the longest marker the record can need. */
  readonly gapCost: number;
  /** β left after reserved and fixed text. */
  readonly budget: number;
}

export interface PackingChoice {
  readonly shown: boolean;
  /** Positions in `items`, ascending. */
  readonly items: readonly number[];
  /** Per series of the episode. */
  readonly series: readonly { readonly folded: boolean; readonly items: readonly number[] }[];
}

export interface PackingSolution {
  readonly choices: readonly PackingChoice[];
  /** Σφ of what is chosen. */
  readonly objective: number;
  /** Left side of (1), ≤ budget. */
  readonly cost: number;
}

/** A solver of (1). Deterministic; never over budget. */
export type PackingSolver = (problem: PackingProblem) => PackingSolution;

/** The error of a problem that has no solution: even a page of one gap marker is over budget. */
export function nothingFits(): HopperError {
  return new HopperError(
    'budget-too-small',
    'The budget leaves no room for even one gap marker; give a larger budget.',
  );
}

/** A choice that shows nothing of an episode. */
export function skipEpisode(episode: PackingEpisode): PackingChoice {
  return { shown: false, items: [], series: episode.series.map(() => ({ folded: false, items: [] })) };
}

/**
 * What a list of choices is worth and costs by (1), computed from the definition.
 *
 * Source: model.md §4 (1): Σ c(v) + Σ C_head(e) + C_gap · N_gap, N_gap counting maximal runs of skipped episodes.
 */
export function measureChoices(
  problem: PackingProblem,
  choices: readonly PackingChoice[],
): { readonly objective: number; readonly cost: number } {
  let objective = 0;
  let cost = 0;
  let inGap = false;
  problem.episodes.forEach((episode, index) => {
    const choice = choices[index];
    if (!choice?.shown) {
      if (!inGap) cost += problem.gapCost;
      inGap = true;
      return;
    }
    inGap = false;
    objective += episode.headerValue;
    cost += episode.headerCost;
    for (const item of chosenItems(episode, choice)) {
      objective += item.value;
      cost += item.cost;
    }
  });
  return { objective, cost };
}

/** What a shown episode's choice puts on the page, each with the value it earns there. */
function chosenItems(episode: PackingEpisode, choice: PackingChoice): PackingItem[] {
  const chosen = choice.items.map((item) => episode.items[item] as PackingItem);
  choice.series.forEach(({ folded, items }, index) => {
    const series = episode.series[index] as PackingSeries;
    if (folded) chosen.push(series.fold);
    for (const item of items) {
      const line = series.items[item] as PackingItem;
      const extra = series.beside.find((flagged) => flagged.item === item)?.extra ?? 0;
      chosen.push(folded ? { value: extra, cost: line.cost } : line);
    }
  });
  return chosen;
}
