// What resources say alike, held once: concept, kinds and attributes of all that say the same things in the same order.
import type { Coding, TextAttribute } from './resource-text.ts';
import { nothing } from './short-list.ts';

/** Something said beside the concept. Who says it twice must use the same object: wordings are told apart by it. */
export interface Saying {
  readonly attribute?: TextAttribute;
  /** Words of kind. */
  readonly kinds?: readonly string[];
  /** A referenced thing's name that a line should show. */
  readonly name?: string;
  /** The name of a component that has a value of its own. */
  readonly component?: string;
}

/** A role under which a concept is said once more. */
export interface ConceptRole {
  readonly role: string;
}

/** What a concept goes by. */
export interface Naming {
  readonly display: string;
  readonly synonyms: readonly string[];
  readonly codings: readonly Coding[];
}

/**
 * What has been said so far, one step after another. A step taken before leads to the wording it led to then, so that
 * resources which say the same share one, and an index of a record need look at each wording once.
 */
export class Wording {
  readonly concept: string;
  readonly synonyms: readonly string[];
  readonly codings: readonly Coding[];
  readonly categories: readonly string[];
  private readonly before: Wording | undefined;
  private readonly saying: Saying | undefined;
  /** Whether any name or component is said: most say none. */
  private readonly hasNames: boolean;
  private readonly hasComponents: boolean;
  /** Most wordings go on in one way: it stands here, and all others in `further`. */
  private firstStep: unknown;
  private first: Wording | undefined;
  private further: Map<unknown, Wording> | undefined;
  private gathered: readonly TextAttribute[] | undefined;
  private small: string | undefined;

  constructor(before?: Wording, change: WordingChange = noChange) {
    this.before = before;
    this.saying = change.saying;
    this.hasNames = change.saying?.name !== undefined || before?.hasNames === true;
    this.hasComponents = change.saying?.component !== undefined || before?.hasComponents === true;
    this.concept = change.concept ?? before?.concept ?? '';
    this.synonyms = change.synonyms ?? before?.synonyms ?? nothing;
    this.codings = change.codings ?? before?.codings ?? nothing;
    this.categories = change.categories ?? before?.categories ?? nothing;
    this.firstStep = undefined;
    this.first = undefined;
    this.further = undefined;
    this.gathered = undefined;
    this.small = undefined;
  }

  /** The concept in small letters. */
  get smallConcept(): string {
    this.small ??= this.concept.toLowerCase();
    return this.small;
  }

  /** Everything said under a role, in order. */
  get attributes(): readonly TextAttribute[] {
    this.gathered ??= this.gather((saying) => saying.attribute);
    return this.gathered;
  }

  /** Names of referenced things that a line should show, in order. */
  names(): readonly string[] {
    return this.hasNames ? this.gather((saying) => saying.name) : nothing;
  }

  /** Names of components that have values, in order. */
  components(): readonly string[] {
    return this.hasComponents ? this.gather((saying) => saying.component) : nothing;
  }

  /** Whether something is said under a role, or just this. */
  says(role: string, text?: string): boolean {
    for (let at: Wording | undefined = this; at !== undefined; at = at.before) {
      const attribute = at.saying?.attribute;
      if (attribute?.role === role && (text === undefined || attribute.text === text)) return true;
    }
    return false;
  }

  say(saying: Saying): Wording {
    const known = this.known(saying);
    if (known !== undefined) return known;
    const { kinds } = saying;
    return this.add(
      saying,
      kinds === undefined ? { saying } : { saying, categories: joinWords(this.categories, kinds) },
    );
  }

  /** Under a role, what the concept is; each role by the same object. */
  sayConcept(step: ConceptRole): Wording {
    const known = this.known(step);
    if (known !== undefined) return known;
    const codes = this.codings.map((coding) => coding.code);
    return this.add(step, { saying: { attribute: { role: step.role, text: this.concept, codes } } });
  }

  /** With a concept of its own names; codings that stand already give way to others only. */
  about(naming: Naming): Wording {
    const known = this.known(naming);
    if (known !== undefined) return known;
    const { display, synonyms, codings } = naming;
    return this.add(naming, { concept: display, synonyms, ...(codings.length === 0 ? {} : { codings }) });
  }

  /** With the names of what it refers to for its own. */
  referred(naming: Naming): Wording {
    const { display, synonyms, codings } = naming;
    return this.known(naming) ?? this.add(naming, { concept: display, synonyms, codings });
  }

  /** With codings alone. */
  coded(codings: readonly Coding[]): Wording {
    return this.known(codings) ?? this.add(codings, { codings });
  }

  /** With a plain name for the concept. */
  named(name: string): Wording {
    const step = `name ${name}`;
    return this.known(step) ?? this.add(step, { concept: name, synonyms: nothing });
  }

  /** With another name of the concept. */
  alsoNamed(name: string): Wording {
    const step = `synonym ${name}`;
    return this.known(step) ?? this.add(step, { synonyms: [...this.synonyms, name] });
  }

  /** A wording is how texts are shared, not part of what they say. */
  toJSON(): undefined {
    return undefined;
  }

  private gather<Thing>(thingOf: (saying: Saying) => Thing | undefined): readonly Thing[] {
    const things: Thing[] = [];
    for (let at: Wording | undefined = this; at !== undefined; at = at.before) {
      const thing = at.saying === undefined ? undefined : thingOf(at.saying);
      if (thing !== undefined) things.push(thing);
    }
    return things.length === 0 ? nothing : things.reverse();
  }

  private known(step: unknown): Wording | undefined {
    return step === this.firstStep ? this.first : this.further?.get(step);
  }

  private add(step: unknown, change: WordingChange): Wording {
    const next = new Wording(this, change);
    if (this.first === undefined) {
      this.firstStep = step;
      this.first = next;
    } else {
      this.further ??= new Map();
      this.further.set(step, next);
    }
    return next;
  }
}

/** What a step changes. */
interface WordingChange {
  readonly concept?: string;
  readonly synonyms?: readonly string[];
  readonly codings?: readonly Coding[];
  readonly categories?: readonly string[];
  readonly saying?: Saying;
}

/** A list of other lists' members, each once without regard to case. */
export function joinWords(first: readonly string[], more: readonly string[]): readonly string[] {
  if (first.length === 0) return more;
  const seen = new Set(first.map((word) => word.toLowerCase()));
  const fresh = more.filter((word) => !seen.has(word.toLowerCase()));
  return fresh.length === 0 ? first : [...first, ...fresh];
}

const noChange: WordingChange = {};

/**
 * Where all wordings begin: nothing said. That one lives as long as the program also keeps code optimised: code made for a
 * class is thrown away with the last object of it, which would be with each record.
 */
export const unsaid = new Wording();
