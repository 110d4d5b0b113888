// The deterministic reader of time phrases: anchors (dates, units, "N ago") under relations (since, until, in …).
import type { Now, TimeWindow } from '../fhir/clinical-time.ts';
import { formatLocal } from './calendar.ts';
import { english } from './english-table.ts';
import { type Anchor, findAnchors } from './time-anchor.ts';
import type { Vocabulary } from './vocabulary.ts';
import { fold, wordEnd, wordStart } from './words.ts';

/**
 * What relative phrases mean.
 * `natural`: "last year" is the calendar year before, "in the last two years" and "since two years ago" count back from now.
 * `calendar`: every phrase means whole calendar units ("since two years ago" begins on 1 January).
 * `rolling`: every phrase counts back from now ("last year" is the twelve months before now).
 */
export type Dialect = 'natural' | 'calendar' | 'rolling';

export type TimeRelation = 'in' | 'since' | 'until' | 'before' | 'after';

export interface TimePhrase {
  /** As written, relation included. */
  readonly text: string;
  /** Offsets into the question, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly relation: TimeRelation;
  readonly window: TimeWindow;
  /** Whether its meaning depends on now. */
  readonly relative: boolean;
}

/** All time phrases of a text, what they mean together, and what looked like one and could not be read. */
export interface TimeReading {
  readonly dialect: Dialect;
  /** The intersection of the phrases' windows; `undefined` when there is no phrase. */
  readonly window: TimeWindow | undefined;
  readonly phrases: readonly TimePhrase[];
  readonly unread: readonly string[];
  readonly usesNow: boolean;
}

export interface TimeReadingOptions {
  /** @default english */
  readonly vocabulary?: Vocabulary;
  /** How 03/04/2150 is read when both are possible. @default the vocabulary's */
  readonly dateOrder?: 'month-first' | 'day-first';
  /** Start of the patient's day of birth, which ages count from; without, no age is read as a time. */
  readonly birthLocalMs?: number | undefined;
}

/**
 * Read the time phrases of a text.
 *
 * Windows are half-open and in wall-clock time; a named unit is meant whole, so "until 2174" ends with that year.
 *
 * @param now what relative phrases count from
 */
export function readTimePhrases(
  text: string,
  now: Now,
  dialect: Dialect = 'natural',
  options: TimeReadingOptions = {},
): TimeReading {
  const vocabulary = options.vocabulary ?? english;
  const folded = fold(text);
  const anchors = findAnchors(folded, {
    nowLocalMs: now.localMs,
    dialect,
    vocabulary,
    dateOrder: options.dateOrder ?? vocabulary.dateOrder,
    birthLocalMs: options.birthLocalMs,
  });
  const phrases = joinRanges(text, folded, anchors, vocabulary);
  return {
    dialect,
    window: intersect(phrases.map((phrase) => phrase.window)),
    phrases,
    unread: unreadRelations(text, folded, phrases, vocabulary),
    usesNow: phrases.some((phrase) => phrase.relative),
  };
}

/** The common part of windows, empty (start = end) when they exclude each other; `undefined` of none. */
export function intersect(windows: readonly TimeWindow[]): TimeWindow | undefined {
  const [first, ...rest] = windows;
  if (first === undefined) return undefined;
  if (rest.length === 0) return first;
  const startLocalMs = Math.max(...windows.map((window) => window.startLocalMs));
  const endLocalMs = Math.max(startLocalMs, Math.min(...windows.map((window) => window.endLocalMs)));
  return timeWindow(startLocalMs, endLocalMs);
}

/** A window with its words: `since 2157-12-01`, `until 2157-12-31`, `2157-12-01 to 2157-12-31`, `on 2157-12-01`. */
export function timeWindow(startLocalMs: number, endLocalMs: number): TimeWindow {
  return { startLocalMs, endLocalMs, text: windowText(startLocalMs, endLocalMs) };
}

function windowText(startLocalMs: number, endLocalMs: number): string {
  if (startLocalMs === -Infinity && endLocalMs === Infinity) return 'at any time';
  if (endLocalMs === Infinity) return `since ${formatLocal(startLocalMs)}`;
  // A window that ends at midnight is shown by its last day, which people read as included.
  const last = formatLocal(endLocalMs % 86_400_000 === 0 ? endLocalMs - 86_400_000 : endLocalMs);
  if (startLocalMs === -Infinity) return `until ${last}`;
  const first = formatLocal(startLocalMs);
  if (endLocalMs - startLocalMs <= 60_000) return `at ${first}`;
  return first === last ? `on ${first}` : `${first} to ${last}`;
}

