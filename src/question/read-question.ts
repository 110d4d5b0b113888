// Reads a question into operation × concept × time × visit, against one record.
import type { Now, TimeWindow } from '../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { type ChosenAsked, chooseAsked } from './choose-asked.ts';
import { conceptIndex } from './concept-index.ts';
import { describeReading } from './describe-reading.ts';
import { visitKinds } from './kind-table.ts';
import { chooseLanguage } from './language.ts';
import {
  asksForThing,
  type FoundComparison,
  findAsked,
  findComparison,
  findGrouping,
  findKinds,
  findOperations,
  findOrder,
  findStatus,
  findUnit,
  hasNegation,
  isCurrent,
  isTaking,
} from './operation.ts';
import { findPatient } from './patient-mention.ts';
import { findProblems, longestQuestion } from './problems.ts';
import { QuestionText } from './question-text.ts';
import type { QuestionReading } from './reading.ts';
import { ConceptResolver } from './resolve-concepts.ts';
import type { Selection } from './selection.ts';
import { chooseSubject } from './subject.ts';
import { type Dialect, readTimePhrases, type TimeReading, timeWindow } from './time-phrase.ts';
import { findVisits, resolveVisit, type VisitMention } from './visit-phrase.ts';

export interface ReadQuestionOptions {
  /** What relative phrases count from. @default the graph's now */
  readonly now?: Now;
  /** @default 'natural' */
  readonly dialect?: Dialect;
  /** How 03/04/2150 is read. @default the language's */
  readonly dateOrder?: 'month-first' | 'day-first';
  /**
   * When a prescription happens: when it is written, or when its supply begins, where that is said.
   * Source: FHIR R4 MedicationRequest.authoredOn, MedicationRequest.dispenseRequest.validityPeriod.
   * @default 'written'
   */
  readonly prescribedAt?: 'written' | 'supply';
}

/**
 * Read a question. Always returns a reading; `confidence` and `problems` say whether to act on it.
 *
 * A word belongs to one part only: names of the record that are longer than a word are taken first, then times, then
 * visits, then short names; the words of operation and kind are read beside them, and what is left is looked for among
 * the record's names once more.
 */
export function readQuestion(graph: EpisodeGraph, asked: string, options: ReadQuestionOptions = {}): QuestionReading {
  const question = asked.slice(0, longestQuestion + 1);
  const vocabulary = chooseLanguage(question);
  const dialect = options.dialect ?? 'natural';
  const now = options.now ?? graph.now;
  const text = new QuestionText(question, vocabulary);
  const patient = findPatient(graph, question);
  for (const span of patient.spans) text.claim('patient', span);

  // Names of several words first: they may hold words of time, order or kind.
  const resolver = new ConceptResolver(graph, text, vocabulary);
  const generic = genericWords(text);
  resolver.takeLongNames(generic);
  const dateOrder = options.dateOrder === undefined ? {} : { dateOrder: options.dateOrder };
  const time = readTimePhrases(text.masked(), now, dialect, { vocabulary, ...dateOrder });
  for (const phrase of time.phrases) text.claim('time', phrase);

  // Visits, then what the question is about.
  const comparison = findComparison(text.masked(), vocabulary);
  if (comparison !== undefined) text.claim('kind', comparison);
  const mentions = findVisits(question, text.masked(), vocabulary);
  const kinds = findKinds(text.masked(undefined, mentions), vocabulary);
  for (const mention of mentions) text.claim('visit', mention);
  resolver.takeShortNames(generic);
  if (kinds.every(({ kind }) => visitKinds[kind] !== undefined) && !resolver.hasNames()) resolver.takeParts(generic);
  const subject = chooseSubject(kinds, mentions, resolver.hasOtherName());
  const wording = text.masked();
  const resolved = resolver.finish(subject, generic);

  // What is done with it, and what is asked back.
  const bare = text.masked(['patient', 'name', 'time']);
  const operations = findOperations([bare, wording], vocabulary);
  const wanted = chooseAsked({
    operations,
    roles: findAsked(bare, vocabulary),
    kind: resolved.kind,
    position: findOrder(wording, vocabulary)[0]?.position ?? subject.mention?.position,
    given: new Set(resolved.concepts.map((concept) => concept.role)),
    groupBy: findGrouping(wording, vocabulary),
    queries: question.trimEnd().endsWith('?') && !asksForThing(bare, vocabulary),
    namesKind: subject.kind !== '' && !subject.weak,
  });
  const scope = scopeOf(subject.mention, subject.scopes, isCurrent(wording, vocabulary));
  const takesNow =
    resolved.kind === 'medication' &&
    resolved.concepts.length === 0 &&
    scope === undefined &&
    time.window === undefined;
  const status = findStatus(wording, vocabulary) ?? (takesNow && isTaking(wording, vocabulary) ? 'active' : undefined);
  const draft = {
    question,
    language: vocabulary.language,
    ...resolved,
    ...wanted,
    select: withComparison(withStatus(withNames(graph, resolved.select, wanted), resolved.kind, status), comparison),
    time: withoutVisits(time, mentions),
    visit: scope && resolveVisit(graph, scope, now.localMs),
    asOf: asOf(graph, now),
    at: resolved.kind === 'medication' && options.prescribedAt === 'supply' ? supplyElement : undefined,
    dialect,
    unit: findUnit(wording, vocabulary),
    negated: hasNegation(wording, vocabulary),
  };
  const verdict = findProblems(draft, patient.other, operations.length > 0, vocabulary);
  const reading = { ...draft, ...verdict, reads: '' };
  return { ...reading, reads: describeReading(reading) };
}

