// A tolerant second look at JSON: where it breaks, and which member names stand twice. Never quotes what it reads.

/** Where JSON breaks. Lines and columns count from 1, the offset from 0, in UTF-16 units. */
export interface JsonProblem {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  /** What was expected there, e.g. `a member name in double quotes`. */
  readonly expected: string;
}

export interface JsonScan {
  /** `undefined`: the text is well-formed JSON. */
  readonly problem: JsonProblem | undefined;
  /** Places where an object repeats a member name (the last one wins in JSON.parse). */
  readonly repeatedNames: readonly { readonly line: number; readonly column: number }[];
}

/** Walk JSON text without building it; memory is bounded by its nesting. `namesToo` also looks for repeated names. */
export function scanJson(text: string, options: { readonly namesToo?: boolean } = {}): JsonScan {
  const repeated: number[] = [];
  const scanner = createScanner(text, options.namesToo === true ? repeated : undefined);
  const failure = scanner();
  const problem = failure === undefined ? undefined : { ...placeOf(text, failure.offset), expected: failure.expected };
  return { problem, repeatedNames: repeated.map((offset) => placeOf(text, offset)) };
}

/** `line 111, column 17 (offset 5018)`. */
export function describePlace(place: {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}): string {
  return `line ${place.line}, column ${place.column} (offset ${place.offset})`;
}

function placeOf(text: string, offset: number): { offset: number; line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return { offset, line, column: offset - lineStart + 1 };
}

interface Failure {
  readonly offset: number;
  readonly expected: string;
}

/** A walk by explicit stack, so that deep nesting can't exhaust the call stack. */
function createScanner(text: string, repeated: number[] | undefined): () => Failure | undefined {
  let at = 0;
  /** Names met so far for an object (only when asked for), `undefined` for an array. */
  const stack: { readonly isObject: boolean; readonly names: Set<string> | undefined }[] = [];

  const skipBlank = (): void => {
    while (at < text.length && blanks.has(text.charCodeAt(at))) at++;
  };
  const fail = (expected: string): Failure => ({
    offset: at,
    expected: at >= text.length ? `${expected}, before the end of the text` : expected,
  });

  function readName(): Failure | undefined {
    skipBlank();
    const start = at;
    if (text[at] !== '"') return fail('a member name in double quotes');
    const broken = readString();
    if (broken !== undefined) return broken;
    const names = stack.at(-1)?.names;
    if (names !== undefined) {
      const name = text.slice(start, at);
      if (names.has(name)) repeated?.push(start);
      names.add(name);
    }
    skipBlank();
    if (text[at] !== ':') return fail('a colon');
    at++;
    return undefined;
  }

  function readString(): Failure | undefined {
    for (at++; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === 34) {
        at++;
        return undefined;
      }
      if (unit < 32) return fail('no bare control character inside a string');
      if (unit !== 92) continue;
      at++;
      const escaped = text[at] ?? '';
      if (escaped === 'u' && !/^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5)))
        return fail('four hexadecimal digits after \\u');
      if (!'"\\/bfnrtu'.includes(escaped) || escaped === '') return fail('a known escape after a backslash');
    }
    return fail('a closing double quote');
  }

  /** A string, number or word; or the opening of an object or array. */
  function readValue(): Failure | undefined {
    skipBlank();
    const start = text[at];
    if (start === '"') return readString();
    if (start === '{' || start === '[') {
      stack.push({ isObject: start === '{', names: start === '{' && repeated !== undefined ? new Set() : undefined });
      at++;
      return undefined;
    }
    scalar.lastIndex = at;
    const match = scalar.exec(text);
    if (match === null) return fail('a value');
    at += match[0].length;
    return undefined;
  }

  /** After a value: close what ends here, up to the next value's place. */
  function readEnds(opened: boolean): Failure | 'done' | undefined {
    for (let fresh = opened; ; fresh = false) {
      const inside = stack.at(-1);
      skipBlank();
      if (inside === undefined) return at < text.length ? fail('nothing after the document') : 'done';
      const close = inside.isObject ? '}' : ']';
      if (text[at] === close) {
        stack.pop();
        at++;
        continue;
      }
      if (!fresh) {
        if (text[at] !== ',') return fail(`a comma or ${close}`);
        at++;
      }
      return inside.isObject ? readName() : undefined;
    }
  }

  return () => {
    for (;;) {
      const depth = stack.length;
      const broken = readValue();
      if (broken !== undefined) return broken;
      const ended = readEnds(stack.length > depth);
      if (ended === 'done') return undefined;
      if (ended !== undefined) return ended;
    }
  };
}

const blanks = new Set([32, 9, 10, 13]);
const scalar = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
