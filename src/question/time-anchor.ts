// Finds the anchors of time phrases: dates in any writing, units before now, "N units ago", named months.
import { type CalendarUnit, type LocalSpan, spanOf, unitAround, unitsBefore, yearAndMonth } from './calendar.ts';
import type { Dialect } from './time-phrase.ts';
import type { TimeTemplate, Vocabulary } from './vocabulary.ts';
import { wordEnd, wordStart } from './words.ts';

/** A time named in a text, before any relation word. */
export interface Anchor {
  readonly start: number;
  readonly end: number;
  /** What "in" it means. */
  readonly span: LocalSpan;
  /** Where "since" it begins. */
  readonly since: number;
  /** Where "until" it ends, exclusive. */
  readonly until: number;
  /** Whether it depends on now. */
  readonly relative: boolean;
}

export interface AnchorOptions {
  readonly nowLocalMs: number;
  readonly dialect: Dialect;
  readonly vocabulary: Vocabulary;
  readonly dateOrder: 'month-first' | 'day-first';
  /** Start of the patient's day of birth, where it is known. */
  readonly birthLocalMs: number | undefined;
}

/** Anchors of a folded text, in order; of overlapping ones the longest, then the first. */
export function findAnchors(folded: string, options: AnchorOptions): readonly Anchor[] {
  const found: Anchor[] = [];
  for (const finder of findersOf(options.vocabulary)) {
    for (const match of folded.matchAll(finder.pattern)) {
      const meaning = finder.read(match.slice(1), options);
      if (meaning === undefined) continue;
      found.push({ start: match.index, end: match.index + match[0].length, ...meaning });
    }
  }
  found.sort((left, right) => right.end - right.start - (left.end - left.start) || left.start - right.start);
  const chosen: Anchor[] = [];
  for (const anchor of found) {
    if (chosen.every((other) => anchor.end <= other.start || other.end <= anchor.start)) chosen.push(anchor);
  }
  return chosen.sort((left, right) => left.start - right.start);
}

type Meaning = Pick<Anchor, 'span' | 'since' | 'until' | 'relative'>;

interface Finder {
  readonly pattern: RegExp;
  readonly read: (groups: readonly (string | undefined)[], options: AnchorOptions) => Meaning | undefined;
}

const findersByLanguage = new Map<string, readonly Finder[]>();

function findersOf(vocabulary: Vocabulary): readonly Finder[] {
  let finders = findersByLanguage.get(vocabulary.language);
  if (finders === undefined) {
    finders = [...numericFinders, ...wordFinders(vocabulary)];
    findersByLanguage.set(vocabulary.language, finders);
  }
  return finders;
}

const clock = '(?:(?:t|,?\\s+(?:at\\s+)?)(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.\\d+)?)?)?';
const numberBefore = '(?<![\\d/.:-])(?<!\\d,)';
const numberAfter = '(?![\\d/]|:\\d|[.,-]\\d)';

