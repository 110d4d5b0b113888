// Reductions over numbers: one small function each, in one table.
import { formatTime } from '../fhir/clinical-time.ts';
import { durationsOf, type NodeNumber, type Numbers, numbersOf, roundTo } from './numbers.ts';
import type { AggregatePlan } from './plan.ts';
import { projectNode } from './project.ts';
import { mergeEqual, needsTwo, nothing, type Reduced } from './reduced.ts';
import type { Scope } from './scope.ts';
import { trendOf } from './trend.ts';

/** Whether a plan's reduction works on numbers. */
export function isNumeric(plan: AggregatePlan): boolean {
  return (
    numericReductions[plan.reduce.op] !== undefined && !(plan.reduce.op === 'difference' && plan.project === 'time')
  );
}

/** The numbers a plan is about: lengths of periods when it projects durations, else values. */
export function readNumbers({ graph, plan, timeOf, readings }: Scope, nodes: readonly number[]): Numbers {
  if (plan.project === 'duration') return durationsOf(nodes, timeOf, plan.unit);
  return numbersOf(graph, nodes, plan.select.component, plan.unit, readings);
}

/** Reduce the numbers of nodes; refused when none has one. */
export function reduceNumbers(scope: Scope, nodes: readonly number[]): Reduced {
  const numbers = readNumbers(scope, nodes);
  const found: Reduced = {
    ...nothing,
    unit: numbers.unit,
    n: numbers.entries.length,
    basis: numbers.entries.map(({ node }) => node),
    leftOut: numbers.leftOut,
    notes: numbers.notes,
  };
  if (numbers.entries.length === 0) {
    return { ...found, unit: undefined, refusal: nodes.length === 0 ? undefined : numberRefusal(numbers) };
  }
  return { ...found, ...numericReductions[scope.plan.reduce.op]?.(scope, numbers) };
}

function numberRefusal(numbers: Numbers): string {
  if (numbers.refusal !== undefined) return numbers.refusal;
  const most = [...numbers.leftOut].sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
  return most === 'several-values' ? 'each has several values: name a component' : 'none of them has a number';
}

type NumericReduction = (scope: Scope, numbers: Numbers) => Partial<Reduced>;

const numericReductions: Readonly<Record<string, NumericReduction>> = {
  min: (scope, numbers) => reduceExtreme(scope, numbers, (a, b) => a < b),
  max: (scope, numbers) => reduceExtreme(scope, numbers, (a, b) => a > b),
  sum: (_scope, numbers) => computed(numbers, roundTo(sumOf(numbers), numbers.decimals)),
  mean: (_scope, numbers) => computed(numbers, Number((sumOf(numbers) / numbers.entries.length).toPrecision(digits))),
  median: (_scope, numbers) => computed(numbers, medianOf(numbers)),
  difference: (scope, numbers) =>
    betweenEnds(scope, numbers, (first, last) => ({ value: roundTo(last.number - first.number, numbers.decimals) })),
  rate: (scope, numbers) =>
    betweenEnds(scope, numbers, (first, last, days) => ({
      value: Number(((last.number - first.number) / days).toPrecision(digits)),
      unit: `${numbers.unit ?? ''}/d`,
    })),
  trend: (scope, numbers) => trendOf(scope, numbers),
};

function sumOf({ entries }: Numbers): number {
  return entries.reduce((sum, { number }) => sum + number, 0);
}

function computed(numbers: Numbers, value: number): Partial<Reduced> {
  return { values: [{ value, ...(numbers.unit === undefined ? {} : { unit: numbers.unit }), keys: [] }] };
}

/** All nodes that have the least or greatest number; projected, so that `project: 'time'` says when. */
function reduceExtreme(scope: Scope, numbers: Numbers, better: (a: number, b: number) => boolean): Partial<Reduced> {
  const { graph, plan, timeOf } = scope;
  const best = numbers.entries.reduce((a, b) => (better(b.number, a.number) ? b : a)).number;
  const chosen = numbers.entries.filter(({ number }) => number === best).map(({ node }) => node);
  const ties = chosen.length > 1 ? chosen : [];
  if (plan.project !== undefined && plan.project !== 'value' && plan.project !== 'duration') {
    const values = mergeEqual(chosen.flatMap((node) => projectNode(scope, node)));
    return { values, basis: chosen, ties, notes: [...numbers.notes, `at ${best} ${numbers.unit ?? ''}`.trim()] };
  }
  const values = chosen.map((node) => {
    const time = timeOf(node);
    return {
      value: best,
      ...(numbers.unit === undefined ? {} : { unit: numbers.unit }),
      ...(time === undefined ? {} : { time: formatTime(time) }),
      keys: [graph.nodes[node]?.key ?? ''],
    };
  });
  return { values, basis: chosen, ties };
}

function medianOf({ entries, decimals }: Numbers): number {
  const sorted = Float64Array.from(entries, ({ number }) => number).sort();
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : roundTo(((sorted[middle - 1] ?? 0) + upper) / 2, decimals + 1);
}

/** Something of the earliest and the latest number, refused when there is only one moment. */
function betweenEnds(
  { graph, timeOf }: Scope,
  numbers: Numbers,
  make: (first: NodeNumber, last: NodeNumber, days: number) => { readonly value: number; readonly unit?: string },
): Partial<Reduced> {
  const dated = numbers.entries.flatMap((entry) => {
    const startMs = timeOf(entry.node)?.startMs;
    return startMs === undefined ? [] : [{ entry, startMs }];
  });
  const [one] = dated;
  if (one === undefined) return { refusal: needsTwo };
  const first = dated.reduce((a, b) => (b.startMs < a.startMs ? b : a), one);
  const last = dated.reduce((a, b) => (b.startMs > a.startMs ? b : a), one);
  if (first.startMs === last.startMs) return { refusal: needsTwo };
  const unit = numbers.unit === undefined ? {} : { unit: numbers.unit };
  const made = { ...unit, ...make(first.entry, last.entry, (last.startMs - first.startMs) / msInDay) };
  const basis = [first.entry.node, last.entry.node];
  return {
    values: [{ ...made, keys: basis.map((node) => graph.nodes[node]?.key ?? '') }],
    unit: made.unit,
    basis,
    notes: [...numbers.notes, `from ${first.entry.number} to ${last.entry.number}`],
  };
}

const digits = 12;
const msInDay = 86_400_000;
