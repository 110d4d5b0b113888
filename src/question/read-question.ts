// Reads a question into operation × concept × time × visit, against one record.
import { type Now, parseFhirTime, type TimeWindow } from '../fhir/clinical-time.ts';
import { asText } from '../fhir/resource.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { type ChosenAsked, chooseAsked, lastingKinds, personRoles } from './choose-asked.ts';
import { conceptIndex } from './concept-index.ts';
import { findChange } from './counted-words.ts';
import { describeReading } from './describe-reading.ts';
import { drugReason } from './drug-reason.ts';
import { resolveOffset } from './event-offset.ts';
import { bothScopes, type EventClause, findEventClauses, resolveEvent } from './event-phrase.ts';
import { selectionOfKind, withBeside } from './kind-selection.ts';
import { kindTable, visitKinds } from './kind-table.ts';
import { chooseLanguage } from './language.ts';
import {
  asksForOrders,
  asksForThing,
  type FoundComparison,
  findAsked,
  findGrouping,
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
import { QuestionText, type Stretch } from './question-text.ts';
import { readSubject, type SubjectOptions, type SubjectReading } from './read-subject.ts';
import type { QuestionReading, VisitScope } from './reading.ts';
import type { ResolvedSubject } from './resolve-concepts.ts';
import type { Selection } from './selection.ts';
import { stayAfter } from './stay-after.ts';
import { type Dialect, type TimeReading, timeWindow } from './time-phrase.ts';
import { resolveVisit, type VisitMention } from './visit-phrase.ts';
import type { Vocabulary } from './vocabulary.ts';

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
  const patient = findPatient(graph, question, vocabulary);
  const whole = (event?: Stretch) => {
    const text = new QuestionText(question, vocabulary);
    for (const span of patient.spans) text.claim('patient', span);
    const padding = paddingOf(text.folded, vocabulary);
    if (padding > 0) text.claim('time', { start: 0, end: padding });
    if (event !== undefined) text.claim('time', event);
    return text;
  };
  const reads = subjectOptions(graph, now, dialect, options);
  const first = readSubject(graph, whole(), reads);
  const found = findEvent(graph, first, reads, whole);
  const { text, time, comparison, measureUnit, frequency, take, mentions, subject, resolved, wording } = found.main;

  // What is done with it, and what is asked back.
  // Words of a unit ask for nothing more: "how many pounds" counts nothing, "in mL/min" is no least.
  const bare = text.masked(['patient', 'name', 'time'], measureUnit === undefined ? [] : [measureUnit]);
  const operations = findOperations([bare, wording], vocabulary);
  const roles = findAsked(bare, vocabulary);
  const wanted = chooseAsked({
    operations,
    roles,
    kind: resolved.kind,
    position: placeOf(wording, vocabulary) ?? subject.mention?.position,
    asksThing: asksForThing(bare, vocabulary),
    given: givenRoles(resolved),
    groupBy: findGrouping(wording, vocabulary),
    queries: question.trimEnd().endsWith('?') && !asksForThing(bare, vocabulary),
    namesKind: subject.kind !== '' && !subject.weak,
    compares: comparison !== undefined,
    change: findChange(wording, vocabulary),
    take,
    frequency,
    hasName: resolved.concepts.length > 0,
    tellsTime: tellsTime(graph, resolved),
  });
  const { event, unread } = withStay(graph, found, wanted, resolved.kind);
  const scope = scopeOf(subject.mention, subject.scopes, isCurrent(wording, vocabulary));
  const isNow = scope === undefined && time.window === undefined && !asksTime(wanted) && isTaking(wording, vocabulary);
  const goesOn = wanted.operation === 'elapsed' && roles.some(({ role }) => role === 'going-on');
  const status = asksStatus(wanted)
    ? undefined
    : (findStatus(wording, vocabulary) ?? (isNow || goesOn ? 'current' : undefined));
  const draft = {
    question,
    language: vocabulary.language,
    ...resolved,
    ignored: [...resolved.ignored, ...found.ignored],
    ...wanted,
    select: withComparison(
      withStatus(graph, withNames(graph, withMore(graph, resolved, bare, vocabulary), wanted), resolved.kind, status),
      comparison,
    ),
    time: withUnread(withoutVisits(time, mentions), unread),
    visit: bothScopes(scope && resolveVisit(graph, scope, now.localMs), event),
    asOf: asOf(graph, now),
    at: resolved.kind === 'medication' && options.prescribedAt === 'supply' ? supplyElement : undefined,
    dialect,
    unit: findUnit(wording, vocabulary),
    measureUnit: measureUnit?.unit,
    frequency,
    negated: hasNegation(wording, vocabulary),
  };
  const verdict = findProblems(
    draft,
    {
      otherPatient: patient.other,
      hasOperation: operations.length > 0,
      wording: text.masked(['patient', 'name', 'time', 'kind']),
      scopes: subject.scopes,
      strays: resolved.strays,
      drugReason: drugReason(graph, question, resolved, vocabulary),
      asksResult: roles.some(({ role }) => role === 'polarity'),
      asksOfPerson: roles.some(({ role }) => personRoles.has(role)),
    },
    vocabulary,
  );
  const reading = { ...draft, ...verdict, reads: '' };
  return { ...reading, reads: describeReading(reading) };
}

