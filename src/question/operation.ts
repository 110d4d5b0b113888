// Reads what is done (operation), what is asked back, of which kind of thing, at which place in order.

import type { FoundOperation, FoundRole } from './choose-asked.ts';
import { kindTable } from './kind-table.ts';
import type { Operation, QuestionReading } from './reading.ts';
import { orderSource, positionOf } from './visit-phrase.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordEnd, wordStart } from './words.ts';

/** A kind of thing named in a text. */
export interface KindMention {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly weak: boolean;
}

interface Compiled {
  readonly operations: readonly { readonly operation: Operation; readonly pattern: RegExp }[];
  readonly kinds: readonly {
    readonly kind: string;
    readonly strong: RegExp | undefined;
    readonly weak: RegExp | undefined;
  }[];
  readonly asked: readonly { readonly role: string; readonly pattern: RegExp }[];
  readonly order: RegExp;
  readonly lasting: RegExp;
  readonly negation: RegExp;
  readonly unit: RegExp;
  readonly now: RegExp;
  readonly thing: RegExp;
  readonly orders: RegExp;
  readonly comparisons: readonly { readonly op: FoundComparison['op']; readonly pattern: RegExp }[];
  readonly taking: RegExp;
  readonly statuses: readonly { readonly status: string; readonly pattern: RegExp }[];
  readonly groupings: readonly {
    readonly groupBy: NonNullable<QuestionReading['groupBy']>;
    readonly pattern: RegExp;
  }[];
}

const compiledByLanguage = new Map<string, Compiled>();

function compile(vocabulary: Vocabulary): Compiled {
  const known = compiledByLanguage.get(vocabulary.language);
  if (known) return known;
  const bounded = (words: readonly string[] | undefined, flags = 'gu') =>
    words === undefined || words.length === 0
      ? undefined
      : new RegExp(`${wordStart}(?:${words.join('|')})${wordEnd}`, flags);
  const compiled: Compiled = {
    operations: vocabulary.operations.map(({ operation, pattern }) => ({
      operation,
      pattern: new RegExp(pattern, 'u'),
    })),
    kinds: vocabulary.kinds.map(({ kind, words, weak }) => ({ kind, strong: bounded(words), weak: bounded(weak) })),
    asked: vocabulary.asked.map(({ role, pattern }) => ({ role, pattern: new RegExp(pattern, 'u') })),
    order: new RegExp(`${wordStart}(?:${orderSource(vocabulary)})${wordEnd}`, 'gu'),
    lasting: new RegExp(`(?:${vocabulary.lasting})$`, 'u'),
    negation: new RegExp(`${wordStart}(?:${vocabulary.negation.join('|')})${wordEnd}|n't${wordEnd}`, 'u'),
    taking: new RegExp(vocabulary.taking, 'u'),
    statuses: Object.entries(vocabulary.statuses).map(([status, words]) => ({
      status,
      pattern: bounded(words, 'u') ?? /(?!)/u,
    })),
    thing: new RegExp(`^[¿~_\\s,]*(?:${vocabulary.questionWords.join('|')})${wordEnd}`, 'u'),
    orders: bounded(vocabulary.orders, 'u') ?? /(?!)/u,
    comparisons: (['>=', '<=', '>', '<'] as const).map((op) => ({
      op,
      pattern: new RegExp(
        `${wordStart}(?:${vocabulary.comparisons[op].join('|')})\\s*(\\d+(?:[.,]\\d+)?)(?:\\s*(%|[a-z]+/[a-z0-9]+|mm\\[?hg\\]?|kg|mg|g|ml|l|units?|mmol|bpm|celsius))?${wordEnd}`,
        'u',
      ),
    })),
    groupings: (
      Object.entries(vocabulary.groupings) as [NonNullable<QuestionReading['groupBy']>, readonly string[]][]
    ).map(([groupBy, words]) => ({ groupBy, pattern: bounded(words, 'u') ?? /(?!)/u })),
    now: new RegExp(`${wordStart}(?:${vocabulary.visits.now.join('|')})${wordEnd}`, 'u'),
    unit: new RegExp(`${wordStart}(?:${Object.values(vocabulary.units).flat().join('|')})${wordEnd}`, 'u'),
  };
  compiledByLanguage.set(vocabulary.language, compiled);
  return compiled;
}

