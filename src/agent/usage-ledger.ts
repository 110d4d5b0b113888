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

/** What an embedding model was asked for one question, so far. */
export interface EmbeddingSpend {
  readonly tokens: number;
  /** `undefined`: no price is known. */
  readonly price?: ModelPrice | undefined;
}

/**
 * A fresh ledger. With a price it also counts US dollars and weighs the cache at that price's rates.
 *
 * @param embedded tokens of embeddings, which are counted beside the calls
 */
export function createUsageLedger(price?: ModelPrice, embedded?: () => EmbeddingSpend): UsageLedger {
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
        ...costOf(sum, price, embedded?.()),
        ...(sum.estimated > 0 ? { estimatedCalls: sum.estimated } : {}),
      };
    },
  };
}

/** Dollars of calls and embeddings together; none where calls that cost have no price. */
function costOf(
  calls: { readonly input: number; readonly output: number; readonly costUsd: number },
  price: ModelPrice | undefined,
  embedded: EmbeddingSpend | undefined,
): Pick<Usage, 'embeddingTokens' | 'costUsd' | 'costBasis'> {
  const { tokens = 0, price: embeddingPrice } = embedded ?? {};
  const told = embedded === undefined ? {} : { embeddingTokens: tokens };
  const isUnknown = price === undefined && (calls.input + calls.output > 0 || embeddingPrice === undefined);
  if (isUnknown) return told;
  const costUsd = calls.costUsd + (tokens * (embeddingPrice?.input ?? 0)) / 1_000_000;
  const left = tokens > 0 && embeddingPrice === undefined ? ['embeddings not counted: no price known'] : [];
  const bases = [price?.basis, tokens > 0 ? embeddingPrice?.basis : undefined].filter((basis) => basis !== undefined);
  const costBasis = [...new Set([...bases, ...left])].join('; ');
  return {
    ...told,
    costUsd: Math.round(costUsd * 1_000_000) / 1_000_000,
    ...(costBasis === '' ? {} : { costBasis }),
  };
}

/**
 * Reads a provider's report; what it left out is estimated by `estimate` (tokens of prompt and reply). A number that can be
 * no count says nothing: a server that counts backwards must not lift a limit.
 */
export function readCallTokens(
  usage: LanguageModelV3Usage | undefined,
  estimate: () => { readonly input: number; readonly output: number },
): CallTokens {
  const input = usage?.inputTokens;
  const output = usage?.outputTokens;
  const cacheRead = countOf(input?.cacheRead) ?? 0;
  const cacheWrite = countOf(input?.cacheWrite) ?? 0;
  const parts = (countOf(input?.noCache) ?? 0) + cacheRead + cacheWrite;
  const reported = countOf(input?.total) ?? (parts > 0 ? parts : undefined);
  const written = countOf(output?.total);
  const missing = reported === undefined || written === undefined;
  const guess = missing ? estimate() : { input: 0, output: 0 };
  return {
    input: reported ?? guess.input,
    cacheRead,
    cacheWrite,
    output: written ?? guess.output,
    reasoning: countOf(output?.reasoning) ?? 0,
    estimated: missing,
  };
}

function countOf(told: number | undefined): number | undefined {
  return told !== undefined && Number.isSafeInteger(told) && told >= 0 ? told : undefined;
}

/** Anthropic's published rates, the dearest of the providers': a read costs a tenth, a write a quarter more. */
export const defaultCacheRates: CacheRates = { read: 0.1, write: 1.25 };
