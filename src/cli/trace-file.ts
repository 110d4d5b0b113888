// A trace on disk: one JSON line per event, written as it happens, so that a cancelled run leaves what it did.
import { closeSync, openSync, writeSync } from 'node:fs';
import type { AgentEvent } from '../agent/agent-event.ts';
import { HopperError } from '../errors.ts';

export interface TraceFile {
  write(event: AgentEvent): void;
  close(): void;
}

/** @throws `invalid-input` when the file can't be written */
export function openTrace(path: string): TraceFile {
  const file = openFile(path);
  return {
    write: (event) => void writeSync(file, `${JSON.stringify(event)}\n`),
    close: () => closeSync(file),
  };
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
