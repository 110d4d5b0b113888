// Finds the record's names in a question: whole names first and longest, then synonyms, parts of names, slips of the pen.
import type { ConceptIndex, RecordName } from './concept-index.ts';
import type { ResolvedConcept } from './reading.ts';
import { mend } from './spelling.ts';
import type { Vocabulary } from './vocabulary.ts';
import { classTable, synonymTable } from './vocabulary-tables.ts';
import { keyOfWords, type Word } from './words.ts';

/** A stretch of words with the names it may mean. */
export interface PhraseMatch {
  /** Word positions, end exclusive. */
  readonly from: number;
  readonly to: number;
  readonly names: readonly RecordName[];
  readonly how: ResolvedConcept['how'];
}

/** Whole names among the free words, longest first; `accept` says whether a stretch may stand for a name. */
export function matchWhole(
  index: ConceptIndex,
  words: readonly Word[],
  isFree: (position: number) => boolean,
  accept: (from: number, to: number, names: readonly RecordName[]) => boolean,
): readonly PhraseMatch[] {
  const matches: PhraseMatch[] = [];
  const taken = new Set<number>();
  const longest = words.map(({ stem }, from) => (isFree(from) ? index.longestFrom(stem) : 0));
  for (let length = Math.min(Math.max(0, ...longest), words.length); length >= 1; length--) {
    for (let from = 0; from + length <= words.length; from++) {
      const to = from + length;
      if (length > longest[from]! || !everyFree(from, to, isFree, taken)) continue;
      const key = keyOfWords(words, from, to);
      const whole = index.named(key);
      const names = whole ?? index.namedShort(key);
      if (names === undefined || !accept(from, to, names)) continue;
      const wholes = whole === undefined ? [] : [...whole, ...taggedNames(index, key)];
      matches.push({
        from,
        to,
        ...(whole === undefined ? shortMatch(names) : { names: wholes, how: howWhole(whole) }),
      });
      for (let position = from; position < to; position++) taken.add(position);
    }
  }
  return matches;
}

function howWhole(names: readonly RecordName[]): PhraseMatch['how'] {
  return names.every((name) => name.role === 'code') ? 'code' : 'exact';
}

/**
 * What a short form stands for: the one name that it shortens; of several, the one measured in blood, which goes without
 * saying; else it may mean any.
 */
function shortMatch(names: readonly RecordName[]): Pick<PhraseMatch, 'names' | 'how'> {
  const inBlood = names.filter(({ text }) => /\b(?:in|of) (?:blood|serum|plasma)\b/i.test(text));
  // What was measured is the same, by whichever method.
  const measured = ({ text }: RecordName) =>
    text
      .toLowerCase()
      .replaceAll(/\p{Cf}/gu, '')
      .replace(/ by .*$/, '');
  for (const meant of [names, inBlood]) {
    if (new Set(meant.map(measured)).size === 1) return { names: meant, how: 'exact' };
  }
  return { names, how: 'words' };
}

/** Phrases of the synonym table among the free words, as names the record has; none for a phrase that it lacks. */
export function matchSynonyms(
  index: ConceptIndex,
  words: readonly Word[],
  isFree: (position: number) => boolean,
  vocabulary: Vocabulary,
  lengths: { readonly least: number; readonly most: number },
): readonly PhraseMatch[] {
  const table = synonymTable(vocabulary);
  const matches: PhraseMatch[] = [];
  const taken = new Set<number>();
  for (let length = Math.min(lengths.most, words.length); length >= lengths.least; length--) {
    for (let from = 0; from + length <= words.length; from++) {
      const to = from + length;
      const targets = table.get(keyOfWords(words, from, to));
      if (targets === undefined || !everyFree(from, to, isFree, taken)) continue;
      const match = namesOfTargets(index, targets);
      // A phrase of several words that the table knows and the record doesn't is absent; its words mean nothing else.
      if (match === undefined && length === 1) continue;
      matches.push({ from, to, ...(match ?? { names: [], how: 'synonym' }) });
      for (let position = from; position < to; position++) taken.add(position);
    }
  }
  return matches;
}

