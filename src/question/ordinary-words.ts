// Whether words are everyday ones, which a question may use freely, or could name something clinical.
import { ordinaryWordLines } from './ordinary-word-table.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

let englishWords: ReadonlySet<string> | undefined;

/** Whether every word of a phrase is an everyday word of the language, in any of its forms. Only English has a list. */
export function isOrdinary(phrase: string, vocabulary: Vocabulary): boolean {
  if (vocabulary.language !== 'en') return false;
  englishWords ??= new Set(ordinaryWordLines.flatMap((line) => line.split(' ')));
  const known = englishWords;
  return wordsOf(phrase).every(({ text }) => baseForms(text).some((form) => known.has(form)));
}

/** A word and what it may be a form of: exhibited → exhibit, causing → cause, tries → try. */
function baseForms(word: string): readonly string[] {
  const forms = [word];
  for (const [ending, ...replacements] of endings) {
    if (!word.endsWith(ending) || word.length - ending.length < 2) continue;
    const base = word.slice(0, -ending.length);
    for (const replacement of replacements) forms.push(base + replacement);
    if (base.at(-1) === base.at(-2)) forms.push(base.slice(0, -1));
  }
  return forms;
}

const endings: readonly (readonly [string, ...string[]])[] = [
  ['ies', 'y'],
  ['ied', 'y'],
  ['es', '', 'e'],
  ['s', ''],
  ['ed', '', 'e'],
  ['ing', '', 'e'],
  ['er', '', 'e'],
  ['ly', ''],
];
