// What every step of one plan works with: the graph, the plan, and which time of a node counts.
import { type ClinicalTime, parseFhirTime } from '../fhir/clinical-time.ts';
import { asArray, isObject } from '../fhir/resource.ts';
import { finishTime, readPeriodTime } from '../fhir/time-element.ts';
import type { EpisodeGraph, GraphNode } from '../graph/episode-graph.ts';
import type { MeasureReading } from './measure.ts';
import type { AggregatePlan } from './plan.ts';

export interface Scope {
  readonly graph: EpisodeGraph;
  readonly plan: AggregatePlan;
  /** The time of a node that counts; `undefined` when it has none. */
  timeOf(index: number): ClinicalTime | undefined;
  /** Numbers read so far, by node: groups are read once for their common unit and once each. */
  readonly readings?: Map<number, MeasureReading>;
}

/** A plan's scope. Times of another element (`plan.at`) are read once per node; without one the clinical time counts. */
export function scopeOf(graph: EpisodeGraph, plan: AggregatePlan): Scope {
  const { at } = plan;
  if (at === undefined) {
    const asksEnd = plan.project === 'end' || plan.project === 'duration';
    return { graph, plan, timeOf: (index) => (asksEnd ? wholeTime(graph.nodes[index]) : graph.nodes[index]?.time) };
  }
  const steps = at.split('.');
  const read = new Map<number, ClinicalTime | undefined>();
  return {
    graph,
    plan,
    timeOf(index) {
      if (!read.has(index)) {
        const node = graph.nodes[index];
        read.set(index, timeAt(node, steps, at) ?? node?.time);
      }
      return read.get(index);
    },
  };
}

/**
 * A node's time with the end that another element of its type writes: a condition's abatement, how long a prescription
 * is valid for.
 *
 * Source: FHIR R4 Condition.abatement[x], MedicationRequest.dispenseRequest.validityPeriod; DSTU2 MedicationOrder.dateEnded.
 */
export function wholeTime(node: GraphNode | undefined): ClinicalTime | undefined {
  const time = withoutBorrowedEnd(node?.time);
  if (node === undefined || time === undefined || time.endText !== undefined) return time;
  for (const element of endElements[node.type] ?? []) {
    const end = timeAt(node, element.split('.'), element);
    const last = end?.endText ?? (end?.localEndMs === Number.POSITIVE_INFINITY ? undefined : end?.text);
    if (end === undefined || last === undefined || end.endMs < time.startMs) continue;
    return { ...time, endMs: end.endMs, localEndMs: end.localEndMs, endText: last };
  }
  return time;
}

/** A visit that lent a fact its time ends without the fact: a drug written there is taken on. */
function withoutBorrowedEnd(time: ClinicalTime | undefined): ClinicalTime | undefined {
  if (time?.borrowedFrom === undefined || time.endText === undefined) return time;
  const { endText: _, ...open } = time;
  return { ...open, endMs: Number.POSITIVE_INFINITY, localEndMs: Number.POSITIVE_INFINITY };
}

const endElements: Readonly<Record<string, readonly string[]>> = {
  Condition: ['abatementDateTime', 'abatementDate', 'abatementPeriod'],
  MedicationRequest: ['dispenseRequest.validityPeriod'],
  MedicationOrder: ['dateEnded', 'dispenseRequest.validityPeriod'],
};

/** The first readable date or Period at an element path, in the offset of the node's own time where it has none. */
function timeAt(node: GraphNode | undefined, steps: readonly string[], element: string): ClinicalTime | undefined {
  let values: readonly unknown[] = [node?.resource];
  for (const step of steps) values = values.filter(isObject).flatMap((value) => asArray(value[step]));
  const own = node?.time === undefined ? 0 : node.time.localStartMs - node.time.startMs;
  for (const value of values) {
    const start = typeof value === 'string' ? parseFhirTime(value) : undefined;
    const written =
      start === undefined
        ? readPeriodTime(value, element)
        : { start, end: undefined, period: false, element, role: 'event' as const };
    if (written !== undefined) return finishTime(written, { offsetAt: () => own });
  }
  return undefined;
}
