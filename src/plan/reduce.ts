// From ordered nodes to an answer: one small function per reduction, in one table.
import { HopperError } from '../errors.ts';
import { formatTime } from '../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { basisOf, leaveOut } from './basis.ts';
import { endInstant, inUnit, startUnitMs } from './duration.ts';
import { durationsOf, type Numbers, numbersOf, roundTo } from './numbers.ts';
import type { AggregatePlan } from './plan.ts';
import type { LeftOutReason, PlanGroup, PlanValue } from './plan-result.ts';
import { projectNode } from './project.ts';
import { normalName } from './selection-index.ts';
import { trendOf } from './trend.ts';

/** What a reduction gave, with node indices instead of keys. */
export interface Reduced {
  readonly values: readonly PlanValue[];
  readonly groups: readonly PlanGroup[];
  readonly unit: string | undefined;
  readonly n: number;
  /** Nodes the values rest on, in the plan's order. */
  readonly basis: readonly number[];
  readonly ties: readonly number[];
  readonly leftOut: ReadonlyMap<LeftOutReason, readonly number[]>;
  readonly notes: readonly string[];
  /** Reasons why it may be another answer, beyond what was left out. */
  readonly partial: readonly string[];
  readonly refusal: string | undefined;
}

/** Whether a plan's reduction works on numbers. */
export function isNumeric(plan: AggregatePlan): boolean {
  return numericOps.has(plan.reduce.op) && !(plan.reduce.op === 'difference' && plan.project === 'time');
}

/** Reduce nodes that stand in the plan's order of time, undated ones last. */
export function reduceNodes(graph: EpisodeGraph, nodes: readonly number[], plan: AggregatePlan): Reduced {
  switch (plan.reduce.op) {
    case 'count':
      return { ...nothing, values: [{ value: nodes.length, keys: [] }], n: nodes.length, basis: nodes };
    case 'exists':
      return { ...nothing, values: [{ value: nodes.length > 0, keys: [] }], n: nodes.length, basis: nodes };
    case 'list':
      return reduceList(graph, nodes, plan);
    case 'distinct':
      return reduceDistinct(graph, nodes, plan);
    case 'first':
      return reducePlace(graph, nodes, plan, 1);
    case 'last':
      return reducePlace(graph, nodes, plan, -1);
    case 'nth':
      return reducePlace(graph, nodes, plan, plan.reduce.n);
    case 'elapsed':
      return reduceElapsed(graph, nodes, plan);
    case 'difference':
      return plan.project === 'time' ? reduceInterval(graph, nodes, plan) : reduceNumbers(graph, nodes, plan);
    default:
      return reduceNumbers(graph, nodes, plan);
  }
}

function reduceList(graph: EpisodeGraph, nodes: readonly number[], plan: AggregatePlan): Reduced {
  const ordered = plan.order === 'value' || plan.order === 'value-descending' ? byValue(graph, nodes, plan) : nodes;
  const values: PlanValue[] = [];
  const silent: number[] = [];
  for (const node of ordered) {
    const said = projectNode(graph, node, plan);
    if (said.length === 0) silent.push(node);
    values.push(...said);
  }
  return { ...nothing, values, n: nodes.length, basis: ordered, leftOut: leftOutMap('no-value', silent) };
}

function reduceDistinct(graph: EpisodeGraph, nodes: readonly number[], plan: AggregatePlan): Reduced {
  const by = plan.reduce.op === 'distinct' ? plan.reduce.by : 'concept';
  const named = new Map<string, { readonly group: string; readonly list: number[] }>();
  const silent: number[] = [];
  for (const node of nodes) {
    const said = projectNode(graph, node, { ...plan, project: by });
    if (said.length === 0) silent.push(node);
    for (const { value, unit } of said) {
      const group = unit === undefined ? String(value) : `${value} ${unit}`;
      const known = named.get(normalName(group));
      if (known === undefined) named.set(normalName(group), { group, list: [node] });
      else if (known.list[known.list.length - 1] !== node) known.list.push(node);
    }
  }
  const groups = [...named.values()]
    .map(({ group, list }) => ({ group, values: [], n: list.length, basis: basisOf(graph, list) }))
    .sort((a, b) => b.n - a.n || (a.group < b.group ? -1 : 1));
  return {
    ...nothing,
    values: [{ value: named.size, keys: [] }],
    groups,
    n: nodes.length,
    basis: nodes,
    leftOut: leftOutMap('no-value', silent),
  };
}

