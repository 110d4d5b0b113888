// What every tool of one graph works with.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { CountTokens } from '../linearization/token-counter.ts';

export interface ToolContext {
  readonly graph: EpisodeGraph;
  readonly countTokens: CountTokens;
  /** Most tokens of a result's text. */
  readonly maxResultTokens: number;
  /** φ of every node for a query, in node order. */
  scoreNodes(query: string, signal: AbortSignal | undefined): Promise<Float64Array>;
}
