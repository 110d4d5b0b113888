// Events that a question counts time from: "before the surgery", "since starting metformin", "during the stay for sepsis".

import { type ClinicalTime, parseFhirTime, type TimeWindow, unitEnd } from '../fhir/clinical-time.ts';
import { asObject, asText } from '../fhir/resource.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { formatLocal } from './calendar.ts';
import { lastingKinds } from './choose-asked.ts';
import { kindTable, visitKinds } from './kind-table.ts';
import { findOffsets, type Offset } from './offset-phrase.ts';
import { findAsked, findOrder } from './operation.ts';
import type { QuestionText } from './question-text.ts';
import type { SubjectReading } from './read-subject.ts';
import type { VisitScope } from './reading.ts';
import { intersect, timeWindow } from './time-phrase.ts';
import { positionName, type VisitMention } from './visit-phrase.ts';
import { visitsOfKind } from './visits.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordEnd, wordStart } from './words.ts';

/** A clause of a question that may name an event. */
export interface EventClause {
  /** Offsets into the question, relation word included, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly relation: VisitScope['relation'];
  /** What comes after the relation word. */
  readonly body: string;
  /** As the question writes it, relation word included. */
  readonly text: string;
  /** How far from the event the time lies, where the clause says it: "the day after". */
  readonly offset?: Offset;
}

/**
 * Clauses that tell a distance from an event, then those that begin with a word of relation which no time or visit has
 * taken, the likeliest first: up to the end of
 * the sentence, or up to the comma or question word after a clause that opens the question.
 *
 * @param mentions visits of the question: one that is told by its reason ("the stay for sepsis") opens a clause too
 */
export function findEventClauses(text: QuestionText, mentions: readonly VisitMention[]): readonly EventClause[] {
  const { vocabulary, folded } = text;
  const question = text.without('patient');
  const free = text.masked(['patient', 'name', 'time'], mentions);
  const { relation, reason, opening } = patternsOf(vocabulary);
  const clauses: EventClause[] = findOffsets(text.masked(['patient', 'name']), vocabulary).flatMap(
    ({ start, end: bodyStart, offset }) => {
      const end = clauseEnd(folded, start, bodyStart, opening);
      const [body, written] = [question.slice(bodyStart, end), question.slice(start, end).trim()];
      return /[\p{L}\d]/u.test(body) ? [{ start, end, relation: 'during' as const, body, text: written, offset }] : [];
    },
  );
  const add = (start: number, word: string, bodyStart: number) => {
    const end = clauseEnd(folded, start, bodyStart, opening);
    const body = question.slice(bodyStart, end);
    if (/\p{L}/u.test(body))
      clauses.push({ start, end, relation: relationNamed(word, vocabulary), body, text: question.slice(start, end) });
  };
  for (const match of free.matchAll(relation)) {
    add(match.index, match.groups?.word ?? '', match.index + match[0].length);
  }
  for (const mention of mentions) {
    if (mention.relation === undefined || !reason.test(free.slice(mention.end))) continue;
    const end = clauseEnd(folded, mention.start, mention.end, opening);
    const body = question.slice(mention.nameStart, end);
    clauses.push({
      start: mention.start,
      end,
      relation: mention.relation,
      body,
      text: question.slice(mention.start, end),
    });
  }
  return clauses;
}

/**
 * The event that a clause's own reading names, as the time or the visits it sets; `undefined` when it names none that
 * time can be counted from.
 */
