// Rows of bits in one typed array: what the exact solver needs to trace its choices back.

/** Rows of `width` bits each, all clear at first; 1 bit a place, rows rounded up to 32. */
export class BitRows {
  readonly wordsPerRow: number;
  /** All rows, for loops that set many bits of one: bit `place & 31` of word `row * wordsPerRow + (place >>> 5)`. */
  readonly words: Uint32Array;
  #rows = 0;

  constructor(width: number, mostRows: number) {
    this.wordsPerRow = Math.ceil(width / 32);
    this.words = new Uint32Array(this.wordsPerRow * mostRows);
  }

  /** @returns the number of the new row */
  addRow(): number {
    return this.#rows++;
  }

  has(row: number, place: number): boolean {
    const word = this.words[row * this.wordsPerRow + (place >>> 5)] ?? 0;
    return ((word >>> (place & 31)) & 1) === 1;
  }
}
