// Text of unknown kind to resources: one JSON document, one resource a line, or XML, told apart by what is there.
import { HopperError } from '../../errors.ts';
import { describeShape } from '../../fhir/bundle.ts';
import type { ReadLimits } from './limits.ts';
import { brokenJsonError, type ParsedJson, parseJson } from './parse-json.ts';
import { readLines } from './read-lines.ts';
import { emptyError, noteEnd, noteMended, noteRepeatedNames, type TextHead, type TextReader } from './text-reader.ts';

/**
 * Read one text to its end. A bad line becomes an issue and the other lines are kept.
 *
 * @param isLines by its name one resource a line, so that a broken first line doesn't hide that
 * @throws `invalid-input` when nothing in it can be read as FHIR: what was expected, what was found, and where
 */
export async function readText(reader: TextReader, isLines: boolean): Promise<void> {
  const head = await readHead(reader);
  const start = head.firstLine.trimStart()[0];
  if (start === undefined) throw emptyError(reader);
  if (start === '<') return readXml(reader, await wholeText(reader, head));
  if (isLines) return readLines(reader, head, undefined);
  if (start !== '{' && start !== '[') {
    const message = `Expected FHIR as JSON, NDJSON or XML in ${reader.name}, found a text of another kind.`;
    throw new HopperError('invalid-input', message);
  }
  const first = parseJson(head.firstLine);
  if (first === undefined) return readDocument(reader, await wholeText(reader, head), undefined);
  return head.rest === undefined ? readDocument(reader, head.firstLine, first) : readLines(reader, head, first);
}

async function readHead({ text, name, limits }: TextReader): Promise<TextHead> {
  const parts: string[] = [];
  let length = 0;
  let begun = false;
  for (let next = await text.pieces.next(); next.done !== true; next = await text.pieces.next()) {
    parts.push(next.value);
    length += next.value.length;
    begun ||= next.value.trim() !== '';
    if (begun && next.value.includes('\n')) {
      const head = splitHead(parts.length === 1 ? next.value : parts.join(''));
      if (head.rest !== undefined) return head;
    }
    if (length > limits.documentUnits) throw tooLongError(name, limits);
  }
  return splitHead(parts.join(''));
}

function splitHead(text: string): TextHead {
  let start = 0;
  let linesBefore = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    const line = text.slice(start, end);
    if (line.trim() !== '') return { text, firstLine: line, linesBefore, rest: text.slice(end + 1) };
    linesBefore++;
    start = end + 1;
  }
  return { text, firstLine: start === 0 ? text : text.slice(start), linesBefore, rest: undefined };
}

/** The text as one string. Joining copies it, which takes as long as parsing: one piece stays as it is. */
async function wholeText({ text, name, limits }: TextReader, head: TextHead): Promise<string> {
  const parts = [head.text];
  let length = head.text.length;
  for await (const piece of text.pieces) {
    parts.push(piece);
    length += piece.length;
    if (length > limits.documentUnits) throw tooLongError(name, limits);
  }
  return parts.length === 1 ? head.text : parts.join('');
}

/** The whole text is one document. */
async function readDocument(reader: TextReader, text: string, known: ParsedJson | undefined): Promise<void> {
  const { name } = reader;
  const parsed = known ?? parseJson(text);
  if (parsed === undefined) {
    const stopped = reader.text.stoppedBy();
    if (stopped === undefined) throw brokenJsonError(reader.text.asWritten(text), name);
    throw new HopperError('invalid-input', `Expected a whole FHIR document in ${name}, but ${stopped.reason}.`);
  }
  noteMended(reader, parsed.isMended, 0);
  noteRepeatedNames(reader, text, 0);
  takeDocument(reader, parsed.value);
}

/**
 * Take a parsed document, the whole of a text that was read to its end.
 *
 * @throws `invalid-input` when it is not FHIR
 */
export function takeDocument(reader: TextReader, document: unknown): void {
  const { name, sink } = reader;
  if (!sink(document, '')) {
    const message = `Expected a FHIR resource, Bundle or list of resources in ${name}, found ${describeShape(document)}.`;
    throw new HopperError('invalid-input', message, { details: { file: name, isFhir: false } });
  }
  noteEnd(reader);
}

async function readXml(reader: TextReader, text: string): Promise<void> {
  const { name, sink } = reader;
  // Loaded for XML alone: few records are, and its parser is a tenth of all that a start loads.
  const { parseFhirXml } = await import('./xml.ts');
  if (sink(await parseFhirXml(text, name), '')) return noteEnd(reader);
  const message = `Expected a FHIR resource or Bundle in ${name}, found XML of another kind.`;
  throw new HopperError('invalid-input', message, { details: { file: name, isFhir: false } });
}

function tooLongError(name: string, { documentUnits }: ReadLimits): HopperError {
  const message = `${name} is one document or line of more than ${documentUnits} characters (limit documentUnits); give it as NDJSON, one resource a line.`;
  return new HopperError('invalid-input', message);
}
