// What an agent gives back (model.md §7, `ask --json`).

/** How a value follows from what it cites; `stated` means that a cited node says it. */
export type Derivation =
  | 'stated'
  | 'count'
  | 'distinct'
  | 'sum'
  | 'mean'
  | 'median'
  | 'min'
  | 'max'
  | 'difference'
  | 'elapsed'
  | 'trend'
  | 'exists'
  | 'computed';

export interface AnswerValue {
  readonly value: string | number | boolean;
  readonly unit?: string;
  readonly time?: string;
  /** How the value was got from `cite`. @default 'stated' */
  readonly how?: Derivation;
  /** Keys (and ids of tool results, `r1`) this one value rests on. @default all citations of the answer */
  readonly cite?: readonly string[];
}

export interface Citation {
  /** `Type/id`. */
  readonly key: string;
  readonly handle?: string;
  readonly type?: string;
  /** The source line. */
  readonly text?: string;
  readonly time?: string;
}

/** Tokens over all model calls of one question, four ways, plus calls made. */
export interface Usage {
  readonly calls: number;
  /** Raw sum of input tokens over calls. */
  readonly inputTokens: number;
  /** Reads × 0.1, writes at the provider's rate. */
  readonly cacheWeightedInputTokens: number;
  readonly peakInputTokens: number;
  readonly lastInputTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  /** Tokens embedded for this question, where an embedding model was used; the record's count for the first question. */
  readonly embeddingTokens?: number;
  /** US dollars by the price table, embeddings included; absent when a model used is not in it. */
  readonly costUsd?: number;
  /** Which prices `costUsd` is counted with, in words for people. */
  readonly costBasis?: string;
  /** Calls whose provider reported no usage: counted with our tokenizer instead. */
  readonly estimatedCalls?: number;
  /** What was not spent, at least, because rules answered before a model was asked. */
  readonly savedAtLeast?: SavedTokens;
}

/**
 * A lower bound of what a model's answer would have taken: the one call that no answer does without, and the tokens of
 * its prompt by our own tokenizer. What the model would have written and looked up is unknown, and not in it.
 */
export interface SavedTokens {
  readonly calls: number;
  readonly inputTokens: number;
}

/** What rules made of a question that they were given before the model. */
export interface OfflineFirst {
  /** Whether the answer is theirs: no model was then called. */
  readonly used: boolean;
  /** Why the model was asked, when it was. */
  readonly reason?: 'not-understood' | 'not-computable' | 'below-threshold' | 'not-borne-out' | 'failed';
  /** How sure they are of their reading, in [0, 1]. */
  readonly confidence: number;
  /** The confidence from which their answer is used. */
  readonly threshold: number;
  /** How they read the question, in one line. */
  readonly reading?: string;
  /** Tokens of the hint in the model's first prompt, taken from the page's budget; 0: there was none. */
  readonly hintTokens: number;
  /** What they found, when the answer is not theirs; it may be wrong. */
  readonly found?: {
    readonly text: string;
    readonly values: readonly AnswerValue[];
    readonly citations: readonly Citation[];
  };
}

export type AnswerStatus = 'answered' | 'not-recorded' | 'not-understood' | 'failed';

/**
 * Why nothing is reported, when nothing is:
 * `absent` the record is complete and does not say · `not-loaded` something announced is not here ·
 * `filtered-out` the question's own window or condition excludes what there is · `withheld` kept back by policy ·
 * `conflicting` sources disagree · `not-computable` units or precision do not allow it.
 */
export type AbsenceKind = 'absent' | 'not-loaded' | 'filtered-out' | 'withheld' | 'conflicting' | 'not-computable';

/** One checked statement of an answer. */
export interface CheckedClaim {
  /** The statement as the answer makes it, e.g. `4.1 mmol/L`. */
  readonly claim: string;
  readonly kind: 'number' | 'time' | 'name' | 'yes-no' | 'absence' | 'citation';
  readonly supported: boolean;
  /** Why not, when not; how it was recomputed, when it was. */
  readonly reason?: string;
  /** Keys the check rests on. */
  readonly keys: readonly string[];
}

export interface Answer {
  readonly status: AnswerStatus;
  readonly text: string;
  readonly values: readonly AnswerValue[];
  readonly citations: readonly Citation[];
  /** Claims or citations that failed their check, with the reason. */
  readonly unsupported: readonly { readonly claim: string; readonly reason: string }[];
  /** The moment the answer is relative to. */
  readonly now: string;
  readonly complete: boolean;
  /** Why nothing was found, when nothing was: an `AbsenceKind`. */
  readonly absence: string | null;
  readonly steps: number;
  readonly stopReason: 'answered' | 'step-limit' | 'token-limit' | 'cost-limit' | 'cancelled' | 'failed';
  readonly usage: Usage;
  /** What ranked the record for the page: `lexical`, or a fusion with an embedding model by name. */
  readonly scorer?: string;
  /** How the question was read, when rules read it (offline). */
  readonly reading?: string;
  /** How sure the rules are of their reading, in [0, 1] (offline). */
  readonly confidence?: number;
  /** What would settle an absence, e.g. `load the Observations of 2141`. */
  readonly wouldSettle?: string;
  /** Every statement that was checked, in the answer's order. */
  readonly claims?: readonly CheckedClaim[];
  /** What failed, when `status` is `failed`: the code decides a command's exit status. */
  readonly error?: { readonly code: string; readonly message: string };
  /** Whether the answer depends on `now` (an age, a relative time). */
  readonly dependsOnNow?: boolean;
  /** What rules made of the question first, where they were given it before the model. */
  readonly offlineFirst?: OfflineFirst;
}
