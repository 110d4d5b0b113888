// From ordered nodes to an answer: counting, listing and places in time; numbers and lengths of time have their own files.
import { basisOf, leaveOut } from './basis.ts';
import { startUnitMs } from './duration.ts';
import type { LeftOutReason, PlanValue } from './plan-result.ts';
import { projectNode } from './project.ts';
import { readNumbers, reduceNumbers } from './reduce-numbers.ts';
import { reduceElapsed, reduceInterval } from './reduce-time.ts';
import { leftOutFor, mergeSame, nothing, type Reduced } from './reduced.ts';
import type { Scope } from './scope.ts';
import { normalName } from './selection-index.ts';

/** Reduce nodes that stand in the plan's order of time, undated ones last. */
export function reduceNodes(scope: Scope, nodes: readonly number[]): Reduced {
  const { plan } = scope;
  switch (plan.reduce.op) {
    case 'count':
      return { ...nothing, values: [{ value: nodes.length, keys: [] }], n: nodes.length, basis: nodes };
    case 'exists':
      return { ...nothing, values: [{ value: nodes.length > 0, keys: [] }], n: nodes.length, basis: nodes };
    case 'list':
      return reduceList(scope, nodes);
    case 'distinct':
      return reduceDistinct(scope, nodes);
    case 'first':
      return reducePlace(scope, nodes, 1);
    case 'last':
      return reducePlace(scope, nodes, -1);
    case 'nth':
      return reducePlace(scope, nodes, plan.reduce.n);
    case 'elapsed':
      return reduceElapsed(scope, nodes);
    case 'difference':
      return plan.project === 'time' ? reduceInterval(scope, nodes) : reduceNumbers(scope, nodes);
    default:
      return reduceNumbers(scope, nodes);
  }
}

function reduceList(scope: Scope, nodes: readonly number[]): Reduced {
  const ordered = isByValue(scope) ? rankedMoments(scope, nodes).nodes : nodes;
  const values: PlanValue[] = [];
  const silent: number[] = [];
  for (const node of ordered) {
    const said = projectNode(scope, node);
    if (said.length === 0) silent.push(node);
    values.push(...said);
  }
  return { ...nothing, values, n: nodes.length, basis: ordered, leftOut: leftOutFor('no-value', silent) };
}

