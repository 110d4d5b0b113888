// Tool calls as models write them: the tool's name in another spelling, JSON that is nearly JSON. Arguments of the
// wrong kind are the tools' own business: they read them leniently and explain what they refuse.

/** The name among `known` that `name` means: same letters and digits without case, blanks and signs. */
export function matchName(name: string, known: readonly string[]): string | undefined {
  const wanted = plain(name);
  return known.find((candidate) => candidate === name) ?? known.find((candidate) => plain(candidate) === wanted);
}

/** JSON, with fences, trailing commas, and Python's constants and quotes forgiven; `undefined` when it still is none. */
export function readJson(text: string): unknown {
  const bare = text.trim().replace(/^```\w*\s*|\s*```$/g, '');
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

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
