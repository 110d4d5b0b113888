// Live servers over real HTTP on loopback: one that does all properly, and one that misbehaves in each known way.
import { exportJWK, exportPKCS8, generateKeyPair } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import {
  basicUser,
  bearerToken,
  startFhirServer,
  type TestServer,
  type TestServerOptions,
} from '../../../../test/support/fhir-server.ts';
import { assembleRecord } from '../../../fhir/assemble-record.ts';
import { readServer } from './read-server.ts';
import type { ReadServerOptions } from './server-options.ts';

const subject = { reference: 'Patient/p' };
const resources = [
  { resourceType: 'Patient', id: 'p' },
  { resourceType: 'Patient', id: 'other' },
  { resourceType: 'Observation', id: 'theirs', subject: { reference: 'Patient/other' } },
  ...Array.from({ length: 25 }, (_, index) => ({
    resourceType: 'Observation',
    id: `o${index}`,
    subject,
    performer: [{ reference: 'Practitioner/d' }],
  })),
  {
    resourceType: 'MedicationRequest',
    id: 'r',
    subject,
    medicationReference: { reference: 'Medication/m' },
    requester: { reference: 'Practitioner/gone' },
  },
  { resourceType: 'AllergyIntolerance', id: 'a', patient: subject },
  { resourceType: 'Practitioner', id: 'd' },
  { resourceType: 'Medication', id: 'm', manufacturer: { reference: 'Organization/g' } },
  { resourceType: 'Organization', id: 'g' },
];
/** The patient, 27 of theirs, and four that those refer to. */
const whole = 31;

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function read(serverOptions: Partial<TestServerOptions> = {}, options: ReadServerOptions = {}) {
  server = await startFhirServer({ resources, ...serverOptions });
  return readServer(server.url, { patient: 'p', pageSize: 10, backoffMs: 1, maxTries: 3, ...options });
}

describe('readServer', () => {
  it('reads $everything, page by page, and what that refers to', async () => {
    const content = await read();
    expect(content.completeness).toEqual({ state: 'complete', reasons: [] });
    expect(content.entries).toHaveLength(whole);
    expect(content.fhirVersion).toBe('R4');
    const record = assembleRecord(content);
    expect(record.byKey.has('Organization/g')).toBe(true);
    expect(record.byKey.has('Observation/theirs')).toBe(false);
  });

  it('gives the same record type by type where there is no $everything', async () => {
    const everything = assembleRecord(await read());
    await server?.close();
    const byType = await read({ hasEverything: false });
    expect(byType.completeness.state).toBe('complete');
    const keys = (record: typeof everything) => record.resources.map(({ key }) => key);
    expect(keys(assembleRecord(byType))).toEqual(keys(everything));
  });

  it('tries the usual searches where the server says nothing of itself', async () => {
    const intercept: TestServerOptions['intercept'] = (context) =>
      context.req.path.endsWith('/metadata') ? context.text('no', 404) : undefined;
    const content = await read({ hasEverything: false, intercept });
    expect(content.entries).toHaveLength(whole);
    expect(content.issues.map(({ code }) => code).sort()).toEqual(['no-capabilities', 'no-everything']);
  });

  it('keeps to the limit of requests in flight', async () => {
    await read({ hasEverything: false }, { maxInFlight: 2 });
    expect(server?.mostAtOnce()).toBeLessThanOrEqual(2);
  });

  it('names a patient who is not there', async () => {
    await expect(read({}, { patient: 'nobody' })).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('Patient/nobody'),
    });
  });

  it.each(['ftp://a.example', 'nonsense', 'http://a.example/fhir', 'https://user:secret@a.example'])(
    'does not ask %s',
    async (address) => {
      const failure = readServer(address, { patient: 'p' });
      await expect(failure).rejects.toMatchObject({ code: 'invalid-input' });
      await expect(failure).rejects.not.toMatchObject({ message: expect.stringContaining('secret') });
    },
  );

  it('says when nobody answers', async () => {
    await expect(readServer('http://127.0.0.1:9/fhir', { patient: 'p', maxTries: 1 })).rejects.toMatchObject({
      code: 'source-failed',
      message: expect.stringContaining('no connection'),
    });
  });

  it('is cancelled while it waits', async () => {
    const intercept: TestServerOptions['intercept'] = (context) => context.body(null, 503, { 'retry-after': '30' });
    const signal = AbortSignal.timeout(100);
    await expect(read({ intercept }, { signal })).rejects.toMatchObject({ code: 'cancelled' });
  });
});

/** Misbehaves on the third page alone. */
const onPage3 = (answer: NonNullable<TestServerOptions['intercept']>): NonNullable<TestServerOptions['intercept']> => {
  const seen: string[] = [];
  return (context, count) => {
    const page = context.req.query('_getpages');
    if (page !== undefined && !seen.includes(page)) seen.push(page);
    return page !== undefined && seen.indexOf(page) === 1 ? answer(context, count) : undefined;
  };
};

