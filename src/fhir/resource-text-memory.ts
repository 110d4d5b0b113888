// What coded elements say, worked out once and shared: a record says the same few hundred things thousands of times.
import { codingsOf, displayOf, synonymsOf } from './display.ts';
import { asText, type FhirResource, isObject, type JsonObject } from './resource.ts';
import type { Coding } from './resource-text.ts';
import { joinWords, type Naming, type Saying, unsaid, Wording } from './resource-text-wording.ts';
import { nothing } from './short-list.ts';

/** The words of one coded element; shared, so never changed. */
export class CodedWords implements Naming {
  readonly display: string;
  readonly codings: readonly Coding[];
  /** Bare codes of `codings`. */
  readonly codes: readonly string[];
  /** What it was read from. */
  readonly content: unknown;
  private underRole: Map<string, Saying> | undefined;
  private asKind: Map<string, Saying> | undefined;
  private others: readonly string[] | undefined;
  private onlyCodes: boolean | undefined;

  constructor(content: unknown) {
    const codings = codingsOf(content);
    this.content = content;
    this.display = displayOf(content);
    this.codings = codings.length === 0 ? nothing : codings;
    this.codes = codings.length === 0 ? nothing : codings.map((coding) => coding.code);
  }

  /** Other names than `display`. */
  get synonyms(): readonly string[] {
    this.others ??= synonymsOf(this.content, this.display);
    return this.others;
  }

  /** Whether it is a CodeableConcept of codes alone, which say little to a reader: no text and no display. */
  get isOnlyCodes(): boolean {
    this.onlyCodes ??=
      isObject(this.content) &&
      this.content.coding !== undefined &&
      asText(this.content.text) === undefined &&
      this.codings.length > 0 &&
      this.codings.every((coding) => coding.display === coding.code);
    return this.onlyCodes;
  }

  /** As something said under a role. */
  attribute(role: string): Saying {
    const known = this.underRole?.get(role);
    if (known !== undefined) return known;
    this.underRole ??= new Map();
    const saying = { attribute: { role, text: this.display, codes: this.codes } };
    this.underRole.set(role, saying);
    return saying;
  }

  /** As words of kind under a role: the display and, where they are other words, the codes. */
  kind(role: string): Saying {
    const known = this.asKind?.get(role);
    if (known !== undefined) return known;
    this.asKind ??= new Map();
    const kinds = joinWords(
      [this.display],
      this.codes.filter((code) => /[a-zA-Z]{3}/.test(code)),
    );
    const saying = { attribute: { role, text: this.display, codes: this.codes }, kinds };
    this.asKind.set(role, saying);
    return saying;
  }
}

/** What was worked out for the resources of one record, remembered for as long as it is held (one for each graph). */
export class TextMemory {
  /** By referred resource. */
  readonly referred = new Map<FhirResource, Naming>();
  private readonly roots = new Map<string, Wording>();
  private readonly ofText = new Map<string, CodedWords>();
  private readonly ofConcept = new Map<unknown, CodedWords[]>();
  private readonly plain: SayingsByRole = new Map();
  private readonly named: SayingsByRole = new Map();
  private readonly coded: SayingsByRole = new Map();
  private readonly components = new Map<string, Saying>();
  private readonly readings = new Map<unknown, Map<string, unknown>>();

  /** The wording in which nothing is said yet, of a resource type. */
  root(type: string): Wording {
    const known = this.roots.get(type);
    if (known !== undefined) return known;
    const root = new Wording(unsaid);
    this.roots.set(type, root);
    return root;
  }

  /** The words of a coded element: remembered by its text and codings, or read afresh where it has extensions. */
  words(content: unknown): CodedWords {
    if (content === undefined) return noWords;
    if (typeof content === 'string') return this.plainWords(content);
    if (!isPlainConcept(content)) return new CodedWords(content);
    const first = content.coding === undefined ? content : (content.coding as readonly JsonObject[])[0];
    const name = content.text ?? first?.code ?? first?.display;
    const known = this.ofConcept.get(name);
    if (known !== undefined) {
      for (let index = 0; index < known.length; index += 1) {
        const words = known[index]!;
        if (isSameConcept(words.content as JsonObject, content)) return words;
      }
    }
    const words = new CodedWords(content);
    if (known === undefined) this.ofConcept.set(name, [words]);
    else if (known.length < mostOfOneName) known.push(words);
    return words;
  }

