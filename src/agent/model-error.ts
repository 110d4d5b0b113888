// What a failed model call means, in one line for a person.
import { APICallError } from '@ai-sdk/provider';
import { HopperError } from '../errors.ts';

/**
 * Any failure of a model call as a HopperError. Messages name the provider, the status and the remedy; response
 * bodies are read for the kind of failure only, since they may quote the prompt.
 */
export function toModelError(error: unknown, model: string): HopperError {
  if (error instanceof HopperError) return error;
  const cause = rootOf(error);
  if (isAbort(cause)) {
    return isTimeout(cause)
      ? new HopperError('model-failed', `${model} did not answer in time; try again, or another model.`, {
          cause: error,
        })
      : new HopperError('cancelled', 'Cancelled.', { cause: error });
  }
  const message = APICallError.isInstance(cause)
    ? ofApiCall(cause, model)
    : (ofConnection(cause, model) ?? ofShape(cause, model));
  return new HopperError('model-failed', message, { cause: error });
}

/** Whether a provider refused a request because its model has no tool calling (Ollama: `does not support tools`). */
export function isToolRefusal(error: unknown): boolean {
  const cause = rootOf(error instanceof HopperError ? error.cause : error);
  if (!APICallError.isInstance(cause)) return false;
  const { statusCode, responseBody = '' } = cause;
  return (
    (statusCode === 400 || statusCode === 404 || statusCode === 422 || statusCode === 501) &&
    /\btools?\b|function.?call/i.test(responseBody)
  );
}

/** Whether trying again may help: rate limits, overload, server errors, broken connections. */
export function isRetryable(error: unknown): boolean {
  const cause = rootOf(error);
  const code = connectionCodeOf(cause);
  if (code !== undefined) return !finalConnectionCodes.has(code);
  if (!APICallError.isInstance(cause) || isUnreadable(cause)) return false;
  const status = cause.statusCode;
  return status === undefined || retryableStatus.has(status) || status >= 500;
}

function ofApiCall(error: APICallError, model: string): string {
  const status = error.statusCode;
  const body = error.responseBody ?? '';
  const broken = ofConnection(error, model);
  if (broken !== undefined) return broken;
  if (status === undefined) return `${model}: the connection to ${hostOf(error.url)} broke; try again.`;
  if (status >= 300 && status < 400) {
    return `${model}: ${hostOf(error.url)} sends elsewhere (HTTP ${status}), and a record goes nowhere else; give the final address as --base-url.`;
  }
  if (/^\s*</.test(body)) {
    return `${model}: expected JSON, found a web page (HTTP ${status}) at ${hostOf(error.url)}; check --base-url.`;
  }
  if (isUnreadable(error))
    return `${model}: expected an answer, found a reply that could not be read, from ${hostOf(error.url)}; check --base-url, or try another model.`;
  if (status === 401 || status === 403)
    return `${model}: the key was refused (HTTP ${status}); check the provider's key variable.`;
  if (status === 404)
    return `${model}: no such model or path at ${hostOf(error.url)} (HTTP 404); check the model's name and --base-url.`;
  if (status === 429) return `${model}: too many requests or quota used up (HTTP 429); wait, or use another model.`;
  if (status === 413 || isTooLong(body))
    return `${model}: the prompt is longer than the model's context window; use a smaller --budget.`;
  if (status === 400 || status === 422) {
    return /tool|function/i.test(body)
      ? `${model}: the request was refused (HTTP ${status}), it seems that the model has no tool calling.`
      : `${model}: the request was refused (HTTP ${status}); check that the model's name is right and that it can chat.`;
  }
  if (status >= 500)
    return `${model}: the provider failed (HTTP ${status}${status === 529 ? ', overloaded' : ''}); try again later.`;
  return `${model}: expected an answer, found a reply that could not be read (HTTP ${status}) from ${hostOf(error.url)}; check --base-url, or try again.`;
}

function ofConnection(error: unknown, model: string): string | undefined {
  const code = connectionCodeOf(error);
  if (code === undefined) return undefined;
  const host = APICallError.isInstance(error) ? hostOf(error.url) : 'the server';
  if (code === 'ECONNREFUSED')
    return `${model}: nothing answers at ${host} (connection refused); is the server running, is --base-url right?`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${model}: the host of ${host} was not found; check --base-url and the network.`;
  return `${model}: the connection to ${host} broke (${code}); try again.`;
}

/** A reply that arrived but was not what its API promises. */
function ofShape(error: unknown, model: string): string {
  const name = error instanceof Error ? error.name : typeof error;
  return `${model}: expected a reply of the provider's API, found something else (${name}); check --base-url, or try again.`;
}

/** The failure inside the SDK's wrapping of retries. */
function rootOf(error: unknown): unknown {
  let current = error;
  for (let depth = 0; depth < 4; depth += 1) {
    const last = (current as { readonly lastError?: unknown } | undefined)?.lastError;
    if (last === undefined) return current;
    current = last;
  }
  return current;
}

function connectionCodeOf(error: unknown): string | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < 6 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, errors, cause } = current as {
      readonly code?: unknown;
      readonly errors?: unknown;
      readonly cause?: unknown;
    };
    if (typeof code === 'string' && /^(E[A-Z_]+|UND_ERR_\w+)$/.test(code)) return code;
    current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return undefined;
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || isTimeout(error));
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** A stream whose first part was not what its API promises: its package makes a failed call of that. */
function isUnreadable({ responseBody = '' }: APICallError): boolean {
  return responseBody.includes('"name":"AI_TypeValidationError"');
}

function isTooLong(body: string): boolean {
  return /context.{0,20}(length|window|size)|too long|maximum.{0,20}tokens|prompt.{0,20}exceed/i.test(body);
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return 'the server';
  }
}

/** Connection failures that a second try meets again. */
const finalConnectionCodes = new Set(['ECONNREFUSED', 'ENOTFOUND']);
const retryableStatus = new Set([408, 409, 425, 429, 529]);
