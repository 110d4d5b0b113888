// Rows of bits in one growing typed array: what the exact solver needs to trace its choices back.

/** Rows of `width` bits each, all clear at first; 1 bit a place, rows rounded up to 32. */
export class BitRows {
  readonly #wordsPerRow: number;
  #words: Uint32Array;
  #rows = 0;

  constructor(width: number) {
    this.#wordsPerRow = Math.ceil(width / 32);
    this.#words = new Uint32Array(this.#wordsPerRow * 64);
  }

  /** @returns the number of the new row */
  addRow(): number {
    const row = this.#rows++;
    const needed = this.#rows * this.#wordsPerRow;
    if (needed > this.#words.length) {
      const words = new Uint32Array(Math.max(needed, Math.ceil(this.#words.length * 1.5)));
      words.set(this.#words);
      this.#words = words;
    }
    return row;
  }

  set(row: number, place: number): void {
    const word = row * this.#wordsPerRow + (place >>> 5);
    this.#words[word] = (this.#words[word] as number) | (1 << (place & 31));
  }

  has(row: number, place: number): boolean {
    const word = this.#words[row * this.#wordsPerRow + (place >>> 5)] ?? 0;
    return ((word >>> (place & 31)) & 1) === 1;
  }
}
