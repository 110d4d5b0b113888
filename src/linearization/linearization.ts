// The page: what it says, what it shows and hides, and what it cost.

export interface LinearizationGap {
  readonly episodes: number;
  readonly resources: number;
  /** First and last written day hidden, when dated. */
  readonly from?: string;
  readonly to?: string;
  /** Number of its line in the text, 1-based. */
  readonly line?: number;
  /** Resources hidden by type. */
  readonly types?: Readonly<Record<string, number>>;
}

/** Why a line is on the page (`linearize --explain`). */
export interface LineReason {
  /** `Type/id`; of a fold, its first member. */
  readonly key: string;
  /** Number of the line in the text, 1-based. */
  readonly line: number;
  /** What the line is: always shown, an episode's header (its Encounter), one resource, or a series. */
  readonly part: 'reserved' | 'header' | 'line' | 'fold';
  /** φ; of a fold, Σφ of its members. */
  readonly value: number;
  /** Tokens of the line. */
  readonly tokens: number;
  /** ρ: value per token. */
  readonly density: number;
}

/** A budgeted chronological text and its accounting. */
export interface Linearization {
  readonly text: string;
  /** By the counter used, on the whole text; ≤ `budget`. */
  readonly tokens: number;
  readonly budget: number;
  /** Keys with a line of their own (episode headers count for their Encounter), in page order. */
  readonly shown: readonly string[];
  /** Keys that stand inside a shown fold. */
  readonly folded: readonly string[];
  /** Keys of referenced resources whose name stands in a shown line. */
  readonly named: readonly string[];
  /** All other keys. */
  readonly hidden: readonly string[];
  readonly gaps: readonly LinearizationGap[];
  readonly solver: 'greedy' | 'exact' | 'whole';
  readonly objective: number;
  /** Tokens by part; adds up to `tokens`. */
  readonly parts: {
    readonly header: number;
    readonly episodes: number;
    readonly lines: number;
    readonly gaps: number;
    readonly fixed: number;
  };
  readonly reasons: readonly LineReason[];
}
