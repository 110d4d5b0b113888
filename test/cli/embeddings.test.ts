// An embedding model named on the command line: where data goes, what is cached and counted, what happens when it fails.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type EmbeddingFamily,
  type EmbeddingFault,
  type EmbeddingServer,
  embeddingFamilies,
  startEmbeddingServer,
} from '../support/embedding-servers.ts';
import { type ApiFamily, apiFamilies } from '../support/provider-families.ts';
import { type ProviderServer, startProvider } from '../support/provider-servers.ts';
import { cliPath, runCli } from '../support/run-cli.ts';
import { writeWeightRecord } from '../support/weight-record.ts';

const folder = mkdtempSync(join(tmpdir(), 'fhir-hopper-embeddings-'));
const record = join(folder, 'record.json');
const [gemini, openai, compatible] = embeddingFamilies as [EmbeddingFamily, EmbeddingFamily, EmbeddingFamily];
const question = 'What is the last body weight?';
let server: EmbeddingServer | undefined;
let provider: ProviderServer | undefined;

beforeAll(async () => {
  await cliPath();
  writeWeightRecord(record, [70.5, 71, 72]);
});
afterEach(async () => {
  await server?.close();
  await provider?.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(family: EmbeddingFamily, cache: string, faults: readonly EmbeddingFault[] = []) {
  server = await startEmbeddingServer(family, faults);
  const words = ['--embeddings', family.spec, '--embeddings-url', server.baseUrl];
  return { words: [...words, '--embeddings-cache', join(folder, cache)], host: new URL(server.baseUrl).host };
}

describe('--embeddings', () => {
  it.each(embeddingFamilies)(
    '$name: says first where data goes, tells the scorer, the tokens and the cost',
    async (family) => {
      const { words, host } = await start(family, family.dimensions.toString());
      const run = await runCli(['ask', record, question, '--json', ...words], { env: family.env });
      const [first, second] = run.stderr.split('\n');
      const answer = JSON.parse(run.stdout);

      expect(first).toBe(
        `embeddings ${family.spec}: questions and record text go to ${host}; their vectors are kept in ${words.at(-1)}`,
      );
      expect(second).toBe('offline: nothing else leaves this machine');
      expect(run.exit).toBe(0);
      expect(answer).toMatchObject({ status: 'answered', scorer: `lexical and ${family.spec}` });
      expect(answer.usage.embeddingTokens).toBeGreaterThan(5);
      const isPriced = family !== compatible;
      expect(answer.usage.costUsd === undefined).toBe(!isPriced);
      expect(server?.texts.at(-1)).toEqual([question]);
    },
  );

  it('asks for nothing twice, and says in words what ranked', async () => {
    const { words } = await start(compatible, 'twice');
    await runCli(['ask', record, question, ...words]);
    const calls = server?.bodies.length;
    const again = await runCli(['ask', record, question, '--usage', ...words]);

    expect(server?.bodies.length).toBe(calls);
    expect(again.stdout).toMatch(/ranked by: lexical and openai-compatible:nomic-embed-text/);
    expect(again.stderr).toMatch(/; embeddings 0 tokens/);
  });

  it('ranks a page and a search', async () => {
    const { words, host } = await start(compatible, 'page');
    const page = await runCli(['linearize', record, '--question', 'weight', '--json', ...words]);
    expect(page.stderr.split('\n')[0]).toContain(`record text go to ${host}`);
    expect(JSON.parse(page.stdout)).toMatchObject({ scorer: 'lexical and openai-compatible:nomic-embed-text' });

    const search = await runCli(['tool', record, 'search_graph', '{"query":"weight"}', ...words]);
    expect(JSON.parse(search.stdout)).toMatchObject({
      ok: true,
      scorer: 'lexical and openai-compatible:nomic-embed-text',
    });
    expect(server?.texts.flat()).toContain('weight');

    const calls = server?.bodies.length;
    await runCli(['tool', record, 'filter_time', '{}', ...words]);
    expect(server?.bodies.length).toBe(calls);
  });

  it('says lexical without it', async () => {
    expect(JSON.parse((await runCli(['ask', record, question, '--json'])).stdout).scorer).toBe('lexical');
    const page = await runCli(['linearize', record, '--question', 'weight', '--json']);
    expect(JSON.parse(page.stdout).scorer).toBe('lexical');
    const search = await runCli(['tool', record, 'search_graph', '{"query":"weight"}']);
    expect(JSON.parse(search.stdout).scorer).toBe('lexical');
  });

  it('serves a model beside, whose tools search with it; one address may serve both', async () => {
    const { words } = await start(openai, 'model');
    const family = apiFamilies[2] as ApiFamily;
    provider = await startProvider(family, [
      { toolCalls: [{ name: 'search_graph', args: '{"query":"heavy patient"}' }] },
      { text: '{"status":"answered","text":"70.5 kg.","values":[],"citations":["Observation/w1"],"absence":null}' },
    ]);
    const place = ['--model', family.spec, '--base-url', provider.baseUrl];
    const run = await runCli(['ask', record, question, '--json', ...place, ...words], { env: openai.env });

    expect(run.stderr.split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(/^embeddings openai:/),
      expect.stringMatching(/^model openai-compatible:/),
    ]);
    expect(JSON.parse(run.stdout)).toMatchObject({ status: 'answered', citations: [{ key: 'Observation/w1' }] });
    expect(server?.texts.flat()).toContain('heavy patient');
    await server?.close();

    server = await startEmbeddingServer(compatible);
    const same = ['--model', family.spec, '--base-url', server.baseUrl, '--embeddings', compatible.spec];
    const both = await runCli(['ask', record, question, ...same, '--embeddings-cache', join(folder, 'both')]);
    expect(server.texts.flat()).toContain(question);
    expect(both.exit).toBe(6);
  });
});

describe('an embedding model that fails', () => {
  it.each([
    [
      'refuses the key',
      Array.from({ length: 20 }, () => ({ status: 401 })),
      /the key was refused \(HTTP 401\).* Going on with words alone\./,
    ],
    [
      'speaks HTML',
      Array.from({ length: 20 }, () => ({ body: '<html></html>' })),
      /web page.* Going on with words alone\./,
    ],
  ])('%s: one line, and the answer by words alone', async (_, faults, words) => {
    const { words: options } = await start(gemini, 'failing', faults);
    const run = await runCli(['ask', record, question, '--json', ...options], { env: gemini.env });

    expect(run.exit).toBe(0);
    expect(run.stderr.split('\n').filter((line) => words.test(line))).toHaveLength(1);
    expect(JSON.parse(run.stdout)).toMatchObject({ status: 'answered', scorer: 'lexical' });
  });

  it('is down: the same, once for all questions', async () => {
    const { words } = await start(compatible, 'down');
    await server?.close();
    const questions = join(folder, 'questions.txt');
    writeFileSync(questions, `${question}\nHow many body weights are there?\n`);
    const run = await runCli(['ask', record, '--questions', questions, '--json', ...words]);

    expect(run.exit).toBe(0);
    expect(run.stderr).toMatch(/connection refused.* Going on with words alone\./);
    const scorers = run.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).scorer);
    expect(scorers).toEqual(['lexical', 'lexical']);
  });
});

it('keeps no text in the cache', async () => {
  const { words } = await start(compatible, 'names');
  await runCli(['ask', record, question, ...words]);
  const names = readdirSync(join(folder, 'names'), { recursive: true }).join('\n');
  expect(names.length).toBeGreaterThan(64);
  expect(names.toLowerCase()).not.toContain('weight');
});
