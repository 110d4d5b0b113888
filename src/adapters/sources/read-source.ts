// Read a record from a file, a folder of files or standard input, whatever kind of FHIR is in it.
import { opendir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { HopperError } from '../../errors.ts';
import { addDocument, addRest, type ContentBuilder, createContentBuilder, finishContent } from '../../fhir/bundle.ts';
import type { SourceContent } from '../../fhir/record.ts';
import { parseByEntry } from './entry-by-entry.ts';
import { chunkBytes, readFileBytes } from './file-bytes.ts';
import { defaultReadLimits, type ReadLimits } from './limits.ts';
import { createOnePatient } from './one-patient.ts';
import { readText, takeDocument } from './read-text.ts';
import { readTextPieces } from './text-pieces.ts';
import { type DocumentSink, noteMended, type TextReader } from './text-reader.ts';

export interface ReadSourceOptions {
  /** What `-` reads. @default process.stdin */
  readonly stdin?: AsyncIterable<Uint8Array>;
  /** Report repeated member names too; costs a second scan of the text. @default false */
  readonly strict?: boolean;
  readonly limits?: Partial<ReadLimits>;
  /**
   * Id of the one patient wanted: others' resources are passed over while reading, so that memory holds one patient and
   * the shared resources. Anything else (an identifier, a name) reads all; `assembleRecord` then finds who is meant.
   */
  readonly patient?: string;
  readonly signal?: AbortSignal;
}

/**
 * Read all resources of a source: a file (`.json`, `.ndjson`, `.xml`, each also gzipped; the content decides, not the
 * name), a folder with its subfolders, or `-` for standard input.
 *
 * A broken line, entry or file of a folder becomes an issue, and the content says that it is partial. Files are read in
 * name order.
 *
 * @throws `not-found` when the path isn't there, `invalid-input` when nothing in it can be read as FHIR (with the place),
 * `source-failed` when reading fails, `cancelled`
 */
export async function readSource(path: string, options: ReadSourceOptions = {}): Promise<SourceContent> {
  if (options.patient !== undefined && path !== '-') {
    const found = await readOnePatient(path, options.patient, options);
    if (found !== undefined) return found;
  }
  const builder = createContentBuilder();
  await readInto(path, builder, options);
  return finishContent(builder);
}

/** One pass that keeps one patient; `undefined` when nobody goes by that id. */
async function readOnePatient(
  path: string,
  patient: string,
  options: ReadSourceOptions,
): Promise<SourceContent | undefined> {
  const builder = createContentBuilder();
  const one = createOnePatient(patient);
  await readInto(path, builder, options, (name) => (document, place) => {
    const read = createContentBuilder();
    const isFhir = addDocument(read, document, name, place);
    addRest(builder, read);
    for (const entry of read.entries) one.add(entry);
    return isFhir;
  });
  return one.finish(builder) ? finishContent(builder) : undefined;
}

/** As `readSource`, into a builder; `sinkFor` takes the documents of a file instead of the builder. */
export async function readInto(
  path: string,
  builder: ContentBuilder,
  options: ReadSourceOptions,
  sinkFor?: (name: string) => DocumentSink,
): Promise<void> {
  const limits = { ...defaultReadLimits, ...options.limits };
  const settings: FileSettings = { builder, limits, options, sinkFor };
  if (path === '-') return readBytes(options.stdin ?? process.stdin, 'standard input', false, settings);
  const found = await inspect(path);
  if (found.isDirectory()) return readFolder(path, settings);
  return readFile(path, basename(path), settings);
}

interface FileSettings {
  readonly builder: ContentBuilder;
  readonly limits: ReadLimits;
  readonly options: ReadSourceOptions;
  readonly sinkFor: ((name: string) => DocumentSink) | undefined;
}

async function inspect(path: string): Promise<{ readonly size: number; isDirectory(): boolean }> {
  try {
    return await stat(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ERR_INVALID_ARG_VALUE') {
      throw new HopperError(
        'not-found',
        `Expected a file or folder at ${path.replaceAll('\0', '?')}, found nothing there; check the path.`,
      );
    }
    throw new HopperError('source-failed', `Expected to read ${path}, but the system refuses it (${code}).`, {
      cause: error,
    });
  }
}

async function readFile(path: string, name: string, settings: FileSettings): Promise<void> {
  const isLines = /\.(ndjson|jsonl)(\.gz)?$/i.test(path);
  const { size } = await inspect(path);
  const isLong = size > chunkBytes && !isLines && settings.options.strict !== true;
  if (isLong && (await readByEntry(readFileBytes(path), name, settings))) return;
  return readBytes(readFileBytes(path), name, isLines, settings);
}

/** Read a Bundle entry by entry; `false` when it must be read whole. */
async function readByEntry(bytes: AsyncIterable<Uint8Array>, name: string, settings: FileSettings): Promise<boolean> {
  const reader = createReader(bytes, name, settings);
  const parsed = await parseByEntry(reader.text.pieces, settings.limits.documentUnits);
  if (parsed === undefined) return false;
  noteMended(reader, parsed.isMended, 0);
  takeDocument(reader, parsed.value);
  return true;
}

async function readBytes(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  isLines: boolean,
  settings: FileSettings,
): Promise<void> {
  const reader = createReader(bytes, name, settings);
  try {
    await readText(reader, isLines);
  } finally {
    await reader.text.pieces.return();
  }
}

function createReader(bytes: AsyncIterable<Uint8Array>, name: string, settings: FileSettings): TextReader {
  const { builder, limits, options, sinkFor } = settings;
  const text = readTextPieces(watched(bytes, options.signal), name, limits);
  const sink = sinkFor?.(name) ?? ((document, place) => addDocument(builder, document, name, place));
  return { text, name, builder, sink, limits, strict: options.strict ?? false };
}

async function* watched(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    if (signal?.aborted === true) throw new HopperError('cancelled', 'Reading was cancelled.');
    yield chunk;
  }
}

