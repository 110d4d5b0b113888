// JSON made plain ASCII: its few other characters as escapes, so that text is one byte a character, read many times faster.
import { isAscii } from 'node:buffer';

/** Whether a text that begins so is JSON, if anything: its first character that isn't blank opens an object or list. */
export function isJsonStart(bytes: Uint8Array): boolean {
  const mark = bytes[0] === 0xef ? 3 : 0;
  const first = bytes.subarray(mark, mark + mostBlanks).find((byte) => byte > 0x20);
  return first === 0x7b || first === 0x5b;
}

/**
 * The same JSON with every character beyond ASCII as its escape (`\u00e9`), which means the same wherever it may stand.
 *
 * @param bytes whole characters of good UTF-8
 * @returns `undefined` where it wouldn't pay (many such characters) or might mean something else (after a backslash)
 */
export function escapeCharacters(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  let kept = 0;
  for (let block = 0; block < bytes.length; block += blockBytes) {
    const blockEnd = Math.min(bytes.length, block + blockBytes);
    if (isAscii(bytes.subarray(block, blockEnd))) continue;
    for (let at = Math.max(block, kept); at < blockEnd; at++) {
      if ((bytes[at] as number) < 0x80) continue;
      const end = endOfRun(bytes, at);
      if (at === 0 || bytes[at - 1] === backslash || parts.length > bytes.length / bytesForEach) return undefined;
      parts.push(bytes.subarray(kept, at), Buffer.from(escapesOf(bytes.toString('utf8', at, end)), 'latin1'));
      kept = end;
      at = end - 1;
    }
  }
  parts.push(bytes.subarray(kept));
  return Buffer.concat(parts);
}

/** JSON text with the characters that its escapes stand for, so that places in it count as in the file. */
export function withoutEscapes(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/g, (written, digits: string) => {
    const unit = Number.parseInt(digits, 16);
    return unit < 0x80 ? written : String.fromCharCode(unit);
  });
}

function endOfRun(bytes: Buffer, start: number): number {
  let end = start + 1;
  while (end < bytes.length && (bytes[end] as number) >= 0x80) end++;
  return end;
}

function escapesOf(text: string): string {
  let escapes = '';
  for (let at = 0; at < text.length; at++) escapes += `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return escapes;
}

const backslash = 0x5c;
const blockBytes = 4096;
/** More than one part for so many bytes is slower than decoding. */
const bytesForEach = 100;
/** Blank bytes looked past for the first that isn't. */
const mostBlanks = 4096;
