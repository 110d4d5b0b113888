// `--offline-first`, as a person sees it: what leaves the machine, what is said of it, and what was saved.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../src/agent/agent-event.ts';
import { type ApiFamily, apiFamilies, type NeutralReply } from '../support/provider-families.ts';
import { type ProviderServer, startProvider } from '../support/provider-servers.ts';
import { cliPath, runCli } from '../support/run-cli.ts';
import { writeWeightRecord } from '../support/weight-record.ts';

const folder = mkdtempSync(join(tmpdir(), 'fhir-hopper-offline-first-'));
const record = join(folder, 'record.json');
const anthropic = apiFamilies[0] as ApiFamily;
const sure = 'What is the last body weight?';
const unsure = 'What is the last body weight by the moonlit harbour wall?';
const reply =
  '{"status":"answered","text":"Said by a model.","values":[],"citations":["Observation/w1"],"absence":null}';
let server: ProviderServer | undefined;

beforeAll(async () => {
  await cliPath();
  writeWeightRecord(record);
});
afterEach(() => server?.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('ask --offline-first', () => {
  it('sends nothing when rules are sure, and says so', async () => {
    const run = await askModel([sure, '--usage']);
    expect(server?.requests).toEqual([]);
    expect(run.stderr.split('\n')[0]).toMatch(
      /^offline first: only questions .* go to 127\.0\.0\.1:\d+ \(model anthropic/,
    );
    expect(run.stderr).toMatch(/answered by rules, confidence .*: no model was asked/);
    expect(run.stderr).toMatch(/0 model calls; .*at least 1 model call and \d+ input tokens not spent/);
    expect(run.stdout).toMatch(/70\.5[\s\S]*answered by rules, no model asked/);
    expect(run.exit).toBe(0);
  });

  it('asks the model when they are not, with what they found in its prompt and in the trace', async () => {
    const trace = join(folder, 'trace.jsonl');
    const run = await askModel([unsure, '--trace', trace]);
    const body = JSON.stringify(server?.requests[0]?.body);
    expect(body).toContain('<hint>');
    expect(body).toContain('70.5 kg');
    expect(run.stderr).toMatch(/confidence 0\.\d+ is below 0\.9: the model is asked; .* as a hint of \d+ tokens/);
    expect(run.stdout).toContain('Said by a model.');

    const events = readFileSync(trace, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AgentEvent);
    expect(events[0]).toMatchObject({ type: 'run-start', hint: expect.stringContaining('<hint>') });
    expect(events.at(-1)).toMatchObject({
      type: 'run-end',
      answer: { offlineFirst: { used: false, found: { values: [{ value: 70.5 }] } } },
    });
    const again = await runCli(['replay', trace, record]);
    expect(again.stdout).toContain('Said by a model.');
  });

  it('takes the confidence to trust from --min-confidence or the settings file', async () => {
    await askModel([unsure, '--min-confidence', '0.2']);
    expect(server?.requests).toEqual([]);
    await server?.close();

    writeFileSync(join(folder, 'fhir-hopper.json'), '{"offlineFirst": true, "minConfidence": 0.2}');
    server = await startProvider(anthropic, [{ text: reply }]);
    const words = ['ask', record, unsure, '--model', anthropic.spec, '--base-url', server.baseUrl];
    await runCli(words, { env: anthropic.env, cwd: folder });
    rmSync(join(folder, 'fhir-hopper.json'));
    expect(server.requests).toEqual([]);
  });

  it('fails as the model does, and tells what rules found', async () => {
    const run = await askModel([unsure], { status: 401, body: '{}' });
    expect(run.exit).toBe(6);
    expect(run.stdout).toBe('');
    expect(run.stderr).toMatch(/fhir-hopper: .*\nRules alone .* may be wrong: Latest Body weight: 70\.5 kg/);
  });

  it('sums up a file of questions, and a chat', async () => {
    const questions = join(folder, 'questions.txt');
    writeFileSync(questions, `${sure}\n${unsure}\n`);
    expect((await askModel(['--questions', questions])).stderr).toMatch(
      /1 of 2 questions answered by rules: at least 1 model call and \d+ input tokens not spent/,
    );
    await server?.close();

    server = await startProvider(anthropic, [{ text: reply }]);
    const words = ['chat', record, '--offline-first', '--model', anthropic.spec, '--base-url', server.baseUrl];
    const chat = await runCli(words, { env: anthropic.env, stdin: `${sure}\n${sure}\n\n` });
    expect(chat.stderr).toMatch(/2 of 2 questions answered by rules/);
    expect(server.requests).toEqual([]);
  });

  it.each([
    ['no model', []],
    ['the offline model', ['--model', 'offline']],
  ])('is refused in one line with %s', async (_, words) => {
    const run = await runCli(['ask', record, sure, '--offline-first', ...words]);
    expect(run.exit).toBe(2);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).toMatch(/^fhir-hopper: Expected a model to ask after the rules with --offline-first; found/);
  });

  it('is refused a confidence that is none, or one alone', async () => {
    const odd = await runCli(['ask', record, sure, '--offline-first', '--min-confidence', '90']);
    expect(odd.stderr).toMatch(/Expected a number from 0 to 1 for --min-confidence/);
    const alone = await runCli(['ask', record, sure, '--min-confidence', '0.5']);
    expect(alone.stderr).toMatch(/Expected --offline-first with --min-confidence/);
  });
});

describe('how dates are read', () => {
  it('is said by --date-order, and by the settings file', async () => {
    const question = 'Was the body weight measured on 02/01/2020?';
    expect((await runCli(['ask', record, question, '--date-order', 'day-first', '--json'])).stdout).toContain(
      'Observation/w1',
    );
    expect((await runCli(['plan', record, question])).stdout).toContain('2020-02-01');
    writeFileSync(join(folder, 'fhir-hopper.json'), '{"dateOrder": "day-first"}');
    const plan = await runCli(['plan', record, question], { cwd: folder });
    rmSync(join(folder, 'fhir-hopper.json'));
    expect(plan.stdout).toContain('2020-01-02');
  });
});

async function askModel(words: readonly string[], answer: NeutralReply = { text: reply }) {
  server = await startProvider(anthropic, [answer]);
  const place = ['--offline-first', '--model', anthropic.spec, '--base-url', server.baseUrl];
  return runCli(['ask', record, ...words, ...place], { env: anthropic.env });
}
