// What every tool of one graph works with.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { CountTokens } from '../linearization/token-counter.ts';
import type { ToolItem } from './graph-tool.ts';

/** What a page of results is cut by. */
export interface PageContext {
  readonly graph: EpisodeGraph;
  readonly countTokens: CountTokens;
  /** Most tokens of a result's text. */
  readonly maxResultTokens: number;
  /** Tokens that one entry takes where it is sent: its line, or its fields where those are sent instead. */
  entryTokens(line: string, item: ToolItem): number;
}

export interface ToolContext extends PageContext {
  /** φ of every node for a query, in node order. */
  scoreNodes(query: string, signal: AbortSignal | undefined): Promise<Float64Array>;
}
