// The ways to fill a page that `npm run recall` compares, each as one function.

import { publishedPage } from '../../src/evaluation/strategies/published-packing.ts';
import type { EpisodeGraph } from '../../src/graph/episode-graph.ts';
import { solveExactly } from '../../src/linearization/exact.ts';
import { type LinearizeOptions, linearize } from '../../src/linearization/linearize.ts';
import { countTokens } from '../../src/linearization/token-counter.ts';

/** What an arm is given for one question. */
export interface ArmInput {
  readonly graph: EpisodeGraph;
  readonly saliency: Float64Array;
  /** Node indices of the gold resources. */
  readonly gold: readonly number[];
  readonly budget: number;
}

/** What a page gives: keys whose name can be read, and those of them that stand inside a fold only. */
export interface ArmPage {
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
  return { named: new Set([...shown, ...named, ...folded]), folded: new Set(folded), tokens };
}

function published({ graph, budget }: ArmInput, scores: Float64Array, measure: (text: string) => number): ArmPage {
  const page = publishedPage(graph, scores, budget, measure);
  return { named: page.named, folded: new Set(), tokens: countTokens(page.text) };
}

/** The longest beginning of an order of nodes whose page, headers and gaps included, fits the budget. */
function inOrder({ graph, budget }: ArmInput, order: readonly number[]): ArmPage {
  const pageOf = (length: number): ArmPage & { readonly fits: boolean } => {
    const saliency = new Float64Array(graph.nodes.length);
    for (const index of order.slice(0, length)) saliency[index] = 1;
    const page = linearize(graph, saliency, { budgetTokens: budget, fold: false });
    const hidden = new Set(page.hidden);
    const fits = order.slice(0, length).every((index) => !hidden.has(graph.nodes[index]?.key ?? ''));
    return { fits, tokens: page.tokens, named: new Set([...page.shown, ...page.named]), folded: new Set() };
  };
  let low = 0;
  let high = Math.min(order.length, budget);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (pageOf(middle).fits) low = middle;
    else high = middle - 1;
  }
  return pageOf(low);
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

function normalised(scores: Float64Array): Float64Array {
  const top = scores.reduce((most, score) => Math.max(most, score), 0);
  return top === 0 ? scores : scores.map((score) => score / top);
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}