/** Operations whose words stand in one of the texts, in the vocabulary's order of precedence, with their first place. */
export function findOperations(texts: readonly string[], vocabulary: Vocabulary): readonly FoundOperation[] {
  const found = new Map<Operation, number>();
  for (const { operation, pattern } of compile(vocabulary).operations) {
    const places = texts.map((text) => text.search(pattern)).filter((index) => index >= 0);
    if (places.length > 0) found.set(operation, Math.min(found.get(operation) ?? Infinity, ...places));
  }
  return [...found].map(([operation, index]) => ({ operation, index }));
}

/** Kinds named in the text: strong ones first, in the vocabulary's order. */
export function findKinds(text: string, vocabulary: Vocabulary): readonly KindMention[] {
  const mentions: KindMention[] = [];
  for (const { kind, strong, weak } of compile(vocabulary).kinds) {
    if (kindTable[kind] === undefined) continue;
    for (const [pattern, isWeak] of [
      [strong, false],
      [weak, true],
    ] as const) {
      if (pattern === undefined) continue;
      for (const match of text.matchAll(pattern)) {
        mentions.push({ kind, start: match.index, end: match.index + match[0].length, weak: isWeak });
      }
    }
  }
  return mentions.toSorted((left, right) => Number(left.weak) - Number(right.weak));
}

/** Roles asked back, in the vocabulary's order, with their first place. */
export function findAsked(text: string, vocabulary: Vocabulary): readonly FoundRole[] {
  return compile(vocabulary).asked.flatMap(({ role, pattern }) => {
    const index = text.search(pattern);
    return index < 0 ? [] : [{ role, index }];
  });
}

/** "Monthly", "per day": the span that values are grouped by. */
export function findGrouping(text: string, vocabulary: Vocabulary): QuestionReading['groupBy'] {
  return compile(vocabulary).groupings.find(({ pattern }) => pattern.test(text))?.groupBy;
}

/** The FHIR status that the text asks for: "active". */
export function findStatus(text: string, vocabulary: Vocabulary): string | undefined {
  return compile(vocabulary).statuses.find(({ pattern }) => pattern.test(text))?.status;
}

/** Whether the text asks for what is taken now. */
export function isTaking(text: string, vocabulary: Vocabulary): boolean {
  return compile(vocabulary).taking.test(text);
}

/** A comparison with a number: "above 7 mg/dL". */
export interface FoundComparison {
  readonly op: '<' | '<=' | '>' | '>=';
  readonly number: number;
  readonly unit?: string;
  readonly start: number;
  readonly end: number;
}

/** The first comparison of values in the text. */
export function findComparison(text: string, vocabulary: Vocabulary): FoundComparison | undefined {
  for (const { op, pattern } of compile(vocabulary).comparisons) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [whole, number = '', unit] = match;
    return {
      op,
      number: Number(number.replace(',', '.')),
      ...(unit === undefined ? {} : { unit }),
      start: match.index,
      end: match.index + whole.length,
    };
  }
  return undefined;
}

/** Whether the text begins by asking for a thing, a person or a place. */
export function asksForThing(text: string, vocabulary: Vocabulary): boolean {
  return compile(vocabulary).thing.test(text);
}

/** Whether the text asks for what was ordered: prescriptions. */
export function asksForOrders(text: string, vocabulary: Vocabulary): boolean {
  return compile(vocabulary).orders.test(text);
}

/** Order words of the text: "first", "second to last". */
export function findOrder(
  text: string,
  vocabulary: Vocabulary,
): readonly { position: number; start: number; end: number }[] {
  return [...text.matchAll(compile(vocabulary).order)].flatMap((match) => {
    if (
      compile(vocabulary).lasting.test(text.slice(0, match.index + match[0].length)) &&
      /^\W*$/u.test(text.slice(match.index + match[0].length))
    )
      return [];
    const position = positionOf(match[0], vocabulary);
    return position === undefined ? [] : [{ position, start: match.index, end: match.index + match[0].length }];
  });
}

export function hasNegation(text: string, vocabulary: Vocabulary): boolean {
  return compile(vocabulary).negation.test(text);
}

/** Whether the text speaks of what goes on now: "currently". */
export function isCurrent(text: string, vocabulary: Vocabulary): boolean {
  return compile(vocabulary).now.test(text);
}

/** The time unit named in a text, as the plural English word; `undefined` when none is. */
export function findUnit(text: string, vocabulary: Vocabulary): string | undefined {
  const match = compile(vocabulary).unit.exec(text);
  if (match === null) return undefined;
  const units = Object.entries(vocabulary.units);
  const [unit] = units.find(([, words]) => words.some((word) => new RegExp(`^(?:${word})$`, 'u').test(match[0]))) ?? [];
  return unit === undefined ? undefined : `${unit}s`;
}
