// An embedding model made of hashes: texts that share words lie near each other. For tests; no weights, no network.
import type { EmbeddingModelV3 } from '@ai-sdk/provider';

export interface HashEmbedder extends EmbeddingModelV3 {
  /** Batches asked for so far. */
  readonly calls: readonly (readonly string[])[];
}

/** Words hashed into `dimensions` signed buckets; each vector has length 1. */
export function createHashEmbedder(
  options: { readonly dimensions?: number; readonly fail?: (call: number) => unknown } = {},
): HashEmbedder {
  const dimensions = options.dimensions ?? 64;
  const calls: (readonly string[])[] = [];
  return {
    specificationVersion: 'v3',
    provider: 'hash',
    modelId: `hash-${dimensions}`,
    maxEmbeddingsPerCall: 100,
    supportsParallelCalls: true,
    calls,
    async doEmbed({ values }) {
      calls.push(values);
      const failure = options.fail?.(calls.length);
      if (failure !== undefined) throw failure;
      return {
        embeddings: values.map((value) => embed(value, dimensions)),
        usage: { tokens: values.join(' ').split(' ').length },
        warnings: [],
      };
    },
  };
}

function embed(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const hash = fnv(word);
    vector[hash % dimensions] = (vector[hash % dimensions] as number) + (hash & 0x10000 ? 1 : -1);
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** FNV-1a, 32 bits. */
function fnv(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}
