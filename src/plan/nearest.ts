// The names nearest to one that isn't there, for errors and hints that help.

/**
 * Names of `candidates` that look like `name`: equal without case first, then starting with it, containing it, or
 * few edits away (at most a third of its letters).
 *
 * @returns at most `limit` names, best first; ties by name. Linear in the number of candidates.
 */
export function nearestNames(name: string, candidates: Iterable<string>, limit = 3): readonly string[] {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return [];
  const scored: { readonly name: string; readonly distance: number }[] = [];
  for (const candidate of candidates) {
    const distance = nameDistance(wanted, candidate.toLowerCase());
    if (distance !== undefined) scored.push({ name: candidate, distance });
  }
  scored.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return scored.slice(0, limit).map((entry) => entry.name);
}

/** `did you mean …?` with a leading blank, or nothing when no name is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const names = nearestNames(name, candidates);
  return names.length === 0 ? '' : ` Did you mean ${names.map((near) => `"${near}"`).join(' or ')}?`;
}

/** 0 for equal, below 1 for a prefix, below 2 for a part, then 2 + edits; `undefined` when too far. */
function nameDistance(wanted: string, candidate: string): number | undefined {
  if (wanted === candidate) return 0;
  const spare = 1 - 1 / (1 + Math.abs(candidate.length - wanted.length));
  if (wanted.length >= 3 && candidate.startsWith(wanted)) return spare;
  if (wanted.length >= 3 && candidate.includes(wanted)) return 1 + spare;
  if (candidate.length >= 4 && wanted.includes(candidate)) return 1 + spare;
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  if (Math.abs(wanted.length - candidate.length) > allowed) return undefined;
  const edits = editDistance(wanted, candidate, allowed);
  return edits > allowed ? undefined : 2 + edits;
}

/** Insertions, deletions, replacements and swaps of neighbours; `limit + 1` as soon as it is passed. */
function editDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
      least = Math.min(least, best);
    }
    if (least > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
