// One call from a graph and a question to an answer.
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { HopperError } from '../errors.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { Linearization } from '../linearization/linearization.ts';
import { countTokens as countByTokenizer } from '../linearization/token-counter.ts';
import { readQuestion } from '../question/read-question.ts';
import type { GraphTool } from '../tools/graph-tool.ts';
import { createGraphTools, type GraphToolsOptions } from '../tools/graph-tools.ts';
import type { AgentEvent } from './agent-event.ts';
import type { Answer } from './answer.ts';
import { defaultThreshold, hintShare, runCascade } from './cascade.ts';
import { makeHint } from './cascade-hint.ts';
import { makePage, type PageOptions } from './make-page.ts';
import { createOfflineModel, type OfflineModelOptions } from './offline-model.ts';
import { priceOf } from './price.ts';
import { type AgentOptions, finalAnswer, firstPromptTokens, runAgent } from './run-agent.ts';
import { offlineProvider } from './tool-session.ts';

type LoopOptions = Omit<AgentOptions, 'graph' | 'model' | 'question' | 'page' | 'tools'>;

export interface AskOptions extends LoopOptions, Omit<PageOptions, 'countTokens'> {
  /** @default the offline answerer: rules, no network */
  readonly model?: LanguageModelV3;
  /**
   * Rules first: their answer is used from this confidence up (`true`: 0.9) and no model is called; below, the model is
   * asked, and what rules found is put into its first prompt as a hint, within the page's budget. Needs `model`.
   * @default false
   */
  readonly offlineFirst?: boolean | number;
  /** With `offlineFirst`: what ranks for the model, fetched only when it is asked, so that nothing leaves before. */
  readonly rankForModel?: () => Promise<ModelRanking>;
  /** How the rules read dates and times. */
  readonly reading?: OfflineModelOptions;
  /** Which tools the model gets: all, or the paper's four. @default 'full' */
  readonly profile?: 'paper' | 'full';
  /** @default all tools of the profile */
  readonly tools?: readonly GraphTool[];
  /** What search_graph ranks by, where the tools are made here. @default words alone */
  readonly search?: Pick<GraphToolsOptions, 'scorer' | 'embedQuery'>;
  /** Told each event as it happens. */
  readonly onEvent?: (event: AgentEvent) => void;
}

/** What the page and the searches of a model are ranked by. */
export type ModelRanking = Pick<AskOptions, 'scorer' | 'questionVector' | 'search' | 'scorerName' | 'embedded'>;

/**
 * Answers one question over one record: page, tools, model, checked answer.
 *
 * @throws `invalid-input` when the question is empty, `budget-too-small` when no page fits
 */
export async function ask(graph: EpisodeGraph, question: string, options: AskOptions = {}): Promise<Answer> {
  return finalAnswer(startAsk(graph, question, options), options.onEvent);
}

/**
 * The same as a stream of events that returns the answer.
 *
 * @throws `invalid-input` when rules come first and there is no model to come after them
 */
export function startAsk(
  graph: EpisodeGraph,
  question: string,
  options: AskOptions = {},
): AsyncGenerator<AgentEvent, Answer> {
  const { offlineFirst, rankForModel, ...plain } = options;
  if (offlineFirst === undefined || offlineFirst === false) {
    return startRun(graph, question, plain, makePage(graph, question, plain));
  }
  if (plain.model === undefined) {
    throw new HopperError('invalid-input', 'Expected a model for questions that rules leave open; found none.');
  }
  const threshold = offlineFirst === true ? defaultThreshold : offlineFirst;
  return startOfflineFirst(graph, question, plain, { threshold, rankForModel });
}

type RunOptions = Omit<AskOptions, 'offlineFirst' | 'rankForModel'>;