/** First, last or nth moment; everything that happened at it shares the place. */
function reducePlace(graph: EpisodeGraph, nodes: readonly number[], plan: AggregatePlan, place: number): Reduced {
  const ranked = rankedMoments(graph, nodes, plan);
  const at = place > 0 ? place - 1 : ranked.moments.length + place;
  const chosen = ranked.moments[at] ?? [];
  const values = chosen.flatMap((node) => projectNode(graph, node, plan));
  const silent = chosen.filter((node) => projectNode(graph, node, plan).length === 0);
  const leftOut = new Map<LeftOutReason, number[]>();
  if (ranked.undated.length > 0) leaveOut(leftOut, 'undated', ...ranked.undated);
  if (silent.length > 0) leaveOut(leftOut, 'no-value', ...silent);
  return {
    ...nothing,
    values: mergeEqual(values),
    unit: values[0]?.unit,
    n: nodes.length,
    basis: chosen,
    ties: chosen.length > 1 ? chosen : [],
    leftOut,
    partial: uncertainOrder(graph, ranked.moments, at),
    refusal: chosen.length === 0 && nodes.length > 0 ? placeRefusal(ranked.moments.length, place) : undefined,
  };
}

function placeRefusal(moments: number, place: number): string {
  if (moments === 0) return 'none of them has a date, so none is first or last';
  return `there are only ${moments}, so there is no number ${place}`;
}

/** Dated nodes by moment, in ascending time or in the order of values asked for; each moment's nodes by key. */
function rankedMoments(
  graph: EpisodeGraph,
  nodes: readonly number[],
  plan: AggregatePlan,
): { readonly moments: readonly (readonly number[])[]; readonly undated: readonly number[] } {
  const byNumber = plan.order === 'value' || plan.order === 'value-descending';
  const numbers = byNumber ? readNumbers(graph, nodes, plan) : undefined;
  const rankOf = new Map(numbers?.entries.map(({ node, number }) => [node, number]));
  const rank = (node: number) => (byNumber ? rankOf.get(node) : graph.nodes[node]?.time?.startMs);
  const moments = new Map<number, number[]>();
  const undated: number[] = [];
  for (const node of nodes) {
    const value = rank(node);
    if (value === undefined) undated.push(node);
    else {
      const list = moments.get(value);
      if (list === undefined) moments.set(value, [node]);
      else list.push(node);
    }
  }
  const sign = plan.order === 'value-descending' || plan.order === 'time-descending' ? -1 : 1;
  const sorted = [...moments].sort(([a], [b]) => sign * (a - b)).map(([, list]) => list.sort((a, b) => a - b));
  return { moments: sorted, undated };
}

/** Whether a coarsely dated neighbour may in truth stand at the chosen place. */
function uncertainOrder(graph: EpisodeGraph, moments: readonly (readonly number[])[], at: number): readonly string[] {
  const chosen = graph.nodes[moments[at]?.[0] ?? -1]?.time;
  if (chosen === undefined) return [];
  const chosenEnd = chosen.startMs + startUnitMs(chosen);
  const rivals = moments
    .filter((_, place) => place !== at)
    .flat()
    .filter((node) => {
      const time = graph.nodes[node]?.time;
      if (time === undefined) return false;
      const span = startUnitMs(time);
      return (
        Math.max(span, chosenEnd - chosen.startMs) >= msInDay &&
        time.startMs < chosenEnd &&
        time.startMs + span > chosen.startMs
      );
    });
  if (rivals.length === 0) return [];
  const named = rivals.slice(0, mostNamed).map((node) => graph.nodes[node]?.handle ?? '');
  return [
    `the order is not certain: ${named.join(', ')}${rivals.length > mostNamed ? ' …' : ''} may be at the same place, going by the dates as written`,
  ];
}

/** From the first or last node (or its end) up to now. */
function reduceElapsed(graph: EpisodeGraph, nodes: readonly number[], plan: AggregatePlan): Reduced {
  const place = reducePlace(graph, nodes, { ...plan, order: 'time', project: 'node' }, plan.order === 'time' ? 1 : -1);
  const [node] = place.basis;
  const time = node === undefined ? undefined : graph.nodes[node]?.time;
  if (time === undefined) return { ...place, values: [], ties: [] };
  const unit = plan.unit ?? 'd';
  const from = plan.project === 'end' ? endInstant(time) : time.startMs;
  if (from === undefined) return { ...place, values: [], refusal: 'it has no written end' };
  const elapsed = timeIn(graph.now.ms - from, unit);
  const value = {
    value: elapsed,
    unit,
    time: formatTime(time),
    keys: place.basis.map((each) => graph.nodes[each]?.key ?? ''),
  };
  return { ...place, values: [value], unit, notes: [`up to now, ${graph.now.text}`] };
}

