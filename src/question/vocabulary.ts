// What a language file must say: the words of time, visits, operations and kinds of resources, as data.
import type { CalendarUnit } from './calendar.ts';
import type { Operation } from './reading.ts';

/** Words of a kind of thing that a record holds, and where the record keeps it. */
export interface KindWords {
  /** Name used in readings, e.g. `medication`, `microbiology`, `hospital-visit`. */
  readonly kind: string;
  /** Words or phrases, folded; each is a regular expression source matched on word borders. */
  readonly words: readonly string[];
  /** Words that mean the kind only when nothing stronger is named: "underwent", "results". */
  readonly weak?: readonly string[];
}

/** A class of things that people name for its members. */
export interface ClassWords {
  /** What the class is called, folded, in the singular. */
  readonly words: readonly string[];
  /** Kind of its members. */
  readonly kind: string;
  /** Members in lists of words, commas between: a name that has the words of one belongs to the class. */
  readonly members: readonly string[];
}

/** The words of one language. Patterns are regular expression sources over folded text. */
export interface Vocabulary {
  readonly language: string;
  /** Words that tell this language from the others; counted to choose the vocabulary. */
  readonly markers: readonly string[];
  readonly dateOrder: 'month-first' | 'day-first';
  readonly numbers: Readonly<Record<string, number>>;
  readonly ordinals: Readonly<Record<string, number>>;
  readonly units: Readonly<Record<CalendarUnit, readonly string[]>>;
  readonly months: readonly (readonly string[])[];
  readonly time: {
    readonly since: readonly string[];
    readonly until: readonly string[];
    readonly before: readonly string[];
    readonly after: readonly string[];
    readonly during: readonly string[];
    readonly between: readonly string[];
    readonly and: readonly string[];
    /** Words that may stand between a relation and its time: `the`, `year`. */
    readonly fillers: readonly string[];
    readonly this: string;
    readonly last: string;
    readonly past: string;
    /** Spring, summer and autumn in order; a winter lies in two years, so that no year names one. */
    readonly seasons: readonly (readonly string[])[];
    /** Names of the decades of a century, from the twenties on. */
    readonly decades: readonly string[];
    /** Patterns of times that nothing here reads: a question that has one is not answered as if it hadn't. */
    readonly unreadable: readonly string[];
    readonly today: readonly string[];
    readonly yesterday: readonly string[];
    /** Templates over `{n}`, `{unit}`, `{this}`, `{last}`, `{past}`, `{month}`, `{day}`, `{season}`, `{age}`, `{yearref}`, `{monthref}` … */
    readonly templates: Readonly<Record<TimeTemplate, readonly string[]>>;
  };
  readonly visits: {
    readonly nouns: readonly string[];
    readonly hospital: readonly string[];
    readonly icu: readonly string[];
    readonly emergency: readonly string[];
    readonly outpatient: readonly string[];
    readonly current: readonly string[];
    /** Words that make a visit the current one wherever they stand: `currently`. */
    readonly now: readonly string[];
    /** Nouns that mean a hospital stay by themselves: `hospitalization`. */
    readonly hospitalNouns: readonly string[];
    readonly outpatientNouns: readonly string[];
    readonly determiners: readonly string[];
    /** Words between a noun and its place: stay `in the` ICU. */
    readonly joints: readonly string[];
  };
  /** Events that time is counted from. */
  readonly events: {
    /** Words that begin a clause about an event. */
    readonly relations: Readonly<Record<'before' | 'after' | 'since' | 'until' | 'during', readonly string[]>>;
    /** Distances from an event that follows, by what they mean; templates over `{n}`, `{unit}`, `{ordinal}`. */
    readonly offsets: Readonly<Record<OffsetKind, readonly string[]>>;
    /** Words of an event that is the beginning of a stay, or its end: `admission`, `discharge`. */
    readonly begins: readonly string[];
    readonly ends: readonly string[];
    /** Words between a visit and its reason: stay `for` sepsis. */
    readonly reasons: readonly string[];
    /** Words beside the question words that begin the question after an opening clause. */
    readonly openings: readonly string[];
  };
  /** What makes an ordinal count from the end: second `to last`. */
  readonly toLast: string;
  /** "Next" in "next to last". */
  readonly nextTo: string;
  readonly penultimate: readonly string[];
  readonly first: readonly string[];
  readonly last: readonly string[];
  /** Patterns in order; the first that matches names the operation. */
  readonly operations: readonly { readonly operation: Operation; readonly pattern: string }[];
  readonly kinds: readonly KindWords[];
  /** What is asked back of a chosen node, by pattern. */
  readonly asked: readonly { readonly role: string; readonly pattern: string }[];
  /** Words that group values: `daily`, `per month`. */
  readonly groupings: Readonly<Record<'day' | 'week' | 'month' | 'year', readonly string[]>>;
  /** Words that count or compare facts among themselves; `{n}` in the first of a list stands for a number. */
  readonly counted: Readonly<Record<'least' | 'moreThan' | 'top' | 'more' | 'less' | 'previous', readonly string[]>>;
  /** Pattern of a text that ends in an order word which is a verb there: how long did it `last`. */
  readonly lasting: string;
  readonly negation: readonly string[];
  /** What a record of one patient has no answer to. */
  readonly bad: {
    readonly population: readonly string[];
    readonly instruction: readonly string[];
    readonly opinion: readonly string[];
    /** Pattern of a question for a person. */
    readonly person: string;
    /** Words that judge a fact, where no fact bears them in its name. */
    readonly judgement: readonly string[];
    /** What no plan can carry: the same visit, both, cost, percentage. */
    readonly beyond: readonly string[];
    /** Negations of what is asked for, which no plan can carry: everything but. */
    readonly without: readonly string[];
    /** Words that ask for all of a visit, which no one list is. */
    readonly whole: readonly string[];
    /** "First recorded" and the like, of several things. */
    readonly newly: readonly string[];
    /** Words that join what is asked for: `and`, `or`. */
    readonly joints: readonly string[];
    /** Classes of things, whose members no table here knows in full. */
    readonly classes: readonly string[];
    /** Pattern of a second question joined to a first. */
    readonly several: string;
  };
  /** Comparison → words before a number: `above`. */
  readonly comparisons: Readonly<Record<'<' | '<=' | '>' | '>=', readonly string[]>>;
  /** Words that begin a question for a thing, a person or a place. */
  readonly questionWords: readonly string[];
  /** Pattern of what stands before an illness that drugs are asked for by: take `for`. */
  readonly treating: string;
  /** Words for what was ordered, and not only told: `prescribed`. */
  readonly orders: readonly string[];
  /** Pattern of words that ask for the medications taken now. */
  readonly taking: string;
  /** FHIR status or clinicalStatus → words for it. */
  readonly statuses: Readonly<Record<string, readonly string[]>>;
  /** Words that join the parts of one name: fracture `of` hip. */
  readonly connectors: readonly string[];
  /** What a question may begin with before it asks anything: greetings, "could you tell me". */
  readonly padding: readonly string[];
  /** What the patient is called by those who ask: the child, my husband. */
  readonly patients: readonly string[];
  /** Words without content for a reading. */
  readonly stopWords: readonly string[];
  /** Lay or other word → words a record may use. */
  readonly synonyms: readonly (readonly [string, ...string[]])[];
  readonly classes: readonly ClassWords[];
  /** Things a record may or may not have, commas between: where it has none, that is an answer. */
  readonly things: readonly string[];
}

/** What a distance from an event means: a day beside it, a part of it, or a time that ends or begins with it. */
export type OffsetKind =
  | 'same-day'
  | 'day-after'
  | 'day-before'
  | 'nth-day'
  | 'first'
  | 'last'
  | 'after'
  | 'before'
  | 'around';

export type TimeTemplate =
  | 'ago'
  | 'pastUnits'
  | 'pastUnit'
  | 'thisUnit'
  | 'lastUnit'
  | 'monthOfYear'
  | 'seasonOfYear'
  | 'decade'
  | 'age'
  | 'ages'
  | 'ageDecade'
  | 'birthday'
  | 'dayOfMonth'
  | 'dayOfMonthName';
