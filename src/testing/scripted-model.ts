// A model that says what a test wrote down, and remembers what it was asked.
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3GenerateResult,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider';

/** One scripted reply. A string is a text reply. */
export interface ScriptedReply {
  readonly text?: string;
  readonly toolCalls?: readonly { readonly tool: string; readonly args: unknown; readonly id?: string }[];
  /** `null`: the provider reports no usage at all. @default counts of one token per four characters */
  readonly usage?: Partial<ScriptedUsage> | null;
  readonly finish?: LanguageModelV3FinishReason['unified'];
  /** Thrown instead of answering. */
  readonly error?: unknown;
  /** Wait for the call to be cancelled; for tests of cancellation. */
  readonly hang?: boolean;
  /** How the stream breaks after half of its text: its connection is cut, it just ends, or nothing more comes. */
  readonly breaks?: 'cut' | 'end' | 'stall';
}

export interface ScriptedUsage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
}

export type ScriptedStep =
  | string
  | ScriptedReply
  | ((request: LanguageModelV3CallOptions, index: number) => string | ScriptedReply);

export interface ScriptedModel extends LanguageModelV3 {
  /** What the model was asked, call by call. */
  readonly requests: readonly LanguageModelV3CallOptions[];
  /** @throws when scripted replies were not used up */
  assertDone(): void;
}

/**
 * A model that replays `replies` in order.
 *
 * @throws on a call beyond the last reply, naming how many were scripted
 */
export function scriptedModel(
  replies: readonly ScriptedStep[],
  options: { readonly modelId?: string } = {},
): ScriptedModel {
  const requests: LanguageModelV3CallOptions[] = [];
  const next = async (request: LanguageModelV3CallOptions): Promise<LanguageModelV3GenerateResult> => {
    const index = requests.length;
    requests.push(request);
    const step = replies[index];
    if (step === undefined) {
      throw new Error(`scriptedModel: expected ${replies.length} calls, got call ${index + 1}; script one more reply.`);
    }
    const reply = typeof step === 'function' ? step(request, index) : step;
    return perform(typeof reply === 'string' ? { text: reply } : reply, request, index);
  };
  return {
    specificationVersion: 'v3',
    provider: 'scripted',
    modelId: options.modelId ?? 'scripted',
    supportedUrls: {},
    requests,
    doGenerate: next,
    async doStream(request) {
      const result = await next(request);
      const step = replies[requests.length - 1];
      const breaks = typeof step === 'object' ? step.breaks : undefined;
      return { stream: ReadableStream.from(streamParts(result, breaks)) };
    },
    assertDone() {
      if (requests.length < replies.length) {
        throw new Error(`scriptedModel: ${replies.length} replies scripted, ${requests.length} asked for.`);
      }
    },
  };
}

async function perform(
  reply: ScriptedReply,
  request: LanguageModelV3CallOptions,
  index: number,
): Promise<LanguageModelV3GenerateResult> {
  if (reply.hang === true) await untilAborted(request.abortSignal);
  if (reply.error !== undefined) throw reply.error;
  const calls = (reply.toolCalls ?? []).map(
    (call, position): LanguageModelV3Content => ({
      type: 'tool-call',
      toolCallId: call.id ?? `call-${index + 1}-${position + 1}`,
      toolName: call.tool,
      input: typeof call.args === 'string' ? call.args : JSON.stringify(call.args),
    }),
  );
  const text: LanguageModelV3Content[] = reply.text === undefined ? [] : [{ type: 'text', text: reply.text }];
  const unified = reply.finish ?? (calls.length > 0 ? 'tool-calls' : 'stop');
  return {
    content: [...text, ...calls],
    finishReason: { unified, raw: unified },
    usage: usageOf(reply, request),
    warnings: [],
  };
}

function usageOf(reply: ScriptedReply, request: LanguageModelV3CallOptions): LanguageModelV3Usage {
  if (reply.usage === null) return noUsage;
  const given = reply.usage ?? {};
  const input = given.input ?? Math.ceil(JSON.stringify([request.prompt, request.tools ?? []]).length / 4);
  const output = given.output ?? Math.ceil(JSON.stringify([reply.text ?? '', reply.toolCalls ?? []]).length / 4);
  const cacheRead = given.cacheRead ?? 0;
  const cacheWrite = given.cacheWrite ?? 0;
  const reasoning = given.reasoning ?? 0;
  return {
    inputTokens: { total: input, noCache: input - cacheRead - cacheWrite, cacheRead, cacheWrite },
    outputTokens: { total: output, text: output - reasoning, reasoning },
  };
}

/** The reply in pieces of a few characters, as providers send it. */
async function* streamParts(
  result: LanguageModelV3GenerateResult,
  breaks: ScriptedReply['breaks'],
): AsyncGenerator<LanguageModelV3StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  for (const part of result.content) {
    if (part.type === 'text') {
      const text = breaks === undefined ? part.text : part.text.slice(0, Math.ceil(part.text.length / 2));
      yield { type: 'text-start', id: 'text' };
      for (const [delta] of text.matchAll(/[\s\S]{1,12}/g)) yield { type: 'text-delta', id: 'text', delta };
      if (breaks === 'cut') throw new Error('scriptedModel: the stream was cut.');
      if (breaks === 'end') return;
      if (breaks === 'stall') await new Promise(() => undefined);
      yield { type: 'text-end', id: 'text' };
    } else if (part.type === 'tool-call') yield part;
  }
  yield { type: 'finish', usage: result.usage, finishReason: result.finishReason };
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal === undefined) return reject(new Error('scriptedModel: a hanging reply needs an abort signal.'));
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

const noUsage: LanguageModelV3Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};
