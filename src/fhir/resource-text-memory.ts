// What coded elements say, worked out once and shared: a record says the same few hundred things thousands of times.
import { codingsOf, displayOf, synonymsOf } from './display.ts';
import { type FhirResource, isObject, type JsonObject } from './resource.ts';
import type { Coding, TextAttribute } from './resource-text.ts';

/** The words of one coded element; shared, so never changed. */
export interface CodedWords {
  readonly display: string;
  readonly codings: readonly Coding[];
  /** Bare codes of `codings`. */
  readonly codes: readonly string[];
  readonly synonyms: readonly string[];
  /** As words of kind: the display and, where they are other words, the codes. */
  readonly kinds: readonly string[];
  /** As something said under a role. */
  attribute(role: string): TextAttribute;
}

/** Words of coded elements, remembered for as long as the memory is held (one for each graph). */
export interface TextMemory {
  words(content: unknown): CodedWords;
  /** By referred resource. */
  readonly referred: Map<FhirResource, ReferredNames>;
}

/** What a resource that others name as their concept (a drug) goes by. */
export interface ReferredNames {
  readonly name: string;
  readonly codings: readonly Coding[];
  /** Other names than `name`. */
  readonly synonyms: readonly string[];
}

/** A memory for the resources of one record. Concepts of one coding or none are remembered, all others read afresh. */
export function createTextMemory(): TextMemory {
  const byCode = new Map<string, Remembered[]>();
  return {
    referred: new Map(),
    words: (content) => {
      const coding = onlyCoding(content);
      if (coding === undefined) return readWords(content);
      const text = (content as JsonObject).text;
      const { system, code, display } = coding;
      const name = typeof code === 'string' ? code : typeof text === 'string' ? text : '';
      const known = byCode.get(name);
      if (known !== undefined) {
        for (const one of known) {
          if (one.system === system && one.display === display && one.text === text && one.code === code)
            return one.words;
        }
      }
      const words = readWords(content);
      const remembered = { system, code, display, text, words };
      if (known === undefined) byCode.set(name, [remembered]);
      else if (known.length < mostOfOneCode) known.push(remembered);
      return words;
    },
  };
}

/** A list of other lists' members, each once without regard to case. */
export function joinWords(first: readonly string[], more: readonly string[]): readonly string[] {
  if (first.length === 0) return more;
  const seen = new Set(first.map((word) => word.toLowerCase()));
  const fresh = more.filter((word) => !seen.has(word.toLowerCase()));
  return fresh.length === 0 ? first : [...first, ...fresh];
}

interface Remembered {
  readonly system: unknown;
  readonly code: unknown;
  readonly display: unknown;
  readonly text: unknown;
  readonly words: CodedWords;
}

/** The coding of a CodeableConcept with one, a bare Coding itself, or nothing but a text; without extensions. */
function onlyCoding(content: unknown): JsonObject | undefined {
  if (!isObject(content) || content.concept !== undefined || content._text !== undefined) return undefined;
  const list = content.coding;
  if (list === undefined) return isPlain(content) ? content : undefined;
  const coding = Array.isArray(list) && list.length === 1 ? list[0] : undefined;
  return isObject(coding) && isPlain(coding) ? coding : undefined;
}

function isPlain(coding: JsonObject): boolean {
  return coding.extension === undefined && coding._display === undefined;
}

function readWords(content: unknown): CodedWords {
  const display = displayOf(content);
  const codings = codingsOf(content);
  const codes = codings.length === 0 ? nothing : codings.map((coding) => coding.code);
  const synonyms = synonymsOf(content, display);
  const attributes = new Map<string, TextAttribute>();
  return {
    display,
    codings: codings.length === 0 ? nothing : codings,
    codes,
    synonyms: synonyms.length === 0 ? nothing : synonyms,
    kinds: joinWords(
      [display],
      codes.filter((code) => /[a-zA-Z]{3}/.test(code)),
    ),
    attribute: (role) => {
      const known = attributes.get(role);
      if (known !== undefined) return known;
      const attribute = { role, text: display, codes };
      attributes.set(role, attribute);
      return attribute;
    },
  };
}

/** One empty list for all. */
export const nothing: readonly never[] = Object.freeze([]);

/** A code that senders write in more ways than this is read afresh each time. */
const mostOfOneCode = 20;
