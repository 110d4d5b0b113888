// The file of static word vectors: a header, a scale per word, and signed bytes.

/** Word vectors, already weighed by how rare each word is. */
export interface StaticVectors {
  readonly dimensions: number;
  /** Most frequent first. */
  readonly words: readonly string[];
  /** What one step of a word's bytes is worth. */
  readonly scales: Float32Array;
  /** `dimensions` bytes per word, in word order. */
  readonly steps: Int8Array;
}

/** Weighs and rounds vectors: each word's largest part becomes 127 steps, its weight goes into its scale. */
export function quantize(
  rows: readonly { readonly word: string; readonly vector: readonly number[]; readonly weight: number }[],
  dimensions: number,
): StaticVectors {
  const scales = new Float32Array(rows.length);
  const steps = new Int8Array(rows.length * dimensions);
  for (const [place, { vector, weight }] of rows.entries()) {
    let most = 0;
    for (let index = 0; index < dimensions; index++) most = Math.max(most, Math.abs(vector[index] ?? 0));
    const step = most / 127 || 1;
    scales[place] = step * weight;
    for (let index = 0; index < dimensions; index++) {
      steps[place * dimensions + index] = Math.round((vector[index] ?? 0) / step);
    }
  }
  return { dimensions, words: rows.map(({ word }) => word), scales, steps };
}

/** Bytes of a file: length of the header, the header as JSON, scales, steps. */
export function encodeStaticVectors({ dimensions, words, scales, steps }: StaticVectors): Buffer {
  const header = JSON.stringify({ dimensions, words });
  const padding = ' '.repeat((4 - (Buffer.byteLength(header) % 4)) % 4);
  const text = Buffer.from(header + padding);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, Buffer.from(scales.buffer), Buffer.from(steps.buffer)]);
}

/** Reads what `encodeStaticVectors` wrote. */
export function decodeStaticVectors(bytes: Buffer): StaticVectors {
  const headerEnd = 4 + bytes.readUInt32LE(0);
  const { dimensions, words } = JSON.parse(bytes.toString('utf8', 4, headerEnd)) as {
    readonly dimensions: number;
    readonly words: readonly string[];
  };
  const scalesEnd = headerEnd + words.length * Float32Array.BYTES_PER_ELEMENT;
  return {
    dimensions,
    words,
    scales: new Float32Array(Uint8Array.from(bytes.subarray(headerEnd, scalesEnd)).buffer),
    steps: new Int8Array(Uint8Array.from(bytes.subarray(scalesEnd)).buffer),
  };
}
