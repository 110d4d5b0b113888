// Tokens spent on one question, counted over its model calls.
import type { LanguageModelV3Usage } from '@ai-sdk/provider';
import type { Usage } from './answer.ts';
import { cacheRatesOf, type ModelPrice } from './price.ts';

/** How a provider charges for its prompt cache, relative to a fresh input token. */
export interface CacheRates {
  readonly read: number;
  readonly write: number;
}

/** One call's tokens; `undefined` where the provider did not say. */
export interface CallTokens {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
  /** True when our own tokenizer had to stand in for the provider's count. */
  readonly estimated: boolean;
}

export interface UsageLedger {
  add(call: CallTokens): void;
  total(): Usage;
}

/** A fresh ledger. With a price it also counts US dollars and weighs the cache at that price's rates. */
export function createUsageLedger(price?: ModelPrice): UsageLedger {
  const rates = price === undefined ? defaultCacheRates : cacheRatesOf(price);
  const sum = { calls: 0, input: 0, weighted: 0, peak: 0, last: 0, output: 0, reasoning: 0, estimated: 0, costUsd: 0 };
  return {
    add(call) {
      const fresh = Math.max(0, call.input - call.cacheRead - call.cacheWrite);
      sum.calls += 1;
      sum.input += call.input;
      const weighted = fresh + call.cacheRead * rates.read + call.cacheWrite * rates.write;
      sum.weighted += weighted;
      if (price !== undefined) sum.costUsd += (weighted * price.input + call.output * price.output) / 1_000_000;
      sum.peak = Math.max(sum.peak, call.input);
      sum.last = call.input;
      sum.output += call.output;
      sum.reasoning += call.reasoning;
      if (call.estimated) sum.estimated += 1;
    },
    total() {
      return {
        calls: sum.calls,
        inputTokens: sum.input,
        cacheWeightedInputTokens: Math.round(sum.weighted),
        peakInputTokens: sum.peak,
        lastInputTokens: sum.last,
        outputTokens: sum.output,
        reasoningTokens: sum.reasoning,
        ...(price === undefined ? {} : { costUsd: Math.round(sum.costUsd * 1_000_000) / 1_000_000 }),
        ...(price?.basis === undefined ? {} : { costBasis: price.basis }),
        ...(sum.estimated > 0 ? { estimatedCalls: sum.estimated } : {}),
      };
    },
  };
}

/** Reads a provider's report; what it left out is estimated by `estimate` (tokens of prompt and reply). */
export function readCallTokens(
  usage: LanguageModelV3Usage | undefined,
  estimate: () => { readonly input: number; readonly output: number },
): CallTokens {
  const input = usage?.inputTokens;
  const output = usage?.outputTokens;
  const parts = (input?.noCache ?? 0) + (input?.cacheRead ?? 0) + (input?.cacheWrite ?? 0);
  const reported = input?.total ?? (parts > 0 ? parts : undefined);
  const missing = reported === undefined || output?.total === undefined;
  const guess = missing ? estimate() : { input: 0, output: 0 };
  return {
    input: reported ?? guess.input,
    cacheRead: input?.cacheRead ?? 0,
    cacheWrite: input?.cacheWrite ?? 0,
    output: output?.total ?? guess.output,
    reasoning: output?.reasoning ?? 0,
    estimated: missing,
  };
}

/** Anthropic's published rates, the dearest of the providers': a read costs a tenth, a write a quarter more. */
export const defaultCacheRates: CacheRates = { read: 0.1, write: 1.25 };
