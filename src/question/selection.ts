// Which nodes are meant: the shape that a question's reading fills and a plan runs.

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
