// Bad input at the command line: one line that says what was expected, what was found, what would work; the exit
// status of its code; nothing on standard output; never a stack trace or the text that JSON.parse quotes.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphJson } from '../../src/graph/graph-json.ts';
import { cliPath, runCli } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'fhir-hopper-bad-'));
beforeAll(cliPath);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const patient = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Secretname' }], birthDate: '1950-01-01' };
const weight = (id: string, subject: string) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { text: 'Body weight' },
  subject: { reference: subject },
  effectiveDateTime: '2020-01-01',
  valueQuantity: { value: 70, unit: 'kg' },
});
const bundle = (...resources: readonly unknown[]) =>
  JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: resources.map((resource) => ({ resource })) });
const good = file('good.json', bundle(patient, weight('w1', 'Patient/p1')));
const alone = join(mkdtempSync(join(folder, 'alone-')), 'record.json');
writeFileSync(alone, bundle(patient, weight('w1', 'Patient/p1')));
const question = 'What is the last weight?';

type Refused = readonly [name: string, words: readonly string[], exit: number, message: RegExp];
const refused: readonly Refused[] = [
  ['not JSON', ['ask', file('not.json', 'Secretname is not JSON'), question], 2, /not\.json/],
  ['truncated JSON', ['ask', file('cut.json', bundle(patient).slice(0, -20)), question], 2, /cut\.json/],
  ['an empty file', ['ask', file('empty.json', ''), question], 2, /empty/],
  [
    'a damaged gzip',
    ['ask', file('bad.json.gz', gzipSync(bundle(patient)).subarray(0, 40)), question],
    2,
    /bad\.json\.gz/,
  ],
  ['JSON that is no FHIR', ['ask', file('other.json', '{"hello": "Secretname"}'), question], 2, /resource/i],
  [
    'a line of questions that is none, by its number in the file',
    ['ask', good, '--questions', file('lines.txt', `${question}\n\n{"question": 5}\n`)],
    2,
    /lines\.txt, line 3;/,
  ],
  [
    'a trace in the place of the record',
    ['ask', good, question, '--trace', `${folder}/./good.json`],
    2,
    /among what is read/,
  ],
  [
    'a trace among the records',
    ['ask', dirname(alone), question, '--trace', join(dirname(alone), 'new.jsonl')],
    2,
    /among what is read/,
  ],
  [
    'a run without a question',
    ['replay', file('start.jsonl', '{"type":"run-start","question":5}')],
    2,
    /line 1; found/,
  ],
  [
    'a run without an answer',
    [
      'replay',
      file('end.jsonl', '{"type":"run-start","question":"q","model":"m"}\n{"type":"run-end","answer":null}\n{}'),
    ],
    2,
    /line 2; found/,
  ],
  ['a time limit that no timer can hold', ['ask', good, question, '--timeout', '9999999'], 2, /up to 86400/],
  ['an address of models without a model', ['models', '--base-url', 'http://localhost/v1'], 2, /--test MODEL/],
  ['a test of rules', ['models', '--test', 'offline'], 2, /offline is always there/],
  ['no such file', ['ask', join(folder, 'nowhere.json'), question], 3, /nowhere\.json/],
  [
    'resources of several subjects without a patient',
    ['ask', file('two.json', bundle(weight('a', 'Patient/p1'), weight('b', 'Patient/p2'))), question],
    2,
    /p1.*p2/,
  ],
  [
    'several patients and none named',
    ['ask', file('pair.json', bundle(patient, { ...patient, id: 'p2' })), question],
    2,
    /p1.*p2/,
  ],
  ['a patient who is not there', ['ask', good, question, '--patient', 'p9'], 3, /p1/],
  [
    'a budget too small for the header',
    ['linearize', good, '--question', question, '--budget', '3'],
    4,
    /budget|token/i,
  ],
  ['an unknown tool', ['tool', good, 'find_everything', '{}'], 2, /search_graph/],
  ['tool arguments that are not JSON', ['tool', good, 'search_graph', '{query'], 2, /JSON/],
  ['an unknown provider', ['ask', good, question, '--model', 'nobody:model'], 2, /anthropic/],
  ['a missing key', ['ask', good, question, '--model', 'anthropic:claude-sonnet-4-5'], 2, /ANTHROPIC_API_KEY/],
  [
    'a refused connection',
    ['ask', good, question, '--model', 'openai-compatible:m', '--base-url', 'http://127.0.0.1:9/v1'],
    6,
    /127\.0\.0\.1:9/,
  ],
  ['a date that is none', ['ask', good, question, '--now', 'yesterdayish'], 2, /yesterdayish/],
  ['a duration that is none', ['graph', good, '--delta', 'long'], 2, /24h/],
  ['a number that is none', ['ask', good, question, '--budget', 'much'], 2, /--budget/],
  ['an unknown option', ['ask', good, question, '--colour'], 2, /--colour.*See fhir-hopper ask --help/],
  ['a tool without its name', ['tool', good], 2, /'name'.*See fhir-hopper tool --help/],
  ['an unknown command', ['answer', good], 2, /answer/],
  ['an empty question', ['ask', good, ' '], 2, /question/i],
];

describe('bad input', () => {
  it.each(refused)('%s', async (_, words, exit, message) => {
    const run = await runCli(words);
    const lines = run.stderr.trimEnd().split('\n');
    const failure = lines.filter((line) => line.startsWith('fhir-hopper: '));
    expect(failure, run.stderr).toHaveLength(1);
    expect(failure[0]).toMatch(message);
    expect(failure[0]).not.toContain('Secretname');
    expect(run.stderr).not.toMatch(/^\s+at /m);
    expect(run.stderr).not.toMatch(/Unexpected (token|end|\w*Error)/);
    expect(run.exit).toBe(exit);
    if (words[0] !== 'tool') expect(run.stdout).toBe('');
  });

  it('writes no file', async () => {
    const before = readdirSync(folder).length;
    await runCli(['ask', join(folder, 'nowhere.json'), question, '--trace', join(folder, 'trace.jsonl')]);
    expect(readdirSync(folder)).toHaveLength(before);
  });

  it('keeps the rest when one line is bad, and reports it', async () => {
    const lines = [
      JSON.stringify(patient),
      '{"resourceType": "Observation", "id": "Secretname',
      JSON.stringify(weight('w1', 'Patient/p1')),
    ];
    const run = await runCli(['graph', file('one-bad-line.ndjson', lines.join('\n')), '--json']);
    const graph = JSON.parse(run.stdout) as GraphJson;
    expect(run.exit).toBe(0);
    expect(graph.episodes.flatMap((episode) => Object.values(episode.members).flat())).toEqual(['Observation/w1']);
    expect(graph.issues.map((issue) => issue.message).join(' ')).toMatch(/\b2\b/);
    expect(run.stdout).not.toContain('Secretname');
  });

  it('reads a bundle without a patient whose resources share one subject', async () => {
    const run = await runCli([
      'graph',
      file('shared.json', bundle(weight('a', 'Patient/p1'), weight('b', 'Patient/p1'))),
      '--json',
    ]);
    expect(run.exit).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ patient: 'Patient/p1' });
  });
});