/**
 * Classes of things among the free words, as the names of their members that the record has; none for a class that it
 * has nothing of.
 *
 * @param belongs whether a name is borne by a fact of a kind
 */
export function matchClasses(
  index: ConceptIndex,
  words: readonly Word[],
  isFree: (position: number) => boolean,
  vocabulary: Vocabulary,
  length: number,
  belongs: (name: RecordName, kind: string) => boolean,
): readonly PhraseMatch[] {
  const table = classTable(vocabulary);
  const matches: PhraseMatch[] = [];
  for (let from = 0; from + length <= words.length; from++) {
    const row = table.get(keyOfWords(words, from, from + length));
    if (row === undefined || !everyFree(from, from + length, isFree, new Set())) continue;
    const names = row.members.flatMap((stems) =>
      namesWithAll(index, stems).filter((name) => belongs(name, row.kind) && isMember(name, stems, row.kind)),
    );
    matches.push({
      from,
      to: from + length,
      names: [...new Set(names)],
      how: severalKinds.has(row.kind) ? 'class' : 'synonym',
    });
  }
  return matches;
}

/** Kinds whose classes gather different things; the others' only gather the names of one. */
const severalKinds: ReadonlySet<string> = new Set(['medication', 'laboratory']);

/** A test belongs by what its name begins with, in blood unless the class says otherwise; other things by any word. */
function isMember(name: RecordName, stems: readonly string[], kind: string): boolean {
  if (kind !== 'laboratory') return true;
  return stems.every((stem, at) => name.stems[at] === stem) && !name.stems.includes('urine');
}