/** Every FHIR-like file below a folder. A file that can't be read costs itself alone, unless it is the only one. */
async function readFolder(folder: string, settings: FileSettings): Promise<void> {
  const { builder, limits } = settings;
  const names = await listFiles(folder, settings);
  const failures: HopperError[] = [];
  let read = 0;
  for (const name of names) {
    try {
      await readFile(join(folder, name), name, settings);
      read++;
    } catch (error) {
      if (!(error instanceof HopperError) || error.code === 'cancelled') throw error;
      failures.push(error);
      builder.issues.push({ severity: 'error', code: 'unreadable-file', message: error.message, source: name });
      if (error.details.isFhir !== false) builder.missing.push(`${name} could not be read`);
    }
  }
  if (read > 0) return;
  const [first] = failures;
  if (first !== undefined) throw first;
  const many = names.length > limits.files ? 'too many files' : 'none';
  throw new HopperError(
    'invalid-input',
    `Expected files named .json, .ndjson or .xml (or with .gz) in ${folder}, found ${many}.`,
  );
}

/** Paths relative to the folder, in name order. What a link leads to outside the folder is not read. */
async function listFiles(folder: string, { builder, limits }: FileSettings): Promise<readonly string[]> {
  const root = await realpath(folder);
  const names: string[] = [];
  const visited = new Set<string>([root]);
  async function visit(path: string): Promise<void> {
    for await (const entry of await opendir(path)) {
      if (entry.name.startsWith('.')) continue;
      const below = join(path, entry.name);
      const name = relative(folder, below);
      let isFolder = entry.isDirectory();
      if (entry.isSymbolicLink()) {
        const target = await realpath(below).catch(() => undefined);
        if (target === undefined || (target !== root && !target.startsWith(root + sep))) {
          builder.issues.push({
            severity: 'warning',
            code: 'outside-folder',
            message: `${name} is a link that leads out of the folder or nowhere; it is not read.`,
            source: name,
          });
          continue;
        }
        isFolder = (await stat(below)).isDirectory();
        if (visited.has(target)) continue;
      }
      if (isFolder) {
        visited.add(await realpath(below));
        await visit(below);
      } else if (/\.(json|ndjson|jsonl|xml)(\.gz)?$/i.test(entry.name)) {
        names.push(name);
        if (names.length > limits.files)
          throw new HopperError('invalid-input', `${folder} holds more than ${limits.files} files (limit files).`);
      }
    }
  }
  await visit(folder);
  return names.sort();
}
