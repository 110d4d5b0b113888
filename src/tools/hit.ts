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
  const { names, conceptOf } = conceptTable(graph);
  const counts = new Int32Array(names.length);
  for (const index of nodes) counts[conceptOf[index] ?? 0] = (counts[conceptOf[index] ?? 0] ?? 0) + 1;
  const found = names.flatMap((name, at) => (counts[at] === 0 ? [] : [{ name, count: counts[at] ?? 0 }]));
  found.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  const told = found.slice(0, mostConcepts).map(({ name, count }) => `${name} ${count}`);
  return told.join(' · ') + (found.length > mostConcepts ? ` · ${found.length - mostConcepts} more` : '');
}

interface ConceptTable {
  readonly names: readonly string[];
  /** Position in `names` by node. */
  readonly conceptOf: Int32Array;
}

function conceptTable(graph: EpisodeGraph): ConceptTable {
  let known = conceptTables.get(graph);
  if (known === undefined) {
    const places = new Map<string, number>();
    const conceptOf = Int32Array.from(graph.nodes, ({ index }) => {
      const { concept } = graph.text(index);
      const place = places.get(concept) ?? places.size;
      places.set(concept, place);
      return place;
    });
    known = { names: [...places.keys()], conceptOf };
    conceptTables.set(graph, known);
  }
  return known;
}

const conceptTables = new WeakMap<EpisodeGraph, ConceptTable>();
const mostConcepts = 12;
