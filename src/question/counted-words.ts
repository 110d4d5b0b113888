// Words that count or compare facts among themselves: the last three, more than once, higher than the one before.
import type { QuestionReading } from './reading.ts';
import { orderSource, positionOf } from './visit-phrase.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordEnd, wordStart } from './words.ts';

/** Something read, with where it stands. */
export interface Found<T> {
  readonly read: T;
  readonly start: number;
  readonly end: number;
}

/** "The last three": how many moments from the end (negative) or the beginning. */
export function findTake(text: string, vocabulary: Vocabulary): Found<number> | undefined {
  const match = patternsOf(vocabulary).take.exec(text);
  if (match === null) return undefined;
  const { order, order2 = '', n, n2 = '' } = match.groups ?? {};
  const [position, count] = [positionOf(order ?? order2, vocabulary), numberOf(n ?? n2, vocabulary)];
  if (position === undefined || Math.abs(position) !== 1 || count === undefined || count < 2) return undefined;
  return found(match, position * count);
}

/** "More than once", "most often": which names, by how many facts bear them. */
export function findFrequency(
  text: string,
  vocabulary: Vocabulary,
): Found<NonNullable<QuestionReading['frequency']>> | undefined {
  const { least, moreThan, top } = patternsOf(vocabulary);
  for (const [pattern, more] of [
    [least, 0],
    [moreThan, 1],
  ] as const) {
    const match = pattern.exec(text);
    const count = match === null ? undefined : numberOf(match.groups?.n, vocabulary);
    if (match !== null) return found(match, { least: (count ?? (more === 1 ? 1 : 2)) + more });
  }
  const match = top.exec(text);
  if (match === null) return undefined;
  return found(match, { top: numberOf(match.groups?.n, vocabulary) ?? 1 });
}

/** What changed, and which way it is asked to have gone. */
export interface Change {
  /** Which way the later value is asked to lie; `undefined` when the question asks how much. */
  readonly compares: QuestionReading['compares'];
  /** As `QuestionReading.take`; `undefined`: from the first value to the last. */
  readonly take: number | undefined;
  /** Whether the places asked for are ones that no difference can be told of. */
  readonly isOther: boolean;
}

/** Words of change: "from the first to the last", "than the one before", "gone up since". */
export function findChange(text: string, vocabulary: Vocabulary): Change {
  const { more, less, previous, order } = patternsOf(vocabulary);
  const [isMore, isLess] = [more.test(text), less.test(text)];
  // "Up or down" asks how much.
  const direction = isMore === isLess ? undefined : isMore ? 'more' : 'less';
  const places = [...text.matchAll(order)].flatMap((match) => positionOf(match[0], vocabulary) ?? []);
  const isPrevious = previous.test(text) || places.includes(-2);
  const isEarly = places.includes(2) && (places.includes(1) || isPrevious);
  const isOther = places.some((place) => Math.abs(place) > 2) || (places.includes(2) && !isEarly);
  // "Was the first higher than the last" asks the other way round.
  const [one, other] = places.map((place) => (place > 0 ? place : 1000 + place));
  const isReversed = one !== undefined && other !== undefined && one < other;
  const turned = direction === 'more' ? 'less' : 'more';
  return {
    compares: direction === undefined ? undefined : isReversed ? turned : direction,
    take: isEarly ? 2 : isPrevious ? -2 : undefined,
    isOther,
  };
}

function found<T>(match: RegExpExecArray, read: T): Found<T> {
  return { read, start: match.index, end: match.index + match[0].length };
}

function numberOf(word: string | undefined, vocabulary: Vocabulary): number | undefined {
  if (word === undefined) return undefined;
  return /^\d/.test(word) ? Number(word) : vocabulary.numbers[word];
}

interface CountedPatterns {
  readonly take: RegExp;
  readonly least: RegExp;
  readonly moreThan: RegExp;
  readonly top: RegExp;
  readonly more: RegExp;
  readonly less: RegExp;
  readonly previous: RegExp;
  readonly order: RegExp;
}

const patternsByLanguage = new Map<string, CountedPatterns>();

function patternsOf(vocabulary: Vocabulary): CountedPatterns {
  const known = patternsByLanguage.get(vocabulary.language);
  if (known) return known;
  const { counted, units, numbers } = vocabulary;
  const bounded = (source: string, flags = 'u') => new RegExp(`${wordStart}(?:${source})${wordEnd}`, flags);
  const words = (list: readonly string[]) => bounded(list.join('|').replaceAll('{n}', number) || '(?!)');
  const number = `(?<n>\\d{1,2}|${Object.keys(numbers)
    .filter((word) => (numbers[word] ?? 0) > 1)
    .join('|')})`;
  const once = (list: readonly string[]) => {
    const [first = '(?!)', ...rest] = list;
    return bounded([first.replaceAll('{n}', number), ...rest].join('|'));
  };
  const order = [...vocabulary.first, ...vocabulary.last].join('|');
  const patterns: CountedPatterns = {
    take: bounded(
      `(?:(?<order>${order})\\s+${number}|${number.replace('<n>', '<n2>')}\\s+(?<order2>${order}))(?!\\s+(?:${Object.values(units).flat().join('|')}|times?)(?![\\p{L}]))`,
    ),
    least: once(counted.least),
    moreThan: once(counted.moreThan),
    top: once(counted.top),
    more: words(counted.more),
    less: words(counted.less),
    previous: words(counted.previous),
    order: bounded(orderSource(vocabulary), 'gu'),
  };
  patternsByLanguage.set(vocabulary.language, patterns);
  return patterns;
}
