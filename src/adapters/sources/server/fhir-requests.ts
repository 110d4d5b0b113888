// One request to a FHIR server: authorised, retried, bounded, and answered with a resource or a plain reason.
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { HopperError } from '../../../errors.ts';
import { type FhirResource, isResource } from '../../../fhir/resource.ts';
import { parseJson } from '../parse-json.ts';
import type { Authorizer } from './authorizer.ts';
import { checkTransport, parseAddress } from './server-address.ts';
import type { ReadServerOptions } from './server-options.ts';

/** Why a request gave no resource. `status` 0: no answer at all. */
export interface RequestFailure {
  readonly status: number;
  /** For people: `503 after 5 tries`, `an HTML page instead of FHIR`. */
  readonly reason: string;
}

export type RequestResult =
  | { readonly ok: true; readonly resource: FhirResource }
  | ({ readonly ok: false } & RequestFailure);

export interface FhirRequests {
  /** Never throws for what the server does; only when cancelled. */
  get(url: URL): Promise<RequestResult>;
}

export function createFhirRequests(base: URL, authorizer: Authorizer, options: ReadServerOptions): FhirRequests {
  const { maxInFlight = 4, maxTries = 5, backoffMs = 500, maxWaitMs = 60_000, signal } = options;
  const limit = pLimit(maxInFlight);

  async function get(url: URL): Promise<RequestResult> {
    let hasRenewed = false;
    let last: RequestFailure = { status: 0, reason: 'no answer' };
    for (let attempt = 1; attempt <= maxTries; attempt++) {
      if (signal?.aborted === true) throw new HopperError('cancelled', 'Reading from the server was cancelled.');
      const authorization = await authorizer.header();
      const answer = await askOnce(url, base, authorization, options);
      if (answer.ok) return answer;
      last = answer;
      if (answer.status === 401 && authorizer.canRenew && !hasRenewed) {
        hasRenewed = true;
        await authorizer.header(authorization);
        continue;
      }
      if (!answer.isPassing) return answer;
      const waitMs = answer.retryAfterMs ?? backoffMs * 2 ** (attempt - 1);
      if (waitMs > maxWaitMs)
        return {
          ok: false,
          status: answer.status,
          reason: `${answer.reason}, and asks to wait ${Math.ceil(waitMs / 1000)} s`,
        };
      if (attempt < maxTries) await pause(waitMs, signal);
    }
    return { ok: false, status: last.status, reason: `${last.reason} after ${maxTries} tries` };
  }

  return { get: (url) => limit(() => get(url)) };
}

type OneAnswer =
  | { readonly ok: true; readonly resource: FhirResource }
  | (RequestFailure & {
      readonly ok: false;
      /** Whether another try may go better: busy, slow, or no connection. */
      readonly isPassing: boolean;
      readonly retryAfterMs?: number;
    });

async function askOnce(
  start: URL,
  base: URL,
  authorization: string | undefined,
  options: ReadServerOptions,
): Promise<OneAnswer> {
  const { timeoutMs = 60_000, allowPlainHttp = false, signal } = options;
  const headers = {
    accept: 'application/fhir+json, application/json;q=0.9',
    ...(authorization === undefined ? {} : { authorization }),
  };
  const timeout = AbortSignal.timeout(timeoutMs);
  const both = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  let url = start;
  try {
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const response = await fetch(url, { headers, redirect: 'manual', signal: both });
      if (response.status < 300 || response.status >= 400) return await readAnswer(response, options);
      await response.body?.cancel();
      const target = parseAddress(response.headers.get('location') ?? '', url);
      // The right to read was given to this origin alone.
      if (target === undefined || target.origin !== base.origin)
        return failure(response.status, 'a redirect to another host');
      checkTransport(target, allowPlainHttp);
      url = target;
    }
    return failure(0, 'redirects without end');
  } catch {
    if (signal?.aborted === true) throw new HopperError('cancelled', 'Reading from the server was cancelled.');
    return { ...failure(0, timeout.aborted ? `no answer within ${timeoutMs} ms` : 'no connection'), isPassing: true };
  }
}

function failure(status: number, reason: string): OneAnswer & { readonly ok: false } {
  return { ok: false, status, reason, isPassing: false };
}

async function readAnswer(response: Response, { maxBodyUnits = 200_000_000 }: ReadServerOptions): Promise<OneAnswer> {
  const { status } = response;
  if (!response.ok) {
    await response.body?.cancel();
    const retryAfterMs = readRetryAfter(response.headers.get('retry-after'));
    const isPassing = passingStatuses.has(status);
    return { ...failure(status, `HTTP ${status}`), isPassing, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  }
  const text = await readBody(response, maxBodyUnits);
  if (text === undefined) return failure(status, `an answer of more than ${maxBodyUnits} characters`);
  const parsed = parseJson(text);
  if (parsed !== undefined && isResource(parsed.value)) return { ok: true, resource: parsed.value };
  return failure(
    status,
    text.trimStart().startsWith('<') ? 'an HTML or XML page instead of FHIR JSON' : 'an answer that is no FHIR JSON',
  );
}

async function readBody(response: Response, most: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    const text = decoder.decode(chunk as Uint8Array, { stream: true });
    length += text.length;
    if (length > most) return undefined;
    parts.push(text);
  }
  parts.push(decoder.decode());
  return parts.join('');
}

/** Seconds or an HTTP date. */
function readRetryAfter(written: string | null): number | undefined {
  if (written === null) return undefined;
  if (/^\s*\d+\s*$/.test(written)) return Number(written) * 1000;
  const ms = Date.parse(written);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms - Date.now());
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(ms, undefined, signal === undefined ? {} : { signal });
  } catch {
    throw new HopperError('cancelled', 'Reading from the server was cancelled.');
  }
}

const passingStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);
const mostRedirects = 5;
