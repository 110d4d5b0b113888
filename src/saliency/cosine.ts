// The embedding scorer: cosine of the question's vector and each node's, above the question's own background.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { SaliencyScorer } from './saliency.ts';

/**
 * Scores nodes by cosine similarity, in [0, 1] relative to the best node. Nodes no closer than the background (mean and
 * one standard deviation over the record) score 0. A question without a vector scores nothing.
 *
 * Source: paper §3, φ(v, q) = cos(E(v), E(q)); model.md §3 (contrast: raw cosines have a high floor).
 *
 * @param vectors one per node, in node order; `undefined` where a node has none. Any length, all alike.
 */
export function createCosineScorer(vectors: readonly (Float32Array | undefined)[]): SaliencyScorer {
  return (graph, { vector }) =>
    vector === undefined ? new Float64Array(graph.nodes.length) : score(graph, vectors, vector);
}

function score(
  graph: EpisodeGraph,
  vectors: readonly (Float32Array | undefined)[],
  question: Float32Array,
): Float64Array {
  const length = norm(question);
  const cosines = new Float64Array(graph.nodes.length);
  // Nodes of one text share one vector: its cosine is computed once.
  const known = new Map<Float32Array, number>();
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let index = 0; index < cosines.length; index++) {
    const vector = vectors[index];
    if (vector === undefined) continue;
    const cosine = known.get(vector) ?? dot(vector, question) / (norm(vector) * length || 1);
    known.set(vector, cosine);
    cosines[index] = cosine;
    sum += cosine;
    squares += cosine * cosine;
    count += 1;
  }
  if (count === 0) return cosines;
  const mean = sum / count;
  const background = mean + Math.sqrt(Math.max(0, squares / count - mean * mean));
  const above = cosines.map((cosine, index) => (vectors[index] === undefined ? 0 : Math.max(0, cosine - background)));
  const top = above.reduce((most, value) => Math.max(most, value), 0);
  return top === 0 ? above : above.map((value) => value / top);
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += (left[index] as number) * (right[index] as number);
  return sum;
}

function norm(vector: Float32Array): number {
  return Math.sqrt(dot(vector, vector));
}
