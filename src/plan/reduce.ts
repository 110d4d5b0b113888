// From ordered nodes to an answer: counting, listing and places in time; numbers and lengths of time have their own files.
import { basisOf, leaveOut } from './basis.ts';
import { startUnitMs } from './duration.ts';
import type { LeftOutReason, PlanValue } from './plan-result.ts';
import { projectNode } from './project.ts';
import { readNumbers, reduceNumbers } from './reduce-numbers.ts';
import { reduceElapsed, reduceInterval } from './reduce-time.ts';
import { leftOutFor, mergeEqual, nothing, type Reduced } from './reduced.ts';
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
  const ordered = isByValue(scope) ? rankedMoments(scope, nodes).moments.flat() : nodes;
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
  const at = place > 0 ? place - 1 : ranked.moments.length + place;
  const chosen = ranked.moments[at] ?? [];
  const said = chosen.map((node) => projectNode(scope, node));
  const values = said.flat();
  const leftOut = new Map<LeftOutReason, number[]>();
  if (ranked.unplaced.length > 0) leaveOut(leftOut, isByValue(scope) ? 'no-value' : 'undated', ...ranked.unplaced);
  const silent = chosen.filter((_, position) => said[position]?.length === 0);
  if (silent.length > 0) leaveOut(leftOut, 'no-value', ...silent);
  return {
    ...nothing,
    values: mergeEqual(values),
    unit: values[0]?.unit,
    n: nodes.length,
    basis: chosen,
    ties: chosen.length > 1 ? chosen : [],
    leftOut,
    partial: isByValue(scope) ? [] : uncertainOrder(scope, ranked.moments, at),
    refusal: chosen.length === 0 && nodes.length > 0 ? placeRefusal(ranked.moments.length, place) : undefined,
  };
}

function placeRefusal(moments: number, place: number): string {
  if (moments === 0) return 'none of them has a date, so none is first or last';
  return `there are only ${moments}, so there is no number ${place}`;
}

function isByValue({ plan }: Scope): boolean {
  return plan.order === 'value' || plan.order === 'value-descending';
}

/** Nodes by moment in ascending time, or by number when the plan orders by value; each moment's nodes by key. */
function rankedMoments(
  scope: Scope,
  nodes: readonly number[],
): { readonly moments: readonly (readonly number[])[]; readonly unplaced: readonly number[] } {
  const numbers = isByValue(scope) ? readNumbers(scope, nodes) : undefined;
  const numberOf = new Map(numbers?.entries.map(({ node, number }) => [node, number]));
  const moments = new Map<number, number[]>();
  const unplaced: number[] = [];
  for (const node of nodes) {
    const rank = numbers === undefined ? scope.timeOf(node)?.startMs : numberOf.get(node);
    const list = rank === undefined ? unplaced : moments.get(rank);
    if (list !== undefined) list.push(node);
    else if (rank !== undefined) moments.set(rank, [node]);
  }
  const sign = scope.plan.order === 'value-descending' ? -1 : 1;
  const sorted = [...moments].sort(([a], [b]) => sign * (a - b)).map(([, list]) => list.sort((a, b) => a - b));
  return { moments: sorted, unplaced };
}

/** Whether a coarsely dated neighbour may in truth stand at the chosen place. */
function uncertainOrder(scope: Scope, moments: readonly (readonly number[])[], at: number): readonly string[] {
  const chosen = scope.timeOf(moments[at]?.[0] ?? -1);
  if (chosen === undefined) return [];
  const chosenEndMs = chosen.startMs + startUnitMs(chosen);
  const isRival = (node: number) => {
    const time = scope.timeOf(node);
    if (time === undefined) return false;
    const unitMs = startUnitMs(time);
    const coarsestMs = Math.max(unitMs, chosenEndMs - chosen.startMs);
    return coarsestMs >= msInDay && time.startMs < chosenEndMs && time.startMs + unitMs > chosen.startMs;
  };
  const rivals = moments.filter((_, place) => place !== at).flatMap((moment) => moment.filter(isRival));
  if (rivals.length === 0) return [];
  const named = rivals.slice(0, mostNamed).map((node) => scope.graph.nodes[node]?.handle ?? '');
  const more = rivals.length > mostNamed ? ' …' : '';
  return [
    `the order is not certain: ${named.join(', ')}${more} may be at the same place, going by the dates as written`,
  ];
}

const mostNamed = 5;
const msInDay = 86_400_000;
