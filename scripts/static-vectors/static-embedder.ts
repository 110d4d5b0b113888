// Static word vectors as an embedding model: a text is the sum of its words, without what all texts share.
import type { EmbeddingModelV3 } from '@ai-sdk/provider';
import type { StaticVectors } from './static-vectors-file.ts';

/**
 * An embedding model of word vectors. Words that are not in the file count nothing.
 *
 * Source: SIF (Arora, Liang & Ma 2017): weighted sum of word vectors less their first principal component, which is
 * taken over `background`.
 *
 * @param background texts the component is measured on, e.g. those of one record
 */
export function createStaticEmbedder(vectors: StaticVectors, background: readonly string[]): EmbeddingModelV3 {
  const places = placesOf(vectors);
  const sums = [...new Set(background)].map((text) => sumOf(vectors, places, text));
  const component = firstComponent(sums, vectors.dimensions);
  return {
    specificationVersion: 'v3',
    provider: 'static',
    modelId: `static-${vectors.dimensions}`,
    maxEmbeddingsPerCall: 100,
    supportsParallelCalls: true,
    async doEmbed({ values }) {
      const embeddings = values.map((value) => [...without(sumOf(vectors, places, value), component)]);
      return { embeddings, warnings: [] };
    },
  };
}

function placesOf(vectors: StaticVectors): ReadonlyMap<string, number> {
  const known = placesByFile.get(vectors) ?? new Map(vectors.words.map((word, place) => [word, place]));
  placesByFile.set(vectors, known);
  return known;
}

function sumOf(vectors: StaticVectors, places: ReadonlyMap<string, number>, text: string): Float64Array {
  const { dimensions, scales, steps } = vectors;
  const sum = new Float64Array(dimensions);
  for (const word of text.toLowerCase().match(/\p{L}{2,}/gu) ?? []) {
    const place = places.get(word);
    if (place === undefined) continue;
    for (let index = 0; index < dimensions; index++) {
      sum[index] = (sum[index] as number) + (scales[place] as number) * (steps[place * dimensions + index] as number);
    }
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((part) => part / length);
}

/** The direction that most of the vectors have in common, by power iteration; length 1. */
function firstComponent(vectors: readonly Float64Array[], dimensions: number): Float64Array {
  let direction = new Float64Array(dimensions).fill(1 / Math.sqrt(dimensions));
  for (let round = 0; round < rounds; round++) {
    const next = new Float64Array(dimensions);
    for (const vector of vectors) {
      const along = dot(vector, direction);
      for (let index = 0; index < dimensions; index++) {
        next[index] = (next[index] as number) + along * (vector[index] as number);
      }
    }
    const length = Math.hypot(...next);
    if (length === 0) return next;
    direction = next.map((part) => part / length);
  }
  return direction;
}

function without(vector: Float64Array, component: Float64Array): Float64Array {
  const along = dot(vector, component);
  return vector.map((part, index) => part - along * (component[index] as number));
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += (left[index] as number) * (right[index] as number);
  return sum;
}

const placesByFile = new WeakMap<StaticVectors, ReadonlyMap<string, number>>();
const rounds = 20;
