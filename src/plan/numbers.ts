// The numbers of nodes in one unit, and what could not be brought to it.
import type { ClinicalTime } from '../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { leaveOut } from './basis.ts';
import { durationOf } from './duration.ts';
import { type Measure, type MeasureReading, readMeasure } from './measure.ts';
import type { LeftOutReason } from './plan-result.ts';
import { type Conversion, convertUnit, unitKey } from './units.ts';

export interface NodeNumber {
  readonly node: number;
  readonly number: number;
}

export interface Numbers {
  /** In the order of the nodes given. */
  readonly entries: readonly NodeNumber[];
  readonly unit: string | undefined;
  /** Most digits after the decimal point among numbers that were not converted. */
  readonly decimals: number;
  readonly leftOut: Map<LeftOutReason, number[]>;
  readonly notes: readonly string[];
  /** Why some or all could not be converted to the unit asked for. */
  readonly refusal: string | undefined;
}

/**
 * One number per node, all in one unit: the one asked for, else the one most nodes have. A value in a unit that can't
 * be converted is left out, so that an average never mixes units.
 *
 * @param readings what was read before of the same component, filled up here
 */
export function numbersOf(
  graph: EpisodeGraph,
  nodes: readonly number[],
  component: string | undefined,
  asked: string | undefined,
  readings = new Map<number, MeasureReading>(),
): Numbers {
  const leftOut = new Map<LeftOutReason, number[]>();
  const read: { readonly node: number; readonly measure: Measure }[] = [];
  for (const node of nodes) {
    const reading = readings.get(node) ?? readMeasure(graph.text(node), component);
    readings.set(node, reading);
    if (reading.ok) read.push({ node, measure: reading.measure });
    else leaveOut(leftOut, reading.reason, node);
  }
  const unit = asked ?? commonUnit(read.map(({ measure }) => measure));
  const entries: NodeNumber[] = [];
  const converted = new Map<string, number>();
  let decimals = 0;
  let refusal: string | undefined;
  const isSame = new Map<string | undefined, boolean>();
  for (const { node, measure } of read) {
    let same = isSame.get(measure.unit);
    if (same === undefined) {
      same = keyOf(measure.unit) === keyOf(unit);
      isSame.set(measure.unit, same);
    }
    if (same) {
      decimals = Math.max(decimals, measure.decimals);
      entries.push({ node, number: measure.number });
      continue;
    }
    const result = bringTo(measure, unit);
    if (!result.ok) {
      refusal ??= result.reason;
      leaveOut(leftOut, 'other-unit', node);
      continue;
    }
    converted.set(measure.unit ?? '', (converted.get(measure.unit ?? '') ?? 0) + 1);
    entries.push({ node, number: result.value });
  }
  const fromText = read.filter(({ measure }) => measure.fromText).length;
  const notes = [...converted].map(([from, count]) => `${count} converted from ${from} to ${unit ?? ''}`);
  if (fromText > 0) notes.push(`${fromText} read from text`);
  if (converted.size > 0) decimals = Math.max(decimals, convertedDecimals);
  return { entries, unit, decimals, leftOut, notes, refusal };
}

/** Lengths of the nodes' periods in a unit of time; nodes without an end are left out. */
export function durationsOf(
  nodes: readonly number[],
  timeOf: (index: number) => ClinicalTime | undefined,
  asked: string | undefined,
): Numbers {
  const unit = asked ?? 'd';
  const leftOut = new Map<LeftOutReason, number[]>();
  const entries: NodeNumber[] = [];
  for (const node of nodes) {
    const duration = durationOf(timeOf(node), unit);
    if (duration === undefined) leaveOut(leftOut, 'no-value', node);
    else entries.push({ node, number: duration });
  }
  return { entries, unit, decimals: durationDecimals, leftOut, notes: [], refusal: undefined };
}

/** A number cut to the digits that its sources justify. */
export function roundTo(number: number, decimals: number): number {
  return Number(number.toFixed(Math.min(decimals, 20)));
}

function bringTo(measure: Measure, unit: string | undefined): Conversion {
  if (unit === undefined) {
    return { ok: false, reason: `a value in ${measure.unit} can't be taken together with values without unit` };
  }
  if (measure.unit === undefined) return { ok: false, reason: `a value without unit can't be taken for ${unit}` };
  return convertUnit(measure.number, measure.unit, unit);
}

/** The unit of most values, as its most frequent spelling; `undefined` when most have none. Ties to a named unit, by name. */
function commonUnit(measures: readonly Measure[]): string | undefined {
  const spellings = new Map<string, number>();
  for (const { unit = '' } of measures) spellings.set(unit, (spellings.get(unit) ?? 0) + 1);
  const counts = new Map<string, number>();
  for (const [unit, count] of spellings) counts.set(keyOf(unit), (counts.get(keyOf(unit)) ?? 0) + count);
  const [most] = mostFirst(counts);
  const [spelling] = mostFirst(spellings).filter((unit) => keyOf(unit) === most);
  return spelling === '' ? undefined : spelling;
}

/** `unitKey`, with the empty name for no unit and for `1`, which UCUM writes for none. */
function keyOf(unit = ''): string {
  return unit === '' || unit === '1' ? '' : unitKey(unit);
}

function mostFirst(counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || (a === '' ? 1 : b === '' || a < b ? -1 : 1))
    .map(([name]) => name);
}

const convertedDecimals = 6;
const durationDecimals = 8;
