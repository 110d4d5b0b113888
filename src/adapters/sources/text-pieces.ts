// From the bytes of a file or stream to text: unpacked, decoded, within limits, piece by piece.
import { isAscii, isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { HopperError } from '../../errors.ts';
import { chunkBytes } from './file-bytes.ts';
import { escapeCharacters, isJsonStart, withoutEscapes } from './json-escapes.ts';
import type { ReadLimits } from './limits.ts';

/** Why a text ended before its source did. */
export interface TextBreak {
  readonly code: 'unpack-limit' | 'broken-gzip';
  readonly reason: string;
}

export interface TextPieces {
  /** Pieces of decoded text, in order; a byte order mark is taken off. Returning early closes the source. */
  readonly pieces: AsyncGenerator<string, void>;
  /** Set when unpacking stopped early; the pieces before it are good. */
  stoppedBy(): TextBreak | undefined;
  /** Whether bytes so far were no UTF-8; they stand as U+FFFD. */
  hasWrongBytes(): boolean;
  /** Text of the pieces as a person would count it: in JSON, characters that aren't ASCII come as escapes. */
  asWritten(text: string): string;
}

/**
 * Decode bytes to text: gzip by its first bytes (not its name), UTF-8, or UTF-16 by its mark or by the look of its first bytes.
 *
 * @param bytes chunks, each of which need hold only until the next is asked for
 * @throws `source-failed` when the stream itself fails
 */
export function readTextPieces(bytes: AsyncIterable<Uint8Array>, name: string, limits: ReadLimits): TextPieces {
  let stopped: TextBreak | undefined;
  let decoder: ChunkDecoder | undefined;
  async function* decode(): AsyncGenerator<string, void> {
    const counter = { packed: 0 };
    let total = 0;
    let isPacked = false;
    try {
      const { head, rest } = await peek(countBytes(bytes, counter));
      isPacked = head[0] === 0x1f && head[1] === 0x8b;
      const unpacked = isPacked ? gunzip(rest) : rest;
      for await (const chunk of unpacked) {
        total += chunk.length;
        stopped = isPacked ? overLimit(total, counter.packed, limits) : undefined;
        if (stopped !== undefined) break;
        const isFirst = decoder === undefined;
        decoder ??= createDecoder(chunk);
        const text = decoder.write(chunk);
        yield isFirst && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
      }
    } catch (error) {
      if (!isPacked || !isZlibError(error)) throw toReadError(error, name);
      stopped = { code: 'broken-gzip', reason: 'its gzip data is damaged or cut short' };
    }
    const last = stopped === undefined ? decoder?.end() : undefined;
    if (last !== undefined && last !== '') yield last;
  }
  return {
    pieces: decode(),
    stoppedBy: () => stopped,
    hasWrongBytes: () => decoder?.hasWrongBytes() ?? false,
    asWritten: (text) => (decoder?.hasEscaped() === true ? withoutEscapes(text) : text),
  };
}

async function* countBytes(bytes: AsyncIterable<Uint8Array>, counter: { packed: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    counter.packed += chunk.length;
    yield chunk;
  }
}

/** Look at the first bytes without losing them; where a chunk has too few, it is kept as a copy. */
async function peek(bytes: AsyncGenerator<Uint8Array>): Promise<{ head: Uint8Array; rest: AsyncIterable<Uint8Array> }> {
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < 4) {
    const next = await bytes.next();
    if (next.done === true) break;
    length += next.value.length;
    first.push(length < 4 ? Buffer.from(next.value) : next.value);
  }
  const head = first.length === 1 ? (first[0] as Uint8Array) : Buffer.concat(first);
  async function* rest(): AsyncGenerator<Uint8Array> {
    try {
      if (head.length > 0) yield head;
      yield* bytes;
    } finally {
      await bytes.return(undefined);
    }
  }
  return { head, rest: rest() };
}

