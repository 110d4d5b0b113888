// Model calls tried again when that may help: rate limits, overload, broken connections.
import { setTimeout as delay } from 'node:timers/promises';
import { APICallError, type LanguageModelV3 } from '@ai-sdk/provider';
import { isRetryable, toModelError } from '../../agent/model-error.ts';

export interface RetryOptions {
  /** Calls in all. @default 4 */
  readonly attempts?: number;
  /** Milliseconds before the second attempt; doubled for each further one. @default 1000 */
  readonly firstDelayMs?: number;
  /** Longest wait that a server's Retry-After is followed for. @default 60000 */
  readonly longestDelayMs?: number;
  /** Told of each wait. */
  readonly onRetry?: (wait: {
    readonly attempt: number;
    readonly delayMs: number;
    readonly status: number | undefined;
  }) => void;
}

/**
 * The model with retries and with failures as one clear line (`model-failed`).
 * A server's `Retry-After` is followed; one longer than `longestDelayMs` ends the tries.
 */
export function withRetry(model: LanguageModelV3, options: RetryOptions = {}): LanguageModelV3 {
  const name = model.modelId;
  return {
    specificationVersion: 'v3',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (request) => withAttempts(() => model.doGenerate(request), name, request.abortSignal, options),
    doStream: (request) => withAttempts(() => model.doStream(request), name, request.abortSignal, options),
  };
}

/**
 * One call of a model, tried again where that may help.
 *
 * @throws `model-failed` after the last try, the signal's reason when it was aborted
 */
export async function withAttempts<T>(
  call: () => PromiseLike<T>,
  name: string,
  signal: AbortSignal | undefined,
  options: RetryOptions,
): Promise<T> {
  const attempts = options.attempts ?? defaults.attempts;
  for (let number = 1; ; number += 1) {
    try {
      return await call();
    } catch (error) {
      signal?.throwIfAborted();
      const delayMs = waitFor(error, number, options);
      if (number >= attempts || delayMs === undefined) throw toModelError(error, name);
      options.onRetry?.({
        attempt: number,
        delayMs,
        status: APICallError.isInstance(error) ? error.statusCode : undefined,
      });
      await delay(delayMs, undefined, signal === undefined ? {} : { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}

/** Milliseconds to wait before the next attempt; `undefined`: trying again won't help. */
function waitFor(error: unknown, number: number, options: RetryOptions): number | undefined {
  if (!isRetryable(error)) return undefined;
  const asked = APICallError.isInstance(error) ? retryAfterMs(error.responseHeaders ?? {}) : undefined;
  if (asked !== undefined) return asked <= (options.longestDelayMs ?? defaults.longestDelayMs) ? asked : undefined;
  return (options.firstDelayMs ?? defaults.firstDelayMs) * 2 ** (number - 1);
}

/** `retry-after-ms`, else `retry-after` in seconds or as an HTTP date. */
function retryAfterMs(headers: Readonly<Record<string, string>>): number | undefined {
  const milliseconds = Number(headers['retry-after-ms']);
  if (headers['retry-after-ms'] !== undefined && Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  const written = headers['retry-after'];
  if (written === undefined) return undefined;
  const seconds = Number(written);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const until = Date.parse(written);
  return Number.isNaN(until) ? undefined : Math.max(0, until - Date.now());
}

const defaults = { attempts: 4, firstDelayMs: 1000, longestDelayMs: 60_000 };
