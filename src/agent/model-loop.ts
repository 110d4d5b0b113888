// The AI SDK's loop with our limits: steps, tokens, money, time; every call counted, the last one without tools.
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { generateText, type ModelMessage, NoObjectGeneratedError, Output, ToolChoiceViolationError } from 'ai';
import type { CountTokens } from '../linearization/token-counter.ts';
import type { AgentEvent } from './agent-event.ts';
import type { Answer } from './answer.ts';
import { type Conversation, cacheMark, createConversation } from './conversation.ts';
import { observeModel } from './observed-model.ts';
import { shapedSchema } from './parse-answer.ts';
import { finalRequest, systemPrompt } from './prompt.ts';
import type { AgentOptions } from './run-agent.ts';
import { isSpent, type LimitReached, limitBefore, roomLeft, type SpendLimits } from './spend-limits.ts';
import { createToolSession, type ToolSession, wireSchema } from './tool-session.ts';
import { createUsageLedger, type UsageLedger } from './usage-ledger.ts';

export interface LoopReply {
  /** The model's last words; empty when it had none. */
  readonly text: string;
  /** The provider's reason for ending, unified. */
  readonly finish: string;
  /** The conversation so far, to go on from. */
  readonly messages: readonly ModelMessage[];
}

/** One question's dealings with its model. */
export interface ModelLoop {
  readonly session: ToolSession;
  /** Model and tools in turns until the model answers or a limit asks it to. */
  converse(messages: readonly ModelMessage[]): Promise<LoopReply>;
  /** One call that brings a text into the answer's schema; `undefined` when the model can't. */
  shape(prompt: string): Promise<string | undefined>;
  /** Whether another call is allowed: within steps, money, and not after a forced answer. */
  canContinue(): boolean;
  spent(): Pick<Answer, 'steps' | 'usage' | 'scorer'>;
  /** Which limit forced the answer, if one did. */
  limit(): LimitReached | undefined;
}

export interface ModelLoopOptions extends AgentOptions {
  readonly countTokens: CountTokens;
  readonly signal: AbortSignal;
  readonly emit: (event: AgentEvent) => void;
}

interface LoopState {
  readonly options: ModelLoopOptions;
  readonly ledger: UsageLedger;
  readonly session: ToolSession;
  readonly conversation: Conversation;
  readonly system: string;
  readonly model: LanguageModelV3;
  readonly limits: SpendLimits;
  calls: number;
  limit: ReturnType<ModelLoop['limit']>;
}

/** One per question. */
export function createModelLoop(options: ModelLoopOptions): ModelLoop {
  const ledger = createUsageLedger(options.price, options.embedded);
  const session = createToolSession({
    tools: options.tools,
    emit: options.emit,
    step: () => state.calls,
    countTokens: options.countTokens,
    resultTokens: options.resultTokens ?? defaultResultTokens,
    signal: options.signal,
    telemetry: options.telemetry === true,
  });
  const system = systemPrompt(
    options.tools.map((tool) => tool.name),
    options.toolCalls,
  );
  const conversation = createConversation({
    budgetTokens: options.conversationTokens ?? defaultConversationTokens,
    fixedTokens: promptTokens(system, options),
    countTokens: options.countTokens,
    onCompacted: (callIds) => {
      for (const callId of callIds) session.forget(callId);
      options.emit({
        type: 'notice',
        step: state.calls,
        code: 'compacted',
        text: `${callIds.length} older tool results shortened`,
      });
    },
  });
  const state: LoopState = {
    options,
    ledger,
    session,
    conversation,
    system,
    model: observeModel({ ...options, callTimeoutMs: callTimeoutOf(options) }, ledger, () => state.calls),
    limits: { ...options, maxSteps: Math.max(1, options.maxSteps ?? defaultMaxSteps) },
    calls: 0,
    limit: undefined,
  };
  return {
    session,
    converse: (messages) => converse(state, messages),
    shape: (prompt) => shape(state, prompt),
    canContinue: () =>
      state.limit === undefined && state.calls < state.limits.maxSteps && !isSpent(ledger.total(), state.limits),
    spent: () => ({
      steps: state.calls,
      usage: ledger.total(),
      ...(options.scorerName === undefined ? {} : { scorer: options.scorerName }),
    }),
    limit: () => state.limit,
  };
}

/** Tokens of the system prompt and the tool definitions as JSON. */
export function promptTokens(
  system: string,
  options: { readonly tools: AgentOptions['tools']; readonly countTokens: CountTokens },
): number {
  const definitions = options.tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    parameters: wireSchema(tool),
  }));
  return options.countTokens(system) + options.countTokens(JSON.stringify(definitions));
}