export function resolveEvent(
  graph: EpisodeGraph,
  clause: EventClause,
  text: QuestionText,
  read: SubjectReading,
): VisitScope | undefined {
  const { resolved } = read;
  const [visit] = read.mentions;
  const scope = (part: Partial<VisitScope>): VisitScope => ({
    phrase: text.question.trim(),
    relation: clause.relation,
    window: undefined,
    episodes: [],
    name: '',
    absent: undefined,
    ...part,
  });
  if (resolved.absent.length > 0) {
    const phrase = resolved.absent.join(', ');
    return scope({ name: `"${phrase}"`, absent: `the record has no "${phrase}"` });
  }
  const nodes = eventNodes(graph, read);
  const life = nodes.length === 0 ? lifeSpan(graph, text) : undefined;
  if (life !== undefined && clause.relation !== 'during')
    return scope({ name: life.name, at: formatLocal(life.startMs), window: windowFrom(clause.relation, life) });
  if (nodes.length === 0) return undefined;
  if (visit !== undefined) {
    const reasons = nodes.filter((node) => reasonTypes.has(graph.nodes[node]?.type ?? ''));
    return reasons.length === 0 ? undefined : visitsWith(graph, reasons, visit, nameOfEvent(read), scope);
  }
  return visitKinds[resolved.kind] !== undefined ? undefined : timeAround(graph, clause, text, read, nodes, scope);
}

/** Nodes that tell of the event that a clause's own reading names; none of what is no event, or is unknown. */
function eventNodes(graph: EpisodeGraph, { subject, resolved }: SubjectReading): readonly number[] {
  const isGeneral = resolved.concepts.length === 0;
  if (isGeneral && (!eventKinds.has(subject.kind) || resolved.unknown.length > 0)) return [];
  return resolved.nodes().filter((node) => isEvent(graph, node));
}

/** The patient's birth or death, where a clause names it. Source: FHIR R4 Patient.birthDate, Patient.deceased[x]. */
export function lifeSpan(graph: EpisodeGraph, text: QuestionText): (Span & { readonly name: string }) | undefined {
  const patient = graph.record.patient?.resource;
  const roles = findAsked(text.masked(), text.vocabulary).map(({ role }) => role);
  const isDeath = roles.includes('deceased');
  const written = isDeath ? patient?.deceasedDateTime : roles.includes('birthDate') ? patient?.birthDate : undefined;
  const time = parseFhirTime(asText(written) ?? '');
  if (time === undefined) return undefined;
  return { startMs: time.localStartMs, endMs: time.localEndMs, name: isDeath ? 'death' : 'birth' };
}

function nameOfEvent({ subject, resolved }: SubjectReading): string {
  return resolved.concepts.length === 0
    ? (kindTable[subject.kind]?.name ?? '')
    : [...new Set(resolved.concepts.flatMap(({ concepts }) => concepts))].slice(0, 2).join(' or ');
}

type MakeScope = (part: Partial<VisitScope>) => VisitScope;

/** Visits that a fact belongs to, or that were for it. */
function visitsWith(
  graph: EpisodeGraph,
  nodes: readonly number[],
  visit: VisitMention,
  fact: string,
  scope: MakeScope,
): VisitScope {
  const holding = new Set<number>();
  for (const node of nodes) {
    let episode = graph.nodes[node]?.placement?.episode;
    while (episode !== undefined && !holding.has(episode)) {
      holding.add(episode);
      episode = graph.episodes[episode]?.parent;
    }
  }
  const all = visitsOfKind(graph, visit.kind).filter((index) => holding.has(index));
  const chosen = visit.position === undefined ? all : all.slice(...placeIn(all.length, visit.position));
  const place = visit.position === undefined ? '' : `${positionName(visit.position)} `;
  const name = `${place}visit with ${fact}`;
  if (chosen.length === 0) return scope({ name, absent: `the record has no ${name}` });
  const { relation } = scope({});
  const windows = chosen.flatMap((index) => {
    const time = graph.episodes[index]?.time;
    return time === undefined ? [] : [spanOf(time)];
  });
  return relation === 'during'
    ? scope({ episodes: chosen, name })
    : scope({ episodes: chosen, name, window: windowFrom(relation, joint(windows)) });
}

/** One moment of a fact: the one that is asked for, else the first of what lasts, the last of what happens. */
export interface EventMoment {
  readonly span: Span;
  readonly startMs: number;
  /** For people: `last of 2 Colonoscopy`. */
  readonly name: string;
  readonly keys: readonly string[];
  /** Nodes of the fact inside the clause's own times. */
  readonly inside: readonly number[];
}

