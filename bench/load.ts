// Load, project and write pages, as ratios to JSON.parse of the same unzipped bytes. Rounds go over all records in turn, so
// that a slow minute of the machine meets every record in some rounds and none in all.
import { readSource } from '../src/adapters/sources/read-source.ts';
import { assembleRecord } from '../src/fhir/assemble-record.ts';
import type { EpisodeGraph } from '../src/graph/episode-graph.ts';
import { projectGraph } from '../src/graph/project.ts';
import { linearize } from '../src/linearization/linearize.ts';
import { countTokens } from '../src/linearization/token-counter.ts';
import { createLexicalScorer } from '../src/saliency/lexical.ts';
import { smallGraph } from '../test/support/small-graph.ts';
import { type BenchRecord, benchRecords } from './bench-records.ts';
import { leastOfRounds, retainedBytes } from './measure.ts';

/** Prints, per record: parse in ms; load + project, first page in all, a further page, and memory, as ratios. */
export async function benchLoad(): Promise<void> {
  countTokens('load the tokenizer before anything is measured');
  const { records, remove } = benchRecords();
  try {
    const least = await leastOfRounds(Object.assign({}, ...records.map(jobsOf)), rounds, () => makeReady(records));
    console.log('record                resources    MB  parse ms  load+project  first page  further page  memory/size');
    for (const record of records) console.log(await row(record, least));
    console.log('goals                                                ≤ 4 (≤ 3)       ≤ 8         ≤ 0.5          ≤ 5');
  } finally {
    remove();
  }
}

/** What is timed of a record, in this order; the graph is let go before the next record's turn. */
function jobsOf(record: BenchRecord): Record<string, () => unknown> {
  const [first, second] = record.questions as readonly [string, string];
  let graph: EpisodeGraph | undefined;
  return {
    [`${record.name} parse`]: () => parse(record),
    [`${record.name} load`]: async () => {
      graph = await load(record);
    },
    [`${record.name} first page`]: () => page(graph!, first),
    [`${record.name} further page`]: () => {
      page(graph!, second);
      graph = undefined;
    },
  };
}

async function row(record: BenchRecord, least: Readonly<Record<string, number>>): Promise<string> {
  const took = (job: string) => least[`${record.name} ${job}`]!;
  const retained = await retainedBytes(() => load(record));
  const bytes = Buffer.byteLength(record.text);
  const ratio = (ms: number) => (ms / took('parse')).toFixed(2);
  return [
    record.name.padEnd(20),
    String(record.resources).padStart(10),
    (bytes / 1e6).toFixed(1).padStart(6),
    took('parse').toFixed(0).padStart(9),
    ratio(took('load')).padStart(13),
    ratio(took('load') + took('first page')).padStart(11),
    ratio(took('further page')).padStart(13),
    (retained / bytes).toFixed(2).padStart(12),
  ].join(' ');
}

async function load(record: BenchRecord): Promise<EpisodeGraph> {
  return projectGraph(assembleRecord(await readSource(record.path)));
}

function page(graph: EpisodeGraph, question: string): void {
  linearize(graph, createLexicalScorer()(graph, { text: question }), { budgetTokens: 4000 });
}

/** What a process at work has ready: a page of a small record, and the tokenizer. */
function makeReady(records: readonly BenchRecord[]): void {
  countTokens('Potassium 4.1 mmol/L (3.5–5.1) H');
  const small = smallGraph();
  for (const question of new Set(records.flatMap(({ questions }) => questions))) page(small, question);
}

/** The unit: JSON.parse alone, of the same bytes. */
function parse(record: BenchRecord): unknown {
  if (record.form === 'bundle') return JSON.parse(record.text);
  return record.text.split('\n').map((line) => (line === '' ? undefined : JSON.parse(line)));
}

const rounds = 9;
