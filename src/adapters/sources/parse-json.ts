// JSON text to values: fast when it is well formed, and mended where a text holds half a character.
import { HopperError } from '../../errors.ts';
import { deepestNesting } from '../../fhir/resource.ts';
import { describePlace, scanJson } from './json-scan.ts';

/** A parsed text, and whether half characters (lone surrogates) in it were replaced by U+FFFD. */
export interface ParsedJson {
  readonly value: unknown;
  readonly isMended: boolean;
}

/** Parse JSON; `undefined` when it is not JSON. Its own message quotes the text and is never passed on. */
export function parseJson(text: string): ParsedJson | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value, isMended: hasSurrogateEscape(text) && mendStrings(value, 0) };
  } catch {
    return undefined;
  }
}

/** The error for a text that is no JSON: its file and place, and what should stand there. */
export function brokenJsonError(text: string, name: string): HopperError {
  const { problem } = scanJson(text);
  const where = problem === undefined ? '' : ` at ${describePlace(problem)}`;
  const message = `Expected JSON in ${name}, found a break${where}: ${problem?.expected ?? 'a value'} should stand there.`;
  return new HopperError('invalid-input', message, { details: { file: name, ...problem } });
}

/** Plain searches first: most texts have no such escape, and they are many times faster than the pattern. */
function hasSurrogateEscape(text: string): boolean {
  return (text.includes('\\ud') || text.includes('\\uD')) && surrogateEscape.test(text);
}

/** Replace half characters in freshly parsed values, in place. */
function mendStrings(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > deepestNesting) return false;
  let isMended = false;
  for (const [name, child] of Object.entries(value)) {
    if (typeof child === 'string') {
      const mended = child.replace(loneSurrogate, '\uFFFD');
      if (mended === child) continue;
      Object.defineProperty(value, name, { value: mended, writable: true, enumerable: true, configurable: true });
      isMended = true;
    } else if (mendStrings(child, depth + 1)) isMended = true;
  }
  return isMended;
}

/** One half without the other beside it: after an escaped backslash, `\\ud83d` is no half. */
const surrogateEscape =
  /\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!(?<!\\)(?:\\\\)*\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]/;
const loneSurrogate = /\p{Surrogate}/gu;
