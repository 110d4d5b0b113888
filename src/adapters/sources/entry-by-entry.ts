// A long Bundle parsed some entries at a time as its text arrives: one small piece of text in memory, never the document.
import { randomUUID } from 'node:crypto';
import { type ParsedJson, parseJson } from './parse-json.ts';

/**
 * Parse one JSON document whose bulk is the list `entry` of its outermost object, as `JSON.parse` would parse the whole.
 *
 * Where an entry may end is guessed from how the first one begins, and proven by parsing: the text from the start of an
 * entry up to a guess is a list in JSON only if it is whole entries.
 *
 * @param pieces of its text, in order; asked for no further once it is clear that the document must be read whole
 * @returns `undefined` when it is no such document, broken, or longer than `longest` UTF-16 units: read it whole, which
 * tells what is wrong with it
 */
export async function parseByEntry(
  pieces: AsyncGenerator<string, void>,
  longest: number,
): Promise<ParsedJson | undefined> {
  let length = 0;
  let reading: EntryReading | undefined;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > longest) return undefined;
    if (reading === undefined) {
      reading = startReading(piece);
      if (reading === undefined) return undefined;
    } else if (!takePiece(reading, piece)) return undefined;
  }
  return reading === undefined ? undefined : finishReading(reading);
}

interface EntryReading {
  /** The document up to its first entry. */
  readonly head: string;
  /** How an entry begins: its brace and its first member's name. */
  readonly opening: string;
  readonly entries: unknown[];
  /** Text that is not parsed yet; begins with an entry. */
  open: string;
  /** Its end, too short for an opening, of which it may be a part. */
  seam: string;
  isMended: boolean;
  /** Guesses that were wrong. */
  misses: number;
}

function startReading(piece: string): EntryReading | undefined {
  const list = entryList.exec(piece);
  const opening = list?.[1];
  if (list === null || opening === undefined) return undefined;
  const start = list.index + list[0].length - opening.length;
  const head = piece.slice(0, start);
  // Closed here it is a document, so this list is of the outermost object.
  if (parseJson(`${head}]}`) === undefined) return undefined;
  const reading: EntryReading = { head, opening, entries: [], open: '', seam: '', isMended: false, misses: 0 };
  return takePiece(reading, piece.slice(start)) ? reading : undefined;
}

/** Parse the entries that a piece completes; whether it is worth going on. */
function takePiece(reading: EntryReading, piece: string): boolean {
  const { opening, entries } = reading;
  const border = reading.seam + piece.slice(0, opening.length);
  reading.seam = (piece.length < opening.length ? border : piece).slice(1 - opening.length);
  const text = reading.open + piece;
  reading.open = text;
  // A long entry is joined and searched once, when the next one begins.
  const mayEnd = piece.includes(opening) || border.includes(opening);
  for (let next = mayEnd ? text.lastIndexOf(opening) : -1; next > 0; next = text.lastIndexOf(opening, next - 1)) {
    const comma = text.lastIndexOf(',', next);
    const isNext = comma > 0 && (next === comma + 1 || blank.test(text.slice(comma + 1, next)));
    const parsed = isNext ? parseJson(`[${text.slice(0, comma)}]`) : undefined;
    if (parsed !== undefined) {
      for (const entry of parsed.value as readonly unknown[]) entries.push(entry);
      reading.isMended ||= parsed.isMended;
      reading.open = text.slice(next);
      return true;
    }
    reading.misses += 1;
    if (reading.misses > mostMisses) return false;
  }
  return true;
}

/** The last entry and all that follows the list, read with the head as a document of its own. */
function finishReading({ head, entries, open, isMended }: EntryReading): ParsedJson | undefined {
  // A word that stands in no text.
  const mark = randomUUID();
  const rest = parseJson(`${head}"${mark}",${open}`);
  const value = rest?.value as { entry?: unknown } | undefined;
  // A second member named `entry` would count instead of the first: then the mark is gone.
  if (rest === undefined || value === undefined || !Array.isArray(value.entry) || value.entry[0] !== mark)
    return undefined;
  for (let at = 1; at < value.entry.length; at += 1) entries.push(value.entry[at]);
  value.entry = entries;
  return { value, isMended: isMended || rest.isMended };
}

const entryList = /"entry"\s*:\s*\[\s*(\{\s*"[A-Za-z]+"\s*:)/;
/** What JSON counts as blank. */
const blank = /^[ \t\r\n]*$/;
/** So many wrong guesses tell that entries begin like something inside them. */
const mostMisses = 100;
