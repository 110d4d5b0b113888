// The tools of one graph, by profile.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { type CountTokens, countTokens } from '../linearization/token-counter.ts';
import { createLexicalScorer } from '../saliency/lexical.ts';
import type { SaliencyScorer } from '../saliency/saliency.ts';
import { createAggregate } from './aggregate.ts';
import { createCalculate } from './calculate.ts';
import { createFilterTime } from './filter-time.ts';
import { createFollowLinks } from './follow-links.ts';
import type { GraphTool } from './graph-tool.ts';
import { createInspectNode } from './inspect-node.ts';
import { createSearchGraph } from './search-graph.ts';
import type { ToolContext } from './tool-context.ts';

export interface GraphToolsOptions {
  /** `paper`: inspect_node, search_graph, follow_links, filter_time. `full`: those, aggregate and calculate. @default 'full' */
  readonly profile?: 'paper' | 'full';
  /** @default 8000 */
  readonly maxResultTokens?: number;
  /** @default o200k */
  readonly countTokens?: CountTokens;
  /** Tokens that one entry of a list takes where it is sent. @default those of its line */
  readonly entryTokens?: ToolContext['entryTokens'];
  /** What search_graph ranks by. @default the lexical scorer, for a search */
  readonly scorer?: SaliencyScorer;
  /** Vector of a query, for scorers that compare vectors; `undefined` where there is none, and words alone rank. */
  readonly embedQuery?: (query: string, signal: AbortSignal | undefined) => Promise<Float32Array | undefined>;
}

/** The deterministic, read-only tools of a graph: the same answer for the same arguments. */
export function createGraphTools(graph: EpisodeGraph, options: GraphToolsOptions = {}): readonly GraphTool[] {
  const scorer = options.scorer ?? createLexicalScorer({ namedOnly: true });
  const count = options.countTokens ?? countTokens;
  const context: ToolContext = {
    graph,
    countTokens: count,
    maxResultTokens: options.maxResultTokens ?? defaultMaxResultTokens,
    entryTokens: options.entryTokens ?? ((line) => count(`${line}\n`)),
    async scoreNodes(query, signal) {
      const vector = await options.embedQuery?.(query, signal);
      return scorer(graph, vector === undefined ? { text: query } : { text: query, vector });
    },
  };
  const paper = [createInspectNode, createSearchGraph, createFollowLinks, createFilterTime];
  const makers = options.profile === 'paper' ? paper : [...paper, createAggregate, createCalculate];
  return makers.map((make) => make(context));
}

const defaultMaxResultTokens = 8_000;
