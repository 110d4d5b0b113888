// The one loop: model and tools in turns, then a typed answer that has been checked.
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { HopperError } from '../errors.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { Linearization } from '../linearization/linearization.ts';
import { type CountTokens, countTokens as countByTokenizer } from '../linearization/token-counter.ts';
import type { GraphTool } from '../tools/graph-tool.ts';
import type { AgentEvent } from './agent-event.ts';
import type { Answer } from './answer.ts';
import { createEventQueue } from './event-queue.ts';
import { failedAnswer, finishAnswer } from './finish-answer.ts';
import { isToolRefusal, toModelError } from './model-error.ts';
import { createModelLoop, defaultOutputTokens, type LoopReply, type ModelLoop, promptTokens } from './model-loop.ts';
import { type ParsedDraft, parseAnswer } from './parse-answer.ts';
import type { ModelPrice } from './price.ts';
import { emptyReplyRequest, mendRequest, pageMessage, requireQuestion, shapePrompt, systemPrompt } from './prompt.ts';
import { inSpan, type SpanFacts } from './spans.ts';
import { withTextTools } from './text-protocol.ts';
import { offlineProvider } from './tool-session.ts';
import type { EmbeddingSpend } from './usage-ledger.ts';

/** Everything one question needs. Nothing here reaches beyond it. */
export interface AgentOptions {
  readonly graph: EpisodeGraph;
  /** A provider object; never a model's name, which the SDK would send to a hosted gateway. */
  readonly model: LanguageModelV3;
  readonly question: string;
  readonly page: Linearization;
  readonly tools: readonly GraphTool[];
  /** What was found before, put beside the page; what it names counts as shown. */
  readonly hint?: string;
  /** Most model calls, repair and mending included. @default 15 */
  readonly maxSteps?: number;
  /** Most tokens of one reply. @default 4096 */
  readonly maxOutputTokens?: number;
  /** Most tokens of one prompt; older tool results are shortened first, then the answer is asked for. @default 60000 */
  readonly conversationTokens?: number;
  /** Most tokens of one tool result. @default 1500 */
  readonly resultTokens?: number;
  /** Milliseconds a model may be silent; a reply that keeps coming may take five times as long. @default 120000 */
  readonly callTimeoutMs?: number;
  /** Most tokens of all calls together, input and output, with room kept for the answer. @default no limit */
  readonly maxTokens?: number;
  /** Most US dollars for the question, with room kept for the answer; needs `price`. @default no limit */
  readonly maxCostUsd?: number;
  readonly price?: ModelPrice;
  /** How many tools a reply may call; `single` for models that lose their way among several. @default 'parallel' */
  readonly toolCalls?: 'parallel' | 'single';
  /** Send claims that failed their check back to the model, once. @default true */
  readonly mend?: boolean;
  /** OpenTelemetry spans of model and tool calls: counts alone, to whatever tracer the process has set up. @default false */
  readonly telemetry?: boolean;
  readonly countTokens?: CountTokens;
  /** What ranked the page, told with the answer. */
  readonly scorerName?: string;
  /** What an embedding model was asked for this question, counted with the rest. */
  readonly embedded?: () => EmbeddingSpend;
  readonly signal?: AbortSignal;
}

/**
 * Answers one question, telling what happens as it happens.
 *
 * Source: paper §3 (agentic exploration); model.md §6.
 *
 * @returns the answer; a failing model or a cancelled run gives an answer of status `failed` with what was spent
 * @throws `invalid-input` when the question is empty
 */
export async function* runAgent(options: AgentOptions): AsyncGenerator<AgentEvent, Answer> {
  const question = requireQuestion(options.question);
  const queue = createEventQueue<AgentEvent>();
  const stopped = new AbortController();
  const signal = options.signal === undefined ? stopped.signal : AbortSignal.any([options.signal, stopped.signal]);
  const countTokens = options.countTokens ?? countByTokenizer;
  const loopWith = (model: LanguageModelV3) =>
    createModelLoop({ ...options, model, countTokens, signal, emit: queue.push });
  queue.push({
    type: 'run-start',
    question,
    model: options.model.modelId,
    pageTokens: options.page.tokens,
    now: options.graph.now.text,
    deltaMs: options.graph.deltaMs,
    ...(options.graph.asKnownAt === undefined ? {} : { asKnownAt: options.graph.asKnownAt }),
    ...(options.scorerName === undefined ? {} : { scorer: options.scorerName }),
    budgetTokens: options.page.budget,
    tools: options.tools.map(({ name }) => name),
    ...(options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps }),
    ...(options.hint === undefined ? {} : { hint: options.hint }),
  });
  const isTraced = options.telemetry === true;
  const work = inSpan(isTraced, 'ask', { 'gen_ai.request.model': options.model.modelId }, async (tell) => {
    const plainLoop = () => loopWith(withTextTools(options.model));
    const answer = await conduct(options, question, loopWith(options.model), plainLoop);
    tell(answerFacts(answer));
    return answer;
  })
    .then((answer) => {
      for (const claim of answer.claims ?? []) queue.push({ type: 'claim', claim });
      queue.push({ type: 'run-end', answer });
      return answer;
    })
    .finally(queue.close);
  work.catch(() => undefined);
  try {
    for await (const event of queue) yield event;
    return await work;
  } finally {
    stopped.abort();
  }
}

