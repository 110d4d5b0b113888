// A resource's words in the making: elements read by shape, and gathered under roles.
import { displayOf, personName } from './display.ts';
import { asObject, type FhirResource, isObject, isResource, type JsonObject } from './resource.ts';
import type { NamedReference, NamedTarget, ReferenceNames } from './resource-text.ts';
import type { CodedWords, TextMemory } from './resource-text-memory.ts';
import type { Saying, Wording } from './resource-text-wording.ts';
import type { ResourceValue } from './resource-value.ts';
import { readAnyValue } from './resource-value-reader.ts';
import { append, nothing } from './short-list.ts';

/** What has been read so far; becomes a ResourceText. */
export interface TextDraft {
  readonly resource: FhirResource;
  readonly references: ReferenceNames;
  readonly memory: TextMemory;
  /** Concept, kinds and attributes. */
  wording: Wording;
  names: readonly NamedReference[];
  values: readonly ResourceValue[];
  /** Bits of the value phrase, in reading order. */
  phrase: readonly string[];
}

/** How one element takes part in the words of its type. */
export interface TextPart {
  readonly role: string;
  /** Element path, e.g. `hospitalization.admitSource`, cut at its dots. Lists are walked. */
  readonly path: readonly string[];
  /** First step of the path. */
  readonly first: string;
  readonly element: string;
  /**
   * `show`: in the value phrase, after its label; `name`: a referenced name to be shown by whoever writes the line;
   * `search`: found and asked for, never shown; `category`: a word of kind.
   */
  readonly use: 'show' | 'name' | 'search' | 'category';
  /** Word before it in the phrase, e.g. `from`; empty for none. */
  readonly label: string;
}

export function newDraft(resource: FhirResource, references: ReferenceNames, memory: TextMemory): TextDraft {
  return {
    resource,
    references,
    memory,
    wording: memory.root(resource.resourceType),
    names: nothing,
    values: nothing,
    phrase: nothing,
  };
}

/**
 * Read one part's element wherever it stands, and put what it says under its role.
 *
 * @param content the resource's element `part.first`
 */
export function addPart(draft: TextDraft, part: TextPart, content: unknown): void {
  if (part.use !== 'show') {
    walk(draft, part, content, 1, noBits);
    return;
  }
  const bits: string[] = [];
  walk(draft, part, content, 1, bits);
  if (bits.length === 0) return;
  const said = bits.length === 1 ? bits[0]! : bits.join(', ');
  if (said.toLowerCase() === draft.wording.concept.toLowerCase()) return;
  const isLabelled = part.label === '' || `${said} `.toLowerCase().startsWith(`${part.label} `);
  addPhrase(draft, isLabelled ? said : `${part.label} ${said}`);
}

/** What a reference points at by name: the graph's answer, else a contained resource's or the reference's own display. */
export function nameReference(draft: TextDraft, reference: JsonObject): NamedTarget | undefined {
  const named = draft.references.nameOf(reference);
  if (named !== undefined && named.name !== '') return named;
  const display = displayOf(reference.display);
  return display === '' ? undefined : { name: display, key: undefined };
}

/** Put a referenced thing's name under its role; returns the name, `undefined` when there is none or the role has it already. */
export function addReference(
  draft: TextDraft,
  reference: JsonObject,
  role: string,
  element: string,
  use: TextPart['use'] = 'name',
): string | undefined {
  const target = nameReference(draft, reference);
  return target === undefined ? undefined : addTarget(draft, target, role, element, use);
}

/** Put the name of what a reference points at under its role, as `addReference` does. */
export function addTarget(
  draft: TextDraft,
  { name, key }: NamedTarget,
  role: string,
  element: string,
  use: TextPart['use'],
): string | undefined {
  if (draft.wording.says(role, name)) return undefined;
  if (use === 'search') say(draft, draft.memory.attribute(role, name));
  else {
    const named = use === 'show' ? { element, name, key, role, said: true } : { element, name, key, role };
    draft.names = append(draft.names, named);
    say(draft, draft.memory.reference(role, name));
  }
  return name;
}

/** Put something under its role. */
export function say(draft: TextDraft, saying: Saying): void {
  draft.wording = draft.wording.say(saying);
}

/** Put a coded or plain word under its role; returns the word. */
export function addWord(draft: TextDraft, content: unknown, role: string): string | undefined {
  const words = draft.memory.words(content);
  if (words.display === '') return undefined;
  draft.wording = draft.wording.say(words.attribute(role));
  return words.display;
}

/**
 * Add a bit to the value phrase, unless the line says it already. Only bits of four letters and more are dropped, where
 * they stand as whole words in the concept or an earlier bit; findings go in by `addBit`.
 */
export function addPhrase(draft: TextDraft, bit: string): void {
  if (bit === '') return;
  const { phrase } = draft;
  if (bit.length >= 4 && holdsSmallWords(draft.wording.smallConcept, bit)) return;
  for (let index = 0; index < phrase.length; index += 1) {
    const said = phrase[index]!;
    if (said === bit || (bit.length >= 4 && holdsWords(said, bit))) return;
  }
  addBit(draft, bit);
}

