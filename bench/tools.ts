// Tool calls on 50,000 resources: how long the first and the following calls take.
import { readSource } from '../src/adapters/sources/read-source.ts';
import { assembleRecord } from '../src/fhir/assemble-record.ts';
import type { EpisodeGraph } from '../src/graph/episode-graph.ts';
import { projectGraph } from '../src/graph/project.ts';
import { linearize } from '../src/linearization/linearize.ts';
import { createLexicalScorer } from '../src/saliency/lexical.ts';
import { createGraphTools } from '../src/tools/graph-tools.ts';
import { type BenchRecord, benchRecords } from './bench-records.ts';

/**
 * Prints, per tool and record: the first call, the median and the longest of the following ones, in ms. A page comes first,
 * as in a session; what a first search or aggregate costs without one stands in rows of its own.
 */
export async function benchTools(): Promise<void> {
  const { records, remove } = benchRecords();
  try {
    console.log('record                tool                     first ms  median ms  longest ms');
    for (const record of records.filter((each) => each.resources >= 50_000)) await benchRecord(record);
    console.log('goals                                                     mostly ≤ 20       ≤ 100');
  } finally {
    remove();
  }
}

async function benchRecord(record: BenchRecord): Promise<void> {
  const load = async () => projectGraph(assembleRecord(await readSource(record.path)));
  for (const name of ['search_graph', 'aggregate'] as const) {
    const graph = await load();
    const [first] = callsOn(graph)[name];
    printRow(record, `${name}, no page`, await timesOf(graph, name, [first]));
  }
  const graph = await load();
  linearize(graph, createLexicalScorer()(graph, { text: record.questions[0] as string }), { budgetTokens: 4000 });
  for (const [name, calls] of Object.entries(callsOn(graph))) printRow(record, name, await timesOf(graph, name, calls));
}

/** Milliseconds of each call; what a tool refuses is told. */
async function timesOf(graph: EpisodeGraph, name: string, calls: readonly unknown[]): Promise<number[]> {
  const tool = createGraphTools(graph).find((each) => each.name === name);
  const times: number[] = [];
  for (const args of calls) {
    const started = performance.now();
    const result = await tool?.call(args);
    times.push(performance.now() - started);
    if (result?.ok !== true) console.log(`  ${name} refused ${JSON.stringify(args)}: ${result?.text.split('\n')[0]}`);
  }
  return times;
}

function printRow(record: BenchRecord, name: string, [first = 0, ...others]: readonly number[]): void {
  const later = others.sort((a, b) => a - b);
  const figures = [first, later[Math.floor(later.length / 2)], later.at(-1)];
  const written = figures.map((ms) => (ms === undefined ? '' : ms.toFixed(1)).padStart(11));
  console.log(`${record.name.padEnd(21)} ${name.padEnd(22)}${written.join('')}`);
}

/** Calls spread over the record: every tool on nodes, episodes, texts and times from its whole length. */
function callsOn(graph: EpisodeGraph) {
  const spread = <Item>(items: readonly Item[]): Item[] =>
    Array.from({ length: callsEach }, (_, call) => items[Math.floor((call * items.length) / callsEach)]!);
  const nodes = spread(graph.order).map((index) => graph.nodes[index]!);
  const episodes = spread(graph.episodes);
  const concepts = nodes.map((node) => graph.text(node.index).concept);
  return {
    inspect_node: nodes.map((node) => ({ ids: [node.handle] })),
    search_graph: concepts.map((query) => ({ query, limit: 10 })),
    follow_links: nodes.map((node) => ({ id: node.handle, direction: 'both' })),
    filter_time: [
      ...episodes.map((episode) => ({ episode: episode.handle, limit: 20 })),
      ...nodes.map((node) => ({ type: node.type, order: 'newest', limit: 20 })),
    ],
    aggregate: nodes.map((node, call) => ({
      text: concepts[call],
      type: node.type,
      op: call % 2 === 0 ? 'count' : 'last',
    })),
  };
}

const callsEach = 20;
