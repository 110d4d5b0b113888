// Finds phrases that name a visit: "the last hospital visit", "her second ICU stay", "this admission".
import type { TimeWindow } from '../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { VisitKind } from './kind-table.ts';
import type { VisitScope } from './reading.ts';
import { timeWindow } from './time-phrase.ts';
import { visitsOfKind } from './visits.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordEnd, wordStart } from './words.ts';

/** A visit as a text names it, before it is looked up. */
export interface VisitMention {
  readonly start: number;
  readonly end: number;
  /** Where its relation word is over. */
  readonly nameStart: number;
  readonly text: string;
  readonly kind: VisitKind;
  /** 1 first, -1 last, -2 second to last; `undefined`: every one, or the only one. */
  readonly position: number | undefined;
  /** "This", "the current". */
  readonly current: boolean;
  /** The relation word before it; `undefined` when it stands without one, and may be what is asked about. */
  readonly relation: VisitScope['relation'] | undefined;
}

/** Mentions in a folded text, in order. */
export function findVisits(text: string, folded: string, vocabulary: Vocabulary): readonly VisitMention[] {
  const mentions: VisitMention[] = [];
  for (const match of folded.matchAll(patternOf(vocabulary))) {
    const groups = match.groups ?? {};
    const noun = groups.noun1 ?? groups.noun2 ?? groups.noun3 ?? '';
    const place = groups.place1 ?? groups.place2 ?? groups.place3 ?? '';
    const order = (groups.order1 ?? groups.order2 ?? groups.order3 ?? '').trim();
    const kind = kindOf(place, noun, vocabulary);
    const isCurrent = matches(vocabulary.visits.current, order);
    const relation = relationOf((groups.relation ?? '').trim(), vocabulary);
    mentions.push({
      start: match.index,
      end: match.index + match[0].length,
      nameStart: match.index + (groups.relation ?? '').length,
      text: text.slice(match.index, match.index + match[0].length).trim(),
      kind,
      position: isCurrent ? undefined : positionOf(order, vocabulary),
      current: isCurrent,
      relation,
    });
  }
  return mentions;
}

/** A mention as episodes of the record that have begun by now, or as the time around them. */
export function resolveVisit(graph: EpisodeGraph, mention: VisitMention, nowLocalMs: number): VisitScope {
  const all = visitsOfKind(graph, mention.kind).filter(
    (index) => (graph.episodes[index]?.time?.localStartMs ?? nowLocalMs) <= nowLocalMs,
  );
  const noun = visitNames[mention.kind];
  const relation = mention.relation ?? 'during';
  const scope = (episodes: readonly number[], name: string, absent: string): VisitScope => ({
    phrase: mention.text,
    relation,
    window: episodes.length === 0 ? undefined : windowAround(graph, episodes, relation),
    episodes,
    name,
    absent: episodes.length === 0 ? absent : undefined,
  });
  if (mention.current) {
    return scope(
      all.filter((index) => graph.episodes[index]?.open),
      `current ${noun}`,
      `no ${noun} is open`,
    );
  }
  if (mention.position === undefined) return scope(all, `any ${noun}`, `the record has no ${noun}`);
  const chosen = all.at(mention.position > 0 ? mention.position - 1 : mention.position);
  const count = `the record has ${all.length} ${noun}${all.length === 1 ? '' : 's'}`;
  return scope(chosen === undefined ? [] : [chosen], `${positionName(mention.position)} ${noun}`, count);
}

/** The wall-clock time before, after, since or until visits; "during" has none, it goes by membership. */
function windowAround(
  graph: EpisodeGraph,
  episodes: readonly number[],
  relation: VisitScope['relation'],
): TimeWindow | undefined {
  const times = episodes.flatMap((index) => graph.episodes[index]?.time ?? []);
  if (relation === 'during' || times.length === 0) return undefined;
  const startMs = Math.min(...times.map((time) => time.localStartMs));
  const endMs = Math.max(...times.map((time) => time.localEndMs));
  if (relation === 'before') return timeWindow(-Infinity, startMs);
  if (relation === 'until') return timeWindow(-Infinity, endMs);
  return timeWindow(relation === 'since' ? startMs : endMs, Infinity);
}

/** `first`, `second to last`, `4th`. */
export function positionName(position: number): string {
  const ordinal = (n: number) => ['first', 'second', 'third'][n - 1] ?? `${n}th`;
  if (position > 0) return ordinal(position);
  return position === -1 ? 'last' : `${ordinal(-position)} to last`;
}

