// Several scorers as one: a weighted sum of scores that each lie in [0, 1].
import type { SaliencyScorer } from './saliency.ts';

export interface WeightedScorer {
  readonly scorer: SaliencyScorer;
  /** Share of the whole; shares need not add up to 1. */
  readonly weight: number;
}

/** The weighted sum of scorers, each measured against its own best node, in [0, 1]. */
export function fuseScorers(parts: readonly WeightedScorer[]): SaliencyScorer {
  return (graph, question) => {
    const sum = new Float64Array(graph.nodes.length);
    for (const { scorer, weight } of parts) {
      const scores = scorer(graph, question);
      const top = scores.reduce((most, score) => Math.max(most, score), 0);
      if (top === 0) continue;
      for (const [index, score] of scores.entries()) sum[index] = (sum[index] as number) + (weight * score) / top;
    }
    const top = sum.reduce((most, score) => Math.max(most, score), 0);
    return top === 0 ? sum : sum.map((score) => score / top);
  };
}
