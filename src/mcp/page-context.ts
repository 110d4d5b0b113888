// How results are measured before they are sent, so that none is longer than a client takes without cutting it.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { countTokens } from '../linearization/token-counter.ts';
import type { PageContext } from '../tools/tool-context.ts';
import { type ResultMode, sentItem } from './mcp-result.ts';

/** @param maxResultTokens of the result as the client's model sees it: `content` or `structuredContent`, notes and paging too */
export function pageContextOf(graph: EpisodeGraph, results: ResultMode, maxResultTokens: number): PageContext {
  return {
    graph,
    countTokens,
    maxResultTokens: maxResultTokens - FRAME_TOKENS,
    entryTokens: (line, item) =>
      results === 'text' ? countTokens(`${line}\n`) : countTokens(`${JSON.stringify(sentItem(item))},`),
  };
}

/** Notes, paging, and what JSON adds around a text. */
const FRAME_TOKENS = 400;
