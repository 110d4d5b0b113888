// Tokens of words, remembered: an open hash table over words as they stand in their lines, so that none is cut out to be looked up.

/** Tokens of a line's part. An end one beyond the line counts its line break with it. */
export type CountPart = (line: string, start: number, end: number) => number;

/**
 * Remembers the tokens of words by their shape: all digits are as one, since a number's tokens go by its length alone.
 * Linear in the word, some nanoseconds a character.
 */
export function createWordTokens(count: (text: string) => number): CountPart {
  /** The first word of each shape, in order of appearance, with its hash and tokens. */
  const words: string[] = [];
  let hashes = new Int32Array(initialSlots / 2);
  let tokens = new Int32Array(initialSlots / 2);
  /** Place of a word by its hash, counted from 1; 0 where free. */
  let slots = new Int32Array(initialSlots);

  const add = (word: string, hash: number): number => {
    const place = words.push(word) - 1;
    if (place === hashes.length) {
      hashes = enlarged(hashes);
      tokens = enlarged(tokens);
      slots = new Int32Array(slots.length * 2);
      for (let earlier = 0; earlier < place; earlier++) fillSlot(slots, hashes[earlier] as number, earlier);
    }
    hashes[place] = hash;
    tokens[place] = count(word);
    fillSlot(slots, hash, place);
    return tokens[place] as number;
  };

  return (line, start, end) => {
    const hash = hashOf(line, start, end);
    const mask = slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const place = (slots[slot] as number) - 1;
      if (place < 0) return add(end > line.length ? `${line.slice(start)}\n` : line.slice(start, end), hash);
      if (hashes[place] === hash && sameShape(words[place] as string, line, start, end)) return tokens[place] as number;
    }
  };
}

function fillSlot(slots: Int32Array, hash: number, place: number): void {
  const mask = slots.length - 1;
  let slot = (hash ^ (hash >>> 15)) & mask;
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = place + 1;
}

/** FNV-1a over the word's shape. */
function hashOf(line: string, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ shapeAt(line, at), 0x01000193);
  return hash;
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

function enlarged(list: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(list.length * 2);
  longer.set(list);
  return longer;
}

const initialSlots = 4_096;
const lineBreak = 0x0a;
