// Turns the reading of a question into the plan that answers it.
import type { TimeWindow } from '../fhir/clinical-time.ts';
import type { QuestionReading } from '../question/reading.ts';
import type { Selection } from '../question/selection.ts';
import { intersect } from '../question/time-phrase.ts';
import type { AggregatePlan, PlanWindow, Projection, Reduction } from './plan.ts';

/**
 * The plan of a reading; `undefined` when a problem keeps the question from being answered, or its times exclude each
 * other. A question whether something was found in the last test (`exists` of a name) plans to fetch the names: there
 * are some, or none.
 */
export function planOf(reading: QuestionReading): AggregatePlan | undefined {
  if (reading.problems.length > 0) return undefined;
  const window = windowOf(reading);
  if (window === 'empty') return undefined;
  const { asked } = reading;
  const select = selectOf(reading);
  const reduce = reductionOf(reading);
  return {
    select,
    ...(window === undefined ? {} : { window }),
    ...(reading.take === undefined ? {} : { take: reading.take }),
    ...orderOf(reading),
    reduce,
    ...projectionOf(reading, reduce),
    ...(asked.kind === 'name' ? { role: asked.role } : {}),
    ...(reading.at === undefined ? {} : { at: reading.at }),
    ...(reading.groupBy === undefined ? {} : { groupBy: reading.groupBy }),
    ...unitOf(reading),
  };
}

function selectOf(reading: QuestionReading): Selection {
  const { asked, select } = reading;
  return asked.kind === 'value' && asked.component !== undefined ? { ...select, component: asked.component } : select;
}

function windowOf(reading: QuestionReading): PlanWindow | undefined | 'empty' {
  const { time } = reading;
  const visit = reading.kind === 'patient' ? undefined : reading.visit;
  const windows: TimeWindow[] = [];
  if (time.window !== undefined) windows.push(time.window);
  if (visit?.window !== undefined) windows.push(visit.window);
  if (reading.asOf !== undefined && reading.kind !== 'patient') windows.push(reading.asOf);
  const joint = intersect(windows);
  if (joint !== undefined && joint.startLocalMs >= joint.endLocalMs) return 'empty';
  // What lasts or lies near an event is during it by its time; what a visit holds, by membership.
  const isHeld = visit?.relation === 'during' && (visit.window === undefined || visit.episodes.length > 0);
  const episodes = visit !== undefined && (isHeld || visit.absent !== undefined) ? visit.episodes : undefined;
  if (joint === undefined && episodes === undefined) return undefined;
  const by = reading.asked.kind === 'end' ? ('end' as const) : undefined;
  return {
    ...(joint === undefined ? {} : { time: joint }),
    ...(episodes === undefined ? {} : { episodes }),
    ...(by === undefined || joint === undefined ? {} : { by }),
  };
}

function reductionOf(reading: QuestionReading): Reduction {
  const { operation, position, asked } = reading;
  const place: Reduction =
    position === undefined
      ? { op: 'list' }
      : position === 1
        ? { op: 'first' }
        : position === -1
          ? { op: 'last' }
          : { op: 'nth', n: position };
  switch (operation) {
    case 'value':
    case 'list':
    case 'when':
    case 'duration':
    case 'age':
      return reading.statistic !== undefined ? { op: reading.statistic } : place;
    case 'exists':
      return asked.kind === 'name' ? place : { op: 'exists' };
    case 'distinct':
      return { op: 'distinct', by: asked.kind };
    default:
      return { op: operation };
  }
}

function orderOf(reading: QuestionReading): { readonly order?: 'time' } {
  return reading.operation === 'elapsed' && reading.position === 1 ? { order: 'time' } : {};
}

function projectionOf(reading: QuestionReading, reduce: Reduction): { readonly project?: Projection } {
  if (reduce.op === 'count' || reduce.op === 'exists' || reduce.op === 'distinct') return {};
  return { project: reading.asked.kind };
}

/** Time units as UCUM; other units as asked, where values are. */
function unitOf(reading: QuestionReading): { readonly unit?: string } {
  if (reading.asked.kind !== 'duration' && reading.operation !== 'elapsed') {
    const { measureUnit } = reading;
    return measureUnit === undefined || reading.asked.kind !== 'value' ? {} : { unit: measureUnit };
  }
  const unit = ucumUnits[reading.unit ?? 'days'];
  return unit === undefined ? {} : { unit };
}

const ucumUnits: Readonly<Record<string, string>> = {
  seconds: 's',
  minutes: 'min',
  hours: 'h',
  days: 'd',
  weeks: 'wk',
  months: 'mo',
  years: 'a',
};
