// JSON as models write it: nearly JSON, in fences, among words.

/** JSON, with fences, trailing commas, and Python's constants and quotes forgiven; `undefined` when it still is none. */
export function readJson(text: string): unknown {
  const bare = withoutFence(text.trim());
  const forgiven = bare.replace(/,(\s*[}\]])/g, '$1');
  const renamed = forgiven
    .replace(/\bNone\b/g, 'null')
    .replace(/\bTrue\b/g, 'true')
    .replace(/\bFalse\b/g, 'false');
  for (const variant of [bare, forgiven, renamed, renamed.replaceAll("'", '"')]) {
    try {
      return JSON.parse(variant);
    } catch {
      // Try the next reading; the message would quote the text, so it is dropped.
    }
  }
  return undefined;
}

/**
 * The JSON objects in a text, in the order in which they begin: each before those inside it. A text with very many
 * braces and no object is given up, so that no reply takes long to read.
 */
export function* objectsIn(text: string): Generator<Readonly<Record<string, unknown>>> {
  let left = mostWork + text.length;
  for (let start = text.indexOf('{'); start >= 0 && left > 0; start = text.indexOf('{', start + 1)) {
    if (!/^\{\s*["'}]/.test(text.slice(start, start + longestIndent))) continue;
    const end = endOfObject(text, start);
    left -= (end ?? text.length) - start;
    const value = end === undefined ? undefined : readJson(text.slice(start, end));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) yield value as Record<string, unknown>;
  }
}

/** Index after the brace that closes the one at `start`, strings respected. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (quoted) {
      if (character === '\\') index += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return undefined;
}

function withoutFence(text: string): string {
  const opened = text.replace(/^```\w*\s*/, '');
  return opened.endsWith('```') ? opened.slice(0, -'```'.length).trimEnd() : opened;
}

/** Characters looked at beyond the text itself: some milliseconds, and hundreds of times what an answer takes. */
const mostWork = 2_000_000;
/** Blanks between a brace and the first name of its object. */
const longestIndent = 200;