/** The moment of the event that a clause's own reading names; `undefined` when the record has none. */
export function momentOf(
  graph: EpisodeGraph,
  text: QuestionText,
  read: SubjectReading,
  nodes: readonly number[] = eventNodes(graph, read),
): EventMoment | undefined {
  const { resolved, time, wording } = read;
  const inside = nodes.filter((node) => {
    const at = graph.nodes[node]?.time?.localStartMs;
    return (
      at !== undefined && (time.window === undefined || (at >= time.window.startLocalMs && at < time.window.endLocalMs))
    );
  });
  const starts = [...new Set(inside.map((node) => graph.nodes[node]?.time?.localStartMs ?? 0))].sort((a, b) => a - b);
  const order = findOrder(wording, text.vocabulary)[0]?.position;
  const place = order ?? (lastingKinds.has(resolved.kind) ? 1 : -1);
  const startMs = starts.at(place > 0 ? place - 1 : place);
  if (startMs === undefined) return undefined;
  const spans = inside.flatMap((node) => {
    const own = graph.nodes[node]?.time;
    return own?.localStartMs === startMs ? [eventSpan(graph, node, own, lastingKinds.has(resolved.kind))] : [];
  });
  const which = starts.length > 1 ? `${positionName(place)} of ${starts.length} ` : '';
  const keys = inside.flatMap((node) => {
    const { key, time: own } = graph.nodes[node] ?? {};
    return key !== undefined && own?.localStartMs === startMs ? [key] : [];
  });
  return { span: joint(spans), startMs, name: `${which}${nameOfEvent(read)}`, keys, inside };
}

/** The time that the moment of a fact sets. */
function timeAround(
  graph: EpisodeGraph,
  clause: EventClause,
  text: QuestionText,
  read: SubjectReading,
  nodes: readonly number[],
  scope: MakeScope,
): VisitScope | undefined {
  const moment = momentOf(graph, text, read, nodes);
  if (moment === undefined) {
    const fact = nameOfEvent(read);
    return scope({ name: fact, absent: `the record has no such ${fact}` });
  }
  const { span, startMs, name, keys, inside } = moment;
  const at = formatLocal(startMs);
  if (clause.relation !== 'during') return scope({ name, at, keys, window: windowFrom(clause.relation, span) });
  const whole = joint(inside.flatMap((node) => lastingSpan(graph, node, startMs) ?? []));
  return Number.isFinite(whole.startMs)
    ? scope({ name, at, keys, window: timeWindow(whole.startMs, whole.endMs) })
    : undefined;
}

export interface Span {
  readonly startMs: number;
  /** Exclusive. */
  readonly endMs: number;
}

function spanOf(time: ClinicalTime): Span {
  return { startMs: time.localStartMs, endMs: time.localEndMs };
}

function joint(spans: readonly Span[]): Span {
  return {
    startMs: Math.min(...spans.map(({ startMs }) => startMs)),
    endMs: Math.max(...spans.map(({ endMs }) => endMs)),
  };
}

/** What lasts is an event by its beginning; what happens, from its beginning to its end. */
function eventSpan(graph: EpisodeGraph, node: number, time: ClinicalTime, lasts: boolean): Span {
  const startEnd = unitEnd(time.localStartMs, time.precision);
  const isPoint = lasts || time.endText === undefined || graph.nodes[node] === undefined;
  return { startMs: time.localStartMs, endMs: isPoint ? startEnd : Math.max(startEnd, time.localEndMs) };
}

/** From a fact's beginning to the end that is written of it; `undefined` when none is. */
function lastingSpan(graph: EpisodeGraph, node: number, startMs: number): Span | undefined {
  const { time, resource } = graph.nodes[node] ?? {};
  if (time === undefined || resource === undefined || time.localStartMs !== startMs) return undefined;
  const ended = asText(resource.abatementDateTime) ?? asText(asObject(resource.abatementPeriod)?.end);
  const end = ended === undefined ? undefined : parseFhirTime(ended)?.localEndMs;
  if (end !== undefined) return { startMs, endMs: end };
  return time.endText === undefined || !Number.isFinite(time.localEndMs) ? undefined : spanOf(time);
}

