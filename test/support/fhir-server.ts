// A small FHIR server for tests: search by patient, opaque pages, $everything, SMART tokens; and ways to misbehave.
import { createHash } from 'node:crypto';
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { importJWK, type JWK, jwtVerify } from 'jose';

interface Resource {
  readonly resourceType: string;
  readonly id: string;
  readonly [element: string]: unknown;
}

export interface TestServerOptions {
  readonly resources: readonly Resource[];
  /** @default true */
  readonly hasEverything?: boolean;
  /** Who may read. @default everybody */
  readonly access?: 'open' | 'bearer' | 'basic' | 'smart';
  /** Public key of the one client that SMART Backend Services knows. */
  readonly clientKey?: JWK;
  /** Seconds that a token lasts, and how many requests it is good for. */
  readonly tokenSeconds?: number;
  readonly tokenUses?: number;
  /** Whether tokens of a launch come with a refresh token. @default true */
  readonly refreshes?: boolean;
  /** Answers in place of the server, for misbehaviour; `undefined` lets it answer itself. */
  readonly intercept?: (context: Context, count: number) => Response | undefined | Promise<Response | undefined>;
  /** Changes a Bundle before it is sent. */
  readonly distort?: (bundle: TestBundle, context: Context) => TestBundle;
}

export interface TestBundle {
  resourceType: 'Bundle';
  type: 'searchset';
  total: number;
  link: { relation: string; url: string }[];
  entry: { fullUrl: string; resource: Resource; search: { mode: string } }[];
}

export interface TestServer {
  readonly url: string;
  /** `METHOD /path?query` of each request, in order. */
  readonly requests: string[];
  /** Most requests that were answered at once. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

export const bearerToken = 'test-token';
export const basicUser = { user: 'reader', password: 'pässword:1' };

export async function startFhirServer(options: TestServerOptions): Promise<TestServer> {
  const app = new Hono();
  const requests: string[] = [];
  const counts = new Map<string, number>();
  const flight = { now: 0, most: 0 };
  const smart = createTokenDesk(options);
  let base = '';

  app.use('*', async (context, next) => {
    const path = `${new URL(context.req.url).pathname}${new URL(context.req.url).search}`;
    requests.push(`${context.req.method} ${path}`);
    flight.now++;
    flight.most = Math.max(flight.most, flight.now);
    try {
      const count = (counts.get(path) ?? 0) + 1;
      counts.set(path, count);
      const answer = await options.intercept?.(context, count);
      if (answer !== undefined) return answer;
      await new Promise((resolve) => setTimeout(resolve, 2));
      await next();
      return undefined;
    } finally {
      flight.now--;
    }
  });

  app.get('/fhir/.well-known/smart-configuration', (context) =>
    context.json({ token_endpoint: `${base}/token`, authorization_endpoint: `${base}/authorize` }),
  );
  app.post('/token', (context) => smart.token(context));
  app.get('/authorize', (context) => smart.authorize(context));
  app.use('/fhir/*', async (context, next) => {
    const isOpen = context.req.path.endsWith('/metadata') || (options.access ?? 'open') === 'open';
    if (!isOpen && !isAllowed(options, smart, context.req.header('authorization'))) {
      return context.json({ resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'login' }] }, 401);
    }
    await next();
    return undefined;
  });

  addRoutes(app, options, () => base);

  const { server, port } = await new Promise<{ server: ReturnType<typeof serve>; port: number }>((resolve) => {
    const started = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, (address) =>
      resolve({ server: started, port: address.port }),
    );
  });
  base = `http://127.0.0.1:${port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      if ('closeAllConnections' in server) server.closeAllConnections();
    });
  return { url: `${base}/fhir`, requests, mostAtOnce: () => flight.most, close };
}

interface Page {
  readonly items: readonly Resource[];
  readonly from: number;
  readonly count: number;
  readonly total: number;
}

/** Metadata, search with opaque pages, $everything and read. */
function addRoutes(app: Hono, options: TestServerOptions, base: () => string): void {
  const pages = new Map<string, Page>();
  const search = (context: Context, items: readonly Resource[]) =>
    sendPage(context, { items, from: 0, count: Number(context.req.query('_count') ?? 10), total: items.length });
  const sendPage = (context: Context, page: Page) => {
    const link = [{ relation: 'self', url: context.req.url }];
    if (page.from + page.count < page.items.length) {
      const token = createHash('sha256')
        .update(`${JSON.stringify(page)}${pages.size}`)
        .digest('hex')
        .slice(0, 12);
      pages.set(token, { ...page, from: page.from + page.count });
      link.push({ relation: 'next', url: `${base()}/fhir?_getpages=${token}` });
    }
    const entry = page.items.slice(page.from, page.from + page.count).map((resource) => ({
      fullUrl: `${base()}/fhir/${resource.resourceType}/${resource.id}`,
      resource,
      search: { mode: 'match' },
    }));
    const bundle: TestBundle = { resourceType: 'Bundle', type: 'searchset', total: page.total, link, entry };
    return context.json(options.distort?.(bundle, context) ?? bundle);
  };

  app.get('/fhir/metadata', (context) => context.json(capabilityStatement(options)));
  app.get('/fhir', (context) => {
    const page = pages.get(context.req.query('_getpages') ?? '');
    return page === undefined ? notFound(context) : sendPage(context, page);
  });
  app.get('/fhir/Patient/:id/$everything', (context) => {
    if (
      options.hasEverything === false ||
      !options.resources.some((one) => keyOf(one) === `Patient/${context.req.param('id')}`)
    )
      return notFound(context);
    return search(
      context,
      options.resources.filter((one) => belongsTo(one, context.req.param('id'))),
    );
  });
  app.get('/fhir/:type/:id', (context) => {
    const found = options.resources.find(
      (one) => keyOf(one) === `${context.req.param('type')}/${context.req.param('id')}`,
    );
    return found === undefined ? notFound(context) : context.json(found);
  });
  app.get('/fhir/:type', (context) => {
    const patient = (context.req.query('patient') ?? context.req.query('subject') ?? '').replace('Patient/', '');
    return search(
      context,
      options.resources.filter((one) => one.resourceType === context.req.param('type') && belongsTo(one, patient)),
    );
  });
}

function keyOf({ resourceType, id }: Resource): string {
  return `${resourceType}/${id}`;
}

function belongsTo(resource: Resource, patient: string): boolean {
  const named = JSON.stringify([resource.subject, resource.patient]);
  return keyOf(resource) === `Patient/${patient}` || named.includes(`"Patient/${patient}"`);
}

function notFound(context: Context): Response {
  return context.json({ resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'not-found' }] }, 404);
}

