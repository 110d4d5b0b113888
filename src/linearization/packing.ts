// The packing problem (1) of model.md §4 as numbers alone, so that solvers know nothing of FHIR.

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
