// What a kind of thing means in one record: the selection that finds it, and which nodes it holds.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { nodesByType } from '../graph/nodes-by-type.ts';
import { type ConceptIndex, conceptIndex } from './concept-index.ts';
import { type KindRow, kindTable, visitKinds } from './kind-table.ts';
import { NodeSet } from './node-set.ts';
import type { Selection } from './selection.ts';
import { visitsOfKind } from './visits.ts';
import { phraseKey, stemsOf } from './words.ts';

export interface KindSelection {
  readonly select: Selection;
  readonly nodes: NodeSet;
}

const byGraph = new WeakMap<EpisodeGraph, Map<string, KindSelection>>();

/** The selection of a kind in a record. A kind that the record has nothing of keeps its type, and finds nothing. */
export function selectionOfKind(graph: EpisodeGraph, kind: string): KindSelection {
  let known = byGraph.get(graph);
  if (known === undefined) {
    known = new Map();
    byGraph.set(graph, known);
  }
  let selection = known.get(kind);
  if (selection === undefined) {
    selection = resolve(graph, kind);
    known.set(kind, selection);
  }
  return selection;
}

/** Whether things of some types can be of a kind: often tells that none is before it is known which nodes the kind has. */
export function mayBeOfKind(types: ReadonlySet<string>, kind: string): boolean {
  if (visitKinds[kind] !== undefined) return types.has('Encounter');
  return kindTable[kind]?.types.some((type) => types.has(type)) ?? true;
}

/**
 * The selection of a kind that holds something wanted: the kind's own, else that of another type which records of the
 * kind may stand in, as a drug taken at home in a MedicationStatement beside the hospital's MedicationRequests.
 */
export function selectionHolding(
  graph: EpisodeGraph,
  kind: string,
  holds: (nodes: NodeSet) => boolean,
): KindSelection | undefined {
  const own = selectionOfKind(graph, kind);
  if (holds(own.nodes)) return own;
  const row = kindTable[kind];
  if (row === undefined || row.systemWords !== undefined || row.categoryWords !== undefined) return undefined;
  const nodesOfType = nodesByType(graph);
  for (const type of row.types) {
    const nodes = own.select.types?.includes(type) ? undefined : nodesOfType.get(type);
    const set = nodes === undefined ? undefined : new NodeSet(graph.nodes.length, nodes);
    if (set !== undefined && holds(set)) return { select: { types: [type] }, nodes: set };
  }
  return undefined;
}

/** A selection of all of a kind with the other types that hold more of it: drugs taken at home, beside those prescribed. */
export function withBeside(graph: EpisodeGraph, select: Selection, kind: string): Selection {
  const { types = [], concepts, codes, named } = select;
  if (concepts !== undefined || codes !== undefined || named !== undefined) return select;
  const byType = nodesByType(graph);
  const more = (kindTable[kind]?.beside ?? []).filter((type) => byType.has(type) && !types.includes(type));
  return more.length === 0 ? select : { ...select, types: [...types, ...more] };
}

function resolve(graph: EpisodeGraph, kind: string): KindSelection {
  const size = graph.nodes.length;
  const visit = visitKinds[kind];
  if (visit !== undefined) {
    const encounters = visitsOfKind(graph, visit).flatMap((index) => graph.episodes[index]?.encounter ?? []);
    const keys = encounters.flatMap((node) => graph.nodes[node]?.key ?? []);
    return { select: { types: ['Encounter'], keys }, nodes: new NodeSet(size, encounters) };
  }
  const row = kindTable[kind];
  if (row === undefined) {
    const all = graph.nodes.map((node) => node.index);
    return { select: {}, nodes: new NodeSet(size, all) };
  }
  const byType = nodesByType(graph);
  const types = presentTypes(row, byType);
  const [first] = types;
  const nodes = types.length === 1 ? (byType.get(first!) ?? []) : types.flatMap((type) => byType.get(type) ?? []);
  const ofType = new NodeSet(size, nodes);
  const index = conceptIndex(graph);
  return (
    narrowedBySystem(row, types, ofType, index, size) ??
    narrowedByCategory(row, types, ofType, index, size) ??
    plain(row, types, ofType, size)
  );
}

function presentTypes(row: KindRow, byType: ReadonlyMap<string, unknown>): readonly string[] {
  const present = row.types.filter((type) => byType.has(type));
  if (row.allTypes) return present.length > 0 ? present : row.types;
  return [present[0] ?? row.types[0] ?? ''];
}

/** Code systems whose address carries the kind's words. */
function narrowedBySystem(
  row: KindRow,
  types: readonly string[],
  ofType: NodeSet,
  index: ConceptIndex,
  size: number,
): KindSelection | undefined {
  for (const words of row.systemWords ?? []) {
    const systems = [...index.systems.keys()].filter((system) => {
      const stems = new Set(stemsOf(system));
      return words.every((word) => stems.has(word));
    });
    const nodes = new NodeSet(
      size,
      systems.flatMap((system) => index.systems.get(system) ?? []).filter((node) => ofType.has(node)),
    );
    if (nodes.size > 0) return { select: { types, codes: systems.map((system) => `${system}|`) }, nodes };
  }
  return undefined;
}

function narrowedByCategory(
  row: KindRow,
  types: readonly string[],
  ofType: NodeSet,
  index: ConceptIndex,
  size: number,
): KindSelection | undefined {
  if (row.categoryWords === undefined) return undefined;
  const wanted = new Set(row.categoryWords.map(phraseKey));
  const categories = [...index.categories.keys()].filter((category) => wanted.has(phraseKey(category)));
  const nodes = new NodeSet(
    size,
    categories.flatMap((category) => index.categories.get(category) ?? []).filter((node) => ofType.has(node)),
  );
  if (nodes.size > 0) return { select: { types, categories }, nodes };
  return undefined;
}

/** A kind told apart only by system or category, and found by neither, has nothing; a kind by type has its type. */
function plain(row: KindRow, types: readonly string[], ofType: NodeSet, size: number): KindSelection {
  const narrowed = row.systemWords !== undefined || row.categoryWords !== undefined;
  if (!narrowed) {
    return { select: { types, ...(row.nested === undefined ? {} : { nested: row.nested }) }, nodes: ofType };
  }
  return { select: { types, categories: row.categoryWords ?? [row.name] }, nodes: new NodeSet(size, []) };
}
