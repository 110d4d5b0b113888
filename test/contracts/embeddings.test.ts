// One suite for every API of embeddings: what a scorer needs of it, against an imitation on loopback.
import { afterEach, describe, expect, it } from 'vitest';
import { createEmbeddingModel } from '../../src/adapters/models/create-model.ts';
import { embedTexts } from '../../src/adapters/models/embed-texts.ts';
import { createEmbeddingScorer } from '../../src/adapters/models/embedding-scorer.ts';
import {
  type EmbeddingFamily,
  type EmbeddingFault,
  type EmbeddingServer,
  embeddingFamilies,
  startEmbeddingServer,
} from '../support/embedding-servers.ts';
import { smallGraph } from '../support/small-graph.ts';

let server: EmbeddingServer | undefined;
afterEach(() => server?.close());

async function start(family: EmbeddingFamily, faults: readonly (EmbeddingFault | undefined)[] = []) {
  server = await startEmbeddingServer(family, faults);
  return createEmbeddingModel(family.spec, { baseUrl: server.baseUrl, env: family.env });
}

const quick = { firstDelayMs: 5, attempts: 3 };
const texts = ['potassium', 'sodium', 'heparin sodium'];

describe.each(embeddingFamilies)('$name', (family) => {
  it('gives a vector for each text, in order, with its tokens', async () => {
    const model = await start(family);
    const told: number[] = [];
    const vectors = await embedTexts(model, texts, { ...quick, onTokens: (tokens) => told.push(tokens) });
    const alone = await embedTexts(model, ['heparin sodium'], quick);

    expect(vectors.map(({ length }) => length)).toEqual([family.dimensions, family.dimensions, family.dimensions]);
    expect(alone[0]).toEqual(vectors[2]);
    expect(server?.texts[0]).toEqual(texts);
    expect(told).toEqual([family.tellsTokens ? 4 : expect.any(Number)]);
    expect(told[0]).toBeGreaterThan(0);
  });

  it('counts tokens itself where the server says nothing of them', async () => {
    const model = await start(family, [{ noUsage: true }]);
    const told: number[] = [];
    await embedTexts(model, texts, { ...quick, onTokens: (tokens) => told.push(tokens) });
    expect(told[0]).toBeGreaterThan(2);
  });

  it('splits many texts into batches', async () => {
    const model = await start(family);
    await embedTexts(
      model,
      Array.from({ length: 230 }, (_, index) => `text ${index}`),
      quick,
    );
    expect(server?.texts.map(({ length }) => length).sort((left, right) => right - left)).toEqual([100, 100, 30]);
  });

  it('ranks a record, documents and queries told apart where the model does', async () => {
    const graph = smallGraph();
    const { cosine, embedQuery } = await createEmbeddingScorer(graph, await start(family), quick);
    const scores = cosine(graph, { text: 'potassium', vector: await embedQuery('potassium') });

    expect(scores[graph.find('Observation/k3')?.index ?? -1]).toBeGreaterThan(0);
    const sent = (server?.bodies ?? []).map((body) => JSON.stringify(body));
    expect(sent.some((body) => body.includes('RETRIEVAL_DOCUMENT'))).toBe(family.name.startsWith('Gemini'));
    expect(sent.at(-1)?.includes('RETRIEVAL_QUERY')).toBe(family.name.startsWith('Gemini'));
    expect(sent.at(-1)?.includes('3072')).toBe(family.name.startsWith('Gemini'));
  });

  it.each([
    [400, 1, /refused \(HTTP 400\)/],
    [401, 1, /key was refused \(HTTP 401\)/],
    [404, 1, /no such model or path/],
    [429, 3, /too many requests/],
    [500, 3, /provider failed \(HTTP 500\)/],
  ])('says what HTTP %i means, after %i tries', async (status, tries, words) => {
    const model = await start(
      family,
      Array.from({ length: 9 }, () => ({ status })),
    );
    await expect(embedTexts(model, texts, quick)).rejects.toMatchObject({
      code: 'model-failed',
      message: expect.stringMatching(words),
    });
    expect(server?.bodies.length).toBe(tries);
  });

  it('waits as long as Retry-After asks, then goes on', async () => {
    const model = await start(family, [{ status: 429, headers: { 'retry-after': '1' } }]);
    const started = Date.now();
    expect(await embedTexts(model, texts, quick)).toHaveLength(3);
    expect(Date.now() - started).toBeGreaterThanOrEqual(950);
  });

  it('tries again when a reply is cut in the middle', async () => {
    expect(await embedTexts(await start(family, [{ cut: true }]), texts, quick)).toHaveLength(3);
    expect(server?.bodies.length).toBe(2);
  });

  it.each([
    ['speaks HTML', { body: '<html>Welcome</html>' }, /web page/],
    ['gives something else', { body: '{"hello":1}' }, /found a reply that could not be read/],
    ['gives empty vectors', { empty: true }, /expected vectors of numbers/],
    ['gives too few vectors', { short: true }, /expected 3 vectors, found 2/],
  ])('says so when the server %s', async (_, fault, words) => {
    await expect(embedTexts(await start(family, [fault]), texts, quick)).rejects.toThrow(words);
  });

  it('gives up on a slow server, and stops when cancelled', async () => {
    const model = await start(family, [{ hang: true }, { hang: true }]);
    await expect(embedTexts(model, texts, { ...quick, callTimeoutMs: 100 })).rejects.toThrow(/did not answer in time/);
    await expect(embedTexts(model, texts, { ...quick, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});