/** Names that are a phrase with SNOMED's semantic tag behind it: `Plain chest X-ray (procedure)`. */
function taggedNames(index: ConceptIndex, key: string): readonly RecordName[] {
  return (index.namedShort(key) ?? []).filter(
    ({ text }) => /[^\]]\s\([a-z /]+\)$/.test(text) && !/[[/].*\(/.test(text),
  );
}

/** Names that are a target; else names that hold all words of one, which may be several things. */
function namesOfTargets(
  index: ConceptIndex,
  targets: readonly string[],
): Pick<PhraseMatch, 'names' | 'how'> | undefined {
  const whole = targets.flatMap((target) => [...(index.named(target) ?? []), ...taggedNames(index, target)]);
  if (whole.some(({ key }) => targets.includes(key))) return { names: whole, how: 'synonym' };
  const short = targets.map((target) => index.namedShort(target) ?? []).find((names) => names.length > 0);
  if (short !== undefined) {
    const { names, how } = shortMatch(short);
    return { names, how: how === 'exact' ? 'synonym' : how };
  }
  for (const target of targets) {
    const stems = target.split(' ');
    const names = namesWithAll(index, stems).filter((name) => isNearName(name, stems));
    if (names.length > 0) return { names, how: 'words' };
  }
  return undefined;
}

/**
 * The longest part of a run of words that some allowed names hold; the closest of those names.
 *
 * @param isSaying whether a word of the run counts: connectors need not be in the name
 * @param isNear whether a name must begin with the words or consist of them to a third at least
 */
export function matchParts(
  index: ConceptIndex,
  words: readonly Word[],
  from: number,
  to: number,
  allowed: (name: RecordName) => boolean,
  isSaying: (position: number) => boolean,
  isNear: boolean,
): PhraseMatch | undefined {
  for (let length = Math.min(to - from, mostWordsTogether); length >= 1; length--) {
    for (let start = from; start + length <= to; start++) {
      if (!isSaying(start) || !isSaying(start + length - 1)) continue;
      const stems = words
        .slice(start, start + length)
        .flatMap(({ stem }, at) => (isSaying(start + at) ? stem.split(' ') : []));
      const [first = ''] = stems;
      if (stems.length === 1 && first.length < 2) continue;
      // Two letters stand for a name only at its beginning: `Td` for `Td (adult) preservative free`.
      const mayHold = (name: RecordName) => stems.length > 1 || first.length > 2 || name.stems[0] === first;
      const names = closest(
        namesWithAll(index, stems).filter(
          (name) => mayHold(name) && allowed(name) && (!isNear || isNearName(name, stems)),
        ),
        stems,
      );
      if (names.length > 0) return { from: start, to: start + length, names, how: 'words' };
    }
  }
  return undefined;
}

/** As `matchParts`, with words that are one slip away from a word of the record. */
export function matchSlips(
  index: ConceptIndex,
  words: readonly Word[],
  from: number,
  to: number,
  allowed: (name: RecordName) => boolean,
  isSaying: (position: number) => boolean,
  isNear: boolean,
): PhraseMatch | undefined {
  const mended = words.map((word, position) =>
    position >= from && position < to && isSaying(position) ? { ...word, stem: mend(index, word.stem, allowed) } : word,
  );
  if (mended.every((word, position) => word.stem === words[position]?.stem)) return undefined;
  const key = keyOfWords(mended, from, to);
  const named = (index.named(key) ?? index.namedShort(key) ?? []).filter(allowed);
  if (named.length > 0) return { from, to, names: shortMatch(named).names, how: 'spelling' };
  const match = matchParts(index, mended, from, to, allowed, isSaying, isNear);
  return match && { ...match, names: besideNames(match, words), how: 'spelling' };
}

/** A loose match with the free words beside it that tell some of its names from the others: `chest` before `x-ray`. */
export function widened(
  match: PhraseMatch,
  words: readonly Word[],
  isFree: (position: number) => boolean,
): PhraseMatch {
  let { from, to, names } = match;
  const holding = (position: number) => {
    const word = words[position];
    return word !== undefined && isFree(position) ? names.filter(({ stems }) => stems.includes(word.stem)) : [];
  };
  for (let narrower = holding(from - 1); narrower.length > 0; narrower = holding(from - 1))
    [from, names] = [from - 1, narrower];
  for (let narrower = holding(to); narrower.length > 0; narrower = holding(to)) [to, names] = [to + 1, narrower];
  return { ...match, from, to, names };
}

/** Of several names those that hold the word beside the match, where some do: the `High` of two densities. */
export function besideNames({ from, to, names }: PhraseMatch, words: readonly Word[]): readonly RecordName[] {
  for (const word of [words[from - 1], words[to]]) {
    const holding = names.filter((name) => word !== undefined && name.stems.includes(word.stem));
    if (holding.length > 0) return holding;
  }
  return names;
}

/** Near enough to stand for the words though no kind was named. */
function isNearName(name: RecordName, stems: readonly string[]): boolean {
  if (name.isOnPaper) return false;
  return stems.every((stem, at) => name.stems[at] === stem) || stems.length / name.stems.length >= nearShare;
}

const nearShare = 1 / 3;

/** Names that hold every one of the stems. */
function namesWithAll(index: ConceptIndex, stems: readonly string[]): readonly RecordName[] {
  const lists = stems.map((stem) => index.holding(stem)).toSorted((left, right) => left.length - right.length);
  const wanted = new Set(stems);
  return (lists[0] ?? []).filter((name) => {
    const held = new Set(name.stems);
    for (const stem of wanted) if (!held.has(stem)) return false;
    return true;
  });
}

/** Names whose words beyond the asked ones are few: all of them for one word, the nearest for more. */
function closest(names: readonly RecordName[], stems: readonly string[]): readonly RecordName[] {
  const starting = names.filter((name) => stems.every((stem, index) => name.stems[index] === stem));
  const pool = starting.length > 0 ? starting : names;
  const same = pool.filter((name) => name.stems.length === stems.length);
  if (same.length > 0) return same;
  if (stems.length === 1) return pool;
  const fewest = Math.min(...pool.map((name) => name.stems.length));
  return pool.filter((name) => name.stems.length <= fewest + 2);
}

function everyFree(
  from: number,
  to: number,
  isFree: (position: number) => boolean,
  taken: ReadonlySet<number>,
): boolean {
  for (let position = from; position < to; position++) if (!isFree(position) || taken.has(position)) return false;
  return true;
}

/** Whether some name holds all of the words. */
export function isHeld(index: ConceptIndex, stems: readonly string[]): boolean {
  return namesWithAll(index, stems).length > 0;
}

/** No longer run of words stands for one name: without it, a text of a thousand unknown words takes minutes. */
const mostWordsTogether = 24;
