// Texts to vectors: each distinct text once, cached ones not at all, the others in batches.
import type { EmbeddingModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider';
import pLimit from 'p-limit';
import { toModelError } from '../../agent/model-error.ts';
import { HopperError } from '../../errors.ts';
import { countTokens } from '../../linearization/token-counter.ts';
import type { VectorCache } from '../storage/vector-cache.ts';
import { type RetryOptions, withAttempts } from './with-retry.ts';

export interface EmbedOptions extends RetryOptions {
  /** @default none */
  readonly cache?: VectorCache;
  /** Put before a text where it is cached: tells apart what `providerOptions` make of the same text. @default none */
  readonly cachePrefix?: string;
  /** Passed to the provider, e.g. `{ google: { outputDimensionality: 3072, taskType: 'RETRIEVAL_DOCUMENT' } }`. */
  readonly providerOptions?: SharedV3ProviderOptions;
  /** Batches on their way at once. @default 4 */
  readonly parallel?: number;
  /** Milliseconds one batch may take, its retries included. @default 120000 */
  readonly callTimeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Told the tokens of each batch: the provider's count, else our own tokenizer's. */
  readonly onTokens?: (tokens: number) => void;
}

/**
 * One vector per text, in order, all of one length.
 *
 * @throws `model-failed` when a batch fails for good; what was embedded before stays cached
 */
export async function embedTexts(
  model: EmbeddingModelV3,
  texts: readonly string[],
  options: EmbedOptions = {},
): Promise<readonly Float32Array[]> {
  const { cache, cachePrefix = '' } = options;
  const found = new Map<string, Float32Array>();
  const missing: string[] = [];
  for (const text of new Set(texts)) {
    const cached = cache?.get(cachePrefix + text);
    if (cached === undefined) missing.push(text);
    else found.set(text, cached);
  }
  const size = Math.max(1, Math.min((await model.maxEmbeddingsPerCall) ?? mostPerCall, mostPerCall));
  const batches = Array.from({ length: Math.ceil(missing.length / size) }, (_, index) =>
    missing.slice(index * size, (index + 1) * size),
  );
  const limit = pLimit(options.parallel ?? 4);
  const failed = new AbortController();
  const signal = options.signal === undefined ? failed.signal : AbortSignal.any([options.signal, failed.signal]);
  await Promise.all(
    batches.map((batch) =>
      limit(async () => {
        const vectors = await embedBatch(model, batch, { ...options, signal });
        const entries = batch.map((text, index) => ({ text, vector: vectors[index] as Float32Array }));
        for (const { text, vector } of entries) found.set(text, vector);
        await cache?.put(entries.map(({ text, vector }) => ({ text: cachePrefix + text, vector })));
      }).catch((error) => {
        // The first failure is told; it also stops the other batches.
        failed.abort(error);
        throw error;
      }),
    ),
  );
  const all = texts.map((text) => found.get(text) as Float32Array);
  requireOneLength(all, model.modelId);
  return all;
}

async function embedBatch(
  model: EmbeddingModelV3,
  values: string[],
  options: EmbedOptions & { readonly signal: AbortSignal },
): Promise<readonly Float32Array[]> {
  const { providerOptions } = options;
  const timeout = AbortSignal.timeout(options.callTimeoutMs ?? defaultCallTimeoutMs);
  const abortSignal = AbortSignal.any([options.signal, timeout]);
  const call = () =>
    model.doEmbed({ values, abortSignal, ...(providerOptions === undefined ? {} : { providerOptions }) });
  const { embeddings, usage } = await withAttempts(call, model.modelId, abortSignal, options).catch((error) => {
    throw toModelError(error, model.modelId);
  });
  options.onTokens?.(usage?.tokens ?? values.reduce((sum, value) => sum + countTokens(value), 0));
  if (embeddings.length !== values.length) {
    throw new HopperError(
      'model-failed',
      `${model.modelId}: expected ${values.length} vectors, found ${embeddings.length}.`,
    );
  }
  if (embeddings.some((embedding) => embedding.length === 0 || !embedding.every(Number.isFinite))) {
    throw new HopperError('model-failed', `${model.modelId}: expected vectors of numbers, found one that is none.`);
  }
  return embeddings.map((embedding) => Float32Array.from(embedding));
}

function requireOneLength(vectors: readonly Float32Array[], model: string): void {
  const lengths = [...new Set(vectors.map(({ length }) => length))];
  if (lengths.length < 2) return;
  throw new HopperError(
    'model-failed',
    `${model}: expected vectors of one length, found ${lengths.slice(0, 3).join(' and ')}; the model has changed: use another folder for cached vectors.`,
  );
}

/** Gemini's limit, and a fair batch for the others. */
const mostPerCall = 100;
const defaultCallTimeoutMs = 120_000;
