// A trace on disk: one JSON line per event, written as it happens, so that a cancelled run leaves what it did.
import { closeSync, openSync, realpathSync, writeSync } from 'node:fs';
import type { AgentEvent } from '../agent/agent-event.ts';
import { HopperError } from '../errors.ts';

export interface TraceFile {
  write(event: AgentEvent): void;
  close(): void;
}

/**
 * @param inputs files that are read in this run: a trace would take their place
 * @throws `invalid-input` when the file can't be written, or is one of them
 */
export function openTrace(path: string, inputs: readonly string[]): TraceFile {
  if (inputs.some((input) => isSameFile(input, path))) {
    throw new HopperError('invalid-input', `Expected another file for --trace than is read; found ${path} for both.`);
  }
  const file = openFile(path);
  return {
    write: (event) => void writeSync(file, `${JSON.stringify(event)}\n`),
    close: () => closeSync(file),
  };
}

function isSameFile(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    // What is not there yet is none of the files that are read.
    return false;
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, 'w', ownerOnly);
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