const numericFinders: readonly Finder[] = [
  {
    pattern: new RegExp(
      `${numberBefore}(\\d{4})[-/](\\d{1,2})[-/](\\d{1,2})${clock}(?:z|[+-]\\d{2}:\\d{2})?(?![\\d/]|:\\d)`,
      'gu',
    ),
    read: ([year, month, day, ...time]) => absolute(spanOf(Number(year), Number(month), Number(day), clockOf(time))),
  },
  {
    pattern: new RegExp(`${numberBefore}(\\d{4})-(\\d{2})${numberAfter}`, 'gu'),
    read: ([year, month]) => absolute(spanOf(Number(year), Number(month))),
  },
  {
    pattern: new RegExp(`${numberBefore}(\\d{1,2})[/.-](\\d{1,2})[/.-](\\d{4})${clock}(?![\\d/]|:\\d)`, 'gu'),
    read: ([first, second, year, ...time], options) => {
      const monthFirst = options.dateOrder === 'month-first';
      const [month, day] = monthFirst ? [Number(first), Number(second)] : [Number(second), Number(first)];
      const span = spanOf(Number(year), month, day, clockOf(time)) ?? spanOf(Number(year), day, month, clockOf(time));
      return absolute(span);
    },
  },
  {
    pattern: new RegExp(`${numberBefore}(\\d{1,2})[/-](\\d{4})${numberAfter}`, 'gu'),
    read: ([month, year]) => absolute(spanOf(Number(year), Number(month))),
  },
  {
    pattern: new RegExp(
      `${numberBefore}((?:1[89]|2[0-3])\\d{2})\\s?[-–]\\s?((?:1[89]|2[0-3])\\d{2})(?![\\d/.-])`,
      'gu',
    ),
    read: ([from, to]) => {
      const [first, last] = [spanOf(Number(from)), spanOf(Number(to))];
      return first && last && first.startMs < last.endMs
        ? absolute({ startMs: first.startMs, endMs: last.endMs })
        : undefined;
    },
  },
  {
    // A year standing alone: not a dose, not a count.
    pattern: new RegExp(
      `${numberBefore}((?:1[89]|2[0-3])\\d{2})${numberAfter}(?!\\s*(?:mg|mcg|ml|l|g|kg|units?|iu|meq|mmol|cm|mm|%|steps|calories|kcal)\\b)`,
      'gu',
    ),
    read: ([year]) => absolute(spanOf(Number(year))),
  },
  {
    pattern: new RegExp(`${numberBefore}((?:1[89]|2[0-3])\\d)0s\\b`, 'gu'),
    read: ([decade]) => {
      const [first, last] = [spanOf(Number(decade) * 10), spanOf(Number(decade) * 10 + 9)];
      return first && last ? absolute({ startMs: first.startMs, endMs: last.endMs }) : undefined;
    },
  },
];

function clockOf(time: readonly (string | undefined)[]): [number, number, number | undefined] | undefined {
  const [hour, minute, second] = time;
  if (hour === undefined) return undefined;
  return [Number(hour), Number(minute), second === undefined ? undefined : Number(second)];
}

function absolute(span: LocalSpan | undefined): Meaning | undefined {
  return span && { span, since: span.startMs, until: span.endMs, relative: false };
}

function relative(span: LocalSpan): Meaning {
  return { span, since: span.startMs, until: span.endMs, relative: true };
}

/** The language's templates, compiled. */
function wordFinders(vocabulary: Vocabulary): Finder[] {
  const finders: Finder[] = [];
  for (const [template, texts] of Object.entries(vocabulary.time.templates)) {
    for (const text of texts) {
      const slots: string[] = [];
      const source = text.replace(/\{(\w+)\}/g, (_, slot: string) => {
        slots.push(slot);
        return slotSource(slot, vocabulary);
      });
      const read = templateReaders[template as TimeTemplate];
      finders.push({
        pattern: new RegExp(`${wordStart}${source}${wordEnd}`, 'gu'),
        read: (groups, options) => read(bySlot(slots, groups), options),
      });
    }
  }
  for (const [words, back] of [
    [vocabulary.time.today, 0],
    [vocabulary.time.yesterday, 1],
  ] as const) {
    finders.push({
      pattern: new RegExp(`${wordStart}(?:${words.join('|')})${wordEnd}`, 'gu'),
      read: (_, options) => relative(unitAround(options.nowLocalMs, 'day', back)),
    });
  }
  return finders;
}

type Slots = Readonly<Record<string, string | undefined>>;

function bySlot(slots: readonly string[], groups: readonly (string | undefined)[]): Slots {
  return Object.fromEntries(slots.map((slot, index) => [slot, groups[index]]));
}

