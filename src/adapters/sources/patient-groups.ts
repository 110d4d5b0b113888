// Resources of many patients, grouped by patient on disk: memory holds one group at a time.
import { isAscii } from 'node:buffer';
import { appendFileSync, closeSync, existsSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceEntry } from '../../fhir/record.ts';
import type { FhirResource } from '../../fhir/resource.ts';

/** Grouping in files that only this process reads; `remove` takes them all away. */
export interface PatientGroups {
  /** Put an entry with the resources of one patient. */
  add(patientKey: string, entry: SourceEntry): void;
  /** Every patient with all entries put for them; in an order that depends on the patients' keys alone. */
  read(): AsyncGenerator<{ readonly patientKey: string; readonly entries: readonly SourceEntry[] }>;
  remove(): void;
}

export interface GroupOptions {
  /** Bytes of patients read together; a larger patient takes what it needs. @default 32 MB */
  readonly groupBytes?: number;
  /** Where the groups are kept while they are read; only this user can read them. @default the system's */
  readonly temporaryFolder?: string;
}

/**
 * Group on disk. Patients are spread over files by a hash of their key; a file that holds more than `groupBytes` of
 * several patients is spread again when its turn comes, so that memory is bounded by `groupBytes` or the largest patient.
 */
export function createPatientGroups(options: GroupOptions = {}): PatientGroups {
  const { groupBytes = 32 * 1024 ** 2, temporaryFolder = tmpdir() } = options;
  const folder = mkdtempSync(join(temporaryFolder, 'fhir-hopper-'));
  const root = createSpread(join(folder, 'g'), 0);

  async function* readSpread(spread: Spread): ReturnType<PatientGroups['read']> {
    spread.flush();
    for (const path of spread.paths()) {
      if (!existsSync(path)) continue;
      if (statSync(path).size > groupBytes && spread.level < deepestSpread) {
        const finer = createSpread(path, spread.level + 1);
        for (const line of linesOf(path)) finer.put(line.slice(0, line.indexOf('\t')), line);
        rmSync(path);
        yield* readSpread(finer);
      } else {
        const patients = new Map<string, SourceEntry[]>();
        for (const line of linesOf(path)) {
          const { patientKey, entry } = readLine(line);
          const known = patients.get(patientKey);
          if (known === undefined) patients.set(patientKey, [entry]);
          else known.push(entry);
        }
        rmSync(path);
        for (const patientKey of [...patients.keys()].sort()) {
          yield { patientKey, entries: patients.get(patientKey) ?? [] };
          patients.delete(patientKey);
        }
      }
    }
  }

  return {
    add: (patientKey, entry) => root.put(JSON.stringify(patientKey), writeLine(patientKey, entry)),
    read: () => readSpread(root),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** One level of files, written through small buffers. */
interface Spread {
  readonly level: number;
  put(name: string, line: string): void;
  flush(): void;
  paths(): readonly string[];
}

function createSpread(prefix: string, level: number): Spread {
  const buffers = Array.from({ length: filesPerSpread }, () => ({ lines: [] as string[], length: 0 }));
  const pathOf = (index: number) => `${prefix}-${index}`;
  const flushOne = (index: number): void => {
    const buffer = buffers[index];
    if (buffer === undefined || buffer.length === 0) return;
    appendFileSync(pathOf(index), `${buffer.lines.join('\n')}\n`, { mode: 0o600 });
    buffer.lines = [];
    buffer.length = 0;
  };
  return {
    level,
    put(name, line) {
      const index = hashOf(name, level) % filesPerSpread;
      const buffer = buffers[index] as (typeof buffers)[number];
      buffer.lines.push(line);
      buffer.length += line.length;
      if (buffer.length > bufferUnits) flushOne(index);
    },
    flush() {
      for (const index of buffers.keys()) flushOne(index);
    },
    paths: () => buffers.map((_, index) => pathOf(index)),
  };
}

/** `"Patient/1"<tab>{source, fullUrl}<tab>{resource}`: JSON has no bare tab, so the parts can be told apart. */
function writeLine(patientKey: string, { resource, source, fullUrl }: SourceEntry): string {
  return `${JSON.stringify(patientKey)}\t${JSON.stringify({ source, fullUrl })}\t${JSON.stringify(resource)}`;
}

function readLine(line: string): { patientKey: string; entry: SourceEntry } {
  const [name = '""', about = '{}', resource = 'null'] = line.split('\t');
  const patientKey = JSON.parse(name) as string;
  return {
    patientKey,
    entry: { ...(JSON.parse(about) as { source: string }), resource: JSON.parse(resource) as FhirResource },
  };
}

/** Lines of a file, read in parts that end with a line. */
function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    let open = Buffer.alloc(0);
    for (;;) {
      const chunk = Buffer.allocUnsafe(readBytes);
      const length = readSync(file, chunk, 0, readBytes, null);
      if (length === 0) return;
      const bytes = open.length === 0 ? chunk.subarray(0, length) : Buffer.concat([open, chunk.subarray(0, length)]);
      const end = bytes.lastIndexOf(10) + 1;
      const whole = bytes.subarray(0, end);
      open = Buffer.from(bytes.subarray(end));
      const text = isAscii(whole) ? whole.toString('latin1') : whole.toString('utf8');
      for (let start = 0, stop = text.indexOf('\n'); stop >= 0; start = stop + 1, stop = text.indexOf('\n', start)) {
        yield text.slice(start, stop);
      }
    }
  } finally {
    closeSync(file);
  }
}

/** FNV-1a over a name, another spread at each level. */
function hashOf(name: string, level: number): number {
  let hash = 0x811c9dc5 ^ level;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

const filesPerSpread = 64;
const readBytes = 4 * 1024 ** 2;
const bufferUnits = 128 * 1024;
const deepestSpread = 4;