/** Phrases in text order: each anchor with the relation before it, ranges as one. */
function joinRanges(text: string, folded: string, anchors: readonly Anchor[], vocabulary: Vocabulary): TimePhrase[] {
  const phrases: TimePhrase[] = [];
  const words = relationPatterns(vocabulary);
  for (let index = 0; index < anchors.length; index++) {
    const anchor = anchors[index] as Anchor;
    const before = folded.slice(0, anchor.start);
    const next = anchors[index + 1];
    const isBetween = words.between.exec(before);
    if (next !== undefined && words.and.test(folded.slice(anchor.end, next.start))) {
      const lead = isBetween ?? words.since.exec(before);
      const start = lead ? lead.index : anchor.start;
      if (lead || words.range.test(folded.slice(anchor.end, next.start))) {
        phrases.push(
          phraseFor(
            text,
            start,
            next.end,
            'in',
            timeWindow(anchor.since, next.until),
            anchor.relative || next.relative,
          ),
        );
        index++;
        continue;
      }
    }
    const previousEnd = phrases.at(-1)?.end ?? 0;
    const [relation, start] = relationBefore(before, previousEnd, words, anchor);
    phrases.push(phraseFor(text, start, anchor.end, relation, windowFor(relation, anchor), anchor.relative));
  }
  return phrases;
}

function phraseFor(
  text: string,
  start: number,
  end: number,
  relation: TimeRelation,
  window: TimeWindow,
  relative: boolean,
): TimePhrase {
  return { text: text.slice(start, end), start, end, relation, window, relative };
}

function windowFor(relation: TimeRelation, anchor: Anchor): TimeWindow {
  if (relation === 'since') return timeWindow(anchor.since, Infinity);
  if (relation === 'until') return timeWindow(-Infinity, anchor.until);
  if (relation === 'before') return timeWindow(-Infinity, anchor.since);
  if (relation === 'after') return timeWindow(anchor.until, Infinity);
  return timeWindow(anchor.span.startMs, anchor.span.endMs);
}

function relationBefore(before: string, from: number, words: RelationPatterns, anchor: Anchor): [TimeRelation, number] {
  // The longest relation wins: "prior to" over "to".
  let best: [TimeRelation, number] | undefined;
  for (const relation of ['since', 'until', 'before', 'after', 'in'] as const) {
    const match = words[relation].exec(before);
    if (match && match.index >= from && (best === undefined || match.index < best[1])) best = [relation, match.index];
  }
  return best ?? ['in', anchor.start];
}

interface RelationPatterns extends Readonly<Record<TimeRelation | 'between' | 'and' | 'range', RegExp>> {}

const patternsByLanguage = new Map<string, RelationPatterns>();

/** Relations as patterns that end where the anchor begins. */
function relationPatterns(vocabulary: Vocabulary): RelationPatterns {
  const known = patternsByLanguage.get(vocabulary.language);
  if (known) return known;
  const { time } = vocabulary;
  const ending = (words: readonly string[]) =>
    new RegExp(`${wordStart}(?:${words.join('|')})(?:\\s+(?:${time.fillers.join('|')}))*\\s+$`, 'u');
  const patterns: RelationPatterns = {
    since: ending(time.since),
    until: ending(time.until),
    before: ending(time.before),
    after: ending(time.after),
    in: ending(time.during),
    between: ending(time.between),
    and: new RegExp(`^\\s*(?:${time.and.join('|')}|-|–)\\s*(?:(?:${time.fillers.join('|')})\\s+)*$`, 'u'),
    range: new RegExp(`^\\s*(?:${time.until.join('|')}|-|–)\\s*$`, 'u'),
  };
  patternsByLanguage.set(vocabulary.language, patterns);
  return patterns;
}

/**
 * Relation words with a time unit, year or date after them that no phrase covers, and times of the language that nothing
 * reads. Short relation words ("to", "by") say too little.
 */
function unreadRelations(
  text: string,
  folded: string,
  phrases: readonly TimePhrase[],
  vocabulary: Vocabulary,
): string[] {
  const { time, units } = vocabulary;
  const unitWords = Object.entries(units).flatMap(([unit, words]) => (unit === 'second' ? [] : words));
  const relations = [...time.since, ...time.until, ...time.before, ...time.after, ...time.between].filter(
    (word) => word.length >= shortestTelling,
  );
  const pattern = new RegExp(
    `${wordStart}(?:${relations.join('|')})(?:\\s+[\\p{L}\\d/:.-]+){0,3}?\\s+` +
      `(?:\\d{1,4}[/.-][\\d/.-]+|\\d{4}|${unitWords.join('|')})${wordEnd}`,
    'gu',
  );
  return [...folded.matchAll(pattern), ...folded.matchAll(unreadablePattern(vocabulary))].flatMap((match) => {
    const end = match.index + match[0].length;
    const covered = phrases.some((phrase) => phrase.start < end && match.index < phrase.end);
    return covered ? [] : [text.slice(match.index, end)];
  });
}

const unreadableByLanguage = new Map<string, RegExp>();

/** Times that nothing here reads, on word borders. */
function unreadablePattern({ language, time }: Vocabulary): RegExp {
  let pattern = unreadableByLanguage.get(language);
  if (pattern === undefined) {
    pattern = new RegExp(`${wordStart}(?:${time.unreadable.join('|')})${wordEnd}`, 'gu');
    unreadableByLanguage.set(language, pattern);
  }
  return pattern;
}

const shortestTelling = 5;
