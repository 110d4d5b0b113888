// The commands on a small record, as a process: what they print, where they say data goes, how they end.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearerToken, startFhirServer } from '../support/fhir-server.ts';
import { cliPath, runCli } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'fhir-hopper-cli-'));
beforeAll(cliPath);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const record = join(folder, 'record.ndjson');
const resources = [
  { resourceType: 'Patient', id: 'p1', name: [{ family: 'Baker', given: ['Ada'] }], birthDate: '1950-01-01' },
  {
    resourceType: 'Encounter',
    id: 'v1',
    status: 'finished',
    class: { code: 'AMB' },
    subject: { reference: 'Patient/p1' },
    period: { start: '2020-01-01T09:00:00Z', end: '2020-01-01T10:00:00Z' },
  },
  ...[71.5, 72.5, 70.5].map((value, index) => ({
    resourceType: 'Observation',
    id: `w${index}`,
    status: 'final',
    code: { text: 'Body weight' },
    subject: { reference: 'Patient/p1' },
    effectiveDateTime: `202${index}-01-01T09:30:00Z`,
    valueQuantity: { value, unit: 'kg' },
  })),
];
writeFileSync(record, resources.map((resource) => JSON.stringify(resource)).join('\n'));

describe('ask', () => {
  it('answers with a source line, offline, and says first that nothing leaves', async () => {
    const run = await runCli(['ask', record, 'What is the last body weight?']);
    expect(run.stderr.split('\n')[0]).toBe('offline: nothing leaves this machine');
    expect(run.stdout).toContain('70.5');
    expect(run.stdout).toMatch(/✓ Observation.*2022-01-01.*Observation\/w2/);
    expect(run.exit).toBe(0);
  });

  it('stays offline whatever keys are set', async () => {
    const run = await runCli(['ask', record, 'What is the last body weight?'], {
      env: { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k' },
    });
    expect(run.stderr.split('\n')[0]).toBe('offline: nothing leaves this machine');
  });

  it('gives machines the fields of the contract', async () => {
    const run = await runCli(['ask', record, 'How many body weights are there?', '--json']);
    const answer = JSON.parse(run.stdout) as Record<string, unknown>;
    const fields = [
      'status',
      'text',
      'values',
      'citations',
      'unsupported',
      'now',
      'complete',
      'absence',
      'steps',
      'stopReason',
      'usage',
    ];
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(fields));
    expect(answer).toMatchObject({ status: 'answered', values: [{ value: 3 }] });
  });

  it('writes a trace, a JSON line per event, for its owner alone', async () => {
    const trace = join(folder, 'trace.jsonl');
    await runCli(['ask', record, 'What is the last body weight?', '--trace', trace]);
    const events = readFileSync(trace, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly type: string });
    expect(events[0]?.type).toBe('run-start');
    expect(events.at(-1)?.type).toBe('run-end');
    for (const again of [await runCli(['replay', trace]), await runCli(['replay', trace, record])]) {
      expect(again.stdout).toContain('70.5');
      expect(again.stderr).toMatch(/step 1: \w+/);
    }
  });

  it('replays on the record as the run saw it: by δ and by what was known when', async () => {
    const trace = join(folder, 'known.jsonl');
    const asked = ['--as-known-at', '2021-06-01', '--delta', '36h', '--trace', trace];
    const run = await runCli(['ask', record, 'What is the last body weight?', ...asked]);
    expect(run.stdout).toContain('72.5');
    const [start] = readFileSync(trace, 'utf8').split('\n');
    expect(JSON.parse(start ?? '')).toMatchObject({ deltaMs: 129_600_000, asKnownAt: '2021-06-01', scorer: 'lexical' });
    const again = await runCli(['replay', trace, record]);
    expect(again.stdout).toBe(run.stdout);
  });

  it('reads the record from standard input', async () => {
    const run = await runCli(['ask', '-', 'What is the last body weight?'], { stdin: readFileSync(record, 'utf8') });
    expect(run.stdout).toContain('70.5');
  });

  it('exits with 1 when it does not understand', async () => {
    const run = await runCli(['ask', record, 'Colourless green ideas sleep furiously', '--json']);
    expect(JSON.parse(run.stdout)).toMatchObject({ status: 'not-understood' });
    expect(run.exit).toBe(1);
  });
});

