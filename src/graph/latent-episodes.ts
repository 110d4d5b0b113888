// Latent episode inference: where orphans with a time belong (Algorithm 1 of the paper).
import type { ClinicalTime, TimePrecision } from '../fhir/clinical-time.ts';
import { createHeap, type EpisodeDraft } from './episode-draft.ts';
import type { Placements } from './membership.ts';
import { joinSpans, type Span, startSpanOf } from './span.ts';
import type { TimedNode } from './timed-node.ts';

interface Orphan {
  readonly node: number;
  readonly start: number;
  readonly end: number;
  readonly span: Span;
  readonly time: ClinicalTime;
}

/**
 * Place every unplaced node that has a time, at the precision it is written in:
 * 1. *enclosed*: in the shortest encounter whose span it meets (a month or year: that covers it whole);
 * 2. *preceding*: else in the nearest encounter that ended at most δ before (never for a month or year);
 * 3. *synthetic*: else in a window of δ, cut on local days, or in an episode of its own month or year.
 *
 * Dates are compared by local days, clock times on instants. Sorted sweeps: (N + E) log.
 *
 * @returns the synthetic episodes
 */
export function placeOrphans(
  nodes: readonly TimedNode[],
  episodes: readonly EpisodeDraft[],
  placements: Placements,
  deltaMs: number,
): EpisodeDraft[] {
  const candidates = episodes.filter((episode) => episode.span !== undefined && episode.happened);
  const homeless: Orphan[] = [];
  for (const [precision, orphans] of orphansByPrecision(nodes, placements)) {
    const isLocal = precision === 'day' || precision === 'month' || precision === 'year';
    const intervals = candidates.map((episode) => intervalOf(episode, isLocal));
    const unenclosed = placeEnclosed(orphans, intervals, precision, placements);
    if (precision === 'month' || precision === 'year') homeless.push(...unenclosed);
    else homeless.push(...placePreceding(unenclosed, intervals, placements, deltaMs));
  }
  return placeSynthetic(homeless, placements, deltaMs);
}

/** Orphans in groups that are compared alike, each sorted by start. */
function orphansByPrecision(nodes: readonly TimedNode[], placements: Placements): ReadonlyMap<TimePrecision, Orphan[]> {
  const groups = new Map<TimePrecision, Orphan[]>();
  for (let node = 0; node < nodes.length; node += 1) {
    if (placements[node] !== undefined) continue;
    const { time, type } = nodes[node] as TimedNode;
    if (time === undefined || type === 'Encounter') continue;
    const span = startSpanOf(time);
    const isLocal = time.precision === 'day' || time.precision === 'month' || time.precision === 'year';
    const [start, end] = isLocal ? [span.localStartMs, span.localEndMs] : [span.startMs, span.endMs];
    const group = groups.get(time.precision);
    if (group === undefined) groups.set(time.precision, [{ node, start, end, span, time }]);
    else group.push({ node, start, end, span, time });
  }
  for (const group of groups.values()) group.sort((a, b) => a.start - b.start || a.end - b.end || a.node - b.node);
  return groups;
}

interface Interval {
  readonly episode: EpisodeDraft;
  readonly start: number;
  readonly end: number;
  /** The end as written: its last unit not counted. */
  readonly endPoint: number;
}

function intervalOf(episode: EpisodeDraft, isLocal: boolean): Interval {
  const span = episode.span as Span;
  const [start, end] = isLocal ? [span.localStartMs, span.localEndMs] : [span.startMs, span.endMs];
  return { episode, start, end, endPoint: end - span.endUnitMs };
}

