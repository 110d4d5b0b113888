// FHIR-Hopper's own arms: the paper's profile, the full one, the page alone, and the offline answerer.
import { type AskOptions, ask } from '../../agent/ask.ts';
import { makePage } from '../../agent/make-page.ts';
import type { PackingSolver } from '../../linearization/packing.ts';
import type { SaliencyScorer } from '../../saliency/saliency.ts';
import { readingConventions } from '../conventions.ts';
import type { Strategy, StrategyInput, StrategyPage } from '../strategy.ts';
import { askOverPage, questionText, requireModel, toStrategyAnswer, traceCollector } from './asked.ts';

/** What a sweep varies. */
export interface HopperOptions {
  /** @default 4000 */
  readonly budgetTokens?: number;
  /** @default 15 */
  readonly maxSteps?: number;
  /** @default lexical */
  readonly scorer?: SaliencyScorer;
  /** @default greedy */
  readonly solver?: PackingSolver;
  /** @default true */
  readonly fold?: boolean;
}

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
  return {
    name: 'page-only',
    description: "the page without tools: the paper's ablation, done as it says",
    needsModel: true,
    page: (input) => hopperPage(input, options),
    answer: (input, model) => askOverPage(input, hopperPage(input, options), model),
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
  return {
    name,
    description,
    needsModel: true,
    page: (input) => hopperPage(input, options),
    async answer({ graph, evalCase, signal }, model) {
      const trace = traceCollector();
      const answer = await ask(graph, questionText(evalCase), {
        ...options,
        model: requireModel(model),
        reading: readingConventions(evalCase.dataset),
        profile,
        onEvent: trace.onEvent,
        ...(signal === undefined ? {} : { signal }),
      });
      return toStrategyAnswer(answer, trace.keys);
    },
  };
}

function hopperPage({ graph, evalCase }: StrategyInput, options: HopperOptions): StrategyPage {
  const page = makePage(graph, evalCase.question, options);
  return { text: page.text, tokens: page.tokens, keys: [...page.shown, ...page.folded, ...page.named] };
}
