// FHIR-Hopper's own arms: the paper's profile, the full one, the page alone, and the offline answerer.
import { type AskOptions, ask } from '../../agent/ask.ts';
import { makePage, type PageOptions } from '../../agent/make-page.ts';
import type { EpisodeGraph } from '../../graph/episode-graph.ts';
import type { PackingSolver } from '../../linearization/packing.ts';
import type { SaliencyScorer } from '../../saliency/saliency.ts';
import { readingConventions } from '../conventions.ts';
import type { Strategy, StrategyInput, StrategyPage } from '../strategy.ts';
import { askOverPage, priceFor, questionText, requireModel, toStrategyAnswer, traceCollector } from './asked.ts';

/** What a sweep varies. */
export interface HopperOptions {
  /** @default 4000 */
  readonly budgetTokens?: number;
  /** @default 15 */
  readonly maxSteps?: number;
  /** @default lexical */
  readonly scorer?: SaliencyScorer;
  /** Ranks a record by an embedding model for a question. @default none is asked */
  readonly rank?: RankRecord;
  /** @default greedy */
  readonly solver?: PackingSolver;
  /** @default true */
  readonly fold?: boolean;
}

/** What an embedding model gives for one question. */
export type RankedQuestion = Pick<AskOptions, 'scorer' | 'questionVector' | 'search' | 'scorerName' | 'embedded'> & {
  /** The cosine alone, as in the paper. */
  readonly cosine?: SaliencyScorer;
};

export type RankRecord = (graph: EpisodeGraph, question: string, signal?: AbortSignal) => Promise<RankedQuestion>;

/** The paper's method: four tools, greedy page. */
export function hopper(options: HopperOptions = {}): Strategy {
  return agentStrategy('hopper', 'the paper: page under a budget, its four tools, at most 15 steps', 'paper', options);
}

/** All tools: exact aggregation and calculation beside the paper's four. */
export function hopperFull(options: HopperOptions = {}): Strategy {
  return agentStrategy(
    'hopper-full',
    'the same with exact aggregation, calculation and checked claims',
    'full',
    options,
  );
}

/** The true ablation: the page without tools. */
export function pageOnly(options: HopperOptions = {}): Strategy {
  const ranked = rankOnce(options.rank);
  const page = async (input: StrategyInput) => hopperPage(input, { ...options, ...(await ranked(input)) });
  return {
    name: 'page-only',
    description: "the page without tools: the paper's ablation, done as it says",
    needsModel: true,
    ranks: true,
    page,
    answer: async (input, model) => askOverPage(input, await page(input), model, await ranked(input)),
  };
}

/** The symbolic answerer: no model, no tokens. */
export function offline(): Strategy {
  return {
    name: 'offline',
    description: 'the symbolic answerer: rules and exact tools, no model',
    needsModel: false,
    async answer({ graph, evalCase, signal }) {
      const trace = traceCollector();
      const answer = await ask(graph, evalCase.question, {
        reading: readingConventions(evalCase.dataset),
        onEvent: trace.onEvent,
        ...(signal === undefined ? {} : { signal }),
      });
      return toStrategyAnswer(answer, trace.keys);
    },
  };
}

/** The cascade: rules where they are sure, the full method with their findings as a hint where not. */
export function offlineFirst(options: HopperOptions = {}): Strategy {
  const name = 'offline-first';
  const description = 'the symbolic answerer where it is sure, else hopper-full with its findings as a hint';
  return agentStrategy(name, description, 'full', { ...options, offlineFirst: true });
}

function agentStrategy(
  name: string,
  description: string,
  profile: 'paper' | 'full',
  options: HopperOptions & Pick<AskOptions, 'offlineFirst'>,
): Strategy {
  const { rank, ...settings } = options;
  const ranked = rankOnce(rank);
  return {
    name,
    description,
    needsModel: true,
    ranks: true,
    page: async (input) => hopperPage(input, { ...settings, ...(await ranked(input)) }),
    async answer(input, model) {
      const { graph, evalCase, signal } = input;
      const trace = traceCollector();
      const asked = requireModel(model);
      const { cosine: _, ...vectors } = await ranked(input);
      const answer = await ask(graph, questionText(evalCase), {
        ...settings,
        ...vectors,
        ...priceFor(input, asked),
        model: asked,
        reading: readingConventions(evalCase.dataset),
        profile,
        onEvent: trace.onEvent,
        ...(signal === undefined ? {} : { signal }),
      });
      return toStrategyAnswer(answer, trace.keys);
    },
  };
}

/** Ranks once for each case: its page and its answer stand on the same vectors and the same count of tokens. */
export function rankOnce(rank: RankRecord | undefined): (input: StrategyInput) => Promise<RankedQuestion> {
  const known = new WeakMap<StrategyInput, Promise<RankedQuestion>>();
  return async (input) => {
    if (rank === undefined) return {};
    const ranked = known.get(input) ?? rank(input.graph, input.evalCase.question, input.signal);
    known.set(input, ranked);
    return ranked;
  };
}

function hopperPage({ graph, evalCase }: StrategyInput, options: PageOptions): StrategyPage {
  const page = makePage(graph, evalCase.question, options);
  return { text: page.text, tokens: page.tokens, keys: [...page.shown, ...page.folded, ...page.named] };
}
