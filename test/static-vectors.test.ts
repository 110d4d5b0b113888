// Word vectors for `npm run recall`: a file that reads back as it was written, and texts that lie near by meaning.
import { describe, expect, it } from 'vitest';
import { createStaticEmbedder } from '../scripts/static-vectors/static-embedder.ts';
import { decodeStaticVectors, encodeStaticVectors, quantize } from '../scripts/static-vectors/static-vectors-file.ts';

const vectors = quantize(
  [
    { word: 'the', vector: [1, 1, 1], weight: 0.01 },
    { word: 'kidney', vector: [1, 0.9, 0], weight: 1 },
    { word: 'renal', vector: [1, 0.8, 0.1], weight: 1 },
    { word: 'fracture', vector: [1, -0.1, 0.9], weight: 1 },
    { word: 'naïve', vector: [1, 0, -0.5], weight: 0.5 },
  ],
  3,
);

describe('static vectors', () => {
  it('read back as they were written, letters beyond ASCII too', () => {
    expect(decodeStaticVectors(encodeStaticVectors(vectors))).toEqual(vectors);
  });

  it('lose no more than half a step of each part', () => {
    const [scale = 0] = vectors.scales.slice(2, 3);
    expect(Math.abs(scale * (vectors.steps[7] ?? 0) - 0.8)).toBeLessThanOrEqual(scale / 2);
  });

  it('put words of like meaning near each other, once what all texts share is taken out', async () => {
    const model = createStaticEmbedder(vectors, ['the kidney', 'renal', 'fracture', 'naïve']);
    const { embeddings } = await model.doEmbed({ values: ['Kidney', 'renal', 'fracture of the', 'unheard-of'] });
    const [kidney = [], renal = [], fracture = [], unknown = []] = embeddings;
    const cosine = (left: readonly number[], right: readonly number[]) =>
      left.reduce((sum, part, index) => sum + part * (right[index] ?? 0), 0) /
      (Math.hypot(...left) * Math.hypot(...right));

    expect(cosine(kidney, renal)).toBeGreaterThan(0.9);
    expect(cosine(kidney, fracture)).toBeLessThan(0);
    expect(unknown).toEqual([0, 0, 0]);
  });
});