/** An order phrase as a position: "first", "second to last", "last but one", "3rd". */
export function positionOf(order: string, vocabulary: Vocabulary): number | undefined {
  if (order === '') return undefined;
  const last = vocabulary.last.join('|');
  const fromEnd = new RegExp(
    `^(?<n>${Object.keys(vocabulary.ordinals).join('|')}|${vocabulary.nextTo})[- ]${vocabulary.toLast}$`,
    'u',
  ).exec(order);
  if (fromEnd) return -(vocabulary.ordinals[fromEnd.groups?.n ?? ''] ?? 2);
  if (new RegExp(`^(?:${vocabulary.penultimate.join('|')})$`, 'u').test(order)) return -2;
  if (new RegExp(`^(?:${last})$`, 'u').test(order)) return -1;
  if (new RegExp(`^(?:${vocabulary.first.join('|')})$`, 'u').test(order)) return 1;
  return vocabulary.ordinals[order];
}

/** Order words as one alternation, longest first. */
export function orderSource(vocabulary: Vocabulary): string {
  const ordinals = Object.keys(vocabulary.ordinals);
  return [
    `(?:${[...ordinals, vocabulary.nextTo].join('|')})[- ]${vocabulary.toLast}`,
    ...vocabulary.penultimate,
    ...[...vocabulary.first, ...vocabulary.last, ...ordinals].toSorted((left, right) => right.length - left.length),
  ].join('|');
}

const patterns = new Map<string, RegExp>();

function patternOf(vocabulary: Vocabulary): RegExp {
  const known = patterns.get(vocabulary.language);
  if (known) return known;
  const { visits, time } = vocabulary;
  const relations = [...time.since, ...time.until, ...time.before, ...time.after, ...time.during];
  const order = `(?:${[...visits.current, orderSource(vocabulary)].join('|')})`;
  const places = [visits.icu, visits.emergency, visits.hospital, visits.outpatient].flat().join('|');
  const nouns = visits.nouns.join('|');
  const determiner = `(?:(?:${visits.determiners.join('|')})\\s+)*`;
  const joint = `(?:${visits.joints.join('|')})\\s+${determiner}`;
  const source =
    `${wordStart}(?:(?<relation>${relations.join('|')})\\s+)?${determiner}(?:` +
    // the last hospital visit · hospital visit · the last stay in the icu · the last icu
    `(?:(?<order1>${order})\\s+)?${determiner}(?<place1>${places})\\s+(?<noun1>${nouns})` +
    `|(?:(?<order2>${order})\\s+)?(?<noun2>${nouns})(?:\\s+(?:${joint})(?<place2>${places}))?` +
    `|(?<order3>${order})\\s+(?<place3>${places})(?<noun3>)` +
    `)(?:\\s+(?:${visits.nouns.join('|')}))?${wordEnd}`;
  const pattern = new RegExp(source, 'gu');
  patterns.set(vocabulary.language, pattern);
  return pattern;
}

function kindOf(place: string, noun: string, vocabulary: Vocabulary): VisitKind {
  const { visits } = vocabulary;
  if (matches(visits.icu, place)) return 'icu';
  if (matches(visits.emergency, place)) return 'emergency';
  if (matches(visits.hospital, place)) return 'hospital';
  if (matches(visits.outpatient, place)) return 'outpatient';
  if (matches(visits.hospitalNouns, noun)) return 'hospital';
  return matches(visits.outpatientNouns, noun) ? 'outpatient' : 'any';
}

function relationOf(word: string, vocabulary: Vocabulary): VisitScope['relation'] | undefined {
  if (word === '') return undefined;
  for (const relation of ['since', 'until', 'before', 'after'] as const) {
    if (matches(vocabulary.time[relation], word) && !matches(vocabulary.time.during, word)) return relation;
  }
  return 'during';
}

function matches(words: readonly string[], text: string): boolean {
  return text !== '' && new RegExp(`^(?:${words.join('|')})$`, 'u').test(text);
}

const visitNames: Readonly<Record<VisitKind, string>> = {
  hospital: 'hospital visit',
  icu: 'ICU stay',
  emergency: 'emergency visit',
  outpatient: 'outpatient visit',
  any: 'visit',
};
