// One node as a tool shows it: its line, and the same as fields.
import { formatTime } from '../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { renderLine } from '../linearization/render.ts';
import type { ToolItem } from './graph-tool.ts';

/** Handle, type, text, value with unit, time and episode of a node; fields it has nothing for are left out. */
export function itemOf(graph: EpisodeGraph, index: number): ToolItem {
  const node = graph.nodes[index];
  if (node === undefined) return { key: '' };
  const text = graph.text(index);
  const [only, second] = text.values;
  const number = second === undefined && only?.comparator === undefined ? only?.number : undefined;
  const value = number ?? (text.value === '' ? undefined : text.value);
  const episode = node.placement === undefined ? undefined : graph.episodes[node.placement.episode];
  return {
    key: node.key,
    handle: node.handle,
    type: node.type,
    text: text.concept,
    ...(value === undefined ? {} : { value }),
    ...(number === undefined || only?.unit === undefined ? {} : { unit: only.unit }),
    ...(node.time === undefined ? {} : { time: formatTime(node.time) }),
    ...(episode === undefined ? {} : { episode: episode.handle }),
    ...(text.status === '' ? {} : { status: text.status }),
  };
}

/** A node as one line: handle, time, words, type and visit. */
export function lineOf(graph: EpisodeGraph, index: number): string {
  const node = graph.nodes[index];
  if (node === undefined) return '';
  const episode = node.placement === undefined ? undefined : graph.episodes[node.placement.episode];
  return `${renderLine(graph, index)} [${node.type}${episode === undefined ? '' : ` ${episode.handle}`}]`;
}

/** `Creatinine 30 · Creatinine clearance 7 …`: how many of the nodes are about what, most first, ties by name. */
export function countConcepts(graph: EpisodeGraph, nodes: readonly number[]): string {
  const table = conceptTable(graph);
  const { names } = table;
  const places = nodes.map((index) => placeOf(graph, table, index));
  const counts = new Int32Array(names.length);
  for (const place of places) counts[place] = (counts[place] ?? 0) + 1;
  const found = names.flatMap((name, at) => (counts[at] === 0 ? [] : [{ name, count: counts[at] ?? 0 }]));
  found.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  const told = found.slice(0, mostConcepts).map(({ name, count }) => `${name} ${count}`);
  return told.join(' · ') + (found.length > mostConcepts ? ` · ${found.length - mostConcepts} more` : '');
}

/** The concepts of a graph's nodes as numbers, each worked out when its node is first counted. */
interface ConceptTable {
  readonly names: string[];
  readonly placeOfName: Map<string, number>;
  /** Position in `names` by node; −1 until it was counted. */
  readonly placeOfNode: Int32Array;
}

function conceptTable(graph: EpisodeGraph): ConceptTable {
  let known = conceptTables.get(graph);
  if (known === undefined) {
    known = { names: [], placeOfName: new Map(), placeOfNode: new Int32Array(graph.nodes.length).fill(-1) };
    conceptTables.set(graph, known);
  }
  return known;
}

function placeOf(graph: EpisodeGraph, { names, placeOfName, placeOfNode }: ConceptTable, index: number): number {
  const known = placeOfNode[index] ?? -1;
  if (known >= 0) return known;
  const { concept } = graph.text(index);
  let place = placeOfName.get(concept);
  if (place === undefined) {
    place = names.push(concept) - 1;
    placeOfName.set(concept, place);
  }
  placeOfNode[index] = place;
  return place;
}

const conceptTables = new WeakMap<EpisodeGraph, ConceptTable>();
const mostConcepts = 12;
