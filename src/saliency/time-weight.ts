// How much a node's time agrees with the question's time phrase.
import { compareToWindow, type TimeWindow } from '../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';

/**
 * A multiplier in [0, 1] for a node: 1 inside the window or where there is none, little outside, between for what is
 * undated or may be either.
 *
 * A node without its own time is judged by its episode's.
 * Source: model.md §3, time multiplies φ.
 */
export function timeWeight(graph: EpisodeGraph, index: number, window: TimeWindow | undefined): number {
  if (!window) return 1;
  const node = graph.nodes[index];
  const time = node?.time ?? (node?.placement && graph.episodes[node.placement.episode]?.time);
  if (!time) return undatedWeight;
  const relation = compareToWindow(time, window);
  if (relation === 'inside') return 1;
  return relation === 'uncertain' ? uncertainWeight : outsideWeight;
}

const outsideWeight = 0.1;
const uncertainWeight = 0.6;
const undatedWeight = 0.5;