/** Each slot is exactly one capturing group. */
function slotSource(slot: string, vocabulary: Vocabulary): string {
  const { time, units } = vocabulary;
  const yearWords = units.year.join('|');
  const monthWords = units.month.join('|');
  const sources: Readonly<Record<string, string>> = {
    n: `(\\d{1,4}|${Object.keys(vocabulary.numbers).join('|')})`,
    unit: `(${Object.values(units).flat().join('|')})`,
    this: `(${time.this})`,
    last: `(${time.last})`,
    past: `(${time.past})`,
    month: `(${vocabulary.months.flat().join('|')})`,
    season: `(${time.seasons.flat().join('|')})`,
    decade: `(${time.decades.join('|')})`,
    decadeYear: '(\\d)',
    monthNumber: '(\\d{1,2})',
    day: '(\\d{1,2})(?:st|nd|rd|th)?',
    age: '(\\d{1,3})',
    ageTo: '(\\d{1,3})',
    year: '(\\d{4})',
    yearref: `((?:${time.this}|${time.last})\\s+(?:${yearWords})|(?:${yearWords})\\s+(?:${time.last})|\\d{4})`,
    monthref: `((?:${time.this}|${time.last})\\s+(?:${monthWords})|(?:${monthWords})\\s+(?:${time.last}))`,
  };
  return sources[slot] ?? '()';
}

const templateReaders: Readonly<Record<TimeTemplate, (slots: Slots, options: AnchorOptions) => Meaning | undefined>> = {
  ago: (slots, options) => {
    const [unit, count] = [unitNamed(slots.unit, options), numberNamed(slots.n, options)];
    if (unit === undefined || count === undefined) return undefined;
    const around = unitAround(options.nowLocalMs, unit, count);
    if (options.dialect === 'calendar') return relative(around);
    const moment = unitsBefore(options.nowLocalMs, unit, count);
    const span = options.dialect === 'natural' ? around : { startMs: moment, endMs: options.nowLocalMs };
    return { span, since: moment, until: moment, relative: true };
  },
  pastUnits: (slots, options) => {
    const [unit, count] = [unitNamed(slots.unit, options), numberNamed(slots.n, options)];
    if (unit === undefined || count === undefined) return undefined;
    return countingBack(unit, count, options);
  },
  pastUnit: (slots, options) => {
    const unit = unitNamed(slots.unit, options);
    return unit && countingBack(unit, 1, options);
  },
  thisUnit: (slots, options) => {
    const unit = unitNamed(slots.unit, options);
    return unit && relative(unitAround(options.nowLocalMs, unit));
  },
  lastUnit: (slots, options) => {
    const unit = unitNamed(slots.unit, options);
    // "Last minute" is more often a name ("last minute volume") than a time.
    if (unit === undefined || unit === 'minute' || unit === 'second') return undefined;
    return options.dialect === 'rolling'
      ? countingBack(unit, 1, options)
      : relative(unitAround(options.nowLocalMs, unit, 1));
  },
  monthOfYear: (slots, options) => {
    const year = yearNamed(slots.yearref, options);
    const month = slots.monthNumber !== undefined ? Number(slots.monthNumber) : monthNamed(slots.month, options);
    const span = year && month ? spanOf(year.year, month) : undefined;
    return span && { ...relative(span), relative: year?.relative ?? true };
  },
  // By months, as weather services count, in the northern half of the world; the reading says which days that is.
  seasonOfYear: (slots, options) => {
    const year = yearNamed(slots.yearref, options);
    const season = options.vocabulary.time.seasons.findIndex((names) => names.includes(slots.season ?? ''));
    const first = year && season >= 0 ? spanOf(year.year, 3 * season + 3) : undefined;
    const last = year && season >= 0 ? spanOf(year.year, 3 * season + 5) : undefined;
    return (
      first && last && { ...relative({ startMs: first.startMs, endMs: last.endMs }), relative: year?.relative ?? true }
    );
  },
  // "The nineties" are the latest that have begun.
  decade: (slots, options) => {
    const ten = slots.decadeYear ?? options.vocabulary.time.decades.indexOf(slots.decade ?? '') + 2;
    const now = yearAndMonth(options.nowLocalMs).year;
    const year = now - ((((now - 10 * Number(ten)) % 100) + 100) % 100);
    const [first, last] = [spanOf(year), spanOf(year + 9)];
    return first && last && relative({ startMs: first.startMs, endMs: last.endMs });
  },
  // Until or after an age is told from the birthday that begins it.
  age: (slots, options) => {
    const span = agesFrom(Number(slots.age), Number(slots.age), options);
    return span && { span, since: span.startMs, until: span.startMs, relative: false };
  },
  ages: (slots, options) => absolute(agesFrom(Number(slots.age), Number(slots.ageTo), options)),
  ageDecade: (slots, options) => {
    const ten = Number(slots.decadeYear ?? options.vocabulary.time.decades.indexOf(slots.decade ?? '') + 2);
    return absolute(agesFrom(10 * ten, 10 * ten + 9, options));
  },
  birthday: (slots, options) => {
    const span = agesFrom(Number(slots.age), Number(slots.age), options);
    return span && absolute(unitAround(span.startMs, 'day'));
  },
  dayOfMonth: (slots, options) => {
    const back = slots.monthref !== undefined && isLast(slots.monthref, options) ? 1 : 0;
    const month = yearAndMonth(unitAround(options.nowLocalMs, 'month', back).startMs);
    const span = spanOf(month.year, month.month, Number(slots.day));
    return span && relative(span);
  },
  dayOfMonthName: (slots, options) => {
    const year = yearNamed(slots.yearref, options);
    if (year === undefined) return undefined;
    const [month, day] =
      slots.month !== undefined
        ? [monthNamed(slots.month, options), Number(slots.day)]
        : options.dateOrder === 'month-first'
          ? [Number(slots.monthNumber), Number(slots.day)]
          : [Number(slots.day), Number(slots.monthNumber)];
    const span = month
      ? (spanOf(year.year, month, day) ?? (slots.month === undefined ? spanOf(year.year, day, month) : undefined))
      : undefined;
    return span && { ...relative(span), relative: year.relative };
  },
};

