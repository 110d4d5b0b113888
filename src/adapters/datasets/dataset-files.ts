// Files of a dataset: found under the names they are published by, read whole, and refused with their name when torn.
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { HopperError } from '../../errors.ts';
import { assembleRecord } from '../../fhir/assemble-record.ts';
import type { PatientRecord } from '../../fhir/record.ts';
import { readSource } from '../sources/read-source.ts';

/**
 * The first of several names that is there.
 *
 * @throws `source-failed` naming all that were looked for
 */
export async function findFile(folder: string, names: readonly string[]): Promise<string> {
  for (const name of names) {
    const path = join(folder, name);
    if (await exists(path)) return path;
  }
  throw new HopperError('source-failed', `Expected one of ${names.join(', ')} in ${folder}, found none.`);
}

/** Text of a file, unzipped when its name ends in `.gz`. @throws `source-failed` */
export async function readText(path: string): Promise<string> {
  try {
    const bytes = await readFile(path);
    return (path.endsWith('.gz') ? await unzip(bytes) : bytes).toString('utf8');
  } catch (cause) {
    throw new HopperError(
      'source-failed',
      `Expected a readable ${path.endsWith('.gz') ? 'gzip' : 'text'} file at ${path}.`,
      { cause },
    );
  }
}

/** Rows of a JSON Lines file. @throws `source-failed` naming the line that isn't JSON */
export async function readRows<Row>(path: string): Promise<Row[]> {
  const lines = (await readText(path)).split('\n');
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as Row];
    } catch (cause) {
      const half = at === lines.length - 1 ? ' The file ends in the middle of it: fetch it again.' : '';
      throw new HopperError(
        'source-failed',
        `Expected one JSON object a line in ${path}, found none in line ${at + 1}.${half}`,
        { cause },
      );
    }
  });
}

/** A file that is one JSON value. @throws `source-failed` */
export async function readWhole<Value>(path: string): Promise<Value> {
  const text = await readText(path);
  try {
    return JSON.parse(text) as Value;
  } catch (cause) {
    throw new HopperError('source-failed', `Expected one whole JSON value in ${path}; it is malformed or cut off.`, {
      cause,
    });
  }
}

/** One patient's record from a file. */
export async function recordFromFile(path: string, patient?: string, signal?: AbortSignal): Promise<PatientRecord> {
  const content = await readSource(path, signal === undefined ? {} : { signal });
  return assembleRecord(content, patient === undefined ? {} : { patient });
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

const unzip = promisify(gunzip);
