// One question with its expected answer, as every dataset is brought to it, and the verdict on an answer.

export type Cell = string | number | boolean | null;

/** A question over one record. */
export interface EvalCase {
  /** Unique within its dataset. */
  readonly id: string;
  /** Name of the dataset; graders know its conventions by it. */
  readonly dataset: string;
  /** The record it is about, as the record source of the run names it. */
  readonly record: string;
  readonly question: string;
  /** Sentences that the dataset puts before the question (assumptions, the current time). */
  readonly context: string;
  /** The moment the question is asked at, ISO without zone as published; `undefined`: not said. */
  readonly now: string | undefined;
  /** Kind of question for tables: the dataset's template or category. */
  readonly kind: string;
  /** The reference answer as a table: a row a result, a cell a column. No row: nothing recorded. */
  readonly expected: readonly (readonly Cell[])[];
  /** Further reference material that a grader of the dataset understands, e.g. tolerances. */
  readonly notes?: string;
  /** Options of a multiple-choice question, in order; `expected` then holds the right option's text. */
  readonly choices?: readonly string[];
  /** Keys `Type/id` of the resources that hold the evidence; empty where the set names none. */
  readonly goldKeys: readonly string[];
  /** Why it can't be asked here (`population`, `data not public`); `undefined`: it can. */
  readonly notSupported?: string;
}

/** A grader's or judge's decision. */
export interface Verdict {
  readonly correct: boolean;
  /** One line, without record content. */
  readonly reason: string;
  /** Who decided: the name of the grading rule, or the judge. */
  readonly by: string;
}