  /** What a reader makes of a text, worked out once. */
  once<Result>(reader: (text: string) => Result, text: string): Result {
    let results = this.readings.get(reader) as Map<string, Result> | undefined;
    if (results === undefined) {
      results = new Map();
      this.readings.set(reader, results);
    }
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = reader(text);
    results.set(text, result);
    return result;
  }

  /** A plain text under a role. */
  attribute(role: string, text: string): Saying {
    const sayings = sayingsOf(this.plain, role);
    const known = sayings.get(text);
    if (known !== undefined) return known;
    const saying = { attribute: { role, text, codes: nothing } };
    sayings.set(text, saying);
    return saying;
  }

  /** A text with codes of its own under a role. */
  codedAttribute(role: string, text: string, codes: readonly string[]): Saying {
    const sayings = sayingsOf(this.coded, role);
    const name = JSON.stringify([text, codes]);
    const known = sayings.get(name);
    if (known !== undefined) return known;
    const saying = { attribute: { role, text, codes } };
    sayings.set(name, saying);
    return saying;
  }

  /** The name of a referenced thing under a role, which a line should show. */
  reference(role: string, name: string): Saying {
    const sayings = sayingsOf(this.named, role);
    const known = sayings.get(name);
    if (known !== undefined) return known;
    const saying = { attribute: { role, text: name, codes: nothing }, name };
    sayings.set(name, saying);
    return saying;
  }

  /** The name of a component that has a value. */
  component(name: string): Saying {
    const known = this.components.get(name);
    if (known !== undefined) return known;
    const saying = { component: name };
    this.components.set(name, saying);
    return saying;
  }

  private plainWords(text: string): CodedWords {
    const known = this.ofText.get(text);
    if (known !== undefined) return known;
    const words = new CodedWords(text);
    this.ofText.set(text, words);
    return words;
  }
}

type SayingsByRole = Map<string, Map<string, Saying>>;

function sayingsOf(roles: SayingsByRole, role: string): Map<string, Saying> {
  const known = roles.get(role);
  if (known !== undefined) return known;
  const sayings = new Map<string, Saying>();
  roles.set(role, sayings);
  return sayings;
}

/** A CodeableConcept or Coding that its text and codings say all of: no extensions, no CodeableReference. */
function isPlainConcept(content: unknown): content is JsonObject {
  if (!isObject(content) || content.concept !== undefined || content._text !== undefined) return false;
  const list = content.coding;
  if (list === undefined) return content.extension === undefined && content._display === undefined;
  if (!Array.isArray(list)) return false;
  for (let index = 0; index < list.length; index += 1) {
    const coding: unknown = list[index];
    if (!isObject(coding) || coding.extension !== undefined || coding._display !== undefined) return false;
  }
  return true;
}

/** Whether two plain concepts say the same. */
function isSameConcept(one: JsonObject, other: JsonObject): boolean {
  if (one.text !== other.text) return false;
  const codings = (one.coding ?? [one]) as readonly JsonObject[];
  const others = (other.coding ?? [other]) as readonly JsonObject[];
  if (codings.length !== others.length || (one.coding === undefined) !== (other.coding === undefined)) return false;
  for (let index = 0; index < codings.length; index += 1) {
    const left = codings[index]!;
    const right = others[index]!;
    if (left.code !== right.code || left.system !== right.system || left.display !== right.display) return false;
    if (left.userSelected !== right.userSelected) return false;
  }
  return true;
}

/** The words of an element that is not there; it lives on for the same reason as `unsaid`. */
const noWords = new CodedWords(undefined);
/** A name under which a record has more concepts than this is read afresh each time. */
const mostOfOneName = 20;