/** How many different things the nodes say; each is a group, the most frequent first. */
function reduceDistinct(scope: Scope, nodes: readonly number[]): Reduced {
  const { plan, graph } = scope;
  const by = plan.reduce.op === 'distinct' ? plan.reduce.by : 'concept';
  const named = new Map<string, { readonly group: string; readonly list: number[] }>();
  const silent: number[] = [];
  for (const node of nodes) {
    const said = projectNode(scope, node, by);
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
  const values = [{ value: named.size, keys: [] }];
  return { ...nothing, values, groups, n: nodes.length, basis: nodes, leftOut: leftOutFor('no-value', silent) };
}

/** First, last or nth moment; everything that happened at it shares the place. */
function reducePlace(scope: Scope, nodes: readonly number[], place: number): Reduced {
  const ranked = rankedMoments(scope, nodes);
  const at = place > 0 ? place - 1 : ranked.starts.length + place;
  const chosen = momentAt(ranked, at);
  const said = chosen.map((node) => projectNode(scope, node));
  const values = said.flat();
  const leftOut = new Map<LeftOutReason, number[]>();
  if (ranked.unplaced.length > 0) leaveOut(leftOut, isByValue(scope) ? 'no-value' : 'undated', ...ranked.unplaced);
  const silent = chosen.filter((_, position) => said[position]?.length === 0);
  if (silent.length > 0) leaveOut(leftOut, 'no-value', ...silent);
  return {
    ...nothing,
    values: mergeSame(values, (key) => conceptOf(scope.graph, key)),
    unit: values[0]?.unit,
    n: nodes.length,
    basis: chosen,
    ties: chosen.length > 1 ? chosen : [],
    leftOut,
    partial: isByValue(scope) ? [] : uncertainOrder(scope, ranked.nodes, chosen),
    refusal: chosen.length === 0 && nodes.length > 0 ? placeRefusal(ranked.starts.length, place) : undefined,
  };
}

function conceptOf(graph: Scope['graph'], key = ''): string | undefined {
  const node = graph.find(key);
  return node === undefined ? undefined : graph.text(node.index).concept;
}

function placeRefusal(moments: number, place: number): string {
  if (moments === 0) return 'none of them has a date, so none is first or last';
  return `there are only ${moments}, so there is no number ${place}`;
}

function isByValue({ plan }: Scope): boolean {
  return plan.order === 'value' || plan.order === 'value-descending';
}

interface Moments {
  /** Nodes in their order, without those that have no place in it. */
  readonly nodes: readonly number[];
  /** Where each moment begins in `nodes`. */
  readonly starts: readonly number[];
  readonly unplaced: readonly number[];
}

/** Nodes by moment in ascending time, or by number when the plan orders by value; each moment's nodes by key. */
function rankedMoments(scope: Scope, nodes: readonly number[]): Moments {
  const numbers = isByValue(scope) ? readNumbers(scope, nodes) : undefined;
  const numberOf = new Map(numbers?.entries.map(({ node, number }) => [node, number]));
  const rankOf = (node: number) => (numbers === undefined ? scope.timeOf(node)?.startMs : numberOf.get(node));
  const sign = scope.plan.order === 'value-descending' ? -1 : 1;
  const isSorted = numbers === undefined && scope.plan.order !== 'time-descending';
  const unplaced = nodes.filter((node) => rankOf(node) === undefined);
  const placed = unplaced.length === 0 ? nodes : nodes.filter((node) => rankOf(node) !== undefined);
  const sorted = isSorted ? placed : [...placed].sort((a, b) => sign * ((rankOf(a) ?? 0) - (rankOf(b) ?? 0)) || a - b);
  const starts: number[] = [];
  let before: number | undefined;
  for (const [place, node] of sorted.entries()) {
    const rank = rankOf(node);
    if (rank !== before) starts.push(place);
    before = rank;
  }
  return { nodes: sorted, starts, unplaced };
}

/** Nodes of the first moments, or of the last ones when `take` is negative, in the order given. */
export function takeMoments(scope: Scope, nodes: readonly number[], take: number): readonly number[] {
  const { nodes: ranked, starts } = rankedMoments(scope, nodes);
  const from = take < 0 ? (starts.at(take) ?? 0) : 0;
  const to = take < 0 ? ranked.length : (starts[take] ?? ranked.length);
  const taken = new Set(ranked.slice(from, to));
  return nodes.filter((node) => taken.has(node));
}

function momentAt({ nodes, starts }: Moments, at: number): readonly number[] {
  const start = starts[at];
  return start === undefined ? [] : nodes.slice(start, starts[at + 1] ?? nodes.length);
}

/** Whether a coarsely dated neighbour may in truth stand at the chosen place. */
function uncertainOrder(scope: Scope, nodes: readonly number[], chosen: readonly number[]): readonly string[] {
  const time = scope.timeOf(chosen[0] ?? -1);
  if (time === undefined) return [];
  const endMs = time.startMs + startUnitMs(time);
  const isCoarse = endMs - time.startMs >= msInDay;
  const isRival = (node: number) => {
    const other = scope.timeOf(node);
    if (other === undefined || other.startMs >= endMs || !(isCoarse || coarse.has(other.precision))) return false;
    return other.startMs + startUnitMs(other) > time.startMs;
  };
  const rivals = nodes.filter((node) => isRival(node) && !chosen.includes(node));
  if (rivals.length === 0) return [];
  const named = rivals.slice(0, mostNamed).map((node) => scope.graph.nodes[node]?.handle ?? '');
  const more = rivals.length > mostNamed ? ' …' : '';
  return [
    `the order is not certain: ${named.join(', ')}${more} may be at the same place, going by the dates as written`,
  ];
}

const coarse: ReadonlySet<string> = new Set(['year', 'month', 'day']);
const mostNamed = 5;
const msInDay = 86_400_000;
