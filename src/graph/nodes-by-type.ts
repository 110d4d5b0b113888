// A graph's nodes by resource type.
import type { EpisodeGraph } from './episode-graph.ts';

/** Node indices by type, ascending; types in the order of their first nodes. Made when first asked; held weakly. */
export function nodesByType(graph: EpisodeGraph): ReadonlyMap<string, readonly number[]> {
  const known = byGraph.get(graph);
  if (known !== undefined) return known;
  const lists = new Map<string, number[]>();
  let before = '';
  let list: number[] = [];
  for (let index = 0; index < graph.nodes.length; index += 1) {
    const { type } = graph.nodes[index]!;
    // In key order, nodes of one type stand together.
    if (type !== before || index === 0) {
      list = lists.get(type) ?? [];
      if (list.length === 0) lists.set(type, list);
      before = type;
    }
    list.push(index);
  }
  byGraph.set(graph, lists);
  return lists;
}

const byGraph = new WeakMap<EpisodeGraph, ReadonlyMap<string, readonly number[]>>();
