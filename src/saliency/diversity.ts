// Diversity: the tenth line of one concept is worth less than the first of another.

import { sortedDown } from '../fhir/sorted-order.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';

/**
 * Scores with each node's own discounted by its rank within its concept: the nth by score counts 1/(1 + (n − 1)/10).
 * Fixed before packing, so that (1) stays additive. N log N.
 *
 * Measured (`npm run recall`): complete questions at 500 tokens 83.3 → 84.9 %, at 1,000 tokens 90.3 → 90.8 %, gold ids
 * at 4,000 tokens 94.3 → 95.4 %.
 */
export function discountRepeats(graph: EpisodeGraph, scores: Float64Array): Float64Array {
  const ranks = new Map<string, number>();
  const discounted = new Float64Array(scores.length);
  const scoring = new Int32Array(scores.length);
  const keys = new Float64Array(scores.length);
  let count = 0;
  for (let index = 0; index < scores.length; index++) {
    if (!((scores[index] as number) > 0)) continue;
    scoring[count] = index;
    keys[count++] = scores[index] as number;
  }
  for (const place of sortedDown(keys.subarray(0, count))) {
    const index = scoring[place] as number;
    const { concept } = graph.text(index);
    const rank = ranks.get(concept) ?? 0;
    ranks.set(concept, rank + 1);
    discounted[index] = (scores[index] as number) / (1 + rank * discountPerRank);
  }
  return discounted;
}

const discountPerRank = 0.1;
