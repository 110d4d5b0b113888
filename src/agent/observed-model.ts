// The model as the loop sees it: each call streamed, told, counted, and a span around it.
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3GenerateResult,
  LanguageModelV3Usage,
} from '@ai-sdk/provider';
import { wrapLanguageModel } from 'ai';
import type { CountTokens } from '../linearization/token-counter.ts';
import type { AgentEvent } from './agent-event.ts';
import { createReadableText } from './readable-text.ts';
import { inSpan, type SpanFacts } from './spans.ts';
import { createStreamedCall } from './streamed-call.ts';
import { offlineProvider } from './tool-session.ts';
import { readCallTokens, type UsageLedger } from './usage-ledger.ts';

export interface ObserveOptions {
  readonly model: LanguageModelV3;
  readonly countTokens: CountTokens;
  readonly callTimeoutMs: number;
  readonly toolCalls?: 'parallel' | 'single';
  readonly telemetry?: boolean;
  readonly emit: (event: AgentEvent) => void;
}

/** The model with each reply streamed, counted and told; its warnings become silence on the console. */
export function observeModel(options: ObserveOptions, ledger: UsageLedger, step: () => number): LanguageModelV3 {
  const call = createStreamedCall();
  const observed = async ({ params, model }: ObservedCall, tellSpan: (facts: SpanFacts) => void) => {
    // Rules call no model and spend nothing.
    const isFree = model.provider === offlineProvider;
    const count = (usage: LanguageModelV3Usage | undefined, content: readonly LanguageModelV3Content[]) =>
      isFree ||
      ledger.add(
        readCallTokens(usage, () => ({
          input: options.countTokens(JSON.stringify([params.prompt, params.tools ?? []])),
          output: options.countTokens(content.map(wordsOf).join('\n')),
        })),
      );
    const tell = createTeller(options, step, params);
    const result = await call(model, params, {
      silenceMs: options.callTimeoutMs,
      onText: tell.piece,
      onLost({ usage, content, again }) {
        count(usage, content);
        if (again) tell.brokenOff();
      },
    });
    count(result.usage, result.content);
    const reply = options.toolCalls === 'single' ? withOneCall(result) : result;
    tell.whole(reply);
    tellSpan(replyFacts(reply));
    return { ...reply, warnings: [] };
  };
  const wrapGenerate = (asked: ObservedCall) => {
    const facts = { 'gen_ai.request.model': asked.model.modelId, 'fhir_hopper.step': step() };
    return inSpan(options.telemetry === true, 'model_call', facts, (tellSpan) => observed(asked, tellSpan));
  };
  return wrapLanguageModel({ model: options.model, middleware: { specificationVersion: 'v3', wrapGenerate } });
}

/** The reply with its first tool call alone. What it asked for beside comes when it asks again. */
function withOneCall(reply: LanguageModelV3GenerateResult): LanguageModelV3GenerateResult {
  const first = reply.content.find(({ type }) => type === 'tool-call');
  return { ...reply, content: reply.content.filter((part) => part.type !== 'tool-call' || part === first) };
}

interface ObservedCall {
  readonly params: LanguageModelV3CallOptions;
  readonly model: LanguageModelV3;
}

/** What a span tells of a reply: the provider's counts, where it gave them. */
function replyFacts({ usage, finishReason, content }: LanguageModelV3GenerateResult): SpanFacts {
  const { inputTokens, outputTokens } = usage;
  return {
    'gen_ai.response.finish_reasons': [finishReason.unified],
    'fhir_hopper.tool_calls': content.filter(({ type }) => type === 'tool-call').length,
    ...(inputTokens.total === undefined ? {} : { 'gen_ai.usage.input_tokens': inputTokens.total }),
    ...(inputTokens.cacheRead === undefined ? {} : { 'fhir_hopper.cache_read_tokens': inputTokens.cacheRead }),
    ...(outputTokens.total === undefined ? {} : { 'gen_ai.usage.output_tokens': outputTokens.total }),
  };
}

/** Tells of one call: what a person may read of it as it comes, then the reply. */
function createTeller({ emit }: ObserveOptions, step: () => number, request: LanguageModelV3CallOptions) {
  let readable = createReadableText();
  let streamed = false;
  // A call that shapes an answer says again what was said before.
  const silent = request.responseFormat?.type === 'json';
  const read = (piece: string) => {
    const text = silent ? '' : readable.read(piece);
    if (text !== '') emit({ type: 'text', step: step(), text });
  };
  return {
    piece(piece: string) {
      streamed = true;
      read(piece);
    },
    brokenOff() {
      streamed = false;
      readable = createReadableText();
      emit({
        type: 'notice',
        step: step(),
        code: 'stream-broken',
        text: 'the reply broke off; asking for it as a whole',
      });
    },
    whole({ content, finishReason }: LanguageModelV3GenerateResult) {
      if (!streamed) for (const part of content) if (part.type === 'text') read(part.text);
      emit({ type: 'model-reply', step: step(), content, finish: finishReason.unified });
    },
  };
}

function wordsOf(part: LanguageModelV3Content): string {
  if (part.type === 'text' || part.type === 'reasoning') return part.text;
  return part.type === 'tool-call' ? `${part.toolName} ${part.input}` : '';
}
