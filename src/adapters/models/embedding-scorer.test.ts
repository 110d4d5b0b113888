import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APICallError, type EmbeddingModelV3 } from '@ai-sdk/provider';
import { afterAll, describe, expect, it } from 'vitest';
import { smallGraph } from '../../../test/support/small-graph.ts';
import { ask } from '../../agent/ask.ts';
import { createHashEmbedder } from '../../testing/hash-embedder.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { createGraphTools } from '../../tools/graph-tools.ts';
import { openVectorCache } from '../storage/vector-cache.ts';
import { embedTexts } from './embed-texts.ts';
import { createEmbeddingScorer } from './embedding-scorer.ts';

const graph = smallGraph();
const folders: string[] = [];
const folder = async () => {
  folders.push(await mkdtemp(join(tmpdir(), 'fhir-hopper-vectors-')));
  return folders.at(-1) as string;
};
afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true }))));

describe('texts to vectors', () => {
  it('embeds each distinct text once, in batches, in order', async () => {
    const model = createHashEmbedder();
    const texts = Array.from({ length: 250 }, (_, index) => `text ${index % 120}`);
    const vectors = await embedTexts(model, texts);

    expect(model.calls.map((batch) => batch.length)).toEqual([100, 20]);
    expect(vectors[0]).toBe(vectors[120]);
    expect(vectors.length).toBe(250);
  });

  it('asks for nothing that is cached, also after an interrupted write', async () => {
    const path = await folder();
    const first = createHashEmbedder();
    const embedded = await embedTexts(first, ['a', 'b'], { cache: await openVectorCache(path, 'hash', 64) });
    const files = (await readdir(path, { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name)).sort();
    expect(files).toHaveLength(2);
    expect((await stat(join(path, files[0] ?? ''))).mode & 0o777).toBe(0o600);
    // Left by a process that was killed while it wrote: beside its place, and one that some other tool cut short.
    await writeFile(join(path, `${files[0]}.1-x`), Buffer.alloc(100, 7));
    const cut = await embedTexts(first, ['cut'], { cache: await openVectorCache(path, 'hash', 64) });
    const fresh = (await readdir(path, { recursive: true })).find(
      (name) => /[0-9a-f]{64}$/.test(name) && !files.includes(name),
    );
    await truncate(join(path, fresh ?? ''), 99);

    const second = createHashEmbedder();
    const again = await embedTexts(second, ['b', 'a', 'cut', 'c'], { cache: await openVectorCache(path, 'hash', 64) });
    expect(second.calls).toEqual([['cut', 'c']]);
    expect([again[1], again[0], again[2]]).toEqual([...embedded, ...cut]);
  });

  it('keeps what several processes write at once, and no text', async () => {
    const path = await folder();
    const texts = Array.from({ length: 40 }, (_, index) => `Secretname ${index}`);
    await Promise.all(
      [0, 1, 2].map(async () =>
        embedTexts(createHashEmbedder(), texts, { cache: await openVectorCache(path, 'hash') }),
      ),
    );
    const after = createHashEmbedder();
    expect(await embedTexts(after, texts, { cache: await openVectorCache(path, 'hash') })).toEqual(
      await embedTexts(createHashEmbedder(), texts),
    );
    expect(after.calls).toEqual([]);
    expect((await readdir(path, { recursive: true })).join()).not.toContain('Secretname');
  });

  it('tells a document from a query of the same words where the model does', async () => {
    const path = await folder();
    const model = createHashEmbedder();
    const cache = await openVectorCache(path, 'hash');
    await embedTexts(model, ['a'], { cache, cachePrefix: 'document\n' });
    await embedTexts(model, ['a'], { cache, cachePrefix: 'query\n' });
    expect(model.calls).toEqual([['a'], ['a']]);
  });

  it('says so when the model has changed since vectors were cached', async () => {
    const path = await folder();
    await embedTexts(createHashEmbedder({ dimensions: 8 }), ['a'], { cache: await openVectorCache(path, 'hash') });
    await expect(
      embedTexts(createHashEmbedder({ dimensions: 16 }), ['a', 'b'], { cache: await openVectorCache(path, 'hash') }),
    ).rejects.toThrow(/found 8 and 16; the model has changed/);
  });

  it('gives up on a batch that takes too long, and stops the others', async () => {
    const aborted: unknown[] = [];
    const slow: EmbeddingModelV3 = {
      ...createHashEmbedder(),
      maxEmbeddingsPerCall: 1,
      doEmbed: ({ abortSignal }) =>
        new Promise((_, reject) => {
          abortSignal?.addEventListener('abort', () => reject(abortSignal.reason));
          abortSignal?.addEventListener('abort', () => aborted.push(abortSignal.reason));
        }),
    };
    await expect(embedTexts(slow, ['a', 'b', 'c', 'd', 'e', 'f'], { callTimeoutMs: 50, parallel: 2 })).rejects.toThrow(
      /did not answer in time/,
    );
    expect(aborted.length).toBeLessThan(4);
  });

  it('tries again where that may help, and keeps what it has when it fails', async () => {
    const busy = (status: number) =>
      new APICallError({
        message: 'x',
        url: 'http://h/v1',
        requestBodyValues: {},
        statusCode: status,
        responseBody: '',
      });
    const flaky = createHashEmbedder({ fail: (call) => (call === 1 ? busy(429) : undefined) });
    expect((await embedTexts(flaky, ['a'], { firstDelayMs: 1 })).length).toBe(1);

    const refused = createHashEmbedder({ fail: () => busy(401) });
    await expect(embedTexts(refused, ['a'], { firstDelayMs: 1 })).rejects.toMatchObject({ code: 'model-failed' });
    expect(refused.calls.length).toBe(1);
  });
});

describe('the embedding scorer', () => {
  it('puts what shares words with the question above the background', async () => {
    const { cosine, embedQuery } = await createEmbeddingScorer(graph, createHashEmbedder());
    const text = 'potassium mmol/L';
    const scores = cosine(graph, { text, vector: await embedQuery(text) });

    const of = (key: string) => scores[graph.find(key)?.index ?? -1] ?? 0;
    expect(of('Observation/k3')).toBeGreaterThan(of('MedicationRequest/m'));
    expect(Math.min(...scores)).toBe(0);
    expect(Math.max(...scores)).toBe(1);
  });

  it('serves the page and search_graph, fused with the lexical scorer', async () => {
    const model = createHashEmbedder();
    const { scorer, embedQuery } = await createEmbeddingScorer(graph, model);
    const question = 'What was the latest potassium?';
    const answer = await ask(graph, question, {
      scorer,
      questionVector: await embedQuery(question),
      tools: createGraphTools(graph, { scorer, embedQuery }),
      model: scriptedModel([
        { toolCalls: [{ tool: 'search_graph', args: { query: 'heparin' } }] },
        '{"status":"answered","text":"Heparin sodium.","values":[{"value":"Heparin sodium","cite":["MedicationRequest/m"]}],"citations":["MedicationRequest/m"],"absence":null}',
      ]),
    });

    expect(answer).toMatchObject({ status: 'answered', unsupported: [] });
    expect(model.calls.at(-1)).toEqual(['heparin']);
  });

  it('works as before without a vector of the question', async () => {
    const { scorer } = await createEmbeddingScorer(graph, createHashEmbedder());
    const scores = scorer(graph, { text: 'potassium' });
    expect(scores[graph.find('Observation/k3')?.index ?? -1]).toBeGreaterThan(0);
  });
});