/** Roles of what is named; but a class is asked about for its members: "which antibiotic". */
function givenRoles({ concepts }: ResolvedSubject): ReadonlySet<string> {
  return new Set(concepts.flatMap(({ role, how }) => (how === 'class' && role !== 'organism' ? [] : [role])));
}

/** Whether what is named has dates for values: it was told at one time, and tells of another. */
function tellsTime(graph: EpisodeGraph, { kind, concepts, nodes }: ResolvedSubject): boolean {
  if (concepts.length === 0 || kindTable[kind]?.asked !== 'value') return false;
  const named = nodes();
  return named.length > 0 && named.every((node) => graph.text(node).values.some((value) => value.kind === 'time'));
}

/** What times of a question count from. Ages count from a birth known to the day. Source: FHIR R4 Patient.birthDate. */
function subjectOptions(
  graph: EpisodeGraph,
  now: Now,
  dialect: Dialect,
  { dateOrder }: ReadQuestionOptions,
): SubjectOptions {
  const born = parseFhirTime(asText(graph.record.patient?.resource.birthDate) ?? '');
  const birthLocalMs = born?.precision === 'day' ? born.localStartMs : undefined;
  return { now, dialect, birthLocalMs, ...(dateOrder === undefined ? {} : { dateOrder }) };
}

const supplyElement = 'dispenseRequest.validityPeriod';

/** Characters of greetings and the like that a question begins with. */
function paddingOf(folded: string, { padding }: Vocabulary): number {
  let pattern = paddings.get(padding);
  if (pattern === undefined) {
    pattern = new RegExp(`^(?:\\s*(?:${padding.join('|')})(?=[\\s]))+`, 'u');
    paddings.set(padding, pattern);
  }
  return pattern.exec(folded)?.[0].length ?? 0;
}

const paddings = new WeakMap<readonly string[], RegExp>();

