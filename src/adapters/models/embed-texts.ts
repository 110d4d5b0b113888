// Texts to vectors: each distinct text once, cached ones not at all, the others in batches.

import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddingModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider';
import pLimit from 'p-limit';
import { isRetryable, toModelError } from '../../agent/model-error.ts';
import { HopperError } from '../../errors.ts';
import type { VectorCache } from '../storage/vector-cache.ts';

export interface EmbedOptions {
  /** @default none */
  readonly cache?: VectorCache;
  /** Passed to the provider, e.g. `{ google: { outputDimensionality: 3072, taskType: 'RETRIEVAL_DOCUMENT' } }`. */
  readonly providerOptions?: SharedV3ProviderOptions;
  /** Batches on their way at once. @default 4 */
  readonly parallel?: number;
  /** Tries of one batch. @default 4 */
  readonly attempts?: number;
  /** Milliseconds before the second try; doubled for each further one. @default 1000 */
  readonly firstDelayMs?: number;
  readonly signal?: AbortSignal;
  /** Told the tokens of each batch, where the provider says. */
  readonly onTokens?: (tokens: number) => void;
}

/**
 * One vector per text, in order.
 *
 * @throws `model-failed` when a batch fails for good; what was embedded before stays cached
 */
export async function embedTexts(
  model: EmbeddingModelV3,
  texts: readonly string[],
  options: EmbedOptions = {},
): Promise<readonly Float32Array[]> {
  const found = new Map<string, Float32Array>();
  const missing: string[] = [];
  for (const text of new Set(texts)) {
    const cached = options.cache?.get(text);
    if (cached === undefined) missing.push(text);
    else found.set(text, cached);
  }
  const size = Math.max(1, Math.min((await model.maxEmbeddingsPerCall) ?? mostPerCall, mostPerCall));
  const batches = Array.from({ length: Math.ceil(missing.length / size) }, (_, index) =>
    missing.slice(index * size, (index + 1) * size),
  );
  const limit = pLimit(options.parallel ?? 4);
  await Promise.all(
    batches.map((batch) =>
      limit(async () => {
        const vectors = await embedBatch(model, batch, options);
        const entries = batch.map((text, index) => ({ text, vector: vectors[index] as Float32Array }));
        for (const { text, vector } of entries) found.set(text, vector);
        await options.cache?.put(entries);
      }),
    ),
  );
  return texts.map((text) => found.get(text) as Float32Array);
}

async function embedBatch(
  model: EmbeddingModelV3,
  values: string[],
  options: EmbedOptions,
): Promise<readonly Float32Array[]> {
  const { providerOptions, signal } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      signal?.throwIfAborted();
      const result = await model.doEmbed({
        values,
        ...(providerOptions === undefined ? {} : { providerOptions }),
        ...(signal === undefined ? {} : { abortSignal: signal }),
      });
      if (result.usage?.tokens !== undefined) options.onTokens?.(result.usage.tokens);
      if (result.embeddings.length !== values.length) {
        throw new HopperError(
          'model-failed',
          `${model.modelId}: expected ${values.length} vectors, found ${result.embeddings.length}.`,
        );
      }
      return result.embeddings.map((embedding) => Float32Array.from(embedding));
    } catch (error) {
      if (attempt >= (options.attempts ?? 4) || !isRetryable(error)) throw toModelError(error, model.modelId);
      await delay(
        (options.firstDelayMs ?? 1000) * 2 ** (attempt - 1),
        undefined,
        signal === undefined ? {} : { signal },
      );
    }
  }
}

/** Gemini's limit, and a fair batch for the others. */
const mostPerCall = 100;
