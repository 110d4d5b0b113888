// A trace on disk: one JSON line per event, written as it happens, so that a cancelled run leaves what it did.
import { closeSync, fchmodSync, fstatSync, openSync, realpathSync, writeSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import type { AgentEvent } from '../agent/agent-event.ts';
import { HopperError } from '../errors.ts';

export interface TraceFile {
  write(event: AgentEvent): void;
  close(): void;
}

/**
 * @param inputs files and folders that are read in this run: a trace would take their place, or be read with them next time
 * @throws `invalid-input` when the file can't be written, or is among them
 */
export function openTrace(path: string, inputs: readonly string[]): TraceFile {
  if (inputs.some((input) => holds(input, path))) {
    throw new HopperError(
      'invalid-input',
      `Expected a file for --trace that is not among what is read; found ${path}, which is.`,
    );
  }
  const file = openFile(path);
  return {
    write: (event) => void writeSync(file, `${JSON.stringify(event)}\n`),
    close: () => closeSync(file),
  };
}

/** Whether a path is this input, or lies in it. */
function holds(input: string, path: string): boolean {
  const [place, outer] = [realPath(path) ?? join(realPath(dirname(path)) ?? '', basename(path)), realPath(input)];
  return outer !== undefined && (place === outer || place.startsWith(`${outer}${sep}`));
}

/** The path without links; `undefined` where there is nothing yet. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function openFile(path: string): number {
  try {
    const file = openSync(path, 'w', ownerOnly);
    // The mode of one that was there before stays otherwise; what is no file (/dev/stdout) has none to change.
    if (fstatSync(file).isFile()) fchmodSync(file, ownerOnly);
    return file;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new HopperError(
      'invalid-input',
      `Expected a file that can be written for --trace; ${path} can't be (${code}).`,
    );
  }
}

/** A trace holds record text: readable by its owner alone. */
const ownerOnly = 0o600;
