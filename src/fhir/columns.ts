// Lists that grow without being copied whole: numbers in a typed array, objects in chunks.

/** Whole numbers in the order added. Takes half the memory of a plain list while it grows, and a third of its fresh memory. */
export class IntColumn {
  #values: Int32Array;
  length = 0;

  /** @param expected how many there will be, about; more are welcome */
  constructor(expected: number) {
    this.#values = new Int32Array(Math.max(expected, 16));
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const grown = new Int32Array(2 * this.length);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  /** The numbers so far; holds until the next is added. */
  values(): Int32Array {
    return this.#values.subarray(0, this.length);
  }
}

/** Objects in the order added, in chunks small enough to be made among young objects, whose memory is used over and over. */
export class ChunkedList<T> {
  readonly #chunks: T[][] = [];
  length = 0;

  push(item: T): void {
    const place = this.length & (chunkSize - 1);
    if (place === 0) this.#chunks[this.length >> chunkBits] = [];
    (this.#chunks[this.length >> chunkBits] as T[])[place] = item;
    this.length += 1;
  }

  at(index: number): T {
    return (this.#chunks[index >> chunkBits] as T[])[index & (chunkSize - 1)] as T;
  }
}

const chunkBits = 10;
const chunkSize = 1 << chunkBits;
