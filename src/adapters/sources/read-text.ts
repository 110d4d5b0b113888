// Text of unknown kind to resources: one JSON document, one resource a line, or XML, told apart by what is there.
import { HopperError } from '../../errors.ts';
import { addDocument, type ContentBuilder, describeShape } from '../../fhir/bundle.ts';
import { describePlace, scanJson } from './json-scan.ts';
import type { ReadLimits } from './limits.ts';
import type { TextPieces } from './text-pieces.ts';
import { parseFhirXml } from './xml.ts';

export interface ReadTextOptions {
  readonly strict: boolean;
  readonly limits: ReadLimits;
  /** By its name one resource a line, so that a broken first line doesn't hide that. */
  readonly isLines: boolean;
}

/** A sink for parsed documents: the usual one adds them to a builder, the bulk reader spreads them over patients. */
export type DocumentSink = (document: unknown, place: string) => boolean;

/**
 * Read one text to its end. A bad line becomes an issue and the other lines are kept.
 *
 * @throws `invalid-input` when nothing in it can be read as FHIR: what was expected, what was found, and where
 */
export async function readText(
  text: TextPieces,
  name: string,
  builder: ContentBuilder,
  options: ReadTextOptions,
  sink: DocumentSink = (document, place) => addDocument(builder, document, name, place),
): Promise<void> {
  const reader = { text, name, builder, options, sink };
  const head = await readHead(text.pieces, options.limits);
  const start = head.text.trimStart();
  if (start === '') throw emptyError(reader);
  if (start.startsWith('<')) return readXml(reader, head);
  if (!options.isLines && !start.startsWith('{') && !start.startsWith('[')) {
    throw new HopperError(
      'invalid-input',
      `Expected FHIR as JSON, NDJSON or XML in ${name}, found a text of another kind.`,
    );
  }
  const first = options.isLines ? undefined : tryParse(head.firstLine);
  if (options.isLines || (first !== undefined && head.endsInLine)) return readLines(reader, head);
  await readDocument(reader, head, first);
}

interface Reader {
  readonly text: TextPieces;
  readonly name: string;
  readonly builder: ContentBuilder;
  readonly options: ReadTextOptions;
  readonly sink: DocumentSink;
}

interface Head {
  /** All text read so far. */
  readonly text: string;
  readonly firstLine: string;
  /** Whether a line break follows the first line. */
  readonly endsInLine: boolean;
}

/** Read up to the end of the first line that isn't blank. */
async function readHead(pieces: AsyncGenerator<string, void>, limits: ReadLimits): Promise<Head> {
  const parts: string[] = [];
  let length = 0;
  let begun = false;
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
    parts.push(next.value);
    length += next.value.length;
    begun ||= next.value.trim() !== '';
    if (length > limits.documentUnits) break;
    if (!begun || !next.value.includes('\n')) continue;
    const text = parts.join('');
    const start = text.length - text.trimStart().length;
    const end = text.indexOf('\n', start);
    if (end >= 0) return { text, firstLine: text.slice(start, end), endsInLine: true };
  }
  const text = parts.join('');
  return { text, firstLine: text.trim(), endsInLine: false };
}

function tryParse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The whole text is one document. */
async function readDocument(
  reader: Reader,
  head: Head,
  parsed: { readonly value: unknown } | undefined,
): Promise<void> {
  const { name, sink } = reader;
  const text = head.endsInLine ? await readRest(reader, head.text) : head.text;
  const document = parsed ?? parseDocument(reader, text);
  checkText(reader, text);
  if (!sink(document.value, '')) {
    throw new HopperError(
      'invalid-input',
      `Expected a FHIR resource, Bundle or list of resources in ${name}, found ${describeShape(document.value)}.`,
    );
  }
  const stopped = reader.text.stoppedBy();
  if (stopped !== undefined) noteStop(reader, stopped);
}

function parseDocument(reader: Reader, text: string): { readonly value: unknown } {
  const parsed = tryParse(text);
  if (parsed !== undefined) return parsed;
  const { name } = reader;
  const stopped = reader.text.stoppedBy();
  if (stopped !== undefined)
    throw new HopperError('invalid-input', `Expected a whole FHIR document in ${name}, but ${stopped.reason}.`);
  const { problem } = scanJson(text);
  const where = problem === undefined ? '' : ` at ${describePlace(problem)}`;
  const message = `Expected JSON in ${name}, found a break${where}: ${problem?.expected ?? 'a value'} should stand there.`;
  throw new HopperError('invalid-input', message, { details: { file: name, ...problem } });
}

