// The words of a question that can be looked up: without time phrases and stop words, with their synonyms.
import type { Now } from '../fhir/clinical-time.ts';
import { english } from '../question/english-table.ts';
import { readTimePhrases, type TimeReading } from '../question/time-phrase.ts';
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
  const time = readTimePhrases(question, now);
  const words = wordsOf(question).filter(
    ({ text: word, stem, start, end }) =>
      !stopWords.has(word) &&
      !stopWords.has(stem) &&
      !time.phrases.some((phrase) => start >= phrase.start && end <= phrase.end),
  );
  const stems = words.map(({ stem }) => stem);
  const terms: QueryTerm[] = stems.map((stem, group) => ({ stem, weight: 1, group }));
  for (const { phrase, replacements } of synonymRows) {
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

const synonymRows = english.synonyms.map(([phrase, ...replacements]) => ({
  phrase: stemsOf(phrase),
  replacements: replacements.map(stemsOf),
}));
const stopWords = new Set([...english.stopWords, ...english.markers]);
const longestQuestion = 8_000;
const synonymWeight = 0.6;