function capabilityStatement({ resources, hasEverything = true }: TestServerOptions): object {
  const types = [...new Set(resources.map(({ resourceType }) => resourceType))];
  const resource = types.map((type) => ({
    type,
    searchParam: resources.some((one) => one.resourceType === type && (one.subject ?? one.patient) !== undefined)
      ? [{ name: 'patient', type: 'reference' }]
      : [],
    operation: type === 'Patient' ? [{ name: hasEverything ? 'everything' : 'match', definition: 'x' }] : [],
  }));
  return { resourceType: 'CapabilityStatement', fhirVersion: '4.0.1', rest: [{ mode: 'server', resource }] };
}

function isAllowed(options: TestServerOptions, smart: TokenDesk, header: string | undefined): boolean {
  if (options.access === 'bearer') return header === `Bearer ${bearerToken}`;
  if (options.access === 'basic')
    return header === `Basic ${Buffer.from(`${basicUser.user}:${basicUser.password}`).toString('base64')}`;
  return smart.isGood(header);
}

interface TokenDesk {
  token(context: Context): Promise<Response>;
  authorize(context: Context): Response;
  isGood(header: string | undefined): boolean;
}

/** Tokens for signed assertions (Backend Services) and for codes with PKCE (standalone launch). */
function createTokenDesk(options: TestServerOptions): TokenDesk {
  const tokens = new Map<string, number>();
  const codes = new Map<string, { challenge: string; redirect: string }>();
  const seenIds = new Set<string>();
  let issued = 0;
  const issue = (context: Context, more: object = {}) => {
    const token = `token-${++issued}`;
    tokens.set(token, options.tokenUses ?? Number.POSITIVE_INFINITY);
    return context.json({
      access_token: token,
      token_type: 'bearer',
      expires_in: options.tokenSeconds ?? 300,
      ...more,
    });
  };
  const refuse = (context: Context) => context.json({ error: 'invalid_client' }, 400);

  async function token(context: Context): Promise<Response> {
    const form = new URLSearchParams(await context.req.text());
    const refresh = options.refreshes === false ? {} : { refresh_token: 'refresh-1' };
    if (form.get('grant_type') === 'refresh_token')
      return form.get('refresh_token') === 'refresh-1' ? issue(context) : refuse(context);
    if (form.get('grant_type') === 'authorization_code') {
      const code = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const isGood = code !== undefined && code.challenge === challenge && code.redirect === form.get('redirect_uri');
      return isGood ? issue(context, { patient: 'p', ...refresh }) : refuse(context);
    }
    if (options.clientKey === undefined) return refuse(context);
    try {
      const key = await importJWK(options.clientKey);
      const audience = new URL('/token', context.req.url).href;
      const { payload, protectedHeader } = await jwtVerify(form.get('client_assertion') ?? '', key, {
        issuer: 'client-1',
        subject: 'client-1',
        audience,
        maxTokenAge: '5m',
      });
      const isKnown = protectedHeader.kid === options.clientKey.kid && ['RS384', 'ES384'].includes(protectedHeader.alg);
      if (!isKnown || payload.jti === undefined || seenIds.has(payload.jti) || form.get('scope') === null)
        return refuse(context);
      seenIds.add(payload.jti);
      return issue(context);
    } catch {
      return refuse(context);
    }
  }

  function authorize(context: Context): Response {
    const redirect = context.req.query('redirect_uri') ?? '';
    const isGood =
      context.req.query('response_type') === 'code' &&
      context.req.query('code_challenge_method') === 'S256' &&
      context.req.query('aud')?.endsWith('/fhir');
    const target = new URL(redirect);
    target.searchParams.set('state', context.req.query('state') ?? '');
    if (isGood) {
      codes.set('code-1', { challenge: context.req.query('code_challenge') ?? '', redirect });
      target.searchParams.set('code', 'code-1');
    } else target.searchParams.set('error', 'invalid_request');
    return context.redirect(target.href);
  }

  function isGood(header: string | undefined): boolean {
    const name = header?.replace('Bearer ', '') ?? '';
    const left = tokens.get(name) ?? 0;
    tokens.set(name, left - 1);
    return left > 0;
  }
  return { token, authorize, isGood };
}
