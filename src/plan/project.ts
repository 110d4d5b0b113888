// What of a node is the answer: its value, time, end, length, concept, code, status, a name, or the node itself.
import { type ClinicalTime, formatTime } from '../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { durationOf } from './duration.ts';
import { measuresOf, ownValues } from './measure.ts';
import type { AggregatePlan, Projection } from './plan.ts';
import type { PlanValue } from './plan-result.ts';
import { type RoleName, roleNames } from './roles.ts';
import type { Scope } from './scope.ts';
import { analyteOf, convertUnit } from './units.ts';

/** The values of one node under a projection; none when the node doesn't say. Without one: its own value, else its concept. */
export function projectNode(scope: Scope, index: number, projection = scope.plan.project): readonly PlanValue[] {
  const node = scope.graph.nodes[index];
  if (node === undefined) return [];
  const own = scope.timeOf(index);
  const time = own === undefined ? {} : { time: formatTime(own) };
  const keys = [node.key];
  return valuesOf(scope, index, projection).map((value) => ({ ...time, ...value, keys }));
}

type Said = Omit<PlanValue, 'keys'>;

function valuesOf(scope: Scope, index: number, asked: Projection | undefined): readonly Said[] {
  const { graph, plan, timeOf } = scope;
  const text = graph.text(index);
  const time = timeOf(index);
  const projection: Projection =
    asked ?? (plan.select.component !== undefined || ownValues(text).length > 0 ? 'value' : 'concept');
  switch (projection) {
    case 'value':
      return measuredValues(graph, index, plan.select.component, plan.unit);
    case 'time':
      return time === undefined ? [] : [{ value: formatTime(startOf(time)) }];
    case 'end':
      return time?.endText === undefined ? [] : [{ value: formatTime(endOf(time, time.endText)) }];
    case 'duration': {
      const unit = plan.unit ?? 'd';
      const duration = durationOf(time, unit);
      return duration === undefined ? [] : [{ value: duration, unit }];
    }
    case 'concept':
      return text.concept === '' ? [] : [{ value: text.concept }];
    case 'code':
      return text.codings.filter(({ code }) => code !== '').map(({ code }) => ({ value: code }));
    case 'status':
      return text.status === '' ? [] : [{ value: text.status }];
    case 'name':
      return namesOfRole(scope, index);
    case 'node':
      return [{ value: graph.nodes[index]?.key ?? '' }];
  }
}

/** Names under the plan's role; of names with times of their own, a first or last asks for the first or last alone. */
function namesOfRole({ graph, plan }: Scope, index: number): readonly Said[] {
  const names = roleNames(graph, index, plan.role ?? 'drug');
  const said = (name: RoleName) => ({
    value: name.name,
    ...(name.time === undefined ? {} : { time: formatTime(name.time) }),
  });
  const place = placeOf(plan);
  if (place === undefined || names.some(({ time }) => time === undefined)) return names.map(said);
  const times = names.map(({ time }) => time?.startMs ?? 0);
  const wanted = place === 1 ? Math.min(...times) : Math.max(...times);
  return names.filter((_, at) => times[at] === wanted).map(said);
}

function placeOf({ reduce }: AggregatePlan): 1 | -1 | undefined {
  if (reduce.op === 'first' || (reduce.op === 'nth' && reduce.n === 1)) return 1;
  return reduce.op === 'last' || (reduce.op === 'nth' && reduce.n === -1) ? -1 : undefined;
}

function measuredValues(
  graph: EpisodeGraph,
  index: number,
  component: string | undefined,
  unit: string | undefined,
): readonly Said[] {
  const text = graph.text(index);
  return measuresOf(text, component)
    .filter((value) => value.kind !== 'absent')
    .map((value) => {
      if (value.number === undefined || value.comparator !== undefined) return { value: value.text };
      const own = value.unit ?? value.ucum;
      const notes = value.fromText === true ? ['read from text'] : [];
      const told = unit === undefined ? undefined : inUnit(value.number, value.ucum ?? own, unit, text.concept);
      if (told?.note !== undefined) notes.push(told.note);
      const said = told?.value ?? { value: value.number, ...(own === undefined ? {} : { unit: own }) };
      return { ...said, ...(notes.length === 0 ? {} : { note: notes.join('; ') }) };
    });
}

/**
 * A number in the unit asked for, and what to say of that. Mass to amount of substance goes by the name of the result,
 * to as many digits as a molar mass of five justifies.
 */
function inUnit(
  number: number,
  own: string | undefined,
  unit: string,
  concept: string,
): { readonly value?: Said; readonly note?: string } {
  if (own === undefined) return { note: `not converted to ${unit}: it has no unit` };
  const plain = convertUnit(number, own, unit);
  if (plain.ok) return { value: { value: plain.value, unit: plain.unit } };
  const analyte = analyteOf(concept);
  const molar = analyte === undefined ? plain : convertUnit(number, own, unit, analyte);
  if (!molar.ok || analyte === undefined) return { note: `not converted: ${plain.reason}` };
  return {
    value: { value: Number(molar.value.toPrecision(molarDigits)), unit: molar.unit },
    note: `converted by the molar mass of ${analyte.name}`,
  };
}

const molarDigits = 4;

/** The start alone, as a time of its own. */
export function startOf(time: ClinicalTime): ClinicalTime {
  const { endText: _end, ...start } = time;
  return { ...start, endMs: time.startMs + 1, localEndMs: time.localStartMs + 1 };
}

function endOf(time: ClinicalTime, endText: string): ClinicalTime {
  const { endText: _end, ...rest } = time;
  return { ...rest, startMs: time.endMs - 1, localStartMs: time.localEndMs - 1, text: endText };
}