/** One sweep over time with a heap of the spans begun, the shortest on top. Returns those that no span encloses. */
function placeEnclosed(
  orphans: readonly Orphan[],
  intervals: readonly Interval[],
  precision: TimePrecision,
  placements: Placements,
): Orphan[] {
  const mustCover = precision === 'month' || precision === 'year';
  const byStart = [...intervals].sort((a, b) => a.start - b.start);
  const shortest = createHeap<Interval>((a, b) => {
    const longer = a.end - a.start - (b.end - b.start);
    return longer < 0 || (longer === 0 && a.episode.order < b.episode.order);
  });
  const left: Orphan[] = [];
  let begun = 0;
  for (const orphan of orphans) {
    for (; begun < byStart.length; begun += 1) {
      const interval = byStart[begun] as Interval;
      if (mustCover ? interval.start > orphan.start : interval.start >= orphan.end) break;
      shortest.push(interval);
    }
    // Starts and ends of orphans only grow, so what has ended for one has ended for all that follow.
    let top = shortest.peek();
    while (top !== undefined && (mustCover ? top.end < orphan.end : top.end <= orphan.start)) {
      shortest.pop();
      top = shortest.peek();
    }
    if (top === undefined) left.push(orphan);
    else
      placements[orphan.node] = {
        episode: top.episode,
        how: 'enclosed',
        reason: `${whenOf(orphan)} lies in ${top.episode.key}`,
      };
  }
  return left;
}

/** The nearest end at or before each orphan, by binary search; of equal ends the first in E. */
function placePreceding(
  orphans: readonly Orphan[],
  intervals: readonly Interval[],
  placements: Placements,
  deltaMs: number,
): Orphan[] {
  const byEnd = [...intervals].sort((a, b) => a.endPoint - b.endPoint || b.episode.order - a.episode.order);
  const left: Orphan[] = [];
  for (const orphan of orphans) {
    let low = 0;
    let high = byEnd.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((byEnd[middle] as Interval).endPoint <= orphan.start) low = middle + 1;
      else high = middle;
    }
    const nearest = byEnd[low - 1];
    if (nearest === undefined || orphan.start - nearest.endPoint > deltaMs) left.push(orphan);
    else {
      const reason = `${whenOf(orphan)} follows the end of ${nearest.episode.key} within δ`;
      placements[orphan.node] = { episode: nearest.episode, how: 'preceding', reason };
    }
  }
  return left;
}

function placeSynthetic(orphans: readonly Orphan[], placements: Placements, deltaMs: number): EpisodeDraft[] {
  const byKey = new Map<string, EpisodeDraft>();
  for (const orphan of orphans) {
    const key = `Episode/${windowName(orphan, deltaMs)}`;
    let episode = byKey.get(key);
    if (episode === undefined) {
      episode = draftSynthetic(key);
      byKey.set(key, episode);
    }
    episode.span = joinSpans(episode.span, orphan.span);
    placements[orphan.node] = {
      episode,
      how: 'synthetic',
      reason: `${whenOf(orphan)} meets no encounter; grouped by its ${windowWord(orphan.time.precision, deltaMs)}`,
    };
  }
  return [...byKey.values()];
}

/** The window by its local start, as precise as it is long: `2024`, `2024-03`, `2024-03-05`, `2024-03-05T06:00`. */
function windowName({ time }: Orphan, deltaMs: number): string {
  const iso = (ms: number, length: number) => new Date(ms).toISOString().slice(0, length);
  const { localStartMs, precision } = time;
  if (precision === 'year') return iso(localStartMs, 4);
  if (precision === 'month') return iso(localStartMs, 7);
  const dayStart = Math.floor(localStartMs / dayMs) * dayMs;
  // Whole days stay together: windows of a day and more are cut at midnight, shorter ones begin anew each day.
  if (deltaMs >= dayMs) {
    const window = Math.floor(deltaMs / dayMs) * dayMs;
    return iso(Math.floor(dayStart / window) * window, 10);
  }
  if (precision === 'day' || deltaMs <= 0) return iso(dayStart, 10);
  return iso(dayStart + Math.floor((localStartMs - dayStart) / deltaMs) * deltaMs, 23);
}

function windowWord(precision: TimePrecision, deltaMs: number): string {
  if (precision === 'year' || precision === 'month') return precision;
  return deltaMs === dayMs ? 'day' : 'window of δ';
}

function draftSynthetic(key: string): EpisodeDraft {
  return {
    key,
    kind: 'synthetic',
    encounter: undefined,
    parent: undefined,
    written: undefined,
    opening: undefined,
    span: undefined,
    endFrom: 'members',
    open: false,
    happened: true,
    widened: undefined,
    order: 0,
  };
}

function whenOf({ time }: Orphan): string {
  return time.endText === undefined ? time.text : `the start ${time.text}`;
}

const dayMs = 86_400_000;
