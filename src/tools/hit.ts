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
  const counts = new Map<string, number>();
  for (const index of nodes) {
    const { concept } = graph.text(index);
    counts.set(concept, (counts.get(concept) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const told = sorted.slice(0, mostConcepts).map(([concept, count]) => `${concept} ${count}`);
  return told.join(' · ') + (sorted.length > mostConcepts ? ` · ${sorted.length - mostConcepts} more` : '');
}

const mostConcepts = 12;
