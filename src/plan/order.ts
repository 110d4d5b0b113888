// The order of nodes in time, exact and the same for any order of input.
import type { ClinicalTime } from '../fhir/clinical-time.ts';
import { sortedOrder } from '../fhir/sorted-order.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';

/** Nodes by (start instant, key); undated last in either direction, by key. Returns a new list. */
export function sortByTime(
  nodes: readonly number[],
  timeOf: (index: number) => ClinicalTime | undefined,
  descending = false,
): readonly number[] {
  const sign = descending ? -1 : 1;
  // Nodes stand in key order, so an index compares like its key.
  return [...nodes].sort((a, b) => {
    const timeA = timeOf(a);
    const timeB = timeOf(b);
    if (timeA === undefined || timeB === undefined) {
      return timeA === timeB ? a - b : timeA === undefined ? 1 : -1;
    }
    if (timeA.startMs !== timeB.startMs) return timeA.startMs < timeB.startMs ? -sign : sign;
    return a - b;
  });
}

/**
 * The same by the graph's own times, from an order of all its nodes that is made once where many are asked for, which is
 * linear then; n log n for few. `nodes` holds no node twice.
 */
export function sortByGraphTime(graph: EpisodeGraph, nodes: readonly number[], descending = false): readonly number[] {
  if (nodes.length * fewShare < graph.nodes.length) return sortFew(graph, nodes, descending);
  const { order, rank, dated } = timeOrder(graph);
  const sorted = ranksOf(nodes, rank);
  const result: number[] = [];
  for (const place of sorted) result.push(order[place] ?? 0);
  if (!descending) return result;
  // Descending by moment, but by key within one, and undated still last.
  const split = result.findIndex((node) => (rank[node] ?? 0) >= dated);
  const times = split < 0 ? result : result.slice(0, split);
  return [...reverseMoments(graph, times), ...(split < 0 ? [] : result.slice(split))];
}

/** Undated nodes come last, those of one moment by key: nodes stand in key order. */
function sortFew(graph: EpisodeGraph, nodes: readonly number[], descending: boolean): readonly number[] {
  const byKey = Int32Array.from(nodes).sort();
  const moments = new Float64Array(byKey.length);
  for (let place = 0; place < moments.length; place++) {
    const time = graph.nodes[byKey[place] as number]?.time;
    moments[place] = time === undefined ? Number.POSITIVE_INFINITY : descending ? -time.startMs : time.startMs;
  }
  return Array.from(sortedOrder(moments), (place) => byKey[place] as number);
}

/** Ascending ranks of many nodes, by marking. */
function ranksOf(nodes: readonly number[], rank: Int32Array): Int32Array {
  const marked = new Uint8Array(rank.length);
  for (const node of nodes) marked[rank[node] ?? 0] = 1;
  const ranks = new Int32Array(nodes.length);
  let count = 0;
  for (let place = 0; place < marked.length; place++) if (marked[place] === 1) ranks[count++] = place;
  return ranks.subarray(0, count);
}

function reverseMoments(graph: EpisodeGraph, nodes: readonly number[]): number[] {
  const reversed: number[] = [];
  for (let end = nodes.length; end > 0; ) {
    const startMs = graph.nodes[nodes[end - 1] ?? -1]?.time?.startMs;
    let start = end - 1;
    while (start > 0 && graph.nodes[nodes[start - 1] ?? -1]?.time?.startMs === startMs) start--;
    for (let at = start; at < end; at++) reversed.push(nodes[at] ?? 0);
    end = start;
  }
  return reversed;
}

interface TimeOrder {
  /** All nodes by (start instant, key), undated last. */
  readonly order: readonly number[];
  /** Place of each node in `order`. */
  readonly rank: Int32Array;
  /** How many are dated. */
  readonly dated: number;
}

function timeOrder(graph: EpisodeGraph): TimeOrder {
  let known = orders.get(graph);
  if (known === undefined) {
    known = createTimeOrder(graph);
    orders.set(graph, known);
  }
  return known;
}

/** Sorts the moments as plain numbers, then puts each node, in key order, at the next place of its moment. */
function createTimeOrder({ nodes }: EpisodeGraph): TimeOrder {
  const moments = new Float64Array(nodes.length);
  let dated = 0;
  for (const { time } of nodes) if (time !== undefined) moments[dated++] = time.startMs;
  const sorted = moments.subarray(0, dated).sort();
  const placeOf = new Map<number, number>();
  for (let place = dated - 1; place >= 0; place -= 1) placeOf.set(sorted[place]!, place);
  const order = new Array<number>(nodes.length);
  const rank = new Int32Array(nodes.length);
  let undated = dated;
  for (const { index, time } of nodes) {
    let place = undated;
    if (time === undefined) undated += 1;
    else {
      place = placeOf.get(time.startMs) ?? 0;
      placeOf.set(time.startMs, place + 1);
    }
    order[place] = index;
    rank[index] = place;
  }
  return { order, rank, dated };
}

const orders = new WeakMap<EpisodeGraph, TimeOrder>();
/** Below one in this many, nodes are sorted by themselves. */
const fewShare = 16;
