// Runs with a model as a person sees them: what is shown, what a trace holds, how they end, what stays the same between
// questions. The model is an imitation on loopback.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../src/agent/agent-event.ts';
import { type ApiFamily, apiFamilies, type NeutralReply } from '../support/provider-families.ts';
import { type ProviderServer, startProvider } from '../support/provider-servers.ts';
import { cliPath, runCli } from '../support/run-cli.ts';
import { writeWeightRecord } from '../support/weight-record.ts';

const folder = mkdtempSync(join(tmpdir(), 'fhir-hopper-runs-'));
const record = join(folder, 'record.json');
const anthropic = apiFamilies[0] as ApiFamily;
const local = apiFamilies[2] as ApiFamily;
const question = 'What is the last body weight?';
const reply =
  '{"status":"answered","text":"The last body weight is 72 kg.","values":[{"value":72,"unit":"kg","cite":["Observation/w3"]}],"citations":["Observation/w3"],"absence":null}';
const call = { toolCalls: [{ name: 'aggregate', args: '{"op":"last","text":"body weight"}' }] };
let server: ProviderServer | undefined;

beforeAll(async () => {
  await cliPath();
  writeWeightRecord(record, [70.5, 71, 72]);
});
afterEach(() => server?.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function place(family: ApiFamily, replies: readonly NeutralReply[]): Promise<string[]> {
  server = await startProvider(family, replies);
  return ['--model', family.spec, '--base-url', server.baseUrl];
}

function eventsIn(trace: string): readonly AgentEvent[] {
  const lines = readFileSync(trace, 'utf8').trim().split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as AgentEvent);
}

describe('a streamed run', () => {
  it('prints the checked answer alone; its trace replays without the model', async () => {
    const trace = join(folder, 'trace.jsonl');
    const words = await place(anthropic, [call, { text: reply }]);
    const run = await runCli(['ask', record, question, '--trace', trace, ...words], { env: anthropic.env });

    expect(run.exit).toBe(0);
    expect(run.stdout).toMatch(/^The last body weight is 72 kg\.\n\n✓ Observation/);
    expect(run.stderr).not.toContain('72 kg');
    const events = eventsIn(trace);
    expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(2);
    await server?.close();

    const shown = await runCli(['replay', trace]);
    const again = await runCli(['replay', trace, record]);
    expect(shown.stdout).toBe(run.stdout);
    expect(again.stdout).toBe(run.stdout);
    expect(again.exit).toBe(0);
  });

  it('leaves what it said and spent when Ctrl-C comes in the middle of a reply', async () => {
    const trace = join(folder, 'interrupted.jsonl');
    const words = await place(anthropic, [call, { text: reply, breaks: 'stall' }]);
    const run = await interrupted(['ask', record, question, '--trace', trace, '--usage', ...words], trace);

    expect(run.exit).toBe(130);
    expect(run.stdout).toBe('');
    expect(run.stderr).toMatch(
      /Stopping .*\n(.*\n)*fhir-hopper: Cancelled\.\n2 model calls; input \d+ tokens.*; 1 call counted by our own tokenizer/,
    );
    const events = eventsIn(trace);
    expect(events.some(({ type }) => type === 'text')).toBe(true);
    expect(events.at(-1)).toMatchObject({
      type: 'run-end',
      answer: { status: 'failed', stopReason: 'cancelled', usage: { calls: 2 } },
    });

    const shown = await runCli(['replay', trace]);
    expect(shown.exit).toBe(130);
  });
});

describe('several questions', () => {
  const second = 'How many body weights are there?';

  it('keep the prefix that a provider caches, and stand in one trace', async () => {
    const questions = join(folder, 'questions.jsonl');
    const trace = join(folder, 'both.jsonl');
    writeFileSync(questions, `\ufeff{"question": "${question}"}\n\n  {"question": "${second}"}\n`);
    const words = await place(anthropic, [{ text: reply }]);
    const asked = ['ask', record, '--questions', questions, '--json', '--trace', trace];
    const run = await runCli([...asked, ...words], { env: anthropic.env });

    const answers = run.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map((answer) => answer.question)).toEqual([question, second]);
    const [first, next] = (server?.requests ?? []).map(({ body }) => body);
    expect(JSON.stringify(next?.system)).toBe(JSON.stringify(first?.system));
    expect(JSON.stringify(next?.tools)).toBe(JSON.stringify(first?.tools));
    expect(JSON.stringify(first?.system)).toContain('cache_control');

    const replayed = await runCli(['replay', trace, record, '--json']);
    const again = replayed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(again.map(({ text }) => text)).toEqual(answers.map(({ text }) => text));
    expect(again.map((answer) => answer.question)).toEqual([question, second]);
  });

  it('are asked in chat over one reading of the record', async () => {
    const words = await place(local, [{ text: reply }]);
    const run = await runCli(['chat', record, ...words], { stdin: `${question}\n${question}\n\n` });

    expect(run.exit).toBe(0);
    expect(run.stdout.match(/The last body weight is 72 kg\./g)).toHaveLength(2);
    expect(run.stderr.match(/resources in/g)).toHaveLength(1);
    const [first, next] = (server?.requests ?? []).map(({ body }) => JSON.stringify(body.messages));
    expect(next).toBe(first);
  });
});