/** Time from the first to the last node. */
function reduceInterval(graph: EpisodeGraph, nodes: readonly number[], plan: AggregatePlan): Reduced {
  const dated = nodes.filter((node) => graph.nodes[node]?.time !== undefined);
  const times = dated.map((node) => graph.nodes[node]?.time?.startMs ?? 0);
  const undated = leftOutMap(
    'undated',
    nodes.filter((node) => graph.nodes[node]?.time === undefined),
  );
  if (times.length < 2)
    return {
      ...nothing,
      n: nodes.length,
      basis: dated,
      leftOut: undated,
      refusal: nodes.length === 0 ? undefined : needsTwo,
    };
  const unit = plan.unit ?? 'd';
  const earliest = times.reduce((least, time) => Math.min(least, time));
  const latest = times.reduce((most, time) => Math.max(most, time));
  return {
    ...nothing,
    values: [{ value: timeIn(latest - earliest, unit), unit, keys: [] }],
    unit,
    n: dated.length,
    basis: dated,
    leftOut: undated,
  };
}

function timeIn(ms: number, unit: string): number {
  const value = inUnit(ms, unit);
  if (value === undefined) {
    throw new HopperError('invalid-input', `Expected a unit of time (min, h, d, wk, mo, a); found "${unit}".`);
  }
  return value;
}

function reduceNumbers(graph: EpisodeGraph, nodes: readonly number[], plan: AggregatePlan): Reduced {
  const numbers = readNumbers(graph, nodes, plan);
  const found = {
    ...nothing,
    unit: numbers.unit,
    n: numbers.entries.length,
    basis: numbers.entries.map(({ node }) => node),
    leftOut: numbers.leftOut,
    notes: numbers.notes,
  };
  if (numbers.entries.length === 0)
    return { ...found, unit: undefined, refusal: nodes.length === 0 ? undefined : numberRefusal(numbers) };
  const reduction = numericReductions[plan.reduce.op] ?? numericReductions.mean;
  return { ...found, ...reduction?.(graph, numbers, plan) };
}

function numberRefusal(numbers: Numbers): string {
  if (numbers.refusal !== undefined) return numbers.refusal;
  const most = [...numbers.leftOut].sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
  return most === 'several-values' ? 'each has several values: name a component' : 'none of them has a number';
}

function readNumbers(graph: EpisodeGraph, nodes: readonly number[], plan: AggregatePlan): Numbers {
  if (plan.project === 'duration') return durationsOf(graph, nodes, plan.unit);
  return numbersOf(graph, nodes, plan.select.component, plan.unit);
}

function byValue(graph: EpisodeGraph, nodes: readonly number[], plan: AggregatePlan): readonly number[] {
  return rankedMoments(graph, nodes, plan).moments.flat();
}

type NumericReduction = (graph: EpisodeGraph, numbers: Numbers, plan: AggregatePlan) => Partial<Reduced>;

const numericReductions: Readonly<Record<string, NumericReduction>> = {
  min: (graph, numbers, plan) => reduceExtreme(graph, numbers, plan, (a, b) => a < b),
  max: (graph, numbers, plan) => reduceExtreme(graph, numbers, plan, (a, b) => a > b),
  sum: (_graph, numbers) =>
    computed(
      numbers,
      roundTo(
        numbers.entries.reduce((sum, { number }) => sum + number, 0),
        numbers.decimals,
      ),
    ),
  mean: (_graph, numbers) =>
    computed(
      numbers,
      Number(
        (numbers.entries.reduce((sum, { number }) => sum + number, 0) / numbers.entries.length).toPrecision(meanDigits),
      ),
    ),
  median: (_graph, numbers) => computed(numbers, medianOf(numbers)),
  difference: (graph, numbers) =>
    betweenEnds(graph, numbers, (first, last) => ({ value: roundTo(last.number - first.number, numbers.decimals) })),
  rate: (graph, numbers) =>
    betweenEnds(graph, numbers, (first, last, days) => ({
      value: Number(((last.number - first.number) / days).toPrecision(meanDigits)),
      unit: `${numbers.unit ?? ''}/d`,
    })),
  trend: (graph, numbers) => trendOf(graph, numbers),
};

