// Vectors on disk by model and text hash: one small file each, so that a hit costs no call, an interrupted write costs
// nothing, several processes may share a folder, and only what a record needs is read.
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { HopperError } from '../../errors.ts';

export interface VectorCache {
  /** The vector of a text; `undefined` when it is not cached. */
  get(text: string): Float32Array | undefined;
  /** Keeps vectors, on disk when the promise is done. */
  put(entries: readonly { readonly text: string; readonly vector: Float32Array }[]): Promise<void>;
}

/**
 * Opens the cache of one model. A vector's file is named by the SHA-256 of its text, holds 32-bit floats and is
 * readable by its owner alone; no file holds record text. A file is written beside its place and moved there whole.
 *
 * @param folder made if missing
 * @param model name and settings that make vectors comparable, e.g. `google:gemini-embedding-001`
 * @param dimensions a file of another length counts as not cached. @default any length
 * @throws `source-failed` when the folder can't be used, also later when a vector can't be kept
 */
export async function openVectorCache(folder: string, model: string, dimensions?: number): Promise<VectorCache> {
  const place = join(folder, [fileName(model), ...(dimensions === undefined ? [] : [dimensions])].join('-'));
  const pathOf = (text: string) => {
    const hash = createHash('sha256').update(text).digest('hex');
    return join(place, hash.slice(0, 2), hash);
  };
  const wantedBytes = dimensions === undefined ? undefined : dimensions * floatBytes;
  const limit = pLimit(filesAtOnce);
  // Of this cache alone, also among several of one process.
  const writer = randomUUID();
  try {
    mkdirSync(place, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unusable(folder, error);
  }
  return {
    get: (text) => readVector(pathOf(text), wantedBytes),
    async put(entries) {
      try {
        await Promise.all(entries.map(({ text, vector }) => limit(() => writeVector(pathOf(text), vector, writer))));
      } catch (error) {
        throw unusable(folder, error);
      }
    },
  };
}

function readVector(path: string, wantedBytes: number | undefined): Float32Array | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return undefined;
  }
  const isWhole = bytes.length > 0 && bytes.length % floatBytes === 0;
  if (!isWhole || (wantedBytes !== undefined && bytes.length !== wantedBytes)) return undefined;
  const vector = new Float32Array(bytes.length / floatBytes);
  for (let index = 0; index < vector.length; index++) vector[index] = bytes.readFloatLE(index * floatBytes);
  return vector;
}

async function writeVector(path: string, vector: Float32Array, writer: string): Promise<void> {
  const bytes = Buffer.alloc(vector.length * floatBytes);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * floatBytes);
  const beside = `${path}.${writer}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(beside, bytes, { mode: 0o600 });
  await rename(beside, path);
}

function unusable(folder: string, cause: unknown): HopperError {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
  return new HopperError(
    'source-failed',
    `Expected a folder for cached vectors at ${folder}; it can't be used (${code}).`,
    { cause },
  );
}

/** A model's name as a folder's name. */
function fileName(model: string): string {
  return model.replaceAll(/[^\w.-]+/g, '_');
}

const floatBytes = 4;
const filesAtOnce = 16;
