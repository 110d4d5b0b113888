// What running a plan gives: values, what they rest on, what was left out, and whether that was everything.
import type { Completeness } from '../fhir/record.ts';

/** One answer of a plan, with the nodes it comes from. */
export interface PlanValue {
  readonly value: string | number | boolean;
  readonly unit?: string;
  /** When it was so, in the written local form of `formatTime`. */
  readonly time?: string;
  /** Keys of the nodes this value was read or computed from; empty for a group's or a whole's count. */
  readonly keys: readonly string[];
  /** Stated treatment of this value: `read from text`, `below the limit of the comparator` … */
  readonly note?: string;
}

/** Nodes named without listing all of them: every key up to a limit, then a count and a digest. */
export interface Basis {
  readonly count: number;
  /** In the order of the plan; at most `basisLimit`. */
  readonly keys: readonly string[];
  readonly handles: readonly string[];
  /** First and last key in the plan's order. */
  readonly first?: string;
  readonly last?: string;
  /** FNV-1a over all nodes in order, as hex: two results on one record with the same digest and count rest on the same nodes. */
  readonly digest: string;
}

/** Why a selected node did not count. */
export type LeftOutReason =
  | 'retracted'
  | 'undated'
  | 'uncertain-time'
  | 'no-value'
  | 'not-a-number'
  | 'several-values'
  | 'comparator'
  | 'range'
  | 'other-unit';

export interface LeftOut {
  readonly reason: LeftOutReason;
  /** For people: what it means and what would bring these nodes in. */
  readonly text: string;
  readonly basis: Basis;
}

export interface PlanGroup {
  /** The day, month, code display, visit handle or type. */
  readonly group: string;
  readonly values: readonly PlanValue[];
  readonly n: number;
  readonly basis: Basis;
}

/**
 * The outcome of a plan over the whole record. `empty`: nothing matched (a count is then 0, `exists` false);
 * `not-computable`: nodes matched, but the reduction can't be done on them, for the reason given.
 */
export interface PlanResult {
  readonly outcome: 'answered' | 'empty' | 'not-computable';
  /** The answer; several for a list, for ties, and for a node with several values. Empty when grouped. */
  readonly values: readonly PlanValue[];
  /** Ascending by time, or as `order` asks for; by count, then name, for code and type. */
  readonly groups: readonly PlanGroup[];
  readonly unit?: string;
  /** Nodes that the reduction ran over. */
  readonly n: number;
  readonly basis: Basis;
  /** Keys that share the place of a first, last, nth, min or max; empty when one alone has it. */
  readonly ties: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Treatments and hints, one line each: conversions, numbers read from text, nearest known code … */
  readonly notes: readonly string[];
  /** Why it is not computable; `undefined` otherwise. */
  readonly reason?: string;
  /** Complete over what the record holds and the record complete; else partial, with the reasons. */
  readonly completeness: Completeness;
}

/** Keys listed in a basis before it becomes a count and a digest. */
export const basisLimit = 100;
