// Words of a question or a display, folded so that case, accents, hyphens and plurals do not matter.

/** One word with where it stands in the text it came from. */
export interface Word {
  /** Folded: lower case, without accents. */
  readonly text: string;
  /** `text` without a plural ending. */
  readonly stem: string;
  /** Offsets into the original text, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/**
 * Letters and digits for a pattern's character class: those of ASCII, and every unit of other scripts. Ranges, since
 * `\p{L}` takes many times as long to compile, and a language has some two hundred patterns.
 */
const wordUnits = 'A-Za-z\\d\\u00c0-\\u1fff\\u2c00-\\ud7ff';
/** Pattern sources for the edges of a word: no letter or digit before, or after. */
export const wordStart = `(?<![${wordUnits}])`;
export const wordEnd = `(?![${wordUnits}])`;

/** Lower case without accents, unit by unit, so that offsets stay those of the original. */
export function fold(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  let folded = '';
  for (let index = 0; index < text.length; index++) {
    const unit = text.charAt(index);
    folded += unit < '\u0080' ? unit.toLowerCase() : (unit.normalize('NFD').charAt(0).toLowerCase()[0] ?? unit);
  }
  return folded;
}

/** The words of a text in order: runs of letters and digits, decimal numbers whole. */
export function wordsOf(text: string): readonly Word[] {
  const folded = fold(text);
  const words: Word[] = [];
  for (const match of folded.matchAll(anyWord)) {
    words.push({ text: match[0], stem: stemOf(match[0]), start: match.index, end: match.index + match[0].length });
  }
  return words;
}

/** The folded words of a text in order: `wordsOf` without places, much faster on plain ASCII, for whole records. */
export function foldedWords(text: string): readonly string[] {
  if (!isPlain(text)) return wordsOf(text).map((word) => word.text);
  return text.toLowerCase().match(/\d+(?:[.,]\d+)+(?![a-z\d])|[a-z\d]+/g) ?? [];
}

/** How many words `foldedWords` finds in a text that is plain ASCII and in small letters, without making any. */
export function countPlainWords(text: string): number {
  let count = 0;
  let inWord = false;
  let isNumber = false;
  /** Whether a decimal mark stands between the last word, a number, and this one. */
  let afterMark = false;
  for (let at = 0; at <= text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isDigit = code >= 0x30 && code <= 0x39;
    if (isDigit || (code >= 0x61 && code <= 0x7a)) {
      if (!inWord) {
        count += 1;
        isNumber = true;
        inWord = true;
      }
      if (!isDigit) isNumber = false;
      continue;
    }
    if (!inWord) {
      afterMark = false;
      continue;
    }
    // A number that follows a number and its mark is one with it.
    if (afterMark && isNumber) count -= 1;
    afterMark = isNumber && (code === 0x2e || code === 0x2c);
    inWord = false;
  }
  return count;
}

/** The stems of a text's words, in order. */
export function stemsOf(text: string): string[] {
  return foldedWords(text).map(stemOf);
}

/** The stems of a stretch of words joined by spaces, end exclusive: the key that names are found by. */
export function keyOfWords(words: readonly Word[], from: number, to: number): string {
  let key = words[from]?.stem ?? '';
  for (let position = from + 1; position < to; position++) key += ` ${words[position]?.stem ?? ''}`;
  return key;
}

/** A text as the key of a phrase: its stems, space between. Two spellings with one key are the same phrase. */
export function phraseKey(text: string): string {
  return stemsOf(text).join(' ');
}

/** A folded word without its plural ending; words of three letters or fewer and words with digits stay. */
export function stemOf(word: string): string {
  if (word.length <= 3 || !word.endsWith('s') || digit.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (noPlural.test(word)) return word;
  if (longPlural.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Whether a text is ASCII alone: most of a record is. */
export function isPlain(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/**
 * Whether two words are one slip of the pen apart: a letter more, less, other, or two swapped.
 * Words under five letters must be equal; under nine letters one slip is allowed, above two.
 */
export function isSlip(left: string, right: string): boolean {
  if (left === right) return true;
  const shorter = Math.min(left.length, right.length);
  if (shorter < 5 || digit.test(left) || digit.test(right) || left[0] !== right[0]) return false;
  const allowed = shorter < 9 ? 1 : 2;
  return Math.abs(left.length - right.length) <= allowed && editDistance(left, right) <= allowed;
}

/** Optimal string alignment distance: insertions, deletions, substitutions, swaps of neighbours. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const cost = left[row - 1] === right[column - 1] ? 0 : 1;
      let best = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + cost);
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? 0;
}

// Patterns stand here since one written in a function is a new object at each call.
const anyWord = /\d+(?:[.,]\d+)+(?![\p{L}\d])|[\p{L}\p{N}]+/gu;
const digit = /\d/;
const noPlural = /(?:ss|us|is)$/;
const longPlural = /(?:ch|sh|x|ss)es$/;
