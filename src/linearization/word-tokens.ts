// Tokens of words, remembered: an open hash table over words as they stand in their lines, so that none is cut out to be looked up.

/**
 * Tokens of words by their shape: all digits are as one, since a number's tokens go by its length alone.
 * Counted when first seen, then remembered.
 */
export class WordTokens {
  readonly #count: (text: string) => number;
  /** The first word of each shape, in order of appearance, with its hash and tokens. */
  readonly #words: string[] = [];
  #hashes = new Int32Array(initialSlots / 2);
  #tokens = new Int32Array(initialSlots / 2);
  /** Place of a word by its hash, counted from 1; 0 where free. */
  #slots = new Int32Array(initialSlots);

  constructor(count: (text: string) => number) {
    this.#count = count;
  }

  /** Tokens of a line's part. @param end may lie one beyond the line: the word's line break then counts with it */
  tokens(line: string, start: number, end: number): number {
    let hash = 0;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ shapeAt(line, at), 0x01000193);
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let place = this.#slots[slot] as number; place > 0; place = this.#slots[slot] as number) {
      if (this.#hashes[place - 1] === hash && sameShape(this.#words[place - 1] as string, line, start, end))
        return this.#tokens[place - 1] as number;
      slot = (slot + 1) & mask;
    }
    return this.#add(end > line.length ? `${line.slice(start)}\n` : line.slice(start, end), hash, slot);
  }

  #add(word: string, hash: number, slot: number): number {
    const tokens = this.#count(word);
    const place = this.#words.push(word);
    this.#hashes[place - 1] = hash;
    this.#tokens[place - 1] = tokens;
    this.#slots[slot] = place;
    if (place === this.#hashes.length) this.#grow();
    return tokens;
  }

  #grow(): void {
    const size = this.#slots.length * 2;
    this.#hashes = enlarged(this.#hashes, size / 2);
    this.#tokens = enlarged(this.#tokens, size / 2);
    this.#slots = new Int32Array(size);
    for (let place = 0; place < this.#words.length; place++) {
      const hash = this.#hashes[place] as number;
      let slot = (hash ^ (hash >>> 15)) & (size - 1);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (size - 1);
      this.#slots[slot] = place + 1;
    }
  }
}

function sameShape(word: string, line: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at++) if (shapeAt(word, at) !== shapeAt(line, start + at)) return false;
  return true;
}

/** A character with any digit as 0; beyond the line, its line break. */
function shapeAt(line: string, at: number): number {
  if (at === line.length) return lineBreak;
  const code = line.charCodeAt(at);
  return code >= 0x30 && code <= 0x39 ? 0x30 : code;
}

function enlarged(list: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length);
  longer.set(list);
  return longer;
}

const initialSlots = 4_096;
const lineBreak = 0x0a;
