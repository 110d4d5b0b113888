// Encoded text made readable: base64 and UTF-8 to a string, HTML to plain lines.

/** Bytes of base64 (also URL-safe, also with line breaks); `undefined` when it is not base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4) + 3);
  let length = 0;
  let bits = 0;
  let pending = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 61) break;
    const value = code < 128 ? base64Values[code]! : -1;
    if (value === -1) {
      if (code === 10 || code === 13 || code === 32 || code === 9) continue;
      return undefined;
    }
    pending = ((pending << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[length] = (pending >> bits) & 0xff;
      length += 1;
    }
  }
  return bytes.subarray(0, length);
}

/**
 * UTF-8 (or UTF-16 with a byte order mark) as a string. Bytes that are no UTF-8 are read as Windows-1252's Latin half,
 * which is what such attachments mostly are.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes, 0);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes, 1);
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const chunks: string[] = [];
  let codes: number[] = [];
  for (let index = start; index < bytes.length; ) {
    const first = bytes[index]!;
    const size = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    const point = size === 1 ? first : codePoint(bytes, index, size);
    codes.push(point ?? first);
    index += point === undefined ? 1 : size;
    if (codes.length === 4096) {
      chunks.push(String.fromCodePoint(...codes));
      codes = [];
    }
  }
  chunks.push(String.fromCodePoint(...codes));
  return chunks.join('');
}

/** Whether bytes look like text at all: few control characters in their first kilobyte. */
export function looksLikeText(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return true;
  const end = Math.min(bytes.length, 1024);
  let odd = 0;
  for (let index = 0; index < end; index += 1) {
    const byte = bytes[index]!;
    if (byte === 0) return false;
    if (byte < 9 || (byte > 13 && byte < 32)) odd += 1;
  }
  return odd * 50 <= end;
}

/**
 * HTML or XHTML as plain lines: tags gone, blocks and table rows on lines of their own, cells parted by ` | `,
 * list items with a dash, entities resolved; styles, scripts and comments left out.
 */
export function htmlToText(html: string): string {
  const parts: string[] = [];
  let position = 0;
  while (position < html.length) {
    const open = html.indexOf('<', position);
    if (open < 0) break;
    parts.push(plainRun(html.slice(position, open)));
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open);
      position = end < 0 ? html.length : end + 3;
      continue;
    }
    const close = html.indexOf('>', open);
    if (close < 0) return tidyLines(parts.join(''));
    const tag = /^<\/?\s*([a-zA-Z0-9:]+)/.exec(html.slice(open, Math.min(close, open + 30)))?.[1]?.toLowerCase() ?? '';
    position = close + 1;
    if ((tag === 'style' || tag === 'script') && html[open + 1] !== '/') {
      const end = html.toLowerCase().indexOf(`</${tag}`, position);
      position = end < 0 ? html.length : html.indexOf('>', end) + 1 || html.length;
    } else if (html[open + 1] !== '/' || blockTags.has(tag)) {
      parts.push(tagBreak(tag, html[open + 1] === '/'));
    }
  }
  if (position < html.length) parts.push(plainRun(html.slice(position)));
  return tidyLines(parts.join(''));
}

function plainRun(text: string): string {
  const run = text.replace(/\s+/g, ' ');
  return run.includes('&') ? run.replace(/&(#x?[0-9a-fA-F]+|[a-zA-Z]+);/g, resolveEntity) : run;
}

function resolveEntity(whole: string, name: string): string {
  if (name[0] !== '#') return entities[name] ?? whole;
  const point =
    name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return Number.isNaN(point) || point > 0x10ffff ? whole : String.fromCodePoint(point);
}

function tagBreak(tag: string, closes: boolean): string {
  if (tag === 'li' && !closes) return '\n- ';
  if ((tag === 'td' || tag === 'th') && !closes) return ' | ';
  return blockTags.has(tag) ? '\n' : '';
}

function tidyLines(text: string): string {
  const lines: string[] = [];
  for (const raw of text.split('\n')) {
    const line = raw
      .replace(/[ \u00a0]+/g, ' ')
      .replace(/^[ |]+/, '')
      .trimEnd();
    if (line !== '' && line !== '-') lines.push(line);
  }
  return lines.join('\n');
}

function codePoint(bytes: Uint8Array, index: number, size: number): number | undefined {
  if (size === 0 || index + size > bytes.length) return undefined;
  let point = bytes[index]! & (0xff >> (size + 1));
  for (let next = 1; next < size; next += 1) {
    const byte = bytes[index + next]!;
    if ((byte & 0xc0) !== 0x80) return undefined;
    point = (point << 6) | (byte & 0x3f);
  }
  return point > 0x10ffff ? undefined : point;
}

function decodeUtf16(bytes: Uint8Array, highFirst: 0 | 1): string {
  const units: string[] = [];
  for (let index = 2; index + 1 < bytes.length; index += 2) {
    units.push(String.fromCharCode((bytes[index + 1 - highFirst]! << 8) | bytes[index + highFirst]!));
  }
  return units.join('');
}

const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const base64Values = new Int8Array(128).fill(-1);
for (let index = 0; index < base64Alphabet.length; index += 1) base64Values[base64Alphabet.charCodeAt(index)] = index;
base64Values['-'.charCodeAt(0)] = 62;
base64Values['_'.charCodeAt(0)] = 63;

const blockTags = new Set(
  'address article blockquote br caption dd div dl dt footer h1 h2 h3 h4 h5 h6 header hr li list item ol p paragraph pre section table tbody text thead title tr ul'.split(
    ' ',
  ),
);
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  deg: '°',
  micro: 'µ',
  plusmn: '±',
  le: '≤',
  ge: '≥',
  hellip: '…',
  bull: '•',
  middot: '·',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  aacute: 'á',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  ntilde: 'ñ',
  ccedil: 'ç',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};