describe('readServer, a server that misbehaves', () => {
  it('429 with Retry-After: waits and goes on, complete', async () => {
    const intercept = onPage3((context, count) =>
      count === 1 ? context.body(null, 429, { 'retry-after': '0' }) : undefined,
    );
    const content = await read({ intercept });
    expect(content.entries).toHaveLength(whole);
    expect(content.completeness.state).toBe('complete');
  });

  it('a Retry-After past the limit ends the tries', async () => {
    const content = await read(
      { intercept: onPage3((context) => context.body(null, 429, { 'retry-after': '3600' })) },
      { maxWaitMs: 1000 },
    );
    expect(content.completeness.reasons).toEqual([expect.stringContaining('asks to wait 3600 s')]);
  });

  it('503 forever on page 3: partial, with the reason, and the pages before are kept', async () => {
    const content = await read({ intercept: onPage3((context) => context.body(null, 503)) });
    expect(content.completeness).toEqual({
      state: 'partial',
      reasons: ['$everything: page 3 did not come (HTTP 503 after 3 tries); 20 resources came of 28 announced'],
    });
    expect(assembleRecord(content).completeness.state).toBe('partial');
  });

  it('a broken connection on page 3 is tried again', async () => {
    const intercept = onPage3((context, count) => {
      if (count > 1) return undefined;
      const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('broken')) });
      return context.body(broken, 200, { 'content-type': 'application/fhir+json' });
    });
    expect((await read({ intercept })).completeness.state).toBe('complete');
  });

  it('a total too high: partial', async () => {
    const content = await read({ distort: (bundle) => ({ ...bundle, total: 99 }) });
    expect(content.completeness.reasons).toEqual([
      '$everything: fewer resources came than were announced; 28 resources came of 99 announced',
    ]);
  });

  it('a total too low: complete, and said', async () => {
    const content = await read({ distort: (bundle) => ({ ...bundle, total: 5 }) });
    expect(content.completeness.state).toBe('complete');
    expect(content.issues).toMatchObject([{ code: 'wrong-total' }]);
  });

  it('a next page at another host is not followed', async () => {
    const elsewhere = { relation: 'next', url: 'https://evil.example/fhir?page=2' };
    const content = await read({ distort: (bundle) => ({ ...bundle, link: [elsewhere] }) });
    expect(content.completeness.reasons).toEqual([
      expect.stringContaining('another host and was not followed; 10 resources came of 28'),
    ]);
  });

  it('a redirect to another host is not followed', async () => {
    const content = await read({ intercept: onPage3((context) => context.redirect('https://evil.example/fhir')) });
    expect(content.completeness.reasons).toEqual([expect.stringContaining('a redirect to another host')]);
  });

  it('pages in a loop end', async () => {
    const content = await read({
      distort: (bundle, context) => ({ ...bundle, link: [{ relation: 'next', url: context.req.url }] }),
    });
    expect(content.completeness.reasons).toEqual([expect.stringContaining('the same page again')]);
  });

  it('pages without end end', async () => {
    let page = 0;
    const distort: NonNullable<TestServerOptions['distort']> = (bundle, context) => ({
      ...bundle,
      link: [{ relation: 'next', url: `${context.req.url}&n=${++page}` }],
    });
    const content = await read({ distort }, { maxPages: 5 });
    expect(content.completeness.reasons).toEqual([expect.stringContaining('limit maxPages')]);
  });

  it('HTML with 200 on page 3: partial', async () => {
    const content = await read({
      intercept: onPage3((context) => context.html('<html>Please sign in SECRETNAME</html>')),
    });
    expect(content.completeness.reasons).toEqual([expect.stringContaining('page 3 did not come (an HTML or XML page')]);
    expect(JSON.stringify(content.issues)).not.toContain('SECRETNAME');
  });

  it('HTML with 200 everywhere: refused', async () => {
    await expect(read({ intercept: (context) => context.html('<html></html>') })).rejects.toMatchObject({
      code: 'source-failed',
      message: expect.stringContaining('HTML'),
    });
  });

  it('401 in the middle: partial', async () => {
    const content = await read({ intercept: onPage3((context) => context.body(null, 401)) });
    expect(content.completeness.reasons).toEqual([expect.stringContaining('page 3 did not come (HTTP 401)')]);
  });

  it('one type that fails costs itself alone', async () => {
    const intercept: TestServerOptions['intercept'] = (context) =>
      context.req.path === '/fhir/AllergyIntolerance' ? context.body(null, 500) : undefined;
    const content = await read({ hasEverything: false, intercept });
    expect(content.completeness.reasons).toEqual([
      'AllergyIntolerance: the search did not succeed (HTTP 500 after 3 tries)',
    ]);
    expect(content.entries).toHaveLength(whole - 1);
  });

  it('an answer past the limit is not read', async () => {
    const content = await read(
      { intercept: onPage3((context) => context.text(`{"resourceType":"Bundle","x":"${'y'.repeat(100_000)}"}`)) },
      { maxBodyUnits: 50_000 },
    );
    expect(content.completeness.reasons).toEqual([expect.stringContaining('more than 50000 characters')]);
  });
});

