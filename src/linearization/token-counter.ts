// Tokens of a text, by a real tokenizer, and the same counts for many lines at little cost.
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';

/** Tokens of a text. Counts of lines with their line breaks must add up to the count of the whole. */
export type CountTokens = (text: string) => number;

/**
 * Tokens of a text in OpenAI's `o200k_base` encoding; text that looks like a special token is counted as plain text.
 *
 * Counts of lines add up exactly when each line ends with its line break and the next starts with neither a line break
 * nor `/`: the encoding never joins across such a place.
 */
export function countTokens(text: string): number {
  return countO200k(text, plainText);
}

/**
 * A counter for single lines that remembers the counts of their words: a record says some thousand words over and over.
 *
 * A word is counted with the space before it, which `o200k_base` (as its kin) never joins to the word before; and all
 * digits as one, since it counts a number by its length alone. Lines with runs of blanks are counted whole.
 */
export function createLineCounter(count: CountTokens): CountTokens {
  const countByShape = new Map<string, number>();
  const countWord = (word: string): number => {
    const shape = word.replace(digits, '0');
    let tokens = countByShape.get(shape);
    if (tokens === undefined) {
      tokens = count(word);
      countByShape.set(shape, tokens);
    }
    return tokens;
  };
  return (line) => {
    if (line.length > longestRememberedLine || runOfBlanks.test(line)) return count(line);
    let total = 0;
    for (let start = 0; start < line.length; ) {
      const space = line.indexOf(' ', start + 1);
      const end = space < 0 ? line.length : space;
      total += countWord(line.slice(start, end));
      start = end;
    }
    return total;
  };
}

const digits = /[0-9]/g;
const runOfBlanks = /\s\s/;
const plainText = { disallowedSpecial: new Set<string>() };
const longestRememberedLine = 2_000;
