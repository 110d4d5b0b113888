// One model call taken as a stream: words told as they come, silence bounded, a reply that broke off asked for again.
import {
  APICallError,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
  type LanguageModelV3Content,
  type LanguageModelV3GenerateResult,
  type LanguageModelV3Usage,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider';
import { HopperError } from '../errors.ts';
import { createStreamGatherer, type StreamGatherer } from './gather-stream.ts';

/** A reply that began and never became whole: its provider has most likely counted it. */
export interface LostReply {
  readonly content: readonly LanguageModelV3Content[];
  readonly usage: LanguageModelV3Usage | undefined;
  /** Whether the reply is asked for again. */
  readonly again: boolean;
}

export interface StreamedCallOptions {
  /** Milliseconds the model may be silent: before its first word, and between two. */
  readonly silenceMs: number;
  /** Told each piece of text as it comes. */
  readonly onText: (piece: string) => void;
  readonly onLost: (lost: LostReply) => void;
}

/** Calls a model, as a stream while that works. */
export type StreamedCall = (
  model: LanguageModelV3,
  request: LanguageModelV3CallOptions,
  options: StreamedCallOptions,
) => Promise<LanguageModelV3GenerateResult>;

/**
 * Calls for one conversation. The reply of a stream that broke off, or of a provider that has none, is asked for as a
 * whole, with the retries of the model's adapter; so are all further ones, so that no fault is paid for twice.
 */
export function createStreamedCall(): StreamedCall {
  let streams = true;
  return async (model, request, options) => {
    const limit = limitSilence(options.silenceMs, request.abortSignal);
    const bounded = { ...request, abortSignal: limit.signal };
    try {
      const reply = streams ? await takeStream(model, bounded, limit, options) : undefined;
      if (reply !== undefined) return reply;
      streams = false;
      limit.heard();
      return await limit.within(model.doGenerate(bounded));
    } finally {
      limit.over();
    }
  };
}

/** The reply of a stream; `undefined` when it should be asked for as a whole. */
async function takeStream(
  model: LanguageModelV3,
  request: LanguageModelV3CallOptions,
  limit: SilenceLimit,
  { onText, onLost }: StreamedCallOptions,
): Promise<LanguageModelV3GenerateResult | undefined> {
  const result = await openStream(model, request, limit);
  if (result === undefined) return undefined;
  const gathered = createStreamGatherer(onText);
  const lose = (again: boolean) => onLost({ content: gathered.content(), usage: gathered.usage(), again });
  try {
    await drain(result.stream, gathered, limit);
  } catch (error) {
    lose(!limit.signal.aborted);
    if (limit.signal.aborted) throw limit.signal.reason;
    if (error instanceof HopperError) throw error;
    return undefined;
  }
  const reply = gathered.reply();
  // A web page is no reply of a model: nothing was spent on it.
  if (reply === undefined && !/html/i.test(result.response?.headers?.['content-type'] ?? '')) lose(true);
  return reply;
}

async function openStream(model: LanguageModelV3, request: LanguageModelV3CallOptions, limit: SilenceLimit) {
  try {
    return await limit.within(model.doStream(request));
  } catch (error) {
    if (isStreamRefusal(error)) return undefined;
    throw error;
  }
}

async function drain(
  stream: Awaited<ReturnType<LanguageModelV3['doStream']>>['stream'],
  gathered: StreamGatherer,
  limit: SilenceLimit,
): Promise<void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await limit.within(reader.read());
      if (done) return;
      limit.heard();
      gathered.add(value);
    }
  } finally {
    // What is left of a stream that broke is of no use; a failure to say so is none either.
    reader.cancel().catch(() => undefined);
  }
}

/** Whether a provider refused a request because it was to stream. */
function isStreamRefusal(error: unknown): boolean {
  const cause = error instanceof HopperError ? error.cause : error;
  if (UnsupportedFunctionalityError.isInstance(cause)) return true;
  if (!APICallError.isInstance(cause)) return false;
  const { statusCode = 0, responseBody = '' } = cause;
  return refusalStatus.has(statusCode) && /\bstream/i.test(responseBody);
}

interface SilenceLimit {
  /** Aborted when the caller cancels, or when nothing was heard for too long. */
  readonly signal: AbortSignal;
  heard(): void;
  /** The work, or a rejection as soon as the signal is aborted. */
  within<T>(work: PromiseLike<T>): Promise<T>;
  over(): void;
}

function limitSilence(silenceMs: number, caller: AbortSignal | undefined): SilenceLimit {
  const silence = new AbortController();
  const signal = caller === undefined ? silence.signal : AbortSignal.any([caller, silence.signal]);
  const expire = () => silence.abort(new DOMException('Nothing heard in time.', 'TimeoutError'));
  let timer = setTimeout(expire, silenceMs);
  return {
    signal,
    heard() {
      clearTimeout(timer);
      timer = setTimeout(expire, silenceMs);
    },
    within(work) {
      return new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason);
        if (signal.aborted) stop();
        signal.addEventListener('abort', stop, { once: true });
        work.then(resolve, reject).then(() => signal.removeEventListener('abort', stop));
      });
    },
    over: () => clearTimeout(timer),
  };
}

const refusalStatus = new Set([400, 404, 405, 406, 415, 422, 501]);