describe('graph, linearize, tool', () => {
  it('graph --json places every node once', async () => {
    const graph = JSON.parse((await runCli(['graph', record, '--json'])).stdout) as {
      readonly patient: string;
      readonly background: readonly string[];
      readonly episodes: readonly { readonly members: Readonly<Record<string, readonly string[]>> }[];
    };
    const placed = [...graph.background, ...graph.episodes.flatMap((episode) => Object.values(episode.members).flat())];
    expect(graph.patient).toBe('Patient/p1');
    expect([...placed].sort()).toEqual(resources.map(({ resourceType, id }) => `${resourceType}/${id}`).sort());
  });

  it('linearize keeps to the budget and accounts for every key', async () => {
    const page = JSON.parse(
      (await runCli(['linearize', record, '--question', 'weight', '--budget', '300', '--json'])).stdout,
    ) as {
      readonly tokens: number;
      readonly shown: readonly string[];
      readonly folded: readonly string[];
      readonly named: readonly string[];
      readonly hidden: readonly string[];
    };
    expect(page.tokens).toBeLessThanOrEqual(300);
    const keys = [...page.shown, ...page.folded, ...page.named, ...page.hidden];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength(resources.length);
  });

  it('tool prints its JSON result where no person reads', async () => {
    const run = await runCli(['tool', record, 'search_graph', '{"query": "body weight"}']);
    expect(JSON.parse(run.stdout)).toMatchObject({
      ok: true,
      shown: 3,
      total: 3,
      complete: true,
      reason: null,
      next: null,
    });
  });

  it('tool says an unknown node as data and by its exit status', async () => {
    const run = await runCli(['tool', record, 'inspect_node', '{"ids": ["Observation/none"]}']);
    expect(JSON.parse(run.stdout)).toMatchObject({ ok: false, code: 'unknown-node' });
    expect(run.exit).toBe(3);
  });

  it('ends quietly when the reader goes away', async () => {
    const child = spawn('bash', [
      '-c',
      `node '${await cliPath()}' graph '${record}' --json | head -c 1; echo "\${PIPESTATUS[0]}" >&2`,
    ]);
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += String(text);
    });
    await new Promise((resolve) => child.on('close', resolve));
    expect(stderr.trim()).toBe('0');
  });
});

describe('timeline, plan, questions in a file', () => {
  it('timeline shows the visit and draws it', async () => {
    const svg = join(folder, 'timeline.svg');
    const run = await runCli(['timeline', record, '--svg', svg]);
    expect(run.stdout).toMatch(/e1 .*2020-01-01 09:00/);
    expect(readFileSync(svg, 'utf8')).toMatch(/^<svg /);
  });

  it('plan shows how a question is read, and answers nothing', async () => {
    const run = await runCli(['plan', record, 'How many body weights since 2021?', '--json']);
    expect(JSON.parse(run.stdout)).toMatchObject({ plan: { reduce: { op: 'count' } } });
    expect(run.stdout).not.toContain('70.5');
  });

  it('ask --questions answers each line of a file', async () => {
    const questions = join(folder, 'questions.txt');
    writeFileSync(questions, 'How many body weights are there?\n{"question": "What is the last body weight?"}\n');
    const run = await runCli(['ask', record, '--questions', questions, '--json']);
    const answers = run.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly values: readonly { readonly value: unknown }[] });
    expect(answers.map((answer) => answer.values[0]?.value)).toEqual([3, 70.5]);
  });

  it('chat answers line by line', async () => {
    const run = await runCli(['chat', record], {
      stdin: 'How many body weights are there?\nWhat is the first body weight?\n',
    });
    expect(run.stdout).toMatch(/3[\s\S]*71\.5/);
    expect(run.exit).toBe(0);
  });

  it('chat tells a script by its status that a question stayed without answer', async () => {
    const run = await runCli(['chat', record], {
      stdin: 'Colourless green ideas sleep furiously\nWhat is the first body weight?\n',
    });
    expect(run.stdout).toContain('71.5');
    expect(run.exit).toBe(1);
  });
});

describe('a live server as RECORD', () => {
  it('is read with its token, by --server or as the record itself, and told where requests go', async () => {
    const server = await startFhirServer({ resources, access: 'bearer' });
    const env = { FHIR_HOPPER_TOKEN: bearerToken };
    const asked = ['What is the last body weight?', '--patient', 'p1'];
    const byOption = await runCli(['ask', '--server', server.url, ...asked], { env });
    const byPlace = await runCli(['ask', server.url, ...asked], { env });
    const refused = await runCli(['ask', server.url, ...asked]);
    await server.close();
    expect(byOption.stdout).toContain('70.5');
    expect(byOption.stdout).toBe(byPlace.stdout);
    expect(byOption.stderr.split('\n')[0]).toBe(
      `offline: nothing leaves this machine but the requests to ${new URL(server.url).host}`,
    );
    expect(refused.exit).toBe(5);
    expect(refused.stderr).not.toContain(bearerToken);
  });
});

describe('help', () => {
  it('shows every command, and an example for each', async () => {
    const help = (await runCli(['--help'])).stdout;
    const names = [...help.matchAll(/^ {2}([a-z][a-z-]+) (?:\[|<)/gm)].map((match) => match[1]!);
    expect(names).toEqual(expect.arrayContaining(['ask', 'linearize', 'graph', 'tool', 'timeline', 'mcp', 'serve']));
    for (const name of names.filter((each) => each !== 'help')) {
      const shown = await runCli([name, '--help']);
      expect(shown.stdout).toMatch(new RegExp(`Example:\\n  fhir-hopper ${name}`));
      expect(shown.exit).toBe(0);
    }
  }, 120_000);

  it('tells its version', async () => {
    expect((await runCli(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
