// Resources counted by type, for the markers of gaps: a page hides most of a record.
import type { EpisodeGraph, GraphNode } from '../graph/episode-graph.ts';

/** Counts nodes by type. */
export interface TypeCounter {
  add(nodes: readonly number[]): void;
  /** What was counted since the last call, types in the order of their first node. */
  take(): { readonly total: number; readonly types: Readonly<Record<string, number>> };
}

/** A counter for the nodes of a graph. */
export function createTypeCounter(graph: EpisodeGraph): TypeCounter {
  const { names, typeOf } = typesOf(graph);
  const counts = new Uint32Array(names.length);
  const order = new Uint32Array(names.length);
  let met = 0;
  return {
    add: (nodes) => {
      met = countTypes(nodes, typeOf, counts, order, met);
    },
    take: () => {
      const types: Record<string, number> = {};
      let total = 0;
      for (let place = 0; place < met; place++) {
        const type = order[place] as number;
        types[names[type] as string] = counts[type] as number;
        total += counts[type] as number;
        counts[type] = 0;
      }
      met = 0;
      return { total, types };
    },
  };
}

/** @returns how many types are in `order` now */
function countTypes(
  nodes: readonly number[],
  typeOf: Uint16Array,
  counts: Uint32Array,
  order: Uint32Array,
  met: number,
): number {
  let known = met;
  for (let place = 0; place < nodes.length; place++) {
    const type = typeOf[nodes[place] as number] as number;
    if (counts[type] === 0) order[known++] = type;
    counts[type] = (counts[type] as number) + 1;
  }
  return known;
}

/** The types of a graph by number, and each node's, found once. */
interface GraphTypes {
  readonly names: readonly string[];
  readonly typeOf: Uint16Array;
}

function typesOf(graph: EpisodeGraph): GraphTypes {
  const known = typesByGraph.get(graph);
  if (known) return known;
  const numbers = new Map<string, number>();
  const typeOf = new Uint16Array(graph.nodes.length);
  let before: string | undefined;
  let number = 0;
  for (let index = 0; index < typeOf.length; index++) {
    const type = (graph.nodes[index] as GraphNode).type;
    // In key order, nodes of one type stand together.
    if (type !== before) {
      number = numbers.get(type) ?? numbers.size;
      numbers.set(type, number);
      before = type;
    }
    typeOf[index] = number;
  }
  const types = { names: [...numbers.keys()], typeOf };
  typesByGraph.set(graph, types);
  return types;
}

const typesByGraph = new WeakMap<EpisodeGraph, GraphTypes>();