/** Add a bit to the value phrase whatever stands there. */
export function addBit(draft: TextDraft, bit: string): void {
  draft.phrase = append(draft.phrase, bit);
}

/** Add a value. */
export function addValue(draft: TextDraft, value: ResourceValue): void {
  draft.values = append(draft.values, value);
}

/** The value phrase: bits joined by `; `. */
export function finishPhrase({ phrase }: TextDraft): string {
  return phrase.length === 0 ? '' : phrase.length === 1 ? phrase[0]! : phrase.join('; ');
}

/** The main concept with its codings and other names; false when the element says nothing. */
export function setConcept(draft: TextDraft, words: CodedWords): boolean {
  if (words.display === '') return false;
  draft.wording = draft.wording.about(words);
  return true;
}

/** A main concept that is a plain name; false for an empty one. */
export function setName(draft: TextDraft, name: string): boolean {
  if (name === '') return false;
  draft.wording = draft.wording.named(name);
  return true;
}

/** Another name of the concept. */
export function addSynonym(draft: TextDraft, name: string): void {
  const { concept, synonyms } = draft.wording;
  if (name !== '' && name !== concept && !synonyms.includes(name)) draft.wording = draft.wording.alsoNamed(name);
}

function walk(draft: TextDraft, part: TextPart, content: unknown, depth: number, bits: string[]): void {
  if (Array.isArray(content)) {
    for (let index = 0; index < content.length; index += 1) walk(draft, part, content[index], depth, bits);
    return;
  }
  if (content === undefined || content === null) return;
  if (depth < part.path.length) {
    if (isObject(content)) walk(draft, part, content[part.path[depth]!], depth + 1, bits);
    return;
  }
  const said = readElement(draft, part, content);
  if (said !== undefined && part.use === 'show' && !bareNumber.test(said) && !bits.includes(said)) bits.push(said);
}

/** One element by its shape; returns what a phrase would say of it. */
function readElement(draft: TextDraft, part: TextPart, content: unknown): string | undefined {
  if (part.use === 'category') {
    const words = draft.memory.words(content);
    if (words.display !== '') say(draft, words.kind(part.role));
    return undefined;
  }
  if (!isObject(content)) return readPrimitive(draft, part, content);
  if (isReference(content)) return addReference(draft, content, part.role, part.element, part.use);
  if (content.concept !== undefined || isObject(content.reference)) return readCodeableReference(draft, part, content);
  if (content.coding !== undefined || content.text !== undefined || content.code !== undefined) {
    if (typeof content.value !== 'number') return addWord(draft, content, part.role);
  }
  if (content.family !== undefined || content.given !== undefined) {
    const name = personName([content]);
    return name === '' ? undefined : addWord(draft, name, part.role);
  }
  if (isResource(content)) return undefined;
  const value = readAnyValue(content, part.role.replaceAll('-', ' '));
  if (value === undefined) return undefined;
  addValue(draft, value);
  return value.text;
}

function readPrimitive(draft: TextDraft, part: TextPart, content: unknown): string | undefined {
  if (typeof content === 'boolean') {
    if (!content) return undefined;
    say(draft, draft.memory.attribute(part.role, 'yes'));
    return part.label === '' ? part.role.replaceAll('-', ' ') : part.label;
  }
  if (typeof content === 'number') {
    const value = readAnyValue(content, part.role.replaceAll('-', ' '));
    if (value !== undefined) addValue(draft, value);
    return value?.text;
  }
  return addWord(draft, content, part.role);
}

/** R5 CodeableReference: a concept, a reference, or both. */
function readCodeableReference(draft: TextDraft, part: TextPart, content: JsonObject): string | undefined {
  const said = content.concept === undefined ? undefined : addWord(draft, content.concept, part.role);
  const reference = asObject(content.reference);
  return (
    (reference === undefined ? undefined : addReference(draft, reference, part.role, part.element, part.use)) ?? said
  );
}

/** A Reference: it points somewhere, or only names what it means. Source: FHIR Reference. */
export function isReference(content: JsonObject): boolean {
  if (typeof content.reference === 'string') return true;
  if (
    content.coding !== undefined ||
    content.code !== undefined ||
    content.system !== undefined ||
    content.text !== undefined
  )
    return false;
  return typeof content.display === 'string' || (isObject(content.identifier) && content.value === undefined);
}

/** Whether `text` holds `words` as whole words, without regard to case. */
export function holdsWords(text: string, words: string): boolean {
  return text.length >= words.length && holdsSmallWords(text.toLowerCase(), words);
}

/** As `holdsWords`, of a text in small letters. */
export function holdsSmallWords(large: string, words: string): boolean {
  if (large.length < words.length) return false;
  const small = words.toLowerCase();
  for (let at = large.indexOf(small); at >= 0; at = large.indexOf(small, at + 1)) {
    if (!isWordCode(large.charCodeAt(at - 1)) && !isWordCode(large.charCodeAt(at + small.length))) return true;
  }
  return false;
}

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 191;
}

/** Stands for the bits of parts that are not shown, which add none. */
const noBits: string[] = [];
/** A terminology's number without its words tells a reader nothing; it stays under its role. */
const bareNumber = /^\d{5,}$/;
