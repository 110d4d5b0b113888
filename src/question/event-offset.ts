// The time at a distance from an event or a visit: what "the day after the surgery" counts from, looked up in the record.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { type EventClause, lifeSpan, momentOf, resolveEvent, type Span } from './event-phrase.ts';
import { visitKinds } from './kind-table.ts';
import { type Offset, type OffsetBase, windowOfOffset } from './offset-phrase.ts';
import type { QuestionText } from './question-text.ts';
import type { SubjectReading } from './read-subject.ts';
import type { VisitScope } from './reading.ts';
import { resolveVisit } from './visit-phrase.ts';
import { visitsOfKind } from './visits.ts';
import type { Vocabulary } from './vocabulary.ts';
import { fold, wordEnd, wordStart } from './words.ts';

/**
 * The time at a distance from what a clause names; `undefined` when that is no event, or several visits of which none is
 * meant more than another.
 */
export function resolveOffset(
  graph: EpisodeGraph,
  clause: EventClause & { readonly offset: Offset },
  text: QuestionText,
  read: SubjectReading,
  nowLocalMs: number,
): VisitScope | undefined {
  const event = resolveEvent(graph, { ...clause, relation: 'during' }, text, read);
  if (event?.absent !== undefined) return event;
  const moment = read.mentions.length === 0 ? momentOf(graph, text, read) : undefined;
  const span = moment?.span ?? lifeSpan(graph, text) ?? timeAlone(read);
  const base = span === undefined ? visitBase(graph, text, read, event, nowLocalMs) : { ...span, moment: undefined };
  const window = base === undefined ? undefined : windowOfOffset(clause.offset, base);
  if (window === undefined) return undefined;
  return {
    phrase: clause.text,
    relation: 'during',
    window,
    episodes: [],
    name: `the time "${clause.text}" (${window.text})`,
    ...(moment === undefined ? {} : { keys: moment.keys }),
    absent: undefined,
  };
}

/** The time that a clause names and nothing else: the first week of `May 2018`. */
function timeAlone({ time, mentions, resolved, subject }: SubjectReading): Span | undefined {
  const { window, phrases } = time;
  if (window === undefined || phrases.length > 1 || time.usesNow) return undefined;
  if (mentions.length > 0 || subject.kind !== '') return undefined;
  const isBounded = Number.isFinite(window.startLocalMs) && Number.isFinite(window.endLocalMs);
  const hasMore = resolved.concepts.length > 0 || resolved.unknown.length > 0 || resolved.ignored.length > 0;
  return isBounded && !hasMore ? { startMs: window.startLocalMs, endMs: window.endLocalMs } : undefined;
}

/** The one visit that is named; its beginning or end where that is what is named of it. */
function visitBase(
  graph: EpisodeGraph,
  text: QuestionText,
  { mentions, subject, resolved }: SubjectReading,
  event: VisitScope | undefined,
  nowLocalMs: number,
): OffsetBase | undefined {
  const [mention] = mentions;
  const kind = visitKinds[subject.kind];
  const named =
    mention === undefined
      ? kind === undefined
        ? []
        : visitsOfKind(graph, kind)
      : resolveVisit(graph, mention, nowLocalMs).episodes;
  const [episode, ...others] = resolved.concepts.length === 0 ? named : (event?.episodes ?? []);
  const time = episode === undefined ? undefined : graph.episodes[episode]?.time;
  if (time === undefined || others.length > 0) return undefined;
  const { begins, ends } = text.vocabulary.events;
  const moment = holds(text, ends) ? 'end' : holds(text, begins) ? 'start' : undefined;
  if (moment !== 'start' && !Number.isFinite(time.localEndMs)) return undefined;
  return { startMs: time.localStartMs, endMs: time.localEndMs, moment };
}

function holds(text: QuestionText, words: Vocabulary['events']['begins']): boolean {
  return new RegExp(`${wordStart}(?:${words.join('|')})${wordEnd}`, 'u').test(fold(text.question));
}
