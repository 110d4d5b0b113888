// An exact answer as data: select → window → order → reduce → project.
import type { TimeWindow } from '../fhir/clinical-time.ts';

/** Which nodes a plan is about. All given conditions hold together; within a list, any. */
export interface Selection {
  readonly types?: readonly string[];
  /** `system|code`, bare code, or `system|` for any code of that system; case-insensitive. */
  readonly codes?: readonly string[];
  /** Concept texts as the record writes them, compared without case and outer blanks. */
  readonly concepts?: readonly string[];
  /** Words that must all occur in concept, synonyms, codes or names. */
  readonly text?: string;
  readonly categories?: readonly string[];
  readonly statuses?: readonly string[];
  /** Names by role (`drug`, `route`, `specimen`, `organism`, `place`, `class`, `admit-source` …) or by FHIR element path, compared like concepts. */
  readonly named?: Readonly<Record<string, readonly string[]>>;
  readonly value?: {
    readonly op: '<' | '<=' | '=' | '>=' | '>' | '!=';
    readonly number: number;
    readonly unit?: string;
  };
  /** Component or value by name, e.g. `Systolic blood pressure`, `dose`. */
  readonly component?: string;
  /** Explicit keys (a fold's or an earlier result's). */
  readonly keys?: readonly string[];
  /** Entered-in-error, refuted, cancelled and not-done are left out unless asked for. */
  readonly includeRetracted?: boolean;
  /** Encounters that are part of another one (`true`), or that are not (`false`): a ward stay, a hospital stay. */
  readonly nested?: boolean;
}

/** When: a wall-clock window, and/or visits (episode indices, their nested children included) the node must belong to. */
export interface PlanWindow {
  readonly time?: TimeWindow;
  readonly episodes?: readonly number[];
  /** Which moment of a node must lie in `time`. @default 'start' */
  readonly by?: 'start' | 'end' | 'overlap';
}

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
  readonly order?: PlanOrder;
  readonly reduce: Reduction;
  readonly project?: Projection;
  /** For `project: 'name'`: the role, e.g. `drug`, `specimen`, `route`, `class`, `admit-source`, or a FHIR element path (`gender`). */
  readonly role?: string;
  readonly groupBy?: Grouping;
  /** Unit to answer in. */
  readonly unit?: string;
}
