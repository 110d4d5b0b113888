// An open hash table from words, given as parts of a buffer of characters, to their tokens.

/** Numbers by words, with a hash of their characters. All of it is typed arrays, so that looking a word up makes nothing. */
export interface ShapeTable {
  /** How many words are known. */
  size(): number;
  /** The number of a word, the part of `shape` from `start` to `end`; −1 where it is not known. */
  find(shape: Uint16Array, start: number, end: number, hash: number): number;
  /** Adds a word that is not known. */
  add(shape: Uint16Array, start: number, end: number, hash: number, tokens: number): void;
}

export function createShapeTable(): ShapeTable {
  let count = 0;
  /** Place of a word by its hash, counted from 1; 0 where free. */
  let slots = new Int32Array(initialWords * 2);
  let hashes = new Int32Array(initialWords);
  let tokensOf = new Int32Array(initialWords);
  /** Where each word ends in `letters`, one after the other; at 0 where the first begins. */
  let ends = new Int32Array(initialWords + 1);
  let letters = new Uint16Array(initialWords * 8);

  const grow = (): void => {
    hashes = enlarged(hashes, new Int32Array(count * 2));
    tokensOf = enlarged(tokensOf, new Int32Array(count * 2));
    ends = enlarged(ends, new Int32Array(count * 2 + 1));
    slots = new Int32Array(count * 4);
    for (let place = 0; place < count; place++) fillSlot(slots, hashes[place] as number, place);
  };

  return {
    size: () => count,
    find: (shape, start, end, hash) => {
      const mask = slots.length - 1;
      for (let slot = slotOf(hash, mask); ; slot = (slot + 1) & mask) {
        const place = (slots[slot] as number) - 1;
        if (place < 0) return -1;
        if (hashes[place] !== hash) continue;
        const first = ends[place] as number;
        if ((ends[place + 1] as number) - first === end - start && isSame(letters, first, shape, start, end))
          return tokensOf[place] as number;
      }
    },
    add: (shape, start, end, hash, tokens) => {
      if (count === hashes.length) grow();
      const first = ends[count] as number;
      const last = first + end - start;
      if (last > letters.length) letters = enlarged(letters, new Uint16Array(last * 2));
      letters.set(shape.subarray(start, end), first);
      ends[count + 1] = last;
      hashes[count] = hash;
      tokensOf[count] = tokens;
      fillSlot(slots, hash, count);
      count++;
    },
  };
}

function slotOf(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}

function fillSlot(slots: Int32Array, hash: number, place: number): void {
  const mask = slots.length - 1;
  let slot = slotOf(hash, mask);
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = place + 1;
}

function isSame(letters: Uint16Array, first: number, shape: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (letters[first + at - start] !== shape[at]) return false;
  return true;
}

function enlarged<List extends Int32Array | Uint16Array>(list: List, longer: List): List {
  longer.set(list);
  return longer;
}

/** A power of two. */
const initialWords = 2_048;
