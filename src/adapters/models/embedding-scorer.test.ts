import { appendFile, mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APICallError } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { smallGraph } from '../../../test/support/small-graph.ts';
import { ask } from '../../agent/ask.ts';
import { createHashEmbedder } from '../../testing/hash-embedder.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { createGraphTools } from '../../tools/graph-tools.ts';
import { openVectorCache } from '../storage/vector-cache.ts';
import { embedTexts } from './embed-texts.ts';
import { createEmbeddingScorer } from './embedding-scorer.ts';

const graph = smallGraph();
const folder = () => mkdtemp(join(tmpdir(), 'fhir-hopper-vectors-'));

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
    const [file = ''] = await readdir(path);
    await appendFile(join(path, file), Buffer.alloc(100, 7));

    const second = createHashEmbedder();
    const again = await embedTexts(second, ['b', 'a', 'c'], { cache: await openVectorCache(path, 'hash', 64) });
    expect(second.calls).toEqual([['c']]);
    expect([again[1], again[0]]).toEqual(embedded);
    expect((await stat(join(path, file))).size).toBe(3 * (32 + 64 * 4));
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
