// What a page tells of itself: what is shown, folded, named and hidden.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { Linearization } from './linearization.ts';
import { oneLine } from './one-line.ts';
import type { Page } from './page.ts';
import { renderNames } from './render.ts';

/** A page and what it took. */
export interface PackedPage {
  readonly page: Page;
  /** Of the text as counted whole. */
  readonly tokens: number;
  readonly objective: number;
}

/** The page with its accounting: every key of the record once, as shown, folded, named or hidden. */
export function reportPage(
  graph: EpisodeGraph,
  { page, tokens, objective }: PackedPage,
  budget: number,
  solver: Linearization['solver'],
): Linearization {
  const standing = new Set([...page.shown, ...page.folded]);
  const named = namedIn(graph, standing);
  const keyOf = (index: number): string => graph.nodes[index]?.key ?? '';
  const hidden = graph.nodes.filter(({ index, key }) => !standing.has(index) && !named.has(key)).map(({ key }) => key);
  return {
    text: page.text,
    tokens,
    budget,
    shown: [...new Set(page.shown.map(keyOf))],
    folded: page.folded.map(keyOf),
    named: [...named],
    hidden,
    gaps: page.gaps,
    solver,
    objective,
    parts: page.parts,
    reasons: page.reasons,
  };
}

/**
 * Keys of resources whose name stands in the line of one that refers to them, and of what those refer to in turn where
 * its name stands there too (the drugs of a mixture).
 */
function namedIn(graph: EpisodeGraph, standing: ReadonlySet<number>): ReadonlySet<string> {
  const named = new Set<string>();
  const follow = (target: number | undefined, name: string, line: string): void => {
    const key = target === undefined ? undefined : graph.nodes[target]?.key;
    if (target === undefined || key === undefined || standing.has(target) || named.has(key)) return;
    if (name === '' || !line.includes(oneLine(name))) return;
    named.add(key);
    for (const { to } of graph.linksFrom(target)) if (to !== undefined) follow(to, graph.text(to).concept, line);
  };
  for (const index of standing) {
    const line = renderNames(graph, index);
    for (const { key, name } of graph.text(index).names) {
      if (key !== undefined) follow(graph.find(key)?.index, name, line);
    }
  }
  return named;
}