function startRun(
  graph: EpisodeGraph,
  question: string,
  options: RunOptions,
  page: Linearization,
): AsyncGenerator<AgentEvent, Answer> {
  const {
    model,
    budgetTokens,
    profile,
    tools,
    scorer,
    questionVector,
    solver,
    fold,
    reading,
    search,
    onEvent: _,
    ...loop
  } = options;
  const isOffline = model === undefined || model.provider === offlineProvider;
  const resultTokens = loop.resultTokens ?? (isOffline ? offlineResultTokens : hostedResultTokens);
  const price = loop.price ?? (isOffline ? undefined : priceOf(model.modelId));
  // Rules call no model and spend nothing: what bounds calls, tokens and money must not keep them from answering.
  const { maxSteps: _steps, maxTokens: _tokens, maxCostUsd: _cost, ...unlimited } = loop;
  return runAgent({
    ...(scorer === undefined ? { scorerName: 'lexical' } : {}),
    ...(isOffline ? unlimited : loop),
    graph,
    question,
    model: model ?? createOfflineModel(graph, reading),
    page,
    tools: tools ?? createGraphTools(graph, { profile: profile ?? 'full', maxResultTokens: resultTokens, ...search }),
    // Room for the id before a result.
    resultTokens: resultTokens + idTokens,
    // Rules read all pages of a list, spend nothing, and give the same answer when asked again.
    ...(isOffline ? { mend: false, conversationTokens: Number.POSITIVE_INFINITY } : {}),
    ...(price === undefined ? {} : { price }),
  });
}

interface OfflineFirstOptions {
  readonly threshold: number;
  readonly rankForModel: AskOptions['rankForModel'] | undefined;
}

/** Rules, then the model where they are not sure: the hint and the page share the budget. */
function startOfflineFirst(
  graph: EpisodeGraph,
  question: string,
  options: RunOptions,
  { threshold, rankForModel }: OfflineFirstOptions,
): AsyncGenerator<AgentEvent, Answer> {
  const { model: _model, price: _price, tools: _tools, profile: _profile, embedded: _embedded, ...rules } = options;
  const page = makePage(graph, question, options);
  const countTokens = options.countTokens ?? countByTokenizer;
  const toolsOf = (ranking: ModelRanking) =>
    options.tools ??
    createGraphTools(graph, {
      profile: options.profile ?? 'full',
      maxResultTokens: options.resultTokens ?? hostedResultTokens,
      ...ranking.search,
    });
  const tools = toolsOf(options);
  return runCascade({
    threshold,
    startRules: () => startRun(graph, question, rules, page),
    hintOf: (answer) =>
      makeHint(graph, readQuestion(graph, question, options.reading), answer, {
        countTokens,
        budgetTokens: Math.floor(page.budget * hintShare),
        toolNames: tools.map(({ name }) => name),
      }),
    async startModel(hint) {
      const ranked = rankForModel === undefined ? options : { ...options, ...(await rankForModel()) };
      const asked = { ...ranked, tools: rankForModel === undefined ? tools : toolsOf(ranked) };
      const rest = hint === undefined ? undefined : pageBeside(graph, question, asked, page.budget - hint.tokens);
      if (hint === undefined || rest === undefined) {
        const whole = rankForModel === undefined ? page : makePage(graph, question, asked);
        return { run: startRun(graph, question, asked, whole), hintTokens: 0 };
      }
      return { run: startRun(graph, question, { ...asked, hint: hint.text }, rest), hintTokens: hint.tokens };
    },
    saves: () => {
      // How another ranking would have filled the page is not known without it.
      const sent = rankForModel === undefined ? page : { ...page, text: '' };
      return { calls: 1, inputTokens: firstPromptTokens({ graph, question, page: sent, tools, countTokens }) };
    },
  });
}

/** The page in what a hint leaves of the budget; `undefined` when no page fits there. */
function pageBeside(
  graph: EpisodeGraph,
  question: string,
  options: RunOptions,
  budgetTokens: number,
): Linearization | undefined {
  try {
    return makePage(graph, question, { ...options, budgetTokens });
  } catch (error) {
    if (error instanceof HopperError && error.code === 'budget-too-small') return undefined;
    throw error;
  }
}

/** What a model that costs money reads at once; more comes in pages. */
const hostedResultTokens = 1500;
const offlineResultTokens = 8000;
const idTokens = 8;
