// What a question cost, as a person sees it: the ledger, where the prices come from, and a file that overrides them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFamily, apiFamilies } from '../support/provider-families.ts';
import { type ProviderServer, startProvider } from '../support/provider-servers.ts';
import { cliPath, runCli } from '../support/run-cli.ts';
import { writeWeightRecord } from '../support/weight-record.ts';

const folder = mkdtempSync(join(tmpdir(), 'fhir-hopper-prices-'));
const record = join(folder, 'record.json');
const prices = join(folder, 'prices.json');
const anthropic = apiFamilies[0] as ApiFamily;
const reply = '{"status":"answered","text":"70.5 kg.","values":[],"citations":["Observation/w1"],"absence":null}';
let server: ProviderServer | undefined;

beforeAll(async () => {
  await cliPath();
  writeWeightRecord(record);
  writeFileSync(
    prices,
    JSON.stringify({ asOf: '2026-11-30', models: { 'claude-sonnet-4-5': { input: 1000, output: 2000 } } }),
  );
});
afterEach(() => server?.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('ask --usage', () => {
  it('prints tokens, and the cost by a table that it calls unverified', async () => {
    const run = await askModel('--usage');
    expect(run.stderr).toMatch(/1 model call; input 100 tokens \(cache-weighted 19, peak 100, last 100\); output 7/);
    expect(run.stderr).toMatch(/\$0\.0002 \(prices of the dated table \(.*\), unverified; override with a file\)/);
  });

  it('counts with the prices of a file, also in JSON', async () => {
    expect((await askModel('--usage', '--prices', prices)).stderr).toMatch(/\$0\.0330 \(prices given, of 2026-11-30\)/);
    const { usage } = JSON.parse((await askModel('--json', '--prices', prices)).stdout);
    expect(usage).toMatchObject({ costUsd: 0.033, costBasis: 'prices given, of 2026-11-30' });
  });

  it('asks for a file of prices where a limit needs one', async () => {
    const run = await runCli(['ask', record, 'Weight?', '--model', 'anthropic:unheard-of', '--max-cost', '1'], {
      env: anthropic.env,
    });
    expect(run.exit).toBe(2);
    expect(run.stderr).toMatch(/price of unheard-of for --max-cost; none is known. Give one with --prices FILE/);
  });
});

async function askModel(...words: readonly string[]) {
  server = await startProvider(anthropic, [{ text: reply }]);
  const place = ['--model', anthropic.spec, '--base-url', server.baseUrl];
  return runCli(['ask', record, 'What is the last body weight?', ...place, ...words], { env: anthropic.env });
}
