// One call from a graph and a question to an answer.
import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { GraphTool } from '../tools/graph-tool.ts';
import { createGraphTools } from '../tools/graph-tools.ts';
import type { AgentEvent } from './agent-event.ts';
import type { Answer } from './answer.ts';
import { makePage, type PageOptions } from './make-page.ts';
import { createOfflineModel } from './offline-model.ts';
import { priceOf } from './price.ts';
import { type AgentOptions, finalAnswer, runAgent } from './run-agent.ts';

type LoopOptions = Omit<AgentOptions, 'graph' | 'model' | 'question' | 'page' | 'tools'>;

export interface AskOptions extends LoopOptions, Omit<PageOptions, 'countTokens'> {
  /** @default the offline answerer: rules, no network */
  readonly model?: LanguageModelV3;
  /** Which tools the model gets: all, or the paper's four. @default 'full' */
  readonly profile?: 'paper' | 'full';
  /** @default all tools of the profile */
  readonly tools?: readonly GraphTool[];
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
  const { model, budgetTokens, profile, tools, scorer, questionVector, solver, fold, onEvent: _, ...loop } = options;
  const isOffline = model === undefined;
  const resultTokens = loop.resultTokens ?? (isOffline ? offlineResultTokens : hostedResultTokens);
  const price = loop.price ?? (isOffline ? undefined : priceOf(model.modelId));
  return runAgent({
    ...loop,
    graph,
    question,
    model: model ?? createOfflineModel(graph),
    page: makePage(graph, question, options),
    tools: tools ?? createGraphTools(graph, { profile: profile ?? 'full', maxResultTokens: resultTokens }),
    // Room for the id before a result.
    resultTokens: resultTokens + idTokens,
    // Rules read all pages of a list, spend nothing, and give the same answer when asked again.
    ...(isOffline ? { mend: false, conversationTokens: Number.POSITIVE_INFINITY } : {}),
    ...(price === undefined ? {} : { price }),
  });
}

/** What a model that costs money reads at once; more comes in pages. */
const hostedResultTokens = 1500;
const offlineResultTokens = 8000;
const idTokens = 8;
