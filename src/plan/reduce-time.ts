// How long since, and how long from the first to the last.
import { HopperError } from '../errors.ts';
import { formatTime } from '../fhir/clinical-time.ts';
import { endInstant, inUnit } from './duration.ts';
import { leftOutFor, needsTwo, nothing, type Reduced } from './reduced.ts';
import type { Scope } from './scope.ts';

/** From the last node (the first, when the plan orders by `time`), or from its end, up to now. */
export function reduceElapsed(scope: Scope, nodes: readonly number[]): Reduced {
  const { graph, plan, timeOf } = scope;
  const dated = nodes.filter((node) => timeOf(node) !== undefined);
  const leftOut = leftOutFor(
    'undated',
    nodes.filter((node) => timeOf(node) === undefined),
  );
  if (dated.length === 0) {
    return {
      ...nothing,
      n: nodes.length,
      leftOut,
      refusal: nodes.length === 0 ? undefined : 'none of them has a date',
    };
  }
  const fromOf = (node: number) => {
    const time = timeOf(node);
    return (plan.project === 'end' && time !== undefined ? endInstant(time) : time?.startMs) ?? Number.NaN;
  };
  const known = dated.filter((node) => !Number.isNaN(fromOf(node)));
  if (known.length === 0) return { ...nothing, n: nodes.length, leftOut, refusal: 'none of them has a written end' };
  const wanted = plan.order === 'time' ? Math.min : Math.max;
  const fromMs = known.map(fromOf).reduce((a, b) => wanted(a, b));
  const chosen = known.filter((node) => fromOf(node) === fromMs);
  const unit = plan.unit ?? 'd';
  const time = timeOf(chosen[0] ?? -1);
  const value = {
    value: timeIn(graph.now.ms - fromMs, unit),
    unit,
    ...(time === undefined ? {} : { time: formatTime(time) }),
    keys: chosen.map((node) => graph.nodes[node]?.key ?? ''),
  };
  const ties = chosen.length > 1 ? chosen : [];
  return {
    ...nothing,
    values: [value],
    unit,
    n: nodes.length,
    basis: chosen,
    ties,
    leftOut,
    notes: [`up to now, ${graph.now.text}`],
  };
}

/** Time from the first to the last node. */
export function reduceInterval(scope: Scope, nodes: readonly number[]): Reduced {
  const starts = nodes.map((node) => scope.timeOf(node)?.startMs);
  const dated = nodes.filter((_, position) => starts[position] !== undefined);
  const leftOut = leftOutFor(
    'undated',
    nodes.filter((_, position) => starts[position] === undefined),
  );
  const found = { ...nothing, n: dated.length, basis: dated, leftOut };
  if (dated.length < 2) return { ...found, refusal: nodes.length === 0 ? undefined : needsTwo };
  const unit = scope.plan.unit ?? 'd';
  const times = starts.filter((start) => start !== undefined);
  const earliest = times.reduce((a, b) => Math.min(a, b));
  const latest = times.reduce((a, b) => Math.max(a, b));
  return { ...found, values: [{ value: timeIn(latest - earliest, unit), unit, keys: [] }], unit };
}

/** @throws `invalid-input` for a unit that is none of time */
function timeIn(ms: number, unit: string): number {
  const value = inUnit(ms, unit);
  if (value !== undefined) return value;
  throw new HopperError('invalid-input', `Expected a unit of time (min, h, d, wk, mo, a); found "${unit}".`);
}