const supplyElement = 'dispenseRequest.validityPeriod';

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

/** The visit that scopes the facts; "this" or "currently" makes the visit asked about the open one. */
function scopeOf(
  asked: VisitMention | undefined,
  scopes: readonly VisitMention[],
  current: boolean,
): VisitMention | undefined {
  const scope = scopes[0];
  if (scope !== undefined) return scope;
  if (asked !== undefined && (asked.current || current)) return { ...asked, current: true };
  return undefined;
}

/** Asking for the name of an organism or specimen means facts that have one. */
function withNames(graph: EpisodeGraph, select: Selection, { asked, operation }: ChosenAsked): Selection {
  if (
    asked.kind !== 'name' ||
    asked.role !== 'organism' ||
    operation === 'exists' ||
    select.named?.[asked.role] !== undefined
  )
    return select;
  const names = conceptIndex(graph).namesOfRole.get(asked.role);
  return names === undefined ? select : { ...select, named: { ...select.named, [asked.role]: names } };
}

/** "Above 7" narrows values. */
function withComparison(select: Selection, comparison: FoundComparison | undefined): Selection {
  if (comparison === undefined) return select;
  const { op, number, unit } = comparison;
  return { ...select, value: { op, number, ...(unit === undefined ? {} : { unit }) } };
}

/** "Active" narrows the kinds of facts that go on and end. */
function withStatus(select: Selection, kind: string, status: string | undefined): Selection {
  return status === undefined || !lastingKinds.has(kind) ? select : { ...select, statuses: [status] };
}

const lastingKinds = new Set(['condition', 'medication', 'allergy', 'care-plan', 'goal']);

const lastEvents = new WeakMap<EpisodeGraph, number>();

/** The time up to now, when the record has events after it. */
function asOf(graph: EpisodeGraph, now: Now): TimeWindow | undefined {
  let last = lastEvents.get(graph);
  if (last === undefined) {
    last = graph.nodes.reduce(
      (latest, { time }) => (time?.role === 'event' ? Math.max(latest, time.localStartMs) : latest),
      -Infinity,
    );
    lastEvents.set(graph, last);
  }
  return last > now.localMs ? timeWindow(-Infinity, now.localMs + 1) : undefined;
}

/** "Since the last admission" is read as a visit, so its words are no unread time. */
function withoutVisits(time: TimeReading, mentions: readonly VisitMention[]): TimeReading {
  const unread = time.unread.filter(
    (phrase) => !mentions.some(({ text }) => text.includes(phrase) || phrase.includes(text)),
  );
  return unread.length === time.unread.length ? time : { ...time, unread };
}