/** What a span tells of an answer. */
function answerFacts({ status, stopReason, steps, citations, unsupported, usage }: Answer): SpanFacts {
  return {
    'fhir_hopper.status': status,
    'fhir_hopper.stop_reason': stopReason,
    'fhir_hopper.steps': steps,
    'fhir_hopper.citations': citations.length,
    'fhir_hopper.unsupported': unsupported.length,
    'gen_ai.usage.input_tokens': usage.inputTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
  };
}

/** Tokens of the first prompt of a run: system prompt, tool definitions, page and question, by the given counter. */
export function firstPromptTokens(
  run: Pick<AgentOptions, 'graph' | 'question' | 'page' | 'tools' | 'hint'> & { readonly countTokens: CountTokens },
): number {
  const system = systemPrompt(run.tools.map((tool) => tool.name));
  return promptTokens(system, run) + run.countTokens(openingOf(run));
}

function openingOf({
  graph,
  question,
  page,
  hint,
}: Pick<AgentOptions, 'graph' | 'question' | 'page' | 'hint'>): string {
  return pageMessage({ page, question, hint, now: graph.now.text, missing: graph.record.completeness.reasons });
}

/** Runs an agent to its end, for callers who want the answer alone. */
export async function finalAnswer(
  run: AsyncGenerator<AgentEvent, Answer>,
  onEvent: (event: AgentEvent) => void = () => undefined,
): Promise<Answer> {
  for (;;) {
    const next = await run.next();
    if (next.done === true) return next.value;
    onEvent(next.value);
  }
}

/** @param plainLoop a loop for models without tool calling, used when the provider refuses the first request for that */
async function conduct(
  options: AgentOptions,
  question: string,
  loop: ModelLoop,
  plainLoop?: () => ModelLoop,
): Promise<Answer> {
  const { graph, page, hint } = options;
  const finish = (parsed: ParsedDraft) => finishAnswer({ graph, page, hint, question, parsed, loop });
  try {
    const opening = openingOf({ ...options, question });
    let reply = await loop.converse([{ role: 'user', content: opening }]);
    if (saysNothing(reply) && loop.canContinue()) {
      reply = await loop.converse([...reply.messages, { role: 'user', content: emptyReplyRequest }]);
    }
    if (saysNothing(reply)) return failedAnswer(graph, loop, silence(options.model.modelId, reply.finish, loop));
    requireAnswerLength(reply.text, options);
    const answer = finish(await shaped(parseAnswer(reply.text), question, loop));
    if (options.mend === false || answer.unsupported.length === 0 || !loop.canContinue()) return answer;
    const mended = await loop.converse([...reply.messages, { role: 'user', content: mendRequest(answer.unsupported) }]);
    const second = saysNothing(mended) ? answer : finish(parseAnswer(mended.text));
    return second.unsupported.length <= answer.unsupported.length ? second : { ...answer, ...loop.spent() };
  } catch (error) {
    const isFirst = loop.spent().usage.calls === 0;
    if (plainLoop !== undefined && isFirst && isToolRefusal(error)) return conduct(options, question, plainLoop());
    return failedAnswer(graph, loop, toModelError(error, options.model.modelId));
  }
}

/**
 * A server that does not keep to the tokens it was asked for may write without end; to send that back for shaping or
 * mending would cost far more than an answer does. Rules may list as much as there is.
 */
function requireAnswerLength(text: string, { model, maxOutputTokens = defaultOutputTokens }: AgentOptions): void {
  if (model.provider === offlineProvider || text.length <= maxOutputTokens * mostCharactersPerToken) return;
  throw new HopperError(
    'model-failed',
    `${model.modelId} wrote ${text.length} characters where an answer of at most ${maxOutputTokens} tokens was asked for; try another model.`,
  );
}

const mostCharactersPerToken = 20;

/** Whether a reply has no words: none at all, or an object without any. */
function saysNothing({ text }: LoopReply): boolean {
  return parseAnswer(text).draft.text === '';
}

/** A plain text brought into the schema by one more call, where one is left; else as it is. */
async function shaped(parsed: ParsedDraft, question: string, loop: ModelLoop): Promise<ParsedDraft> {
  if (parsed.form !== 'plain' || !loop.canContinue()) return parsed;
  const reply = await loop.shape(shapePrompt(question, parsed.draft.text));
  const again = reply === undefined ? parsed : parseAnswer(reply);
  return again.form === 'plain' || again.draft.text === '' ? parsed : again;
}

/** The failure of a model that ended without a word. */
function silence(model: string, finish: string, loop: ModelLoop): HopperError {
  const { steps } = loop.spent();
  const what =
    finish === 'content-filter'
      ? 'declined to answer (its content filter)'
      : finish === 'length'
        ? 'used up its output tokens before it wrote an answer; try a higher limit'
        : finish === 'tool-calls'
          ? 'asked for another tool when an answer was due'
          : 'returned nothing';
  return new HopperError('model-failed', `${model} ${what} (call ${steps}); try another model.`);
}
