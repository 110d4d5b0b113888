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
  const standing = new Uint8Array(graph.nodes.length);
  for (const index of page.shown) standing[index] = 1;
  for (const index of page.folded) standing[index] = 1;
  const named = namedIn(graph, standing, [...page.shown, ...page.folded]);
  const keys = keysOf(graph);
  const keyOf = (index: number): string => keys[index] ?? '';
  const hidden: string[] = [];
  for (let index = 0; index < keys.length; index++) if (standing[index] === 0) hidden.push(keys[index] as string);
  return {
    text: page.text,
    tokens,
    budget,
    shown: [...new Set(page.shown.map(keyOf))],
    folded: page.folded.map(keyOf),
    named: named.map(keyOf),
    hidden,
    gaps: page.gaps,
    solver,
    objective,
    parts: page.parts,
    reasons: page.reasons,
  };
}

/** The keys of a graph's nodes in one list, made once: most of them are told with every page. */
function keysOf(graph: EpisodeGraph): readonly string[] {
  const keys = keysByGraph.get(graph) ?? graph.nodes.map(({ key }) => key);
  keysByGraph.set(graph, keys);
  return keys;
}

/**
 * Resources whose name stands in the line of one that refers to them, and what those refer to in turn where its name
 * stands there too (the drugs of a mixture). Marks them as standing.
 */
function namedIn(graph: EpisodeGraph, standing: Uint8Array, nodes: readonly number[]): readonly number[] {
  const named: number[] = [];
  const follow = (target: number, name: string, line: string): void => {
    if (standing[target] === 1 || name === '' || !line.includes(oneLine(name))) return;
    standing[target] = 1;
    named.push(target);
    for (const { to } of graph.linksFrom(target)) if (to !== undefined) follow(to, graph.text(to).concept, line);
  };
  for (const index of nodes) {
    let line: string | undefined;
    for (const { key, name } of graph.text(index).names) {
      const target = key === undefined ? undefined : graph.find(key)?.index;
      if (target === undefined || standing[target] === 1) continue;
      line ??= renderNames(graph, index);
      follow(target, name, line);
    }
  }
  return named;
}

const keysByGraph = new WeakMap<EpisodeGraph, readonly string[]>();
