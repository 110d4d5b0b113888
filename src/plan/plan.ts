// An exact answer as data: select → window → order → reduce → project.
import type { TimeWindow } from '../fhir/clinical-time.ts';
import type { Selection } from '../question/selection.ts';

export type { Selection };

/** When: a wall-clock window, and/or visits (episode indices, their nested children included) the node must belong to. */
export interface PlanWindow {
  readonly time?: TimeWindow;
  readonly episodes?: readonly number[];
  /** Which moment of a node must lie in `time`. @default 'start' */
  readonly by?: 'start' | 'end' | 'overlap';
}

/**
 * The order of a list. First, last and nth always go by ascending time, unless a value order is given: then they go by
 * the numbers in that order. `elapsed` goes back to the first node with `time`, else to the last.
 */
export type PlanOrder = 'time' | 'time-descending' | 'value' | 'value-descending';

export type Reduction =
  | {
      readonly op:
        | 'list'
        | 'count'
        | 'exists'
        | 'first'
        | 'last'
        | 'min'
        | 'max'
        | 'mean'
        | 'median'
        | 'sum'
        | 'difference'
        | 'rate'
        | 'trend'
        | 'elapsed';
    }
  | { readonly op: 'distinct'; readonly by: Projection }
  /** 1-based; negative counts from the end. */
  | { readonly op: 'nth'; readonly n: number };

/** What of the chosen nodes is the answer. */
export type Projection = 'value' | 'time' | 'end' | 'duration' | 'concept' | 'code' | 'status' | 'name' | 'node';

export type Grouping = 'code' | 'day' | 'week' | 'month' | 'year' | 'visit' | 'type';

export interface AggregatePlan {
  readonly select: Selection;
  readonly window?: PlanWindow;
  /** Only so many of the first moments, or of the last when negative; everything at one moment counts once. */
  readonly take?: number;
  readonly order?: PlanOrder;
  readonly reduce: Reduction;
  readonly project?: Projection;
  /** For `project: 'name'`: the role, e.g. `drug`, `specimen`, `route`, `class`, `admit-source`, or a FHIR element path (`gender`). */
  readonly role?: string;
  readonly groupBy?: Grouping;
  /** FHIR element path of a date or Period that counts instead of the clinical time where it is written, e.g. `issued`. */
  readonly at?: string;
  /** Unit to answer in. */
  readonly unit?: string;
}
