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
 * A counter for single lines that remembers counts by shape: all digits as one. Lines of one series differ in their
 * digits only, and `o200k_base` (like the encodings that split digits one by one) counts a number by its length alone.
 */
export function createLineCounter(count: CountTokens): CountTokens {
  const countByShape = new Map<string, number>();
  return (line) => {
    if (line.length > longestRememberedLine) return count(line);
    const shape = line.replace(digits, '0');
    const known = countByShape.get(shape);
    if (known !== undefined) return known;
    const tokens = count(line);
    countByShape.set(shape, tokens);
    return tokens;
  };
}

const digits = /[0-9]/g;
const plainText = { disallowedSpecial: new Set<string>() };
const longestRememberedLine = 2_000;
