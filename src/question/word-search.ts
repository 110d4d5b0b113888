// Finds the texts that hold a word, among many, without cutting all of them into words.
import { keepAlive } from '../fhir/keep-alive.ts';
import { firstPlace } from '../fhir/sorted-order.ts';
import { countPlainWords, fold, foldedWords, isPlain } from './words.ts';

/** Many texts, folded and one after the other. */
export class WordSearch {
  private readonly joined: string;
  /** Where each text begins in `joined`; a line break stands before all but the first. */
  private readonly starts: Float64Array;
  /** Whether all is ASCII. */
  private readonly plain: boolean;

  constructor(texts: readonly string[]) {
    const joined = texts.join('\n');
    this.plain = isPlain(joined);
    this.joined = this.plain ? joined.toLowerCase() : texts.map(fold).join('\n');
    this.starts = new Float64Array(texts.length + 1);
    for (let place = 0; place < texts.length; place += 1)
      this.starts[place + 1] = this.starts[place]! + texts[place]!.length + 1;
  }

  /** Places of the texts that may hold a word with a stem, ascending: all that do, and some that don't. */
  mayHold(stem: string): readonly number[] {
    const { joined, starts } = this;
    // What `stemOf` takes from a word stands at its end, and only a `y` is put in its place.
    const start = stem.length > 2 && stem.endsWith('y') ? stem.slice(0, -1) : stem;
    const places: number[] = [];
    for (let at = joined.indexOf(start); at >= 0; ) {
      if (isAscii(joined.charCodeAt(at)) && isWordCode(joined.charCodeAt(at - 1))) at += 1;
      else {
        const place = firstPlace(starts, at + 1) - 1;
        places.push(place);
        at = starts[place + 1]!;
      }
      at = joined.indexOf(start, at);
    }
    return places;
  }

  /** The folded words of one text, in order. */
  words(place: number): readonly string[] {
    return foldedWords(this.joined.slice(this.starts[place], this.starts[place + 1]! - 1));
  }

  /** How many words all texts have. */
  countWords(): number {
    return this.plain ? countPlainWords(this.joined) : this.allWords().length;
  }

  /** The folded words of all texts, in order. */
  allWords(): readonly string[] {
    if (this.plain) return foldedWords(this.joined);
    const words: string[] = [];
    for (let place = 0; place + 1 < this.starts.length; place += 1) words.push(...this.words(place));
    return words;
  }
}

function isAscii(code: number): boolean {
  return code < 0x80;
}

/** Small letters and digits of ASCII: what comes after one of them goes on with the word. */
function isWordCode(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

keepAlive(new WordSearch([]));