async function converse(state: LoopState, messages: readonly ModelMessage[]): Promise<LoopReply> {
  const { options, session } = state;
  try {
    const result = await generateText({
      model: state.model,
      system: { role: 'system', content: state.system, providerOptions: cacheMark },
      messages: [...messages],
      tools: session.toolSet,
      prepareStep: prepareStep(state),
      stopWhen: () => state.limit !== undefined,
      onStepFinish: ({ content }) => {
        for (const part of content) if (part.type === 'tool-error') tellRejected(state, part);
        options.emit({ type: 'step-end', step: state.calls, usage: state.ledger.total() });
      },
      experimental_repairToolCall: async ({ toolCall }) => {
        const repaired = session.repairCall(toolCall.toolName, toolCall.input);
        return repaired === undefined ? null : { ...toolCall, ...repaired };
      },
      ...callSettings(options),
    });
    return {
      text: result.text.trim(),
      finish: result.finishReason,
      messages: [...messages, ...result.response.messages],
    };
  } catch (error) {
    if (!ToolChoiceViolationError.isInstance(error)) throw error;
    // The model called a tool when none was allowed: what it wrote beside the call is all there is.
    const text = error.content
      .map((part) => (part.type === 'text' ? part.text : ''))
      .join('')
      .trim();
    options.emit({
      type: 'notice',
      step: state.calls,
      code: 'tool-call-refused',
      text: 'the model called a tool when an answer was due',
    });
    return { text, finish: 'tool-calls', messages };
  }
}

/** A call that reached no tool (no such tool, arguments that are no JSON) is told like any other. */
function tellRejected(
  state: LoopState,
  part: { readonly toolCallId: string; readonly toolName: string; readonly input: unknown; readonly error: unknown },
): void {
  const call = { step: state.calls, id: part.toolCallId, tool: part.toolName };
  const text = part.error instanceof Error ? part.error.message : String(part.error);
  state.options.emit({ type: 'tool-call', ...call, args: part.input });
  state.options.emit({ type: 'tool-result', ...call, ok: false, text, keys: [] });
}

/** Before each call: shorten what is old, and on the last one ask for the answer with tools closed. */
function prepareStep(state: LoopState) {
  return ({ messages }: { readonly messages: readonly ModelMessage[] }) => {
    state.calls += 1;
    state.options.emit({ type: 'step-start', step: state.calls });
    const spent = state.ledger.total();
    const prepared = state.conversation.prepare(messages, roomLeft(spent, state.limits));
    state.limit =
      limitBefore(state.calls, prepared.tokens, spent, state.limits) ?? (prepared.full ? 'token-limit' : undefined);
    if (state.limit === undefined) return { messages: prepared.messages };
    return { toolChoice: 'none' as const, messages: closeWith(prepared.messages, finalRequest) };
  };
}

/** The request added to the last message when that is the user's own, else after it. */
function closeWith(messages: readonly ModelMessage[], request: string): ModelMessage[] {
  const last = messages.at(-1);
  if (last?.role === 'user' && typeof last.content === 'string') {
    return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${request}` }];
  }
  return [...messages, { role: 'user', content: request }];
}

async function shape(state: LoopState, prompt: string): Promise<string | undefined> {
  state.calls += 1;
  state.options.emit({ type: 'step-start', step: state.calls });
  try {
    const result = await generateText({
      model: state.model,
      prompt,
      output: Output.object({ schema: shapedSchema }),
      ...callSettings(state.options),
    });
    return JSON.stringify(result.output);
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error)) throw error;
    state.options.emit({
      type: 'notice',
      step: state.calls,
      code: 'shape-failed',
      text: 'the answer came as plain text',
    });
    return error.text;
  } finally {
    state.options.emit({ type: 'step-end', step: state.calls, usage: state.ledger.total() });
  }
}

function callSettings(options: ModelLoopOptions) {
  return {
    maxOutputTokens: options.maxOutputTokens ?? defaultOutputTokens,
    // Retries belong to the model's adapter, which knows Retry-After.
    maxRetries: 0,
    abortSignal: options.signal,
    ...(options.toolCalls === 'single' ? { providerOptions: oneCallAtATime } : {}),
    timeout: { stepMs: callTimeoutOf(options) * mostTimeouts },
    experimental_include: { requestBody: false, responseBody: false },
  };
}

function callTimeoutOf({ callTimeoutMs }: AgentOptions): number {
  return callTimeoutMs ?? defaultCallTimeoutMs;
}

/** Asked of providers that know it; a reply with more calls is cut to its first all the same. */
const oneCallAtATime = { anthropic: { disableParallelToolUse: true }, openai: { parallelToolCalls: false } };
/** Most tokens of a reply. */
export const defaultOutputTokens = 4096;
const defaultMaxSteps = 15;
const defaultConversationTokens = 60_000;
const defaultResultTokens = 1500;
const defaultCallTimeoutMs = 120_000;
/** A reply that keeps coming may take this many times as long as a silent model. */
const mostTimeouts = 5;
