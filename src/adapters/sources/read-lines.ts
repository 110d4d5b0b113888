// One resource (or Bundle) a line: each line stands for itself, and a bad one costs itself alone.
import { HopperError } from '../../errors.ts';
import { describeShape } from '../../fhir/bundle.ts';
import { keepAlive } from '../../fhir/keep-alive.ts';
import { scanJson } from './json-scan.ts';
import { type ParsedJson, parseJson } from './parse-json.ts';
import { emptyError, noteEnd, noteMended, noteRepeatedNames, type TextHead, type TextReader } from './text-reader.ts';

/**
 * Read the lines of a text, the first of which is at hand (and perhaps parsed).
 *
 * @throws `invalid-input` when no line is FHIR
 */
export async function readLines(reader: TextReader, head: TextHead, first: ParsedJson | undefined): Promise<void> {
  const { text, name, builder } = reader;
  const state: LineState = { line: head.linesBefore, good: 0, bad: 0, firstBad: '' };
  const splitter = new LineSplitter(reader.limits.documentUnits, (line) => {
    state.line++;
    if (line === undefined) noteBadLine(reader, state, 'one that is too long (limit documentUnits)');
    else readLine(reader, state, line, undefined);
  });

  state.line++;
  readLine(reader, state, head.firstLine, first);
  if (head.rest !== undefined) {
    splitter.take(head.rest);
    for await (const piece of text.pieces) splitter.take(piece);
  }
  // Where the text stopped early, its last line is a torso.
  if (text.stoppedBy() === undefined) splitter.end();
  noteEnd(reader);
  if (state.bad > 0)
    builder.missing.push(`${state.bad} of ${state.good + state.bad} lines of ${name} could not be read`);
  if (state.good > 0) return;
  if (state.bad === 0) throw emptyError(reader);
  const message = `Expected one FHIR resource a line in ${name}, found none. ${state.firstBad}`;
  throw new HopperError('invalid-input', message, { details: { file: name, isFhir: false } });
}

/** Cuts pieces of text into lines; a line over many pieces is joined once, when it ends. One too long is no line. */
class LineSplitter {
  readonly #longest: number;
  readonly #onLine: (line: string | undefined) => void;
  #open: string[] = [];
  #openLength = 0;

  constructor(longest: number, onLine: (line: string | undefined) => void) {
    this.#longest = longest;
    this.#onLine = onLine;
  }

  take(piece: string): void {
    let start = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', start)) {
      this.#close(piece.slice(start, end));
      start = end + 1;
    }
    this.#openLength += piece.length - start;
    if (this.#openLength > this.#longest) this.#open = [];
    else if (start < piece.length) this.#open.push(start === 0 ? piece : piece.slice(start));
  }

  end(): void {
    if (this.#openLength > 0) this.#close('');
  }

  #close(tail: string): void {
    if (this.#openLength === 0) {
      this.#onLine(tail.length > this.#longest ? undefined : tail);
      return;
    }
    const isTooLong = this.#openLength + tail.length > this.#longest;
    this.#onLine(isTooLong ? undefined : this.#open.join('') + tail);
    this.#open = [];
    this.#openLength = 0;
  }
}

keepAlive(new LineSplitter(0, () => undefined));

interface LineState {
  /** Number of the line at hand, from 1. */
  line: number;
  good: number;
  bad: number;
  firstBad: string;
}

function readLine(reader: TextReader, state: LineState, line: string, known: ParsedJson | undefined): void {
  if (known === undefined && (line === '' || line.trim() === '')) return;
  const parsed = known ?? parseJson(line);
  if (parsed === undefined) {
    const { problem } = scanJson(reader.text.asWritten(line));
    const where = problem === undefined ? '' : `: at column ${problem.column} ${problem.expected} should stand`;
    noteBadLine(reader, state, `no JSON${where}`);
    return;
  }
  noteMended(reader, parsed.isMended, state.line - 1);
  noteRepeatedNames(reader, line, state.line - 1);
  if (reader.sink(parsed.value, `line ${state.line}`)) state.good++;
  else noteBadLine(reader, state, describeShape(parsed.value));
}

function noteBadLine({ name, builder }: TextReader, state: LineState, found: string): void {
  state.bad++;
  const message = `Line ${state.line} of ${name} is left out: expected a FHIR resource, found ${found}.`;
  if (state.bad === 1) state.firstBad = message;
  if (state.bad > badLinesTold) return;
  builder.issues.push({ severity: 'error', code: 'unreadable-line', message, source: name });
}

/** Bad lines told one by one; more are in the count. */
const badLinesTold = 100;
