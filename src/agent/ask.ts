// One call from a graph and a question to an answer.
import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { Linearization } from '../linearization/linearization.ts';
import { linearize } from '../linearization/linearize.ts';
import type { PackingSolver } from '../linearization/packing.ts';
import { createLexicalScorer } from '../saliency/lexical.ts';
import type { SaliencyScorer } from '../saliency/saliency.ts';
import type { GraphTool } from '../tools/graph-tool.ts';
import { createGraphTools } from '../tools/graph-tools.ts';
import type { AgentEvent } from './agent-event.ts';
import type { Answer } from './answer.ts';
import { createOfflineModel } from './offline-model.ts';
import { type AgentOptions, finalAnswer, runAgent } from './run-agent.ts';

type LoopOptions = Omit<AgentOptions, 'graph' | 'model' | 'question' | 'page' | 'tools'>;

export interface AskOptions extends LoopOptions {
  /** @default the offline answerer: rules, no network */
  readonly model?: LanguageModelV3;
  /** β of the page, in tokens. @default 4000 */
  readonly budgetTokens?: number;
  /** Which tools the model gets: all, or the paper's four. @default 'full' */
  readonly profile?: 'paper' | 'full';
  /** @default all tools of the profile */
  readonly tools?: readonly GraphTool[];
  /** @default lexical BM25 */
  readonly scorer?: SaliencyScorer;
  /** Vector of the question, for embedding scorers. */
  readonly questionVector?: Float32Array;
  /** @default greedy density */
  readonly solver?: PackingSolver;
  /** Told each event as it happens. */
  readonly onEvent?: (event: AgentEvent) => void;
}

/**
 * Answers one question over one record: page, tools, model, checked answer.
 *
 * @throws `invalid-input` when the question is empty, `budget-too-small` when no page fits
 */
export async function ask(graph: EpisodeGraph, question: string, options: AskOptions = {}): Promise<Answer> {
  return finalAnswer(startAsk(graph, question, options), options.onEvent);
}

/** The same as a stream of events that returns the answer. */
export function startAsk(
  graph: EpisodeGraph,
  question: string,
  options: AskOptions = {},
): AsyncGenerator<AgentEvent, Answer> {
  const { model, budgetTokens, profile, tools, scorer, questionVector, solver, onEvent: _, ...loop } = options;
  return runAgent({
    ...loop,
    graph,
    question,
    model: model ?? createOfflineModel(graph),
    page: makePage(graph, question, options),
    tools: tools ?? createGraphTools(graph, { profile: profile ?? 'full' }),
    // Rules give the same answer when asked again.
    mend: loop.mend ?? model !== undefined,
  });
}

/** The page an agent starts from. */
export function makePage(
  graph: EpisodeGraph,
  question: string,
  options: Pick<AskOptions, 'budgetTokens' | 'scorer' | 'questionVector' | 'solver' | 'countTokens'> = {},
): Linearization {
  const scorer = options.scorer ?? createLexicalScorer();
  const { questionVector, solver, countTokens } = options;
  const saliency = scorer(graph, {
    text: question,
    ...(questionVector === undefined ? {} : { vector: questionVector }),
  });
  return linearize(graph, saliency, {
    budgetTokens: options.budgetTokens ?? defaultBudgetTokens,
    ...(solver === undefined ? {} : { solver }),
    ...(countTokens === undefined ? {} : { countTokens }),
  });
}

const defaultBudgetTokens = 4000;
