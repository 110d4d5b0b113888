// What an answer rests on, named without listing thousands: keys up to a limit, then count and digest.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { digestOfNumbers } from './digest.ts';
import { type Basis, basisLimit, type LeftOut, type LeftOutReason } from './plan-result.ts';

/** The basis of nodes in the order given. */
export function basisOf(graph: EpisodeGraph, nodes: readonly number[]): Basis {
  const keyOf = (index: number | undefined) => (index === undefined ? undefined : graph.nodes[index]?.key);
  const listed = nodes.slice(0, basisLimit);
  const first = keyOf(nodes[0]);
  const last = keyOf(nodes[nodes.length - 1]);
  const basis: Basis = {
    count: nodes.length,
    keys: listed.map((index) => keyOf(index) ?? ''),
    handles: listed.map((index) => graph.nodes[index]?.handle ?? ''),
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
    digest: digestOfNumbers(nodes),
  };
  nodesByBasis.set(basis, nodes);
  return basis;
}

/** Every node of a basis in its order, as indices of the graph: also those beyond `basisLimit`. */
export function allNodesOf(basis: Basis): readonly number[] {
  return nodesByBasis.get(basis) ?? [];
}

const nodesByBasis = new WeakMap<Basis, readonly number[]>();

/** Nodes left out, by reason in the order of `leftOutTexts`; reasons without nodes are not told. */
export function leftOutOf(
  graph: EpisodeGraph,
  nodes: ReadonlyMap<LeftOutReason, readonly number[]>,
): readonly LeftOut[] {
  const told: LeftOut[] = [];
  for (const [reason, text] of Object.entries(leftOutTexts) as [LeftOutReason, string][]) {
    const list = nodes.get(reason);
    if (list !== undefined && list.length > 0) told.push({ reason, text, basis: basisOf(graph, list) });
  }
  return told;
}

/** Add nodes to a reason's list. */
export function leaveOut(
  lists: Map<LeftOutReason, number[]>,
  reason: LeftOutReason,
  ...nodes: readonly number[]
): void {
  const list = lists.get(reason);
  if (list === undefined) lists.set(reason, [...nodes]);
  else for (const node of nodes) list.push(node);
}

/** Whether leaving nodes out for this reason makes an answer partial: they may belong to it. */
export function mayBelong(reason: LeftOutReason): boolean {
  return reason !== 'retracted' && reason !== 'no-value';
}

const leftOutTexts: Readonly<Record<LeftOutReason, string>> = {
  retracted: 'entered in error, refuted, cancelled or not done',
  undated: 'without any date',
  'uncertain-time': 'dated too coarsely to be told inside or outside',
  'no-value': 'without a value',
  'not-a-number': 'with a value that is not a number',
  'several-values': 'with several values (name a component)',
  comparator: 'with a limit instead of a number, such as "<5"',
  range: 'with a range or ratio instead of a number',
  'other-unit': 'in a unit that cannot be converted',
};
