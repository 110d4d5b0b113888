// Runs a plan over the whole record: select → window → order → reduce → project, never over a page.
import { HopperError } from '../errors.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { basisOf, leaveOut, leftOutOf, mayBelong } from './basis.ts';
import { groupNodes } from './group.ts';
import type { MeasureReading } from './measure.ts';
import { missingReasons } from './missing.ts';
import { numbersOf } from './numbers.ts';
import { sortByGraphTime, sortByTime } from './order.ts';
import type { AggregatePlan, Grouping } from './plan.ts';
import type { LeftOut, LeftOutReason, PlanGroup, PlanResult } from './plan-result.ts';
import { reduceNodes, takeMoments } from './reduce.ts';
import { isNumeric } from './reduce-numbers.ts';
import type { Reduced } from './reduced.ts';
import { countRepeats } from './repeated-facts.ts';
import { type Scope, scopeOf } from './scope.ts';
import { selectNodes } from './select.ts';
import { createWindowTest } from './window.ts';

/**
 * Run a plan. Linear in the selected nodes, but for sorting; milliseconds on 50,000 resources once the index is built.
 *
 * A name that the record doesn't know selects nothing and leaves a note with the nearest one: that is an answer
 * ("none"), not an error.
 *
 * @throws `invalid-input` for a plan that can't be meant (window ends first, nth 0, unknown unit of time, empty list);
 *   `not-found` for an unknown key or visit
 */
export function runPlan(graph: EpisodeGraph, plan: AggregatePlan): PlanResult {
  checkPlan(plan);
  const scope = scopeOf(graph, plan);
  const selected = selectNodes(graph, plan.select);
  const outcomeOf = createWindowTest(graph, plan.window, scope.timeOf);
  const leftOut = new Map<LeftOutReason, number[]>();
  const inside: number[] = [];
  for (const node of selected.nodes) {
    const outcome = outcomeOf(node);
    if (outcome === 'inside') inside.push(node);
    else if (outcome === 'uncertain') leaveOut(leftOut, 'uncertain-time', node);
    else if (outcome === 'undated') leaveOut(leftOut, 'undated', node);
  }
  for (const node of selected.retracted) if (outcomeOf(node) === 'inside') leaveOut(leftOut, 'retracted', node);
  const descending = plan.order === 'time-descending';
  const ordered =
    plan.at === undefined ? sortByGraphTime(graph, inside, descending) : sortByTime(inside, scope.timeOf, descending);
  const nodes = plan.take === undefined ? ordered : takeMoments(scope, ordered, plan.take);
  const grouped = plan.groupBy === undefined ? undefined : reduceGroups(scope, nodes, plan.groupBy, leftOut);
  const reduced = grouped?.reduced ?? reduceNodes(scope, nodes);
  for (const [reason, list] of reduced.leftOut) leaveOut(leftOut, reason, ...list);
  const told = leftOutOf(graph, leftOut);
  return {
    outcome: reduced.refusal !== undefined ? 'not-computable' : nodes.length === 0 ? 'empty' : 'answered',
    values: reduced.values,
    groups: grouped?.groups ?? reduced.groups,
    ...(reduced.unit === undefined ? {} : { unit: reduced.unit }),
    n: reduced.n,
    basis: basisOf(graph, reduced.basis),
    ties: reduced.ties.map((node) => graph.nodes[node]?.key ?? ''),
    leftOut: told,
    notes: [...selected.notes, ...reduced.notes, ...duplicateNotes(graph, reduced.basis)],
    ...(reduced.refusal === undefined ? {} : { reason: reduced.refusal }),
    completeness: completenessOf(scope, told, reduced),
  };
}

function checkPlan(plan: AggregatePlan): void {
  if (plan.reduce.op === 'nth' && !(Number.isInteger(plan.reduce.n) && plan.reduce.n !== 0)) {
    throw new HopperError(
      'invalid-input',
      `Expected n to be 1, 2, … or -1, -2, … (from the end); found ${plan.reduce.n}.`,
    );
  }
  const { value } = plan.select;
  if (value !== undefined && !Number.isFinite(value.number)) {
    throw new HopperError('invalid-input', `Expected a number to compare values with; found ${value.number}.`);
  }
}

/** Every group reduced by itself, all in the one unit that the whole would have. */
function reduceGroups(
  scope: Scope,
  nodes: readonly number[],
  grouping: Grouping,
  leftOut: Map<LeftOutReason, number[]>,
): { readonly groups: readonly PlanGroup[]; readonly reduced: Reduced } {
  const { graph, plan } = scope;
  const { groups, undated, coarse } = groupNodes(scope, nodes, grouping);
  if (undated.length > 0) leaveOut(leftOut, 'undated', ...undated);
  if (coarse.length > 0) leaveOut(leftOut, 'uncertain-time', ...coarse);
  const readings = new Map<number, MeasureReading>();
  const unit =
    plan.unit ??
    (isNumeric(plan) && grouping !== 'code'
      ? numbersOf(graph, nodes, plan.select.component, undefined, readings).unit
      : undefined);
  const inUnit = { ...scope, readings, plan: unit === undefined ? plan : { ...plan, unit } };
  const all = groups.map(({ name, nodes: members }) => ({ name, reduced: reduceNodes(inUnit, members) }));
  const whole = new Map<LeftOutReason, number[]>();
  for (const { reduced } of all) for (const [reason, list] of reduced.leftOut) leaveOut(whole, reason, ...list);
  const refusals = all.filter(({ reduced }) => reduced.refusal !== undefined);
  return {
    groups: all.map(({ name, reduced }) => ({
      group: name,
      values: reduced.values,
      n: reduced.n,
      basis: basisOf(graph, reduced.basis),
    })),
    reduced: {
      values: [],
      groups: [],
      unit: grouping === 'code' ? undefined : all.find(({ reduced }) => reduced.unit !== undefined)?.reduced.unit,
      n: all.reduce((sum, { reduced }) => sum + reduced.n, 0),
      basis: all.flatMap(({ reduced }) => reduced.basis),
      ties: [],
      leftOut: whole,
      notes: [...new Set(all.flatMap(({ reduced }) => reduced.notes))].slice(0, mostGroupNotes),
      partial: [...new Set(all.flatMap(({ reduced }) => reduced.partial))].slice(0, mostGroupNotes),
      refusal: all.length > 0 && refusals.length === all.length ? refusals[0]?.reduced.refusal : undefined,
    },
  };
}

function duplicateNotes(graph: EpisodeGraph, basis: readonly number[]): readonly string[] {
  const extra = countRepeats(graph, basis);
  if (extra === 0) return [];
  return [
    `${extra} of them look${extra === 1 ? 's' : ''} like the same fact under another id, and ${extra === 1 ? 'is' : 'are'} counted`,
  ];
}

function completenessOf(
  { graph, plan }: Scope,
  leftOut: readonly LeftOut[],
  reduced: Reduced,
): PlanResult['completeness'] {
  const reasons = [
    ...graph.record.completeness.reasons,
    ...missingReasons(graph, plan.select, plan.window),
    ...leftOut.filter(({ reason }) => mayBelong(reason)).map(({ text, basis }) => `${basis.count} left out: ${text}`),
    ...reduced.partial,
  ];
  return { state: reasons.length === 0 ? graph.record.completeness.state : 'partial', reasons };
}

const mostGroupNotes = 5;
