// The words of a question that can be looked up: without time phrases and stop words, with their synonyms.
import type { Now } from '../fhir/clinical-time.ts';
import { chooseLanguage } from '../question/language.ts';
import { readTimePhrases, type TimeReading } from '../question/time-phrase.ts';
import type { Vocabulary } from '../question/vocabulary.ts';
import { wordsOf } from '../question/words.ts';

/** One word to look for. */
export interface QueryTerm {
  readonly stem: string;
  /** 1 for a word of the question, less for a synonym's. */
  readonly weight: number;
  /** Words of one question word or phrase and of its synonyms: only the best of a group counts. */
  readonly group: number;
}

export interface QueryTerms {
  readonly terms: readonly QueryTerm[];
  /** Content stems of the question itself, in order. */
  readonly stems: readonly string[];
  readonly time: TimeReading;
}

/** Reads a question into terms; only its first thousand words are read. */
export function queryTerms(text: string, now: Now): QueryTerms {
  const question = text.slice(0, longestQuestion);
  const vocabulary = chooseLanguage(question);
  const { stopWords, synonyms } = wordTables(vocabulary);
  const time = readTimePhrases(question, now, 'natural', { vocabulary });
  const words = wordsOf(question).filter(
    ({ text: word, stem, start, end }) =>
      !stopWords.has(word) &&
      !stopWords.has(stem) &&
      !time.phrases.some((phrase) => start >= phrase.start && end <= phrase.end),
  );
  const stems = words.map(({ stem }) => stem);
  const terms: QueryTerm[] = stems.map((stem, group) => ({ stem, weight: 1, group }));
  for (const { phrase, replacements } of synonyms) {
    const at = indexOfPhrase(stems, phrase);
    if (at < 0) continue;
    for (const replacement of replacements) {
      for (const stem of replacement) {
        if (!stems.includes(stem)) terms.push({ stem, weight: synonymWeight / replacement.length, group: at });
      }
    }
  }
  return { terms, stems, time };
}

/** Where a phrase's stems stand one after the other; −1 when they don't. */
function indexOfPhrase(stems: readonly string[], phrase: readonly string[]): number {
  for (let start = stems.indexOf(phrase[0] ?? ''); start >= 0; start = stems.indexOf(phrase[0] ?? '', start + 1)) {
    if (phrase.every((stem, offset) => stems[start + offset] === stem)) return start;
  }
  return -1;
}

function stemsOf(text: string): string[] {
  return wordsOf(text).map(({ stem }) => stem);
}

interface WordTables {
  readonly stopWords: ReadonlySet<string>;
  readonly synonyms: readonly { readonly phrase: readonly string[]; readonly replacements: readonly string[][] }[];
}

/** A language's stop words and synonyms by stems; made once a language. */
function wordTables(vocabulary: Vocabulary): WordTables {
  const known = tables.get(vocabulary);
  if (known) return known;
  const made = {
    stopWords: new Set([...vocabulary.stopWords, ...vocabulary.markers]),
    synonyms: vocabulary.synonyms.map(([phrase, ...replacements]) => ({
      phrase: stemsOf(phrase),
      replacements: replacements.map(stemsOf),
    })),
  };
  tables.set(vocabulary, made);
  return made;
}

const tables = new WeakMap<Vocabulary, WordTables>();
const longestQuestion = 8_000;
const synonymWeight = 0.6;
