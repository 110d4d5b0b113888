// A way to answer: what every arm of a comparison receives and gives back.
import type { LanguageModel } from 'ai';
import type { Answer } from '../agent/answer.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { EvalCase } from './eval-case.ts';

/** A model as the AI SDK's own interface; never a string id, which would go to a hosted gateway. */
export type StrategyModel = Exclude<LanguageModel, string>;

export interface StrategyInput {
  readonly evalCase: EvalCase;
  readonly graph: EpisodeGraph;
  /** Given to every strategy that needs one. */
  readonly model: StrategyModel | undefined;
  readonly signal?: AbortSignal;
}

/** What became of a question. All but `answered` count as wrong. */
export type StrategyOutcome = 'answered' | 'abstained' | 'context-too-long' | 'failed';

export interface StrategyResult {
  readonly outcome: StrategyOutcome;
  readonly answer: Answer;
  /** Tokens of the page put before the model, by the project's tokenizer. */
  readonly pageTokens: number;
  /** Keys named on the page with a name of their own, a fold or a header. */
  readonly pageKeys: readonly string[];
  /** Keys shown by tools on the way. */
  readonly traceKeys: readonly string[];
}

/** One arm. A port: implementations live in `strategies/`, callers may bring their own. */
export interface Strategy {
  /** As given to `--strategy`. */
  readonly name: string;
  /** One line for `--help` and the report. */
  readonly description: string;
  readonly needsModel: boolean;
  answer(input: StrategyInput): Promise<StrategyResult>;
}
