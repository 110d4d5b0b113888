// Tools as models name them. Arguments of the wrong kind are the tools' own business: they read them leniently and explain
// what they refuse.

/** The name among `known` that `name` means: same letters and digits without case, blanks and signs. */
export function matchName(name: string, known: readonly string[]): string | undefined {
  const wanted = plain(name);
  return known.find((candidate) => candidate === name) ?? known.find((candidate) => plain(candidate) === wanted);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
