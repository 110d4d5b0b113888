// The scorers that `npm run recall` compares, each prepared once per graph.
import { existsSync, readFileSync } from 'node:fs';
import { createEmbeddingScorer } from '../../src/adapters/models/embedding-scorer.ts';
import type { EpisodeGraph } from '../../src/graph/episode-graph.ts';
import { renderBody } from '../../src/linearization/render.ts';
import { createLexicalScorer } from '../../src/saliency/lexical.ts';
import type { SaliencyScorer } from '../../src/saliency/saliency.ts';
import { createStaticEmbedder } from '../static-vectors/static-embedder.ts';
import { decodeStaticVectors, type StaticVectors } from '../static-vectors/static-vectors-file.ts';

/** A scorer by name, with the vector of a question where it needs one. */
export interface PreparedScorer {
  readonly name: string;
  readonly scorer: SaliencyScorer;
  readonly embedQuery: ((query: string) => Promise<Float32Array>) | undefined;
}

/** Names that `--scorers` takes, in the order they are printed. */
export const scorerNames = [
  'lexical',
  'static vectors',
  'where words fail',
  'sum 4:1',
  'sum',
  'reciprocal rank',
] as const;
export type ScorerName = (typeof scorerNames)[number];

const lexicalOnly: PreparedScorer = { name: 'lexical', scorer: createLexicalScorer(), embedQuery: undefined };
const vectorsByFile = new Map<string, StaticVectors>();
const rankOffset = 60;

/** The named scorers of one graph. Static vectors are read from `file`; `npm run static-vectors` makes it. */
export async function prepareScorers(
  graph: EpisodeGraph,
  names: readonly ScorerName[],
  file: string,
): Promise<readonly PreparedScorer[]> {
  if (names.every((name) => name === 'lexical')) return [lexicalOnly];
  const embedder = createStaticEmbedder(
    readVectors(file),
    graph.nodes.map(({ index }) => renderBody(graph, index)),
  );
  const { cosine, scorer: sum, embedQuery } = await createEmbeddingScorer(graph, embedder, { lexicalWeight: 1 });
  const { scorer: lexicalFirst } = await createEmbeddingScorer(graph, embedder, { lexicalWeight: 4 });
  const scorers: Readonly<Record<ScorerName, SaliencyScorer>> = {
    lexical: lexicalOnly.scorer,
    'static vectors': cosine,
    'where words fail': whereEmpty(lexicalOnly.scorer, cosine),
    'sum 4:1': lexicalFirst,
    sum,
    'reciprocal rank': fuseRanks([lexicalOnly.scorer, cosine]),
  };
  return names.map((name) => (name === 'lexical' ? lexicalOnly : { name, scorer: scorers[name], embedQuery }));
}

/** One scorer, and another where the first finds nothing at all. */
function whereEmpty(first: SaliencyScorer, second: SaliencyScorer): SaliencyScorer {
  return (graph, question) => {
    const scores = first(graph, question);
    return scores.some((score) => score > 0) ? scores : second(graph, question);
  };
}

/**
 * Scorers fused by rank: Σ 1 / (60 + rank) over those that score a node at all, ties sharing a rank.
 * Source: Cormack, Clarke & Büttcher 2009.
 */
function fuseRanks(scorers: readonly SaliencyScorer[]): SaliencyScorer {
  return (graph, question) => {
    const fused = new Float64Array(graph.nodes.length);
    for (const scorer of scorers) {
      const scores = scorer(graph, question);
      const order = [...scores.keys()].filter((index) => (scores[index] as number) > 0);
      order.sort((a, b) => (scores[b] as number) - (scores[a] as number));
      let rank = 0;
      for (const [place, index] of order.entries()) {
        if (scores[index] !== scores[order[place - 1] ?? -1]) rank = place + 1;
        fused[index] = (fused[index] as number) + 1 / (rankOffset + rank);
      }
    }
    return fused;
  };
}

function readVectors(file: string): StaticVectors {
  const known = vectorsByFile.get(file);
  if (known !== undefined) return known;
  if (!existsSync(file)) throw new Error(`Expected static vectors at ${file}; make them with: npm run static-vectors`);
  const vectors = decodeStaticVectors(readFileSync(file));
  vectorsByFile.set(file, vectors);
  return vectors;
}
