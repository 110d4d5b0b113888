// SMART standalone launch: a person signs in with a browser and says which patient may be read.
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HopperError } from '../../../errors.ts';
import type { Authorizer } from './authorizer.ts';
import { createTokenCache, findEndpoints, requestToken, type SmartEndpoints, type SmartToken } from './smart-token.ts';

export interface LaunchSettings {
  readonly clientId: string;
  /** Shows the person the address to sign in at: opens a browser, or prints it. */
  readonly openBrowser: (address: string) => void;
  /** @default launch/patient patient/*.read openid fhirUser offline_access */
  readonly scope?: string;
  /** Port of the redirect on 127.0.0.1; 0 takes a free one. @default 0 */
  readonly redirectPort?: number;
  /** How long a person may take. @default 300,000 */
  readonly waitMs?: number;
}

/**
 * Authorise by a launch, made when the first request needs it; later by the refresh token, where one was given.
 *
 * Source: SMART App Launch 2.2, app-launch.html (standalone, PKCE S256); RFC 8252 (loopback redirect).
 */
export function createLaunchAuth(settings: LaunchSettings, base: URL, allowPlainHttp: boolean): Authorizer {
  let patient: string | undefined;
  let canRefresh = false;
  const tokens = createTokenCache(async (previous) => {
    const endpoints = await findEndpoints(base, undefined, allowPlainHttp);
    const refreshToken = previous?.refreshToken;
    if (refreshToken === undefined) return launch(settings, base, endpoints);
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: settings.clientId };
    const token = await requestToken(endpoints.token, form);
    return { ...token, refreshToken: token.refreshToken ?? refreshToken };
  });

  async function header(refused?: string): Promise<string> {
    // Without a refresh token a person would have to sign in again: then a refusal is left to stand.
    const token = await tokens.get(canRefresh ? refused?.slice('Bearer '.length) : undefined);
    canRefresh = token.refreshToken !== undefined;
    patient = token.patient ?? patient;
    return `Bearer ${token.accessToken}`;
  }
  return { header, canRenew: true, patient: () => patient };
}

async function launch(settings: LaunchSettings, base: URL, endpoints: SmartEndpoints): Promise<SmartToken> {
  const { authorize } = endpoints;
  if (authorize === undefined) {
    throw new HopperError(
      'source-failed',
      `Expected ${base.host} to name an authorization endpoint, found none; it has no sign-in for people.`,
    );
  }
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const redirect = await listen(settings, state);
  try {
    const address = new URL(authorize);
    const parameters = {
      response_type: 'code',
      client_id: settings.clientId,
      redirect_uri: redirect.uri,
      scope: settings.scope ?? 'launch/patient patient/*.read openid fhirUser offline_access',
      state,
      aud: base.href.replace(/\/+$/, ''),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    settings.openBrowser(address.href);
    const code = await redirect.code;
    return await requestToken(endpoints.token, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect.uri,
      client_id: settings.clientId,
      code_verifier: verifier,
    });
  } finally {
    redirect.close();
  }
}

/** Wait on 127.0.0.1 for the browser to come back with a code. */
async function listen(
  settings: LaunchSettings,
  state: string,
): Promise<{ uri: string; code: Promise<string>; close(): void }> {
  let settle: { resolve(code: string): void; reject(error: HopperError): void } | undefined;
  const code = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject };
  });
  code.catch(() => undefined);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname !== '/callback') return void response.writeHead(404).end();
    const found = url.searchParams.get('code');
    const isOurs = url.searchParams.get('state') === state;
    const isGood = isOurs && found !== null;
    response.writeHead(isGood ? 200 : 400, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    response.end(
      isGood ? 'Signed in. You can close this window.' : 'Sign-in did not succeed. You can close this window.',
    );
    // A visitor who doesn't know the state is nobody's answer.
    if (isGood) settle?.resolve(found);
    else if (isOurs)
      settle?.reject(
        new HopperError('source-failed', 'Expected a sign-in, but the server reports that it was refused.'),
      );
  });
  const port = await listenOn(server, settings.redirectPort ?? 0);
  const timer = setTimeout(() => {
    settle?.reject(new HopperError('source-failed', 'Expected somebody to sign in, but nobody did in time.'));
  }, settings.waitMs ?? 300_000);
  const close = () => {
    clearTimeout(timer);
    server.close();
    server.closeAllConnections();
  };
  return { uri: `http://127.0.0.1:${port}/callback`, code, close };
}

function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', () =>
      reject(
        new HopperError(
          'source-failed',
          `Expected port ${port} on 127.0.0.1 to be free for the sign-in, but it is taken.`,
        ),
      ),
    );
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