async function readRest({ text, name, options }: Reader, head: string): Promise<string> {
  const parts = [head];
  let length = head.length;
  for await (const piece of text.pieces) {
    parts.push(piece);
    length += piece.length;
    if (length > options.limits.documentUnits) {
      throw new HopperError(
        'invalid-input',
        `${name} is one document of more than ${options.limits.documentUnits} characters (limit documentUnits); give it as NDJSON, one resource a line.`,
      );
    }
  }
  return parts.join('');
}

async function readXml(reader: Reader, head: Head): Promise<void> {
  const text = head.endsInLine ? await readRest(reader, head.text) : head.text;
  const document = await parseFhirXml(text, reader.name);
  if (!reader.sink(document, '')) {
    throw new HopperError(
      'invalid-input',
      `Expected a FHIR resource or Bundle in ${reader.name}, found XML of another kind.`,
    );
  }
}

/** One resource (or Bundle) a line. */
async function readLines(reader: Reader, head: Head): Promise<void> {
  const { text, name, builder, options } = reader;
  const state = { line: 0, good: 0, bad: 0, firstBad: '' };
  /** Parts of a line that has not ended yet, joined only when it does. */
  let open: string[] = [];
  let openLength = 0;
  let tooLong = false;

  const take = (piece: string): void => {
    let start = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', start)) {
      const tail = piece.slice(start, end);
      state.line++;
      if (tooLong)
        noteBadLine(reader, state, `longer than ${options.limits.documentUnits} characters (limit documentUnits)`);
      else readLine(reader, state, open.length === 0 ? tail : open.join('') + tail);
      open = [];
      openLength = 0;
      tooLong = false;
      start = end + 1;
    }
    openLength += piece.length - start;
    if (openLength > options.limits.documentUnits) tooLong = true;
    if (tooLong) open = [];
    else if (start < piece.length) open.push(start === 0 ? piece : piece.slice(start));
  };

  take(head.text);
  for await (const piece of text.pieces) take(piece);
  const stopped = text.stoppedBy();
  if (stopped !== undefined) noteStop(reader, stopped);
  else if (openLength > 0) take('\n');
  if (state.bad > 0)
    builder.missing.push(`${state.bad} of ${state.good + state.bad} lines of ${name} could not be read`);
  if (state.good === 0) {
    throw state.bad === 0
      ? emptyError(reader)
      : new HopperError('invalid-input', `Expected one FHIR resource a line in ${name}, found none: ${state.firstBad}`);
  }
}

interface LineState {
  line: number;
  good: number;
  bad: number;
  firstBad: string;
}

function readLine(reader: Reader, state: LineState, line: string): void {
  if (line === '' || line.trim() === '') return;
  const parsed = tryParse(line);
  if (parsed === undefined) {
    const { problem } = scanJson(line);
    const where = problem === undefined ? '' : `, column ${problem.column}: ${problem.expected} should stand there`;
    return noteBadLine(reader, state, `no JSON${where}`);
  }
  if (reader.options.strict) noteRepeatedNames(reader, line, state.line - 1);
  if (reader.sink(parsed.value, `line ${state.line}`)) state.good++;
  else noteBadLine(reader, state, describeShape(parsed.value));
}

function noteBadLine({ name, builder }: Reader, state: LineState, found: string): void {
  state.bad++;
  const message = `Line ${state.line} of ${name} is left out: expected a FHIR resource, found ${found}.`;
  if (state.bad === 1) state.firstBad = message;
  if (state.bad <= badLinesTold)
    builder.issues.push({ severity: 'error', code: 'unreadable-line', message, source: name });
}

/** What a whole text has odd in it: repeated names (when strict). */
function checkText(reader: Reader, text: string): void {
  if (reader.options.strict) noteRepeatedNames(reader, text, 0);
}

function noteRepeatedNames({ name, builder }: Reader, text: string, linesBefore: number): void {
  for (const { line, column } of scanJson(text, { namesToo: true }).repeatedNames) {
    const message = `A member name stands twice in one object at line ${line + linesBefore}, column ${column} of ${name}; the last one counts.`;
    builder.issues.push({ severity: 'warning', code: 'repeated-name', message, source: name });
  }
}

function noteStop({ name, builder }: Reader, stopped: { readonly code: string; readonly reason: string }): void {
  builder.missing.push(`${name} was read in part: ${stopped.reason}`);
  builder.issues.push({
    severity: 'error',
    code: stopped.code,
    message: `${name} was read up to a point: ${stopped.reason}.`,
    source: name,
  });
}

function emptyError({ name, text }: Reader): HopperError {
  const stopped = text.stoppedBy();
  const found = stopped === undefined ? 'an empty text' : `nothing that can be read: ${stopped.reason}`;
  return new HopperError('invalid-input', `Expected FHIR as JSON, NDJSON or XML in ${name}, found ${found}.`);
}

/** Bad lines told one by one; more are in the count. */
const badLinesTold = 100;
