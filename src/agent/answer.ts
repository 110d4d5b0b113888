// What an agent gives back (model.md §7, `ask --json`).

export interface AnswerValue {
  readonly value: string | number | boolean;
  readonly unit?: string;
  readonly time?: string;
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
}

export type AnswerStatus = 'answered' | 'not-recorded' | 'not-understood' | 'failed';

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
  /** Why nothing was found, when nothing was. */
  readonly absence: string | null;
  readonly steps: number;
  readonly stopReason: 'answered' | 'step-limit' | 'token-limit' | 'cancelled' | 'failed';
  readonly usage: Usage;
}
