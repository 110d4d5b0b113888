// Vectors on disk by model and text hash: one append-only file per model, so that a hit costs no call and an
// interrupted write costs nothing.
import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { HopperError } from '../../errors.ts';

export interface VectorCache {
  /** The vector of a text; `undefined` when it is not cached. */
  get(text: string): Float32Array | undefined;
  /** Keeps vectors, on disk when the promise is done. */
  put(entries: readonly { readonly text: string; readonly vector: Float32Array }[]): Promise<void>;
}

/**
 * Opens the cache of one model. Reads the whole file once; a record of 5,000 texts at 3,072 dimensions is 60 MB.
 * Entries are a SHA-256 of the text and the vector, so the file holds no record text. A half entry at the end, of a
 * write that was interrupted, is cut off.
 *
 * @param folder made if missing
 * @param model name and settings that make vectors comparable, e.g. `google:gemini-embedding-001:3072`
 * @throws `source-failed` when the folder can't be used
 */
export async function openVectorCache(folder: string, model: string, dimensions: number): Promise<VectorCache> {
  const path = join(folder, `${fileName(model)}-${dimensions}.vectors`);
  const entryBytes = hashBytes + dimensions * floatBytes;
  const bytes = await readAll(folder, path);
  const whole = bytes.length - (bytes.length % entryBytes);
  if (whole < bytes.length) await truncate(path, whole);
  const known = new Map<string, Float32Array>();
  for (let at = 0; at < whole; at += entryBytes) {
    const vector = new Float32Array(dimensions);
    for (let index = 0; index < dimensions; index++)
      vector[index] = bytes.readFloatLE(at + hashBytes + index * floatBytes);
    known.set(bytes.toString('hex', at, at + hashBytes), vector);
  }
  // One write at a time, so that entries never interleave.
  let writing: Promise<void> = Promise.resolve();
  return {
    get: (text) => known.get(hashOf(text).toString('hex')),
    put(entries) {
      const fresh = entries.filter(({ text }) => !known.has(hashOf(text).toString('hex')));
      for (const { text, vector } of fresh) known.set(hashOf(text).toString('hex'), vector);
      const block = Buffer.concat(fresh.map(({ text, vector }) => encode(text, vector)));
      writing = writing.then(() => (block.length === 0 ? undefined : appendFile(path, block, { mode: 0o600 })));
      return writing;
    },
  };
}

function encode(text: string, vector: Float32Array): Buffer {
  const entry = Buffer.alloc(hashBytes + vector.length * floatBytes);
  hashOf(text).copy(entry);
  for (const [index, value] of vector.entries()) entry.writeFloatLE(value, hashBytes + index * floatBytes);
  return entry;
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

async function readAll(folder: string, path: string): Promise<Buffer> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await readFile(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return Buffer.alloc(0);
    throw new HopperError(
      'source-failed',
      `Expected a folder for cached vectors at ${folder}; it can't be used (${code}).`,
      { cause: error },
    );
  }
}

/** A model's name as a file name. */
function fileName(model: string): string {
  return model.replaceAll(/[^\w.-]+/g, '_');
}

const hashBytes = 32;
const floatBytes = 4;
