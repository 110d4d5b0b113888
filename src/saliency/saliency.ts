// φ(v, q): how relevant each node is to a question. One interface, several scorers.
import type { EpisodeGraph } from '../graph/episode-graph.ts';

/**
 * Scores every node of a graph for one question.
 *
 * Source: paper §3, φ(v, q); model.md §3 (contrast: measured above the question's own background level, never negative).
 *
 * @returns one number ≥ 0 per node, in node order; 0 means "no reason to show it"
 */
export type SaliencyScorer = (graph: EpisodeGraph, question: SaliencyQuestion) => Float64Array;

/** A question as the scorers see it. */
export interface SaliencyQuestion {
  readonly text: string;
  /** Vector of the question for embedding scorers; lexical ones ignore it. */
  readonly vector?: Float32Array;
}
