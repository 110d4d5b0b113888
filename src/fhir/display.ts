// How a coded element, a name or a reference reads: one cascade for all of them.
import { standardDisplay } from './display-table.ts';
import { asArray, asObject, asObjects, asText, isObject, type JsonObject } from './resource.ts';
import type { Coding } from './resource-text.ts';

/**
 * The words of a coded element: `text` → `display` → the standard's own display → `code`.
 *
 * Takes a CodeableConcept, Coding, CodeableReference (R5), bare code or a list of these (the first that says something).
 * A `text` that only repeats a code gives way to a display. Empty string when nothing is said.
 * Source: FHIR CodeableConcept.text, Coding.display.
 */
export function displayOf(concept: unknown): string {
  if (typeof concept === 'string') return cleanText(concept);
  if (Array.isArray(concept)) {
    for (const one of concept) {
      const display = displayOf(one);
      if (display !== '') return display;
    }
    return '';
  }
  if (!isObject(concept)) return '';
  if (isObject(concept.concept)) return displayOf(concept.concept);
  const text = typeof concept.text === 'string' ? cleanText(concept.text) : '';
  if (concept.coding === undefined) return text !== '' ? text : codingDisplay(concept);
  const best = bestCoding(concept.coding);
  if (best === undefined) return text;
  if (text !== '' && text !== best.code) return text;
  return codingDisplay(best);
}

/** The codings of a coded element, in order; those without any code left out. */
export function codingsOf(concept: unknown): readonly Coding[] {
  if (!isObject(concept)) return [];
  if (isObject(concept.concept)) return codingsOf(concept.concept);
  const list = concept.coding === undefined ? [concept] : asArray(concept.coding);
  const codings: Coding[] = [];
  for (const one of list) {
    if (!isObject(one) || typeof one.code !== 'string' || one.code === '') continue;
    const system = typeof one.system === 'string' ? one.system : '';
    codings.push({ system, code: one.code, display: codingDisplay(one) });
  }
  return codings;
}

/**
 * Other names of a coded element than its display: the displays of its further codings, and translations
 * (extension `translation`, and the `descriptionDisplay` that UK senders write).
 */
export function synonymsOf(concept: unknown, display: string): readonly string[] {
  if (!isObject(concept)) return [];
  const words = isObject(concept.concept) ? concept.concept : concept;
  const found: string[] = [];
  const add = (name: string | undefined): void => {
    if (name !== undefined && name !== display && !found.includes(name)) found.push(name);
  };
  for (const coding of asArray(words.coding ?? words)) {
    if (!isObject(coding)) continue;
    add(asText(coding.display));
    if (coding._display !== undefined) for (const name of translationsOf(coding._display)) add(name);
    if (coding.extension !== undefined) for (const name of namesInExtensions(coding)) add(name);
  }
  if (words._text !== undefined) for (const name of translationsOf(words._text)) add(name);
  return found;
}

/**
 * A person's name as said: `text`, else prefix, given names, family and suffix. Takes a HumanName or a list of them,
 * of which the official, else the usual, else the first that isn't old is used. An Organization's plain string passes.
 * Source: FHIR HumanName.
 */
export function personName(name: unknown): string {
  if (typeof name === 'string') return cleanText(name);
  const names = asObjects(name);
  const chosen =
    names.find((one) => one.use === 'official') ??
    names.find((one) => one.use === 'usual') ??
    names.find((one) => one.use !== 'old') ??
    names[0];
  if (chosen === undefined) return '';
  const text = asText(chosen.text);
  if (text !== undefined) return cleanText(text);
  const parts = [
    ...asArray(chosen.prefix),
    ...asArray(chosen.given),
    ...asArray(chosen.family),
    ...asArray(chosen.suffix),
  ];
  return parts.filter((part) => asText(part) !== undefined).join(' ');
}

/** Why an element has no value: `Element.extension` data-absent-reason, as words. */
export function absentReason(element: unknown): string | undefined {
  for (const extension of asObjects(asObject(element)?.extension)) {
    if (typeof extension.url !== 'string' || !extension.url.endsWith('/data-absent-reason')) continue;
    const reason = asText(extension.valueCode) ?? displayOf(extension.valueCodeableConcept);
    if (reason !== '') return reason.replaceAll('-', ' ');
  }
  return undefined;
}

/** One line without outer, repeated or odd white space. */
export function cleanText(text: string): string {
  return untidy.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
}

function codingDisplay(coding: JsonObject): string {
  const display = coding.display;
  if (typeof display === 'string' && display !== '' && display !== coding.code) return cleanText(display);
  if (typeof coding.code !== 'string') return '';
  return standardDisplay(typeof coding.system === 'string' ? coding.system : '', coding.code) ?? cleanText(coding.code);
}

/** The coding a person would read: the one the user chose if it has a display, else the first with one, else the first. */
function bestCoding(codings: unknown): JsonObject | undefined {
  let first: JsonObject | undefined;
  let named: JsonObject | undefined;
  for (const coding of asArray(codings)) {
    if (!isObject(coding)) continue;
    first ??= coding;
    if (typeof coding.display !== 'string' || coding.display === '') continue;
    if (coding.userSelected === true) return coding;
    named ??= coding;
  }
  return named ?? first;
}

function translationsOf(primitive: unknown): readonly string[] {
  const found: string[] = [];
  for (const extension of asObjects(asObject(primitive)?.extension)) {
    if (typeof extension.url !== 'string' || !extension.url.endsWith('/translation')) continue;
    const content = asObjects(extension.extension).find((one) => one.url === 'content');
    const text = asText(content?.valueString) ?? asText(content?.valueMarkdown);
    if (text !== undefined) found.push(cleanText(text));
  }
  return found;
}

function namesInExtensions(coding: JsonObject): readonly string[] {
  const found: string[] = [];
  for (const extension of asObjects(coding.extension)) {
    for (const inner of asObjects(extension.extension)) {
      const text = inner.url === 'descriptionDisplay' ? asText(inner.valueString) : undefined;
      if (text !== undefined) found.push(cleanText(text));
    }
  }
  return found;
}

/** White space that no line has. Stands here since a pattern written in a function is a new object at each call. */
const untidy = /^\s|\s$|[\t\n\r\f\v\u00a0]| {2}/;