/** Of ages in years, from the birthday that begins the first up to the one that ends the last. */
function agesFrom(first: number, last: number, { birthLocalMs }: AnchorOptions): LocalSpan | undefined {
  if (birthLocalMs === undefined || last < first || last > oldest) return undefined;
  return { startMs: unitsBefore(birthLocalMs, 'year', -first), endMs: unitsBefore(birthLocalMs, 'year', -last - 1) };
}

const oldest = 130;

/** The `count` units up to now: exactly, or from the start of a whole unit in the calendar dialect. */
function countingBack(unit: CalendarUnit, count: number, options: AnchorOptions): Meaning {
  const now = options.nowLocalMs;
  const startMs = options.dialect === 'calendar' ? unitAround(now, unit, count).startMs : unitsBefore(now, unit, count);
  return { span: { startMs, endMs: now + 1 }, since: startMs, until: now + 1, relative: true };
}

function unitNamed(word: string | undefined, options: AnchorOptions): CalendarUnit | undefined {
  const units = Object.entries(options.vocabulary.units) as [CalendarUnit, readonly string[]][];
  return units.find(([, words]) => words.some((source) => new RegExp(`^(?:${source})$`, 'u').test(word ?? '')))?.[0];
}

function numberNamed(word: string | undefined, options: AnchorOptions): number | undefined {
  if (word === undefined) return undefined;
  return /^\d/.test(word) ? Number(word) : options.vocabulary.numbers[word];
}

function monthNamed(word: string | undefined, options: AnchorOptions): number | undefined {
  const index = options.vocabulary.months.findIndex((names) => names.includes(word ?? ''));
  return index < 0 ? undefined : index + 1;
}

function yearNamed(text: string | undefined, options: AnchorOptions): { year: number; relative: boolean } | undefined {
  if (text === undefined) return undefined;
  if (/^\d{4}$/.test(text)) return { year: Number(text), relative: false };
  const back = isLast(text, options) ? 1 : 0;
  return { year: yearAndMonth(unitAround(options.nowLocalMs, 'year', back).startMs).year, relative: true };
}

function isLast(text: string, options: AnchorOptions): boolean {
  return new RegExp(`${wordStart}(?:${options.vocabulary.time.last})${wordEnd}`, 'u').test(text);
}