function windowFrom(relation: VisitScope['relation'], { startMs, endMs }: Span): TimeWindow | undefined {
  if (relation === 'before') return timeWindow(Number.NEGATIVE_INFINITY, startMs);
  if (relation === 'until') return timeWindow(Number.NEGATIVE_INFINITY, endMs);
  return timeWindow(relation === 'since' ? startMs : endMs, Number.POSITIVE_INFINITY);
}

function placeIn(length: number, position: number): [number, number] {
  const at = position > 0 ? position - 1 : length + position;
  return at < 0 ? [0, 0] : [at, at + 1];
}

/** A visit and an event that both bound the time. */
export function bothScopes(visit: VisitScope | undefined, event: VisitScope | undefined): VisitScope | undefined {
  if (visit === undefined || event === undefined) return visit ?? event;
  const windows = [visit.window, event.window].filter((window) => window !== undefined);
  const within = [visit, event].find(({ relation }) => relation === 'during') ?? event;
  return {
    ...within,
    window: intersect(windows),
    name: `${visit.name}, ${event.relation} ${event.name}`,
    absent: visit.absent ?? event.absent,
  };
}

function clauseEnd(folded: string, start: number, bodyStart: number, opening: RegExp): number {
  const rest = folded.slice(bodyStart);
  const stop = rest.search(/[?!.;](?:\s|$)/u);
  const end = stop < 0 ? folded.length : bodyStart + stop;
  const isOpening = /^[^\p{L}]*(?:(?:and|so|please|hi|hello)\W+)*$/u.test(folded.slice(0, start));
  if (!isOpening) return end;
  const comma = rest.search(/,/u);
  if (comma >= 0 && bodyStart + comma < end) return bodyStart + comma;
  const word = rest.search(opening);
  return word > 0 && bodyStart + word < end ? bodyStart + word : end;
}

interface EventPatterns {
  readonly relation: RegExp;
  readonly reason: RegExp;
  readonly opening: RegExp;
}

const patternsByLanguage = new Map<string, EventPatterns>();

function patternsOf(vocabulary: Vocabulary): EventPatterns {
  const known = patternsByLanguage.get(vocabulary.language);
  if (known) return known;
  const { events } = vocabulary;
  const words = Object.values(events.relations)
    .flat()
    .toSorted((left, right) => right.length - left.length);
  const patterns: EventPatterns = {
    relation: new RegExp(`${wordStart}(?<word>${words.join('|') || '(?!)'})\\s+`, 'gu'),
    reason: new RegExp(`^\\s*(?:${events.reasons.join('|') || '(?!)'})\\s`, 'u'),
    opening: new RegExp(
      `${wordStart}(?:${[...vocabulary.questionWords, ...events.openings].join('|')})${wordEnd}`,
      'u',
    ),
  };
  patternsByLanguage.set(vocabulary.language, patterns);
  return patterns;
}

function relationNamed(word: string, { events }: Vocabulary): VisitScope['relation'] {
  const entries = Object.entries(events.relations) as [VisitScope['relation'], readonly string[]][];
  return (
    entries.find(([, words]) => words.some((source) => new RegExp(`^(?:${source})$`, 'u').test(word)))?.[0] ?? 'during'
  );
}

/** Whether a node tells of something that happened, which the record doesn't take back. */
function isEvent(graph: EpisodeGraph, node: number): boolean {
  return graph.nodes[node]?.time?.role === 'event' && !graph.text(node).retracted;
}

/** Types of what a visit can be for. */
const reasonTypes: ReadonlySet<string> = new Set(['Condition', 'Procedure', 'Encounter']);

/** Kinds that are events though no name says which. */
const eventKinds: ReadonlySet<string> = new Set(['procedure', 'immunization']);
