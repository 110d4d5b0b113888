// The answer of an arm that asked no model.
import type { Answer } from '../../agent/answer.ts';

/** An answer that no model gave. */
export function unanswered(now: string, text: string): Answer {
  return {
    status: 'not-understood',
    text,
    values: [],
    citations: [],
    unsupported: [],
    now,
    complete: false,
    absence: null,
    steps: 0,
    stopReason: 'answered',
    usage: noUsage,
  };
}

const noUsage = {
  calls: 0,
  inputTokens: 0,
  cacheWeightedInputTokens: 0,
  peakInputTokens: 0,
  lastInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};
