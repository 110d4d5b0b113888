// SMART on FHIR: where a server gives out tokens, and what it answers there.
import { HopperError } from '../../../errors.ts';
import { below, checkTransport, parseAddress } from './server-address.ts';

export interface SmartEndpoints {
  readonly token: URL;
  /** Where a person signs in; only needed for a launch. */
  readonly authorize: URL | undefined;
}

export interface SmartToken {
  readonly accessToken: string;
  /** When it ends, in milliseconds since the epoch. */
  readonly endsMs: number;
  readonly refreshToken: string | undefined;
  readonly patient: string | undefined;
}

/**
 * Ask `.well-known/smart-configuration`, unless the token endpoint is given.
 *
 * Source: SMART App Launch 2.2, conformance.html.
 */
export async function findEndpoints(
  base: URL,
  tokenUrl: string | undefined,
  allowPlainHttp: boolean,
): Promise<SmartEndpoints> {
  if (tokenUrl !== undefined) return { token: endpoint(tokenUrl, base, allowPlainHttp), authorize: undefined };
  const url = below(base, '.well-known/smart-configuration');
  const found = await askJson(url, { headers: { accept: 'application/json' } }, 'its SMART configuration');
  if (typeof found.token_endpoint !== 'string') {
    throw new HopperError(
      'source-failed',
      `Expected ${url.host} to name a token endpoint in its SMART configuration, found none; give tokenUrl.`,
    );
  }
  const authorize = found.authorization_endpoint;
  return {
    token: endpoint(found.token_endpoint, base, allowPlainHttp),
    authorize: typeof authorize === 'string' ? endpoint(authorize, base, allowPlainHttp) : undefined,
  };
}

/** Post a token request. The answer's own words are not passed on: they may hold secrets. */
export async function requestToken(url: URL, form: Readonly<Record<string, string>>): Promise<SmartToken> {
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await askJson(url, { method: 'POST', headers, body: new URLSearchParams(form).toString() }, 'a token');
  const { access_token: accessToken, expires_in: seconds, refresh_token: refreshToken, patient } = answer;
  if (typeof accessToken !== 'string' || accessToken === '') {
    throw new HopperError('source-failed', `Expected an access token from ${url.host}, found an answer without one.`);
  }
  const lasts = typeof seconds === 'number' && seconds > 0 ? seconds : defaultSeconds;
  return {
    accessToken,
    endsMs: Date.now() + lasts * 1000,
    refreshToken: typeof refreshToken === 'string' ? refreshToken : undefined,
    patient: typeof patient === 'string' ? patient : undefined,
  };
}

/** Keeps a token until shortly before it ends; requests that wait together ask once. */
export interface TokenCache {
  /** @param refused access token that the server no longer takes */
  get(refused?: string): Promise<SmartToken>;
}

export function createTokenCache(ask: (previous: SmartToken | undefined) => Promise<SmartToken>): TokenCache {
  let current: SmartToken | undefined;
  let asking: Promise<SmartToken> | undefined;
  return {
    async get(refused) {
      if (asking !== undefined) return asking;
      const isGood = current !== undefined && current.accessToken !== refused && current.endsMs - earlyMs > Date.now();
      if (current !== undefined && isGood) return current;
      asking = ask(current);
      try {
        current = await asking;
        return current;
      } finally {
        asking = undefined;
      }
    },
  };
}

function endpoint(written: string, base: URL, allowPlainHttp: boolean): URL {
  const url = parseAddress(written, base);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new HopperError(
      'source-failed',
      `Expected an address as SMART endpoint of ${base.host}, found something else.`,
    );
  }
  checkTransport(url, allowPlainHttp);
  return url;
}

async function askJson(url: URL, init: RequestInit, what: string): Promise<Readonly<Record<string, unknown>>> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(tokenTimeoutMs) });
  } catch (error) {
    throw new HopperError('source-failed', `Expected ${what} from ${url.host}, but it can't be reached.`, {
      cause: error,
    });
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new HopperError(
      'source-failed',
      `Expected ${what} from ${url.host}, but it answers ${response.status}; check the client's id, key and scopes.`,
    );
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (typeof answer === 'object' && answer !== null) return answer as Readonly<Record<string, unknown>>;
  throw new HopperError('source-failed', `Expected ${what} from ${url.host} as JSON, found something else.`);
}

/** A token is renewed this long before it ends. */
const earlyMs = 30_000;
const defaultSeconds = 300;
const tokenTimeoutMs = 30_000;
