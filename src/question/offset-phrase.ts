// Times told by a distance from an event: "the day after the surgery", "the first 24 hours of the ICU stay".
import type { TimeWindow } from '../fhir/clinical-time.ts';
import { type CalendarUnit, unitAround, unitsBefore } from './calendar.ts';
import { timeWindow } from './time-phrase.ts';
import type { OffsetKind, Vocabulary } from './vocabulary.ts';
import { wordEnd, wordStart } from './words.ts';

/** How far from an event a time lies. */
export interface Offset {
  readonly kind: OffsetKind;
  readonly count: number;
  readonly unit: CalendarUnit;
}

/** An offset as a text writes it, the event named after it. */
export interface OffsetPhrase {
  readonly start: number;
  /** Where the event begins. */
  readonly end: number;
  readonly offset: Offset;
}

/** What an offset counts from, in wall-clock time. */
export interface OffsetBase {
  readonly startMs: number;
  /** Exclusive. */
  readonly endMs: number;
  /** Whether the event is the end itself ("discharge"), or the beginning itself ("admission"); else it is the whole. */
  readonly moment: 'start' | 'end' | undefined;
}

/** Offsets in a folded text, in order. */
export function findOffsets(folded: string, vocabulary: Vocabulary): readonly OffsetPhrase[] {
  const found: OffsetPhrase[] = [];
  for (const { kind, pattern } of patternsOf(vocabulary)) {
    for (const match of folded.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      const { n, unit = '', ordinal = '' } = match.groups ?? {};
      const count = vocabulary.ordinals[ordinal] ?? numberOf(n, vocabulary);
      found.push({ start, end, offset: { kind, count, unit: unitOf(unit, vocabulary) } });
    }
  }
  // Of phrases in one place the longest says all.
  found.sort((left, right) => left.start - right.start || right.end - left.end);
  return found.filter(({ end }, at) => !found.slice(0, at).some((other) => end <= other.end));
}

/** The time that an offset from an event sets; `undefined` for one whose bounds nobody can tell. */
export function windowOfOffset({ kind, count, unit }: Offset, base: OffsetBase): TimeWindow | undefined {
  const first = base.moment === 'end' ? base.endMs : base.startMs;
  const last = base.moment === 'start' ? base.startMs : base.endMs;
  const later = (from: number) => unitsBefore(from, unit, -count);
  const day = (from: number, days: number) => {
    const { startMs, endMs } = unitAround(from, 'day', -days);
    return timeWindow(startMs, endMs);
  };
  // The day that holds an end is that of its last moment.
  const lastMoment = base.moment === 'start' ? last : last - 1;
  switch (kind) {
    case 'same-day':
      return day(base.moment === 'end' ? lastMoment : first, 0);
    case 'day-after':
      return unit === 'day' ? day(lastMoment, count) : undefined;
    case 'day-before':
      return unit === 'day' ? day(base.moment === 'end' ? lastMoment : first, -count) : undefined;
    case 'nth-day':
      return day(first, count - 1);
    case 'first':
      return unit === 'day' && count === 1 ? day(first, 0) : timeWindow(first, later(first));
    case 'last':
      return unit === 'day' && count === 1
        ? day(base.endMs - 1, 0)
        : timeWindow(unitsBefore(base.endMs, unit, count), base.endMs);
    case 'after':
      return timeWindow(last, later(last));
    case 'before':
      return timeWindow(unitsBefore(first, unit, count), first);
    case 'around':
      return timeWindow(unitsBefore(first, unit, count), later(last));
  }
}

interface OffsetPattern {
  readonly kind: OffsetKind;
  readonly pattern: RegExp;
}

const patternsByLanguage = new Map<string, readonly OffsetPattern[]>();

function patternsOf(vocabulary: Vocabulary): readonly OffsetPattern[] {
  const known = patternsByLanguage.get(vocabulary.language);
  if (known !== undefined) return known;
  const { units, numbers, ordinals, events } = vocabulary;
  const slots: Readonly<Record<string, string>> = {
    n: `(?<n>\\d{1,3}|${Object.keys(numbers).join('|')})`,
    unit: `(?<unit>${Object.values(units).flat().join('|')})`,
    ordinal: `(?<ordinal>${Object.keys(ordinals).join('|')})`,
  };
  const patterns = Object.entries(events.offsets).flatMap(([kind, templates]) =>
    templates.map((template) => {
      const source = template.replaceAll(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? '');
      return { kind: kind as OffsetKind, pattern: new RegExp(`${wordStart}${source}${wordEnd}\\s+`, 'gu') };
    }),
  );
  patternsByLanguage.set(vocabulary.language, patterns);
  return patterns;
}

function numberOf(word: string | undefined, vocabulary: Vocabulary): number {
  if (word === undefined) return 1;
  return /^\d/.test(word) ? Number(word) : (vocabulary.numbers[word] ?? 1);
}

function unitOf(word: string, vocabulary: Vocabulary): CalendarUnit {
  const units = Object.entries(vocabulary.units) as [CalendarUnit, readonly string[]][];
  return units.find(([, words]) => words.some((source) => new RegExp(`^(?:${source})$`, 'u').test(word)))?.[0] ?? 'day';
}
