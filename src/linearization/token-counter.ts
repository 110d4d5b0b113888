// Tokens of a text, by a real tokenizer, and the same counts for many lines at little cost.
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { isBlank } from './one-line.ts';
import { createWordTokens } from './word-tokens.ts';

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
 * A counter of lines with their line breaks that remembers the counts of their words: a record says some thousand words
 * over and over.
 *
 * A word is counted with the space before it, which `o200k_base` (as its kin) never joins to the word before, the last
 * with the line break. Lines with runs of blanks are counted whole.
 *
 * @returns a function from a line without its line break to its tokens with it
 */
export function createLineCounter(count: CountTokens): CountTokens {
  const countWord = createWordTokens(count);
  return (line) => {
    if (line.length > longestRememberedLine || line === '') return count(`${line}\n`);
    let total = 0;
    let start = 0;
    let afterBlank = false;
    for (let at = 0; at < line.length; at++) {
      const code = line.charCodeAt(at);
      if (code > space && code < 0x80) afterBlank = false;
      else {
        const blank = isBlank(code);
        if (blank && afterBlank) return count(`${line}\n`);
        afterBlank = blank;
        if (code !== space || at === 0) continue;
        total += countWord(line, start, at);
        start = at;
      }
    }
    return afterBlank ? count(`${line}\n`) : total + countWord(line, start, line.length + 1);
  };
}

const space = 0x20;
const plainText = { disallowedSpecial: new Set<string>() };
const longestRememberedLine = 2_000;
