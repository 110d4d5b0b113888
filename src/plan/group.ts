// Nodes in groups: by what they are about, by local day, week, month or year, by visit, by type.
import type { TimePrecision } from '../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { Grouping } from './plan.ts';
import type { Scope } from './scope.ts';

export interface NodeGroups {
  /** Groups of time and visits in their order; code and type by size, then name. Nodes keep their order. */
  readonly groups: readonly { readonly name: string; readonly nodes: readonly number[] }[];
  readonly undated: readonly number[];
  /** Dated more coarsely than the groups are. */
  readonly coarse: readonly number[];
}

/** Split nodes into groups. Days are those written in the record. */
export function groupNodes({ graph, timeOf }: Scope, nodes: readonly number[], grouping: Grouping): NodeGroups {
  const groups = new Map<string, number[]>();
  const undated: number[] = [];
  const coarse: number[] = [];
  const add = (name: string, node: number) => {
    const list = groups.get(name);
    if (list === undefined) groups.set(name, [node]);
    else list.push(node);
  };
  const finest = coarsestPrecision[grouping];
  const periods = new Map<number, string>();
  for (const node of nodes) {
    if (finest === undefined) {
      add(nameOf(graph, node, grouping), node);
      continue;
    }
    const time = timeOf(node);
    if (time === undefined) undated.push(node);
    else if (precisions.indexOf(time.precision) < precisions.indexOf(finest)) coarse.push(node);
    else {
      const day = Math.floor(time.localStartMs / msInDay);
      const period = periods.get(day) ?? periodOf(time.localStartMs, grouping);
      periods.set(day, period);
      add(period, node);
    }
  }
  const sorted = [...groups].sort(([a, x], [b, y]) => {
    if (finest !== undefined) return a < b ? -1 : 1;
    if (grouping === 'visit') return visitRank(graph, a) - visitRank(graph, b);
    return y.length - x.length || (a < b ? -1 : 1);
  });
  return { groups: sorted.map(([name, list]) => ({ name, nodes: list })), undated, coarse };
}

function nameOf(graph: EpisodeGraph, index: number, grouping: Grouping): string {
  const node = graph.nodes[index];
  if (node === undefined) return '';
  if (grouping === 'type') return node.type;
  if (grouping === 'code') return graph.text(index).concept || node.type;
  return visitOf(graph, index);
}

/** The outermost visit that holds a node, by handle. */
function visitOf(graph: EpisodeGraph, index: number): string {
  let episode = graph.episodes[graph.nodes[index]?.placement?.episode ?? -1];
  while (episode?.parent !== undefined) episode = graph.episodes[episode.parent];
  return episode?.handle ?? noVisit;
}

function visitRank(graph: EpisodeGraph, handle: string): number {
  return graph.findEpisode(handle)?.index ?? Number.MAX_SAFE_INTEGER;
}

/** `2141-03-12`, `2141-W10`, `2141-03` or `2141` of a wall-clock moment. */
function periodOf(localMs: number, grouping: Grouping): string {
  const iso = new Date(localMs).toISOString();
  if (grouping === 'year') return iso.slice(0, 4);
  if (grouping === 'month') return iso.slice(0, 7);
  return grouping === 'week' ? isoWeek(localMs) : iso.slice(0, 10);
}

/** Source: ISO 8601 week date; a week belongs to the year of its Thursday. */
function isoWeek(localMs: number): string {
  const day = Math.floor(localMs / msInDay);
  // Day 0, 1970-01-01, was a Thursday.
  const thursday = day + 3 - ((((day + 3) % 7) + 7) % 7);
  const year = new Date(thursday * msInDay).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0, 1) / msInDay) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

const precisions: readonly TimePrecision[] = ['year', 'month', 'day', 'minute', 'second', 'millisecond'];
const coarsestPrecision: Readonly<Partial<Record<Grouping, TimePrecision>>> = {
  day: 'day',
  week: 'day',
  month: 'month',
  year: 'year',
};
const noVisit = 'no visit';
const msInDay = 86_400_000;
