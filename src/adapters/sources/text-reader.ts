// One text being read: what the readers of its kinds share.
import { HopperError } from '../../errors.ts';
import type { ContentBuilder } from '../../fhir/bundle.ts';
import { scanJson } from './json-scan.ts';
import type { ReadLimits } from './limits.ts';
import type { TextPieces } from './text-pieces.ts';

/** Takes parsed documents: adds them to a builder, or spreads them over patients. Says whether it was FHIR. */
export type DocumentSink = (document: unknown, place: string) => boolean;

/** One text being read. */
export interface TextReader {
  readonly text: TextPieces;
  /** Name of the file or stream, for messages. */
  readonly name: string;
  /** Takes issues and what is missing. */
  readonly builder: ContentBuilder;
  readonly sink: DocumentSink;
  readonly limits: ReadLimits;
  /** Report repeated member names. */
  readonly strict: boolean;
}

/** The start of a text: its first line that isn't blank, and what was read beyond it. */
export interface TextHead {
  /** All that was read so far, the lines before it too. */
  readonly text: string;
  readonly firstLine: string;
  /** Lines before it, all blank. */
  readonly linesBefore: number;
  /** What follows its line break so far; `undefined`: the text ends with that line. */
  readonly rest: string | undefined;
}

/** At a text's end: bytes that were no text, and what stopped it early, as an issue and as something missing. */
export function noteEnd({ name, builder, text }: TextReader): void {
  if (text.hasWrongBytes()) {
    const message = `Expected ${name} in UTF-8 or UTF-16, found bytes of another encoding, shown as U+FFFD; save it as UTF-8.`;
    builder.issues.push({ severity: 'warning', code: 'wrong-encoding', message, source: name });
  }
  const stopped = text.stoppedBy();
  if (stopped === undefined) return;
  const { code, reason } = stopped;
  builder.missing.push(`${name} was read in part: ${reason}`);
  const message = `${name} was read up to a point: ${reason}.`;
  builder.issues.push({ severity: 'error', code, message, source: name });
}

/** Half characters of a parsed text. */
export function noteMended({ name, builder }: TextReader, isMended: boolean, linesBefore: number): void {
  if (!isMended) return;
  const message = `Half a character (a lone surrogate) in ${name}${linesBefore > 0 ? `, line ${linesBefore + 1},` : ''} is shown as U+FFFD.`;
  builder.issues.push({ severity: 'warning', code: 'half-character', message, source: name });
}

/** When strict, member names that stand twice in one object. */
export function noteRepeatedNames({ name, builder, strict }: TextReader, text: string, linesBefore: number): void {
  if (!strict) return;
  for (const { line, column } of scanJson(text, { namesToo: true }).repeatedNames) {
    const message = `A member name stands twice in one object at line ${line + linesBefore}, column ${column} of ${name}; the last one counts.`;
    builder.issues.push({ severity: 'warning', code: 'repeated-name', message, source: name });
  }
}

export function emptyError({ name, text }: TextReader): HopperError {
  const stopped = text.stoppedBy();
  const found = stopped === undefined ? 'an empty text' : `nothing that can be read: ${stopped.reason}`;
  return new HopperError('invalid-input', `Expected FHIR as JSON, NDJSON or XML in ${name}, found ${found}.`);
}