describe('a model that fails', () => {
  it.each<readonly [string, NeutralReply, RegExp]>([
    ['a wrong key', { status: 401 }, /the key was refused \(HTTP 401\)/],
    ['an unknown model', { status: 404 }, /no such model or path/],
    ['a web page', { body: '<html>Sign in</html>' }, /expected JSON, found a web page/],
    ['nothing', { text: '' }, /returned nothing/],
  ])('%s: one line, exit 6, and a trace', async (_, answer, words) => {
    const trace = join(folder, 'failed.jsonl');
    const options = await place(anthropic, [answer]);
    const run = await runCli(['ask', record, question, '--trace', trace, ...options], { env: anthropic.env });

    expect(run.exit).toBe(6);
    expect(run.stdout).toBe('');
    expect(run.stderr.trim().split('\n').at(-1)).toMatch(words);
    expect(eventsIn(trace).at(-1)).toMatchObject({ type: 'run-end', answer: { status: 'failed' } });
  });

  it('costs no more than it may', async () => {
    const options = await place(anthropic, [{ text: reply }]);
    const words = ['ask', record, question, '--max-cost', '0.001', ...options];
    const run = await runCli(words, { env: anthropic.env });
    expect(run.exit).toBe(4);
    expect(run.stderr).toMatch(/at most \$0\.001; its first prompt alone costs about/);
    expect(server?.requests).toEqual([]);
  });
});

describe('models', () => {
  it('says what is set up, and tests a call', async () => {
    const listed = await runCli(['models'], { env: anthropic.env });
    expect(listed.stdout).toMatch(/anthropic +ANTHROPIC_API_KEY is set/);
    expect(listed.stdout).toMatch(/openai +OPENAI_API_KEY not set/);
    expect(listed.stdout).not.toContain(anthropic.env.ANTHROPIC_API_KEY);

    server = await startProvider(anthropic, [{ text: 'ok' }, { status: 401 }]);
    const words = ['models', '--test', anthropic.spec, '--base-url', server.baseUrl];
    const good = await runCli(words, { env: anthropic.env });
    expect(good.stdout).toMatch(/answered in \d+\.\d s, 107 tokens\./);
    expect(JSON.stringify(server.requests[0]?.body)).toContain('Say ok.');
    const refused = await runCli(words, { env: anthropic.env });
    expect([refused.exit, refused.stdout]).toEqual([6, '']);
    expect(refused.stderr).toMatch(/key was refused/);
  });
});

describe('--protocol', () => {
  it('text puts the tools into words, single asks for one at a time', async () => {
    const spoken = { text: '{"tool": "aggregate", "args": {"op": "last", "text": "body weight"}}' };
    const text = await runCli([
      'ask',
      record,
      question,
      '--protocol',
      'text',
      ...(await place(local, [spoken, { text: reply }])),
    ]);
    expect(text.stdout).toContain('72 kg');
    expect(server?.requests.map(({ body }) => local.toolCount(body))).toEqual([0, 0]);
    await server?.close();

    const two = { toolCalls: [...call.toolCalls, ...call.toolCalls] };
    const single = await runCli([
      'ask',
      record,
      question,
      '--json',
      '--protocol',
      'single',
      ...(await place(local, [two, { text: reply }])),
    ]);
    expect(JSON.parse(single.stdout)).toMatchObject({ status: 'answered', steps: 2 });
    expect(JSON.stringify(server?.requests[0]?.body)).toContain('Call one tool at a time');
  });
});

/** Runs the command and interrupts it once its trace holds words of a reply. */
async function interrupted(words: readonly string[], trace: string) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [await cliPath(), ...words], { env: { PATH, HOME, ...anthropic.env } });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    stdout += piece;
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    stderr += piece;
  });
  const watch = setInterval(() => {
    if (!existsSync(trace) || !readFileSync(trace, 'utf8').includes('"type":"text"')) return;
    clearInterval(watch);
    child.kill('SIGINT');
  }, 50);
  const exit = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(watch);
  return { exit, stdout, stderr };
}