describe('readServer, the right to read', () => {
  it('sends a bearer token or a password, and says when it is refused', async () => {
    expect((await read({ access: 'bearer' }, { auth: { kind: 'bearer', token: bearerToken } })).entries).toHaveLength(
      whole,
    );
    await server?.close();
    expect((await read({ access: 'basic' }, { auth: { kind: 'basic', ...basicUser } })).entries).toHaveLength(whole);
    await server?.close();
    await expect(read({ access: 'bearer' }, { auth: { kind: 'bearer', token: 'wrong' } })).rejects.toMatchObject({
      code: 'source-failed',
      message: expect.stringContaining('HTTP 401; check the auth option'),
    });
  });

  it.each(['ES384', 'RS384'] as const)(
    'SMART Backend Services with %s, one token for all requests',
    async (algorithm) => {
      const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
      const clientKey = { ...(await exportJWK(publicKey)), kid: 'k1', alg: algorithm };
      const auth = {
        kind: 'backend',
        clientId: 'client-1',
        privateKey: { ...(await exportJWK(privateKey)), kid: 'k1' },
      } as const;
      const content = await read({ access: 'smart', clientKey }, { auth });
      expect(content.entries).toHaveLength(whole);
      expect(server?.requests.filter((request) => request === 'POST /token')).toHaveLength(1);
      await server?.close();
      const pem = {
        kind: 'backend',
        clientId: 'client-1',
        keyId: 'k1',
        privateKey: await exportPKCS8(privateKey),
      } as const;
      expect((await read({ access: 'smart', clientKey }, { auth: pem })).entries).toHaveLength(whole);
    },
  );

  it('gets another token when the server stops taking the last one', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES384', { extractable: true });
    const clientKey = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES384' };
    const auth = {
      kind: 'backend',
      clientId: 'client-1',
      privateKey: { ...(await exportJWK(privateKey)), kid: 'k1' },
    } as const;
    const content = await read({ access: 'smart', clientKey, tokenUses: 3 }, { auth, maxInFlight: 1 });
    expect(content.completeness.state).toBe('complete');
    expect(server?.requests.filter((request) => request === 'POST /token').length).toBeGreaterThan(1);
  });

  it('says when the key is not the right one', async () => {
    const { publicKey } = await generateKeyPair('ES384', { extractable: true });
    const { privateKey } = await generateKeyPair('ES384', { extractable: true });
    const clientKey = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES384' };
    const auth = {
      kind: 'backend',
      clientId: 'client-1',
      privateKey: { ...(await exportJWK(privateKey)), kid: 'k1' },
    } as const;
    await expect(read({ access: 'smart', clientKey }, { auth })).rejects.toMatchObject({
      code: 'source-failed',
      message: expect.stringContaining('answers 400'),
    });
    await server?.close();
    await expect(
      read({ access: 'smart', clientKey }, { auth: { ...auth, privateKey: 'no key' } }),
    ).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringContaining('private key') });
  });

  it('SMART standalone launch: signs in at a browser, takes its patient, refreshes', async () => {
    let visits = 0;
    const openBrowser = (address: string) => {
      visits++;
      void fetch(address);
    };
    server = await startFhirServer({ resources, access: 'smart', tokenUses: 3 });
    const content = await readServer(server.url, {
      auth: { kind: 'launch', clientId: 'app', openBrowser },
      pageSize: 10,
      maxInFlight: 1,
    });
    expect(content.entries).toHaveLength(whole);
    expect(visits).toBe(1);
  });

  it('a launch that a stranger answers, or nobody, does not succeed', async () => {
    server = await startFhirServer({ resources, access: 'smart' });
    const openBrowser = (address: string) => {
      const redirect = new URL(new URL(address).searchParams.get('redirect_uri') ?? '');
      redirect.searchParams.set('code', 'stolen');
      redirect.searchParams.set('state', 'guessed');
      void fetch(redirect);
    };
    const launch = readServer(server.url, { auth: { kind: 'launch', clientId: 'app', openBrowser, waitMs: 200 } });
    await expect(launch).rejects.toMatchObject({
      code: 'source-failed',
      message: expect.stringContaining('nobody did in time'),
    });
  });
});
