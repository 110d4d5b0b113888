// Tokens of a text, by a real tokenizer, and the same counts for many lines at little cost.
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { isBlank } from './one-line.ts';
import { createShapeTable } from './shape-table.ts';

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

/** The counter of lines for a tokenizer (`createLineCounter`): one for all graphs, since records share most of their words. */
export function lineCounter(count: CountTokens): CountTokens {
  const known = counters.get(count);
  if (known) return known;
  const counter = createLineCounter(count);
  counters.set(count, counter);
  return counter;
}

/**
 * A counter of lines with their line breaks that remembers the counts of their words, some ten thousand at most: a record
 * says some thousand words over and over.
 *
 * A word is counted with the space before it, which `o200k_base` (as its kin) never joins to the word before, the last
 * with the line break; and all digits as one, since it counts a number by its length alone. Lines with runs of blanks are counted whole.
 *
 * @returns a function from a line without its line break to its tokens with it
 */
export function createLineCounter(count: CountTokens): CountTokens {
  let words = createShapeTable();
  const shape = new Uint16Array(longestRememberedLine + 1);

  /** Tokens of the word that stands at a part of `shape`, which is the line's, digits as one. */
  const countWord = (line: string, start: number, end: number, hash: number): number => {
    const known = words.find(shape, start, end, hash);
    if (known >= 0) return known;
    const tokens = count(end > line.length ? `${line.slice(start)}\n` : line.slice(start, end));
    if (words.size() >= mostWords) words = createShapeTable();
    words.add(shape, start, end, hash, tokens);
    return tokens;
  };

  return (line) => {
    if (line.length > longestRememberedLine || line === '') return count(`${line}\n`);
    let total = 0;
    let start = 0;
    let hash = 0;
    let afterBlank = false;
    for (let at = 0; at < line.length; at++) {
      let code = line.charCodeAt(at);
      if (code <= space || code >= 0x80) {
        const blank = isBlank(code);
        if (blank && afterBlank) return count(`${line}\n`);
        afterBlank = blank;
        if (code === space && at > 0) {
          total += countWord(line, start, at, hash);
          start = at;
          hash = 0;
        }
      } else {
        afterBlank = false;
        if (code >= 0x30 && code <= 0x39) code = 0x30;
      }
      shape[at] = code;
      // The hash of the shape so far, times 31 and one more: no call for each of a page's hundred thousand characters.
      hash = ((hash << 5) - hash + code) | 0;
    }
    if (afterBlank) return count(`${line}\n`);
    shape[line.length] = lineBreak;
    return total + countWord(line, start, line.length + 1, ((hash << 5) - hash + lineBreak) | 0);
  };
}

const lineBreak = 0x0a;
const space = 0x20;
const plainText = { disallowedSpecial: new Set<string>() };
const longestRememberedLine = 2_000;
const mostWords = 50_000;
const counters = new WeakMap<CountTokens, CountTokens>();
