// The same fact under several ids, among the nodes that a value rests on.
import { factName } from '../fhir/duplicates.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';

/** How many of some nodes look like the same fact as another of them: same type, concept, time and values, another id. */
export function countRepeats(graph: EpisodeGraph, nodes: readonly number[]): number {
  let names = namesByGraph.get(graph);
  if (names === undefined) {
    names = new Map();
    namesByGraph.set(graph, names);
  }
  const seen = new Set<string>();
  let repeats = 0;
  for (const node of new Set(nodes)) {
    const name = names.get(node) ?? nameOf(graph, node);
    names.set(node, name);
    if (name !== '' && seen.has(name)) repeats += 1;
    seen.add(name);
  }
  return repeats;
}

function nameOf(graph: EpisodeGraph, node: number): string {
  const resource = graph.record.resources[node];
  return (resource && factName(resource)) ?? '';
}

/** Names of the nodes asked about so far; empty where there is none. */
const namesByGraph = new WeakMap<EpisodeGraph, Map<number, string>>();
