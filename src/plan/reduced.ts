// What a reduction gives, before keys and handles are put to it.
import type { LeftOutReason, PlanGroup, PlanValue } from './plan-result.ts';

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

/** Refusal of what compares two moments. */
export const needsTwo = 'it takes at least two moments';
