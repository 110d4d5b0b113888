// Lay words for what the example record holds: how soon each scorer finds it. Run: npx tsx scripts/lay-words.ts
import { parseArgs } from 'node:util';
import type { EpisodeGraph } from '../src/graph/episode-graph.ts';
import { loadGraph } from '../test/support/load-graph.ts';
import layWords from './recall/lay-words.json' with { type: 'json' };
import { type PreparedScorer, prepareScorers, scorerNames } from './recall/scorers.ts';

const { values: options } = parseArgs({
  options: {
    vectors: { type: 'string', default: '.cache/static-vectors.bin' },
    missed: { type: 'boolean', default: false },
  },
});

const graph = await loadGraph('examples/record.json.gz');
console.log(`${layWords.length} lay words over the example record; ranks among the different things it holds.`);
console.log(`${'scorer'.padEnd(20)} mean 1/rank   first   among 10`);
for (const prepared of await prepareScorers(graph, scorerNames, options.vectors)) {
  const ranks: number[] = [];
  for (const { query, names } of layWords) {
    const rank = await rankOf(prepared, query, names);
    ranks.push(rank);
    if (options.missed && rank > 10) console.log(`  ${prepared.name}: ${query} → ${names.join(', ')}: rank ${rank}`);
  }
  const share = (most: number) => ranks.filter((rank) => rank <= most).length / ranks.length;
  const reciprocal = ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length;
  const cells = [
    reciprocal.toFixed(3).padStart(11),
    share(1).toFixed(2).padStart(7),
    share(10).toFixed(2).padStart(10),
  ];
  console.log(`${prepared.name.padEnd(20)} ${cells.join(' ')}`);
}

/** Place of the first thing with one of the names, ties counted against it; infinite when it has no score. */
async function rankOf(prepared: PreparedScorer, query: string, names: readonly string[]): Promise<number> {
  const { scorer, embedQuery } = prepared;
  const scores = scorer(
    graph,
    embedQuery === undefined ? { text: query } : { text: query, vector: await embedQuery(query) },
  );
  const best = bestByThing(graph, scores);
  const isMeant = (thing: string) => names.some((name) => thing.toLowerCase().includes(name.toLowerCase()));
  let top = 0;
  for (const [thing, score] of best) if (isMeant(thing)) top = Math.max(top, score);
  if (top === 0) return Number.POSITIVE_INFINITY;
  return 1 + [...best].filter(([thing, score]) => score >= top && !isMeant(thing)).length;
}

/** The best score of each thing that the record holds, by its words. */
function bestByThing(graph: EpisodeGraph, scores: Float64Array): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  for (const { index } of graph.nodes) {
    const { concept, names } = graph.text(index);
    const thing = [concept, ...names.map(({ name }) => name)].join(' ');
    best.set(thing, Math.max(best.get(thing) ?? 0, scores[index] as number));
  }
  return best;
}
