// Values that a published table holds as printed text: JSON, or Python's way of printing lists, None and strings.

/** @returns the value; `null` for an empty cell or text that is neither */
export function parsePrinted(text: string | undefined): unknown {
  const printed = text?.trim() ?? '';
  if (printed === '') return null;
  return tryJson(printed) ?? tryJson(asJson(printed)) ?? null;
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Python literals as JSON: strings in single quotes, None, True, False, tuples and trailing commas. */
function asJson(printed: string): string {
  return printed
    .replace(tokens, (token, single: string | undefined) => {
      if (single !== undefined) return JSON.stringify(single.replace(/\\(['\\])/g, '$1'));
      return words[token] ?? token;
    })
    .replace(/,\s*([\]}])/g, '$1');
}

/** A single-quoted string, a double-quoted one (left alone), a word, or a bracket of a tuple. */
const tokens = /'((?:[^'\\]|\\.)*)'|"(?:[^"\\]|\\.)*"|\b(?:None|True|False|nan)\b|[()]/g;
const words: Readonly<Record<string, string>> = {
  None: 'null',
  nan: 'null',
  True: 'true',
  False: 'false',
  '(': '[',
  ')': ']',
};
