// What a question asks, read into parts: operation × concept × time × visit × what is asked back, and how sure that is.
import type { TimeWindow } from '../fhir/clinical-time.ts';
import type { Selection } from './selection.ts';
import type { Dialect, TimeReading } from './time-phrase.ts';

/** What is done with the chosen facts. */
export type Operation =
  | 'value'
  | 'list'
  | 'count'
  | 'distinct'
  | 'exists'
  | 'when'
  | 'duration'
  | 'elapsed'
  | 'min'
  | 'max'
  | 'mean'
  | 'median'
  | 'sum'
  | 'difference'
  | 'trend'
  | 'age';

/** What is asked back of a fact. `role` names come from a thing referred to or an attribute: drug, specimen, route … */
export type Asked =
  | { readonly kind: 'value'; readonly component?: string }
  | { readonly kind: 'time' | 'end' | 'duration' | 'concept' | 'status' | 'node' | 'code' }
  | { readonly kind: 'name'; readonly role: string };

/** A phrase of the question with what of the record it was taken for. */
export interface ResolvedConcept {
  /** As the question writes it. */
  readonly phrase: string;
  /** As the record writes it. */
  readonly concepts: readonly string[];
  /** `concept` for the main concept, else the role: `specimen`, `route`, `place` … */
  readonly role: string;
  readonly types: readonly string[];
  readonly how: 'exact' | 'code' | 'words' | 'synonym' | 'class' | 'spelling';
}

/** Which visits a question speaks of. */
export interface VisitScope {
  /** As the question writes it. */
  readonly phrase: string;
  readonly relation: 'during' | 'before' | 'after' | 'since' | 'until';
  /** The time before, after, since or until it; `undefined` for "during", which goes by membership. */
  readonly window: TimeWindow | undefined;
  /** Episode indices; empty when the record has no such visit. */
  readonly episodes: readonly number[];
  /** For people: `last hospital visit`. */
  readonly name: string;
  /** When the event was that the time is counted from, as written; visits leave it out. */
  readonly at?: string;
  /** Nodes that tell of the event. */
  readonly keys?: readonly string[];
  /** Why there is no such visit; `undefined` when there is one. */
  readonly absent: string | undefined;
}

/** Something about a question that keeps it from being answered as it stands. */
export type QuestionProblem =
  | 'empty'
  | 'too-long'
  | 'language'
  | 'several-questions'
  | 'other-patient'
  | 'population'
  | 'instruction'
  | 'nothing-recognized'
  | 'unreadable-time'
  | 'ambiguous-concept'
  | 'class'
  | 'no-reasons'
  | 'unsupported'
  | 'opinion';

export interface QuestionReading {
  readonly question: string;
  readonly language: string;
  readonly operation: Operation;
  readonly asked: Asked;
  readonly select: Selection;
  /** Kind of thing asked about, e.g. `medication`, `hospital-visit`; empty when only a concept names it. */
  readonly kind: string;
  readonly concepts: readonly ResolvedConcept[];
  /** 1 first, 2 second, -1 last, -2 second to last; `undefined`: all. */
  readonly position: number | undefined;
  readonly time: TimeReading;
  readonly visit: VisitScope | undefined;
  /** Until now, when the record goes on after it: what was not known yet doesn't count. */
  readonly asOf: TimeWindow | undefined;
  readonly dialect: Dialect;
  /** FHIR element path of the date that counts, where it isn't the clinical time. */
  readonly at: string | undefined;
  /** Whether the least or greatest value is what a time or place is asked of: "when was the highest". */
  readonly statistic: 'min' | 'max' | undefined;
  /** "The last three": so many moments from the beginning, or from the end when negative. */
  readonly take: number | undefined;
  /** Whether the later of two values is asked to be more or less than the earlier one. */
  readonly compares: 'more' | 'less' | undefined;
  /** Which of the different names, by how many facts bear them: at least so many, or the most frequent. */
  readonly frequency: { readonly least?: number; readonly top?: number } | undefined;
  /** Unit of time asked for: `days`. */
  readonly unit: string | undefined;
  /** Unit of measure asked for: `lb`, `mmol/L`. */
  readonly measureUnit: string | undefined;
  readonly groupBy: 'day' | 'week' | 'month' | 'year' | 'visit' | undefined;
  /** Whether the question asks for what is not so ("has never had"): then no means yes. */
  readonly negated: boolean;
  /** In [0, 1]. */
  readonly confidence: number;
  /** One line: how the question was read. */
  readonly reads: string;
  /** Words that the reading makes no use of. */
  readonly ignored: readonly string[];
  /** Phrases that look like a concept and are nowhere in the record. */
  readonly unknown: readonly string[];
  /** Those of `unknown` that the language's tables know: the record has no such thing. */
  readonly absent: readonly string[];
  /** Readings of an ambiguous concept, as the record writes them. */
  readonly candidates: readonly string[];
  readonly problems: readonly QuestionProblem[];
}

/** Below this confidence the offline answerer abstains. */
export const answerConfidence = 0.5;