function computed(numbers: Numbers, value: number): Partial<Reduced> {
  return { values: [{ value, ...(numbers.unit === undefined ? {} : { unit: numbers.unit }), keys: [] }] };
}

/** All nodes that have the least or greatest number; projected, so that `project: 'time'` says when. */
function reduceExtreme(
  graph: EpisodeGraph,
  numbers: Numbers,
  plan: AggregatePlan,
  better: (a: number, b: number) => boolean,
): Partial<Reduced> {
  const best = numbers.entries.reduce((a, b) => (better(b.number, a.number) ? b : a)).number;
  const chosen = numbers.entries.filter(({ number }) => number === best).map(({ node }) => node);
  const unit = numbers.unit === undefined ? {} : { unit: numbers.unit };
  const wanted = plan.project === undefined || plan.project === 'value' || plan.project === 'duration';
  const values = wanted
    ? chosen.map((node) => {
        const { key, time } = graph.nodes[node] ?? {};
        return {
          value: best,
          ...unit,
          ...(time === undefined ? {} : { time: formatTime(time) }),
          keys: key === undefined ? [] : [key],
        };
      })
    : mergeEqual(chosen.flatMap((node) => projectNode(graph, node, plan)));
  return { values, basis: chosen, ties: chosen.length > 1 ? chosen : [] };
}

function medianOf({ entries, decimals }: Numbers): number {
  const sorted = Float64Array.from(entries, ({ number }) => number).sort();
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : roundTo(((sorted[middle - 1] ?? 0) + upper) / 2, decimals + 1);
}

/** Something of the earliest and the latest number, refused when there is only one moment. */
function betweenEnds(
  graph: EpisodeGraph,
  numbers: Numbers,
  make: (
    first: Numbers['entries'][number],
    last: Numbers['entries'][number],
    days: number,
  ) => { readonly value: number; readonly unit?: string },
): Partial<Reduced> {
  const startOf = (node: number) => graph.nodes[node]?.time?.startMs;
  const dated = numbers.entries.filter(({ node }) => startOf(node) !== undefined);
  const first = dated.reduce<Numbers['entries'][number] | undefined>(
    (a, b) => (a === undefined || (startOf(b.node) ?? 0) < (startOf(a.node) ?? 0) ? b : a),
    undefined,
  );
  const last = dated.reduce<Numbers['entries'][number] | undefined>(
    (a, b) => (a === undefined || (startOf(b.node) ?? 0) > (startOf(a.node) ?? 0) ? b : a),
    undefined,
  );
  const ms = first === undefined || last === undefined ? 0 : (startOf(last.node) ?? 0) - (startOf(first.node) ?? 0);
  if (first === undefined || last === undefined || ms === 0) return { refusal: needsTwo };
  const unit = numbers.unit === undefined ? {} : { unit: numbers.unit };
  const made = { ...unit, ...make(first, last, ms / msInDay) };
  const keys = [first.node, last.node].map((node) => graph.nodes[node]?.key ?? '');
  return {
    values: [{ ...made, keys }],
    unit: made.unit,
    basis: [first.node, last.node],
    notes: [...numbers.notes, `from ${first.number} to ${last.number}`],
  };
}

/** Values that say the same, as one with all their keys. */
function mergeEqual(values: readonly PlanValue[]): readonly PlanValue[] {
  const merged = new Map<string, PlanValue>();
  for (const value of values) {
    const name = JSON.stringify([value.value, value.unit, value.time]);
    const known = merged.get(name);
    merged.set(name, known === undefined ? value : { ...known, keys: [...known.keys, ...value.keys] });
  }
  return [...merged.values()];
}

function leftOutMap(reason: LeftOutReason, nodes: readonly number[]): ReadonlyMap<LeftOutReason, readonly number[]> {
  return nodes.length === 0 ? new Map() : new Map([[reason, nodes]]);
}

const nothing: Reduced = {
  values: [],
  groups: [],
  unit: undefined,
  n: 0,
  basis: [],
  ties: [],
  leftOut: new Map(),
  notes: [],
  partial: [],
  refusal: undefined,
};
const numericOps: ReadonlySet<string> = new Set(['min', 'max', 'mean', 'median', 'sum', 'difference', 'rate', 'trend']);
const needsTwo = 'it takes at least two moments';
const meanDigits = 12;
const mostNamed = 5;
const msInDay = 86_400_000;
