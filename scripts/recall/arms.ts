// The ways to fill a page that `npm run recall` compares, each as one function.

import { publishedPage } from '../../src/evaluation/strategies/published-packing.ts';
import type { EpisodeGraph } from '../../src/graph/episode-graph.ts';
import { solveExactly } from '../../src/linearization/exact.ts';
import { type LinearizeOptions, linearize } from '../../src/linearization/linearize.ts';
import { pageLines } from '../../src/linearization/page-lines.ts';
import { countTokens } from '../../src/linearization/token-counter.ts';

/** What an arm is given for one question. */
export interface ArmInput {
  readonly graph: EpisodeGraph;
  readonly saliency: Float64Array;
  /** Node indices of the gold resources. */
  readonly gold: readonly number[];
  readonly budget: number;
}

/** What a page gives: keys on it, those whose name can be read, and those that stand inside a fold only. */
export interface ArmPage {
  readonly shown: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
  readonly folded: ReadonlySet<string>;
  readonly tokens: number;
}

export interface Arm {
  readonly name: string;
  /** Budgets it is run at; those of the command line where absent. */
  readonly budgets?: readonly number[];
  page(input: ArmInput): ArmPage;
}

export const arms: readonly Arm[] = [
  {
    name: 'published, words',
    budgets: [4000],
    page: (input) => published(input, normalised(input.saliency), countWords),
  },
  { name: 'published, perfect, words', budgets: [4000], page: (input) => published(input, perfect(input), countWords) },
  { name: 'published, tokens', page: (input) => published(input, normalised(input.saliency), countTokens) },
  { name: 'published, perfect, tokens', page: (input) => published(input, perfect(input), countTokens) },
  { name: 'newest first', page: (input) => inOrder(input, newestFirst(input.graph)) },
  { name: 'saliency order', page: (input) => inOrder(input, salientFirst(input)) },
  { name: 'greedy', page: (input) => ours(input, input.saliency, { fold: false }) },
  { name: 'greedy, folds', page: (input) => ours(input, input.saliency, {}) },
  { name: 'exact', page: (input) => ours(input, input.saliency, { fold: false, solver: solveExactly }) },
  { name: 'exact, folds', page: (input) => ours(input, input.saliency, { solver: solveExactly }) },
  { name: 'perfect ranking', page: (input) => ours(input, perfect(input), { solver: solveExactly }) },
];

function ours({ graph, budget }: ArmInput, saliency: Float64Array, options: Partial<LinearizeOptions>): ArmPage {
  const { shown, named, folded, tokens } = linearize(graph, saliency, { ...options, budgetTokens: budget });
  const keys = new Set([...shown, ...named, ...folded]);
  return { shown: keys, named: keys, folded: new Set(folded), tokens };
}

function published({ graph, budget }: ArmInput, scores: Float64Array, measure: (text: string) => number): ArmPage {
  const page = publishedPage(graph, scores, budget, measure);
  return { shown: page.shown, named: page.named, folded: new Set(), tokens: countTokens(page.text) };
}

/** The longest beginning of an order of nodes that fits: chosen without regard to headers and gaps, paid with them. */
function inOrder({ graph, budget }: ArmInput, order: readonly number[]): ArmPage {
  const saliency = new Float64Array(graph.nodes.length);
  const room =
    budget - linearize(graph, saliency, { budgetTokens: budget, fold: false }).parts.header - recordLineTokens;
  for (const index of order.slice(0, longestThatFits(graph, order, room))) saliency[index] = 1;
  const page = linearize(graph, saliency, { budgetTokens: budget, fold: false });
  const keys = new Set([...page.shown, ...page.named]);
  return { tokens: page.tokens, shown: keys, named: keys, folded: new Set() };
}

/** How many nodes of an order stand on a page of so many tokens with their headers and the gaps between. */
function longestThatFits(graph: EpisodeGraph, order: readonly number[], room: number): number {
  const lines = pageLines(graph, countTokens);
  const shown = new Set<number>();
  let cost = lines.gapCost;
  for (const [place, index] of order.entries()) {
    const episode = graph.episodes[graph.nodes[index]?.placement?.episode ?? -1];
    if (!episode) continue;
    if (index !== episode.encounter) cost += lines.member(index).tokens;
    if (!shown.has(episode.index)) {
      const isGap = (neighbour: number): number => (neighbour in graph.episodes && !shown.has(neighbour) ? 1 : 0);
      const gaps = isGap(episode.index - 1) + isGap(episode.index + 1) - 1;
      cost += lines.headerCost(episode) + gaps * lines.gapCost;
      shown.add(episode.index);
    }
    if (cost > room) return place;
  }
  return order.length;
}

function newestFirst(graph: EpisodeGraph): number[] {
  return graph.nodes
    .filter(({ time }) => time !== undefined)
    .sort((a, b) => (b.time?.startMs ?? 0) - (a.time?.startMs ?? 0))
    .map(({ index }) => index);
}

function salientFirst({ graph, saliency }: ArmInput): number[] {
  const order = graph.nodes.map(({ index }) => index).filter((index) => (saliency[index] ?? 0) > 0);
  return order.sort((a, b) => (saliency[b] ?? 0) - (saliency[a] ?? 0) || a - b);
}

function perfect({ graph, gold }: ArmInput): Float64Array {
  const scores = new Float64Array(graph.nodes.length);
  for (const index of gold) scores[index] = 1;
  return scores;
}

/** Scores as their cosines lie: whatever is salient at all is above their threshold of 0.5. */
function normalised(scores: Float64Array): Float64Array {
  const top = scores.reduce((most, score) => Math.max(most, score), 0);
  return scores.map((score) => (score > 0 ? 0.5 + 0.5 * (score / top) : 0));
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

/** Tokens of the line that says how large the record is. */
const recordLineTokens = 25;
