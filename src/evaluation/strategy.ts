// A way to answer: what every arm of a comparison receives and gives back.
import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { Answer } from '../agent/answer.ts';
import type { ModelPrice } from '../agent/price.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { EvalCase } from './eval-case.ts';

export interface StrategyInput {
  readonly evalCase: EvalCase;
  readonly graph: EpisodeGraph;
  /** What a model's tokens cost. @default the dated table */
  readonly priceOf?: (modelId: string) => ModelPrice | undefined;
  readonly signal?: AbortSignal;
}

/** A page that a strategy puts before a model. */
export interface StrategyPage {
  readonly text: string;
  /** By the project's tokenizer. */
  readonly tokens: number;
  /** `Type/id` of every resource whose name is readable on the page: a line, header, row, fold, or name in another's line. */
  readonly keys: readonly string[];
}

/** What became of a question. All but `answered` count as wrong. */
export type StrategyOutcome = 'answered' | 'abstained' | 'context-too-long' | 'failed';

export interface StrategyAnswer {
  readonly outcome: StrategyOutcome;
  readonly answer: Answer;
  /** Keys shown by tools on the way, without the page's. */
  readonly traceKeys: readonly string[];
}

/** One arm. A port: implementations live in `strategies/`, callers may bring their own. */
export interface Strategy {
  /** As given to `--strategy`. */
  readonly name: string;
  /** One line for `--help` and the report. */
  readonly description: string;
  readonly needsModel: boolean;
  /** Whether what it shows is ranked, so that an embedding model changes it. @default false */
  readonly ranks?: boolean;
  /** The page, for strategies that have one; costs no model call. */
  page?(input: StrategyInput): StrategyPage | Promise<StrategyPage>;
  /** @param model given when `needsModel` */
  answer(input: StrategyInput, model: LanguageModelV3 | undefined): Promise<StrategyAnswer>;
}
