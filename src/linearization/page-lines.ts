// Every line a page of one graph may hold, with its tokens, which are counted once and remembered.
import type { Episode, EpisodeGraph } from '../graph/episode-graph.ts';
import { renderFold } from './fold.ts';
import type { LinearizationGap } from './linearization.ts';
import { fullLengths, memberCount, renderGap, renderHeader, renderMember } from './render.ts';
import type { FoldMembers } from './series-kinds.ts';
import { type CountTokens, lineCounter } from './token-counter.ts';

/** A line of the page without its line break, and its tokens with it. */
export interface PageLine {
  readonly text: string;
  readonly tokens: number;
}

/** Lines of one graph under one counter. */
export interface PageLines {
  /** Tokens of any line with its line break. */
  measure(text: string): PageLine;
  /** A member's line, remembered: one that is shown is written for several pages. */
  member(index: number): PageLine;
  /** c(v): tokens of a member's line. Remembered without the line itself: few of those weighed are shown. */
  cost(index: number): number;
  /** A member's line with nothing cut. */
  fullMember(index: number): PageLine;
  /** A series as one line, remembered. */
  fold(members: FoldMembers, episode: Episode): PageLine;
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
  const lines = createPageLines(graph, lineCounter(countTokens));
  byCounter.set(countTokens, lines);
  return lines;
}

function createPageLines(graph: EpisodeGraph, count: CountTokens): PageLines {
  const costs = new Int32Array(graph.nodes.length);
  const members = new Map<number, PageLine>();
  /** By first member, of which no other series has the same. */
  const folds = new Map<number, PageLine>();
  const headerCosts = new Map<number, number>();
  const measure = (text: string): PageLine => {
    const line = plainStart(text);
    return { text: line, tokens: count(line) };
  };
  const header = (episode: Episode, shown?: number): PageLine => measure(renderHeader(graph, episode, shown));
  return {
    measure,
    header,
    member(index) {
      const kept = members.get(index);
      if (kept) return kept;
      const line = measure(renderMember(graph, index));
      members.set(index, line);
      return line;
    },
    cost(index) {
      if (costs[index] === 0) costs[index] = count(plainStart(renderMember(graph, index)));
      return costs[index] as number;
    },
    fullMember: (index) => measure(renderMember(graph, index, fullLengths)),
    fold(members, episode) {
      const first = members[0] ?? -1;
      const kept = folds.get(first);
      if (kept) return kept;
      const line = measure(renderFold(graph, members, episode));
      folds.set(first, line);
      return line;
    },
    headerCost(episode) {
      const cost = headerCosts.get(episode.index) ?? header(episode, memberCount(episode)).tokens;
      headerCosts.set(episode.index, cost);
      return cost;
    },
    gap: (gap) => measure(renderGap(gap)),
    gapCost: measure(renderGap(longestGap(graph))).tokens,
  };
}

/** A line that begins neither with a blank nor with `/`, where counts would not add up. */
function plainStart(text: string): string {
  const first = text.charCodeAt(0);
  return first > 0x2f && first < 0x80 ? text : text.replace(/^[\s/]+/, '');
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
