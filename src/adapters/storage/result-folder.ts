// A run's folder: results as JSON Lines, one at once, and a lock so that two runs never write into it together.
import { appendFile, mkdir, open, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { HopperError } from '../../errors.ts';
import type { CaseResult, ResultStore } from '../../evaluation/case-result.ts';

export interface ResultFolder extends ResultStore {
  /** Give the folder free. */
  close(): Promise<void>;
}

/**
 * Open a folder for one run, made when missing. A half line that a killed run left at the end is cut off.
 *
 * @throws `source-failed` when another run that is still alive holds it, or it can't be written
 */
export async function openResultFolder(folder: string): Promise<ResultFolder> {
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => refuse(folder, 'can not be made', cause));
  const lock = join(folder, 'run.lock');
  await takeLock(lock, folder);
  const path = join(folder, 'results.jsonl');
  const stored = await readStored(path).catch(async (error: unknown) => {
    await rm(lock, { force: true });
    throw error;
  });
  // One write after the other, so that lines never mix.
  let last: Promise<void> = Promise.resolve();
  return {
    read: async () => stored,
    append(result) {
      last = last.then(() =>
        appendFile(path, `${JSON.stringify(result)}\n`).catch((cause: unknown) =>
          refuse(path, 'can not be written (disk full?)', cause),
        ),
      );
      return last;
    },
    async close() {
      await last.catch(() => undefined);
      await rm(lock, { force: true });
    },
  };
}

async function takeLock(lock: string, folder: string): Promise<void> {
  for (;;) {
    try {
      const file = await open(lock, 'wx');
      await file.writeFile(String(process.pid));
      await file.close();
      return;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') refuse(folder, 'can not be written', cause);
      const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
      if (isAlive(holder))
        refuse(folder, `is in use by another run (process ${holder}); wait for it or choose another --out`, cause);
      await rm(lock, { force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function readStored(path: string): Promise<CaseResult[]> {
  return parseLines(await cutHalfLine(path), path);
}

async function cutHalfLine(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await truncate(path, Buffer.byteLength(whole));
  return whole;
}

function parseLines(text: string, path: string): CaseResult[] {
  return text.split('\n').flatMap((line, at) => {
    if (line === '') return [];
    try {
      return [JSON.parse(line) as CaseResult];
    } catch (cause) {
      throw new HopperError('source-failed', `Expected a result in line ${at + 1} of ${path}, found something else.`, {
        cause,
      });
    }
  });
}

function refuse(path: string, why: string, cause: unknown): never {
  throw new HopperError('source-failed', `${path} ${why}.`, { cause });
}
