// First half of reading a question: its names, times and visits, and what it is about.
import type { Now } from '../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { findFrequency, findTake } from './counted-words.ts';
import { visitKinds } from './kind-table.ts';
import { type FoundComparison, findComparison, findKinds, findOrder } from './operation.ts';
import type { QuestionText } from './question-text.ts';
import type { QuestionReading } from './reading.ts';
import { ConceptResolver, type ResolvedSubject } from './resolve-concepts.ts';
import { chooseSubject, type Subject } from './subject.ts';
import { type Dialect, readTimePhrases, type TimeReading } from './time-phrase.ts';
import { type FoundUnit, findMeasureUnit } from './unit-phrase.ts';
import { findVisits, type VisitMention } from './visit-phrase.ts';

export interface SubjectOptions {
  readonly now: Now;
  readonly dialect: Dialect;
  readonly dateOrder?: 'month-first' | 'day-first';
  /** Start of the patient's day of birth. */
  readonly birthLocalMs: number | undefined;
}

export interface SubjectReading {
  readonly text: QuestionText;
  readonly time: TimeReading;
  readonly comparison: FoundComparison | undefined;
  /** Unit of measure that the answer is wanted in, with where it stands. */
  readonly measureUnit: FoundUnit | undefined;
  readonly frequency: QuestionReading['frequency'];
  readonly take: number | undefined;
  readonly mentions: readonly VisitMention[];
  readonly subject: Subject;
  readonly resolved: ResolvedSubject;
  /** The question without what was taken: where words of operation and order stand. */
  readonly wording: string;
}

/**
 * Read what a text is about. A word belongs to one part only: names of the record that are longer than a word are taken
 * first, then times, then visits, then short names; what is left is looked for among the record's names once more.
 */
export function readSubject(graph: EpisodeGraph, text: QuestionText, options: SubjectOptions): SubjectReading {
  const { vocabulary, question } = text;
  const { now, dialect, dateOrder, birthLocalMs } = options;
  // Names of several words first: they may hold words of time, order or kind.
  const resolver = new ConceptResolver(graph, text, vocabulary);
  const generic = genericWords(text);
  resolver.takeLongNames(generic);
  const order = dateOrder === undefined ? {} : { dateOrder };
  const time = readTimePhrases(text.masked(), now, dialect, { vocabulary, birthLocalMs, ...order });
  for (const phrase of time.phrases) text.claim('time', phrase);

  const measureUnit = findMeasureUnit(text.masked(), vocabulary);
  if (measureUnit !== undefined) text.claim('kind', measureUnit);

  // Visits, then what the question is about.
  const comparison = findComparison(text.masked(), vocabulary);
  if (comparison !== undefined) text.claim('kind', comparison);
  const frequency = findFrequency(text.masked(), vocabulary);
  if (frequency !== undefined) text.claim('kind', frequency);
  const take = findTake(text.masked(), vocabulary);
  if (take !== undefined) text.claim('kind', take);
  const mentions = findVisits(question, text.masked(), vocabulary);
  const kinds = findKinds(text.masked(undefined, mentions), vocabulary);
  for (const mention of mentions) text.claim('visit', mention);
  resolver.takeShortNames(generic);
  if (kinds.every(({ kind }) => visitKinds[kind] !== undefined) && !resolver.hasNames()) resolver.takeParts(generic);
  const subject = chooseSubject(kinds, mentions, resolver.hasOtherName());
  const wording = text.masked();
  const resolved = resolver.finish(subject, generic);
  const counted = { frequency: frequency?.read, take: take?.read };
  return { text, time, comparison, measureUnit, ...counted, mentions, subject, resolved, wording };
}

/** Words that no name of the record should be made of alone: stop words, and words of kinds, visits and order. */
function genericWords(text: QuestionText): (position: number) => boolean {
  const bare = text.masked(['patient']);
  const { vocabulary } = text;
  const covered = [
    ...findKinds(bare, vocabulary),
    ...findOrder(bare, vocabulary),
    ...findVisits(text.question, bare, vocabulary),
  ];
  return (position) => {
    const word = text.words[position];
    if (word === undefined || !text.isContent(position)) return true;
    return covered.some(({ start, end }) => start <= word.start && word.end <= end);
  };
}