function gunzip(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const unpacker = createGunzip({ chunkSize: chunkBytes });
  // Errors of either side arrive where the unpacked chunks are awaited.
  pipeline(Readable.from(copies(bytes)), unpacker, () => undefined);
  return unpacker;
}

/** Chunks that may wait in a queue while the next ones are read. */
async function* copies(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) yield Buffer.from(chunk);
}

function overLimit(unpacked: number, packed: number, limits: ReadLimits): TextBreak | undefined {
  if (unpacked > limits.unpackedBytes) {
    return {
      code: 'unpack-limit',
      reason: `it unpacks to more than ${limits.unpackedBytes} bytes (limit unpackedBytes)`,
    };
  }
  if (unpacked > watchExpansionFrom && unpacked > packed * limits.expansion) {
    return {
      code: 'unpack-limit',
      reason: `it unpacks to more than ${limits.expansion} times its size (limit expansion)`,
    };
  }
  return undefined;
}

/** Decoding that keeps what a chunk leaves unfinished for the next one. */
interface ChunkDecoder {
  write(chunk: Uint8Array): string;
  end(): string;
  hasWrongBytes(): boolean;
  /** Whether characters were written as JSON escapes. */
  hasEscaped(): boolean;
}

function createDecoder(first: Uint8Array): ChunkDecoder {
  const [a, b] = first;
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0)) return createWideDecoder(true);
  if ((a === 0xff && b === 0xfe) || (b === 0 && a !== 0 && first.length > 1)) return createWideDecoder(false);
  return createUtf8Decoder(isJsonStart(first));
}

/**
 * Plain ASCII, the usual case, is copied byte by byte, some ten times faster than decoding; JSON with few other characters
 * is made plain ASCII first.
 */
function createUtf8Decoder(isJson: boolean): ChunkDecoder {
  let open: Buffer = Buffer.alloc(0);
  let isWrong = false;
  let isEscaped = false;
  return {
    write(chunk) {
      const bytes = open.length === 0 ? asBuffer(chunk) : Buffer.concat([open, chunk]);
      if (isAscii(bytes)) {
        open = Buffer.alloc(0);
        return bytes.toString('latin1');
      }
      const whole = bytes.subarray(0, bytes.length - unfinishedBytes(bytes));
      open = Buffer.from(bytes.subarray(whole.length));
      const isGood = isUtf8(whole);
      const escaped = isJson && isGood ? escapeCharacters(whole) : undefined;
      isWrong ||= !isGood;
      isEscaped ||= escaped !== undefined;
      return escaped?.toString('latin1') ?? whole.toString('utf8');
    },
    end: () => open.toString('utf8'),
    hasWrongBytes: () => isWrong || !isUtf8(open),
    hasEscaped: () => isEscaped,
  };
}

/** How many bytes at the end belong to a character that goes on in the next chunk (0 to 3). */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const needed = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return needed > back ? back : 0;
  }
  return 0;
}

function createWideDecoder(isBigEndian: boolean): ChunkDecoder {
  const decoder = new StringDecoder('utf16le');
  let odd: Uint8Array = new Uint8Array(0);
  return {
    write(chunk) {
      const joined = Buffer.concat([odd, chunk]);
      const even = joined.length - (joined.length % 2);
      odd = joined.subarray(even);
      const pairs = joined.subarray(0, even);
      return decoder.write(isBigEndian ? pairs.swap16() : pairs).replace(/\p{Surrogate}/gu, '\uFFFD');
    },
    end: () => decoder.end(),
    hasWrongBytes: () => false,
    hasEscaped: () => false,
  };
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

function isZlibError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function toReadError(error: unknown, name: string): HopperError {
  if (error instanceof HopperError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'an error';
  return new HopperError('source-failed', `Expected to read ${name} to its end, but reading stopped with ${code}.`, {
    cause: error,
  });
}

/** Small files may pack well; a bomb shows from here on. */
const watchExpansionFrom = 64 * 1024 ** 2;
