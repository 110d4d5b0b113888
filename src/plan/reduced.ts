// What a reduction gives, before keys and handles are put to it.
import type { LeftOutReason, PlanGroup, PlanValue } from './plan-result.ts';
import { convertUnit } from './units.ts';

export interface Reduced {
  readonly values: readonly PlanValue[];
  readonly groups: readonly PlanGroup[];
  readonly unit: string | undefined;
  readonly n: number;
  /** Nodes the values rest on, in the plan's order. */
  readonly basis: readonly number[];
  readonly ties: readonly number[];
  readonly leftOut: ReadonlyMap<LeftOutReason, readonly number[]>;
  readonly notes: readonly string[];
  /** Reasons why it may be another answer, beyond what was left out. */
  readonly partial: readonly string[];
  readonly refusal: string | undefined;
}

/** The start of every reduction. */
export const nothing: Reduced = {
  values: [],
  groups: [],
  unit: undefined,
  n: 0,
  basis: [],
  ties: [],
  leftOut: new Map(),
  notes: [],
  partial: [],
  refusal: undefined,
};

/** Nodes left out for one reason; an empty map for none. */
export function leftOutFor(
  reason: LeftOutReason,
  nodes: readonly number[],
): ReadonlyMap<LeftOutReason, readonly number[]> {
  return nodes.length === 0 ? new Map() : new Map([[reason, nodes]]);
}

/** Values that say the same, as one with all their keys. */
export function mergeEqual(values: readonly PlanValue[]): readonly PlanValue[] {
  const merged = new Map<string, PlanValue>();
  for (const value of values) {
    const name = JSON.stringify([value.value, value.unit, value.time]);
    const known = merged.get(name);
    merged.set(name, known === undefined ? value : { ...known, keys: [...known.keys, ...value.keys] });
  }
  return [...merged.values()];
}

/**
 * Values that say the same at the same time, as one with all their keys: also a number written twice in two units that
 * convert into each other, at the digits of the coarser one. The first one's unit stands.
 *
 * @param conceptOf what the node of a key is about: amounts of different things stay apart
 */
export function mergeSame(
  values: readonly PlanValue[],
  conceptOf: (key: string | undefined) => string | undefined,
): readonly PlanValue[] {
  const merged: PlanValue[] = [];
  for (const value of mergeEqual(values)) {
    const at = merged.findIndex(
      (known) =>
        known.time === value.time &&
        conceptOf(known.keys[0]) === conceptOf(value.keys[0]) &&
        isSameAmount(known, value),
    );
    const known = merged[at];
    if (known === undefined) merged.push(value);
    else merged[at] = { ...known, keys: [...known.keys, ...value.keys] };
  }
  return merged;
}

function isSameAmount(a: PlanValue, b: PlanValue): boolean {
  return a.unit !== b.unit && (isRounded(a, b) || isRounded(b, a));
}

/** Whether `to` is `from`, converted and cut to the digits that `to` is written with. */
function isRounded(from: PlanValue, to: PlanValue): boolean {
  if (typeof from.value !== 'number' || typeof to.value !== 'number') return false;
  if (from.unit === undefined || to.unit === undefined) return false;
  const converted = convertUnit(from.value, from.unit, to.unit);
  const decimals = /\.(\d+)$/.exec(String(to.value))?.[1]?.length ?? 0;
  return converted.ok && Number(converted.value.toFixed(decimals)) === to.value;
}

/** Refusal of what compares two moments. */
export const needsTwo = 'it takes at least two moments';
