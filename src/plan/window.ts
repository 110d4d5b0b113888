// Which nodes lie in a window: inside, outside, or not to be told from what was written.
import { HopperError } from '../errors.ts';
import { type ClinicalTime, compareToWindow, parseFhirTime, type TimeWindow, unitEnd } from '../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { PlanWindow } from './plan.ts';

/** `uncertain`: the date is coarser than the window asks for. `undated`: no time, and the window asks for one. */
export type WindowOutcome = 'inside' | 'outside' | 'uncertain' | 'undated';

/**
 * A test for one window. Wall-clock times are compared, so an event never moves to a neighbouring day.
 *
 * @throws `invalid-input` when the window ends before it starts; `not-found` for an episode the graph has not
 */
export function createWindowTest(
  graph: EpisodeGraph,
  window: PlanWindow | undefined,
  timeOf: (index: number) => ClinicalTime | undefined = (index) => graph.nodes[index]?.time,
): (index: number) => WindowOutcome {
  const time = window?.time;
  if (time !== undefined && !(time.startLocalMs < time.endLocalMs)) {
    throw new HopperError(
      'invalid-input',
      `Expected a window that starts before it ends; "${time.text}" ends first. Swap its ends.`,
    );
  }
  const episodes = window?.episodes === undefined ? undefined : withNested(graph, window.episodes);
  const by = window?.by ?? 'start';
  return (index) => {
    if (episodes !== undefined && !episodes.has(graph.nodes[index]?.placement?.episode ?? -1)) return 'outside';
    if (time === undefined) return 'inside';
    const own = timeOf(index);
    if (own === undefined) return 'undated';
    return by === 'end' ? compareEnd(own, time) : compareToWindow(own, time, { by });
  };
}

/** Episodes and all that are nested in them, however deep. */
export function withNested(graph: EpisodeGraph, episodes: readonly number[]): ReadonlySet<number> {
  const chosen = new Set<number>();
  for (const index of episodes) {
    if (graph.episodes[index] === undefined) {
      throw new HopperError('not-found', `No visit number ${index}; the record has ${graph.episodes.length}.`);
    }
    chosen.add(index);
  }
  // A parent stands before its children in E order, so one pass reaches every depth.
  for (const episode of graph.episodes) {
    if (episode.parent !== undefined && chosen.has(episode.parent)) chosen.add(episode.index);
  }
  return chosen;
}

/** Wall-clock span in which a node's start lies: its first written unit. */
export function startSpan(time: ClinicalTime): Span {
  return { startMs: time.localStartMs, endMs: unitEnd(time.localStartMs, time.precision) };
}

/** Wall-clock span in which a node's end lies: its last written unit; the start's for a time without a second end. */
export function endSpan(time: ClinicalTime): Span {
  const end = time.endText === undefined ? undefined : parseFhirTime(time.endText);
  if (end !== undefined) return { startMs: end.localStartMs, endMs: end.localEndMs };
  return time.localEndMs === Number.POSITIVE_INFINITY
    ? { startMs: time.localStartMs, endMs: time.localEndMs }
    : startSpan(time);
}

export interface Span {
  readonly startMs: number;
  /** Exclusive. */
  readonly endMs: number;
}

function compareEnd(time: ClinicalTime, window: TimeWindow): WindowOutcome {
  const span = endSpan(time);
  if (span.endMs <= window.startLocalMs || span.startMs >= window.endLocalMs) return 'outside';
  return span.startMs >= window.startLocalMs && span.endMs <= window.endLocalMs ? 'inside' : 'uncertain';
}