/** The place in order that the text asks for: one that is told by another place ("the one before the last") goes first. */
function placeOf(wording: string, vocabulary: Vocabulary): number | undefined {
  const places = findOrder(wording, vocabulary).map(({ position }) => position);
  return places.find((place) => place < -1) ?? places[0];
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

/** All of a kind means what was ordered and what is told besides, unless the words ask for orders. */
function withMore(
  graph: EpisodeGraph,
  { select, kind }: ResolvedSubject,
  bare: string,
  vocabulary: Vocabulary,
): Selection {
  return asksForOrders(bare, vocabulary) ? select : withBeside(graph, select, kind);
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
  const names = conceptIndex(graph)
    .ofRole(asked.role)
    .filter(({ stems }) => stems.length > 0)
    .map(({ text }) => text);
  return names.length === 0 ? select : { ...select, named: { ...select.named, [asked.role]: names } };
}

/** "Above 7" narrows values. */
function withComparison(select: Selection, comparison: FoundComparison | undefined): Selection {
  if (comparison === undefined) return select;
  const { op, number, unit } = comparison;
  return { ...select, value: { op, number, ...(unit === undefined ? {} : { unit }) } };
}

/** Since when something goes on is asked of its beginning, whatever became of it. */
function asksTime({ operation }: ChosenAsked): boolean {
  return operation === 'when' || operation === 'elapsed' || operation === 'duration';
}

/** Whether the status itself is asked for, or when something was stopped: then its words narrow nothing. */
function asksStatus({ asked }: ChosenAsked): boolean {
  return asked.kind === 'status' || asked.kind === 'end';
}

/**
 * "Active" narrows the kinds of facts that go on and end. "Now" narrows them to the active ones too, in a record that
 * says of some that they are, or of drugs.
 */
function withStatus(graph: EpisodeGraph, select: Selection, kind: string, status: string | undefined): Selection {
  if (status === undefined || !lastingKinds.has(kind)) return select;
  if (status !== 'current') return { ...select, statuses: [status] };
  const { nodes } = selectionOfKind(graph, kind);
  const says = [...nodes].some((node) => graph.text(node).status !== '');
  const isAny = select.concepts === undefined && select.codes === undefined && select.named === undefined;
  return says || (kind === 'medication' && isAny) ? { ...select, statuses: ['active'] } : select;
}

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

/** The question without the clause that names an event to count time from, with that event; or what can't be read. */
function findEvent(
  graph: EpisodeGraph,
  first: SubjectReading,
  reads: SubjectOptions,
  without: (clause: Stretch) => QuestionText,
): FoundEvent {
  const unread: string[] = [];
  for (const clause of findEventClauses(first.text, first.mentions)) {
    const text = new QuestionText(clause.body, first.text.vocabulary);
    const { offset } = clause;
    // "Two days before today" is a time already.
    const isTime = first.time.phrases.some(({ start, end }) => start <= clause.start && clause.end <= end);
    if (offset !== undefined && isTime) continue;
    const read = readSubject(graph, text, reads);
    const event =
      offset === undefined
        ? resolveEvent(graph, clause, text, read)
        : resolveOffset(graph, { ...clause, offset }, text, read, reads.now.localMs);
    const main = event === undefined ? first : readSubject(graph, without(clause), reads);
    const isAskedOf = main.resolved.kind !== '' || main.resolved.concepts.length > 0 || main.resolved.absent.length > 0;
    // "How long since the surgery" asks of the surgery itself.
    if (event !== undefined && isAskedOf) return { main, event, unread, ignored: read.resolved.ignored };
    if (event === undefined && isLost(clause, read, first)) unread.push(clause.text.trim());
  }
  return { main: first, event: undefined, unread, ignored: [] };
}

/** Whether a clause that names no event would change the answer all the same, so that it can't be left out. */
function isLost({ start, relation, offset }: EventClause, read: SubjectReading, first: SubjectReading): boolean {
  // A distance from something; but not a time told by other words ("two days before today") or a thing ("day of week").
  if (offset !== undefined)
    return (
      offset.kind !== 'same-day' && !first.time.phrases.some((phrase) => phrase.start <= start && start < phrase.end)
    );
  if (read.time.window !== undefined || read.mentions.length > 0) return false;
  return read.resolved.unknown.length > 0 || (relation !== 'during' && read.resolved.concepts.length > 0);
}

interface FoundEvent {
  readonly main: SubjectReading;
  readonly event: VisitScope | undefined;
  readonly unread: readonly string[];
  /** Words of the event's clause of no use to its reading. */
  readonly ignored: readonly string[];
}

/** "How long in hospital after the surgery" is about one stay; where the event lies inside it, its length is no answer. */
function withStay(
  graph: EpisodeGraph,
  { event, unread }: FoundEvent,
  { operation, position }: ChosenAsked,
  kind: string,
): Pick<FoundEvent, 'event' | 'unread'> {
  const visits = visitKinds[kind];
  if (event?.relation !== 'after' || visits === undefined || operation !== 'duration' || position !== undefined)
    return { event, unread };
  const stay = stayAfter(graph, event, visits);
  return { event: stay, unread: stay === undefined ? [...unread, `after ${event.phrase}`] : unread };
}

function withUnread(time: TimeReading, unread: readonly string[]): TimeReading {
  return unread.length === 0 ? time : { ...time, unread: [...time.unread, ...unread] };
}

/** "Since the last admission" is read as a visit, so its words are no unread time. */
function withoutVisits(time: TimeReading, mentions: readonly VisitMention[]): TimeReading {
  const unread = time.unread.filter(
    (phrase) => !mentions.some(({ text }) => text.includes(phrase) || phrase.includes(text)),
  );
  return unread.length === time.unread.length ? time : { ...time, unread };
}
