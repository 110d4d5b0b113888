// Every line a page of one graph may hold, with its tokens: rendered and counted once, then remembered.
import type { Episode, EpisodeGraph } from '../graph/episode-graph.ts';
import type { LinearizationGap } from './linearization.ts';
import { fullLengths, memberCount, renderGap, renderHeader, renderMember } from './render.ts';
import { type CountTokens, createLineCounter } from './token-counter.ts';

/** A line of the page without its line break, and its tokens with it. */
export interface PageLine {
  readonly text: string;
  readonly tokens: number;
}

/** Lines of one graph under one counter. */
export interface PageLines {
  /** Tokens of any line with its line break. */
  measure(text: string): PageLine;
  member(index: number): PageLine;
  /** A member's line with nothing cut. */
  fullMember(index: number): PageLine;
  header(episode: Episode, shown?: number): PageLine;
  /** C_head: the header at its longest, all members shown. */
  headerCost(episode: Episode): number;
  gap(gap: LinearizationGap): PageLine;
  /** C_gap: the longest marker this record can need. */
  readonly gapCost: number;
}

/** The lines of a graph, kept as long as the graph and the counter are. */
export function pageLines(graph: EpisodeGraph, countTokens: CountTokens): PageLines {
  const byCounter = known.get(graph) ?? new Map<CountTokens, PageLines>();
  known.set(graph, byCounter);
  const kept = byCounter.get(countTokens);
  if (kept) return kept;
  const lines = createPageLines(graph, createLineCounter(countTokens));
  byCounter.set(countTokens, lines);
  return lines;
}

function createPageLines(graph: EpisodeGraph, count: CountTokens): PageLines {
  const members: (PageLine | undefined)[] = new Array(graph.nodes.length);
  const headerCosts = new Map<number, number>();
  const measure = (text: string): PageLine => {
    const line = text.replace(/^[\s/]+/, '');
    return { text: line, tokens: count(`${line}\n`) };
  };
  const header = (episode: Episode, shown?: number): PageLine => measure(renderHeader(graph, episode, shown));
  return {
    measure,
    header,
    member(index) {
      const line = members[index] ?? measure(renderMember(graph, index));
      members[index] = line;
      return line;
    },
    fullMember: (index) => measure(renderMember(graph, index, fullLengths)),
    headerCost(episode) {
      const cost = headerCosts.get(episode.index) ?? header(episode, memberCount(episode)).tokens;
      headerCosts.set(episode.index, cost);
      return cost;
    },
    gap: (gap) => measure(renderGap(gap)),
    gapCost: measure(renderGap(longestGap(graph))).tokens,
  };
}

function longestGap(graph: EpisodeGraph): LinearizationGap {
  return {
    episodes: Math.max(graph.episodes.length, 2),
    resources: Math.max(graph.nodes.length, 2),
    from: '0000-00-00',
    to: '0000-00-01',
  };
}

const known = new WeakMap<EpisodeGraph, Map<CountTokens, PageLines>>();
