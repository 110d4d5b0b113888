// JSON from outside: text that may not be JSON, values that may not be objects.

/** The value that a text says; `undefined` when it is no JSON. The parser's own message quotes the text and is dropped. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An object with names, neither `null` nor a list. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
