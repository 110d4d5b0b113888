// A comparison at the command line: what its models cost, and vectors of an embedding model in it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { CaseResult } from '../../src/evaluation/case-result.ts';
import {
  type EmbeddingFamily,
  type EmbeddingServer,
  embeddingFamilies,
  startEmbeddingServer,
} from '../support/embedding-servers.ts';
import { type ApiFamily, apiFamilies } from '../support/provider-families.ts';
import { type ProviderServer, startProvider } from '../support/provider-servers.ts';
import { cliPath, runCli } from '../support/run-cli.ts';
import { writeWeightRecord } from '../support/weight-record.ts';

const folder = mkdtempSync(join(tmpdir(), 'fhir-hopper-evaluate-'));
const local = apiFamilies[2] as ApiFamily;
const vectors = embeddingFamilies[2] as EmbeddingFamily;
const prices = join(folder, 'prices.json');
let server: ProviderServer | undefined;
let embeddings: EmbeddingServer | undefined;

beforeAll(async () => {
  await cliPath();
  writeWeightRecord(join(folder, 'record.json'));
  const row = { question: 'What is the last body weight?', answer: 70.5, record: 'record.json' };
  writeFileSync(join(folder, 'questions.jsonl'), `${JSON.stringify(row)}\n`);
  const models = { 'local-model': { input: 1000, output: 0 }, 'nomic-embed-text': { input: 10, output: 0 } };
  writeFileSync(prices, JSON.stringify({ asOf: '2026-11-30', models }));
});
afterEach(async () => {
  await server?.close();
  await embeddings?.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('counts dollars with the prices of a file, for arms over a plain page too, and vectors with them', async () => {
  server = await startProvider(local, [
    {
      text: '{"status":"answered","text":"70.5 kg","values":[{"value":70.5,"unit":"kg"}],"citations":["Observation/w1"],"absence":null}',
    },
  ]);
  embeddings = await startEmbeddingServer(vectors);
  const out = join(folder, 'run');
  const words = [
    'evaluate',
    '--dataset',
    'questions',
    '--data',
    folder,
    '--out',
    out,
    '--strategy',
    'hopper,flowsheet',
  ];
  const model = ['--model', local.spec, '--base-url', server.baseUrl, '--prices', prices, '--max-cost', '100'];
  const place = ['--embeddings', vectors.spec, '--embeddings-url', embeddings.baseUrl];
  const run = await runCli([...words, ...model, ...place, '--embeddings-cache', join(folder, 'cache')]);

  expect(run.stderr.split('\n')[0]).toMatch(/^embeddings openai-compatible:nomic-embed-text: .* go to 127\.0\.0\.1/);
  expect(run.stderr.split('\n')[1]).toMatch(/^model openai-compatible:local-model: .* go to 127\.0\.0\.1/);
  expect(run.exit).toBe(0);
  const results = readFileSync(join(out, 'results.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CaseResult);
  expect(results.map(({ arm }) => arm)).toEqual([
    `hopper + ${vectors.spec} @ ${local.spec}`,
    `flowsheet @ ${local.spec}`,
  ]);
  const [hopper, flowsheet] = results.map(({ usage }) => usage);
  expect(hopper?.embeddingTokens).toBeGreaterThan(3);
  expect(hopper?.costUsd).toBeGreaterThan((hopper?.cacheWeightedInputTokens ?? 0) / 1000);
  expect(flowsheet?.costUsd).toBeCloseTo((flowsheet?.cacheWeightedInputTokens ?? 0) / 1000, 1);

  const unpriced = await runCli([...words, '--model', local.spec, '--base-url', server.baseUrl, '--max-cost', '1']);
  expect(unpriced.exit).toBe(2);
  expect(unpriced.stderr).toMatch(/price of local-model for --max-cost; none is known. Give one with --prices FILE/);
});

it('fails a case, rather than rank it otherwise, when the embedding model fails', async () => {
  server = await startProvider(local, [{ text: 'x' }]);
  embeddings = await startEmbeddingServer(
    vectors,
    Array.from({ length: 9 }, () => ({ status: 401 })),
  );
  const out = join(folder, 'failing');
  const words = ['evaluate', '--dataset', 'questions', '--data', folder, '--out', out, '--strategy', 'hopper'];
  const place = ['--embeddings', vectors.spec, '--embeddings-url', embeddings.baseUrl];
  const model = ['--model', local.spec, '--base-url', server.baseUrl];
  await runCli([...words, ...model, ...place, '--embeddings-cache', join(folder, 'none')]);

  const [result] = readFileSync(join(out, 'results.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(result).toMatchObject({ outcome: 'failed', error: expect.stringMatching(/key was refused/) });
  expect(server.requests).toEqual([]);
});
