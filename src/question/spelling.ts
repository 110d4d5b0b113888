// Slips of the pen: words that the record doesn't know as the words of the record that they most likely are.
import type { ConceptIndex, RecordName } from './concept-index.ts';
import { isSlip, type Word } from './words.ts';

/** The words with those that the record doesn't know as words that it does, one slip away. */
export function mendedWords(
  index: ConceptIndex,
  words: readonly Word[],
  mayMend: (position: number) => boolean,
): readonly Word[] | undefined {
  const mended = words.map((word, position) =>
    (word.stem.length > 4 || /\d/.test(word.stem)) && mayMend(position)
      ? { ...word, stem: mend(index, word.stem, () => true) }
      : word,
  );
  return mended.some((word, position) => word.stem !== words[position]?.stem) ? mended : undefined;
}

/**
 * The record's word that a word most likely is: itself, else the most frequent one a slip away. Letters and digits that
 * the record writes apart come as two words with a blank between: `pcv13` as `pcv 13`.
 */
export function mend(index: ConceptIndex, stem: string, allowed: (name: RecordName) => boolean): string {
  if (index.holding(stem).length > 0) return stem;
  const [, letters, digits] = /^(\p{L}+)(\d+)$/u.exec(stem) ?? [];
  if (letters !== undefined && digits !== undefined && isSideBySide(index, letters, digits))
    return `${letters} ${digits}`;
  let best = stem;
  let bestCount = 0;
  for (const word of wordsByLetter(index).get(stem.charAt(0)) ?? []) {
    if (Math.abs(word.length - stem.length) > 2 || !isSlip(stem, word)) continue;
    const count = index
      .holding(word)
      .filter(allowed)
      .reduce((sum, name) => sum + name.nodes.length, 0);
    if (count > bestCount || (count === bestCount && count > 0 && word < best)) [best, bestCount] = [word, count];
  }
  return best;
}

function isSideBySide(index: ConceptIndex, left: string, right: string): boolean {
  return index.holding(left).some(({ stems }) => stems.some((stem, at) => stem === left && stems[at + 1] === right));
}

const letters = new WeakMap<ConceptIndex, ReadonlyMap<string, readonly string[]>>();

/** The record's words by their first letter, which no slip changes. */
function wordsByLetter(index: ConceptIndex): ReadonlyMap<string, readonly string[]> {
  let known = letters.get(index);
  if (known === undefined) {
    known = groupByLetter(index.stems);
    letters.set(index, known);
  }
  return known;
}

function groupByLetter(words: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const word of words) {
    const group = groups.get(word.charAt(0));
    if (group === undefined) groups.set(word.charAt(0), [word]);
    else group.push(word);
  }
  return groups;
}
