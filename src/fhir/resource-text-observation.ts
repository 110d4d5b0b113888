// What an Observation found: values, components, interpretation, reference range, and why there is none.
import { absentReason, codingsOf, displayOf } from './display.ts';
import { displayInSystem } from './display-table.ts';
import { asArray, asObject, asObjects, type JsonObject } from './resource.ts';
import type { Coding } from './resource-text.ts';
import { addBit, addReference, addValue, nameReference, say, type TextDraft } from './resource-text-draft.ts';
import type { ResourceValue } from './resource-value.ts';
import { absentValue, codesOf, readChoice, readQuantity } from './resource-value-reader.ts';

/**
 * Values and components of an Observation with interpretation and range beside them, and the names of what it was
 * derived from or is made of. Source: FHIR Observation.value[x], component, interpretation, referenceRange, dataAbsentReason.
 */
export function readObservation(draft: TextDraft): void {
  const resource = draft.resource;
  const main = readFinding(draft, resource, '', []);
  if (main !== '') addFinding(draft, main);
  if (resource.component !== undefined) readComponents(draft, resource.component);
  if (resource.extension !== undefined) readDetails(draft, resource.extension);
  if (isOrganism(draft.wording.codings)) draft.wording = draft.wording.sayConcept(asOrganism);
  if (resource.derivedFrom !== undefined) readOrigins(draft, resource.derivedFrom);
  if (resource.hasMember !== undefined) readMembers(draft, resource.hasMember);
  if (resource.related !== undefined) readRelated(draft, resource.related);
}

/** One value with its interpretation and range, as `8.2 % (high, ref 4–5.6)`; empty when nothing is said. */
function readFinding(draft: TextDraft, element: JsonObject, name: string, codes: readonly string[]): string {
  const value =
    readChoice(element, 'value', name, codes) ??
    referredFinding(draft, element, name, codes) ??
    absentFinding(element, name, codes);
  if (value === undefined) return '';
  addValue(draft, value.kind === 'code' ? withCodes(value, element) : value);
  if (codes.length > 0) say(draft, draft.memory.component(name));
  const text =
    value.kind === 'absent'
      ? `no value: ${value.text}`
      : value.kind === 'time' && isOwnTime(draft, value)
        ? ''
        : value.text;
  if (element.interpretation === undefined && element.referenceRange === undefined) return text;
  const marks: string[] = [];
  const interpretation = interpretationOf(draft, element.interpretation);
  if (interpretation !== '' && interpretation.toLowerCase() !== text.toLowerCase()) marks.push(interpretation);
  const range = element.referenceRange === undefined ? '' : rangeText(element.referenceRange, value.unit);
  if (range !== '') marks.push(`ref ${range}`);
  if (marks.length === 0) return text;
  return text === '' ? marks.join(', ') : `${text} (${marks.join(', ')})`;
}

function readComponents(draft: TextDraft, components: unknown): void {
  const findings = new Map<string, string>();
  for (const component of asObjects(components)) {
    const name = displayOf(component.code) || 'component';
    const finding = readFinding(draft, component, name, codesOf(component.code));
    if (finding === '') continue;
    const earlier = findings.get(name);
    findings.set(
      name,
      earlier === undefined ? `${shortName(draft.wording.concept, name)} ${finding}` : `${earlier} and ${finding}`,
    );
  }
  if (findings.size > 0) addFinding(draft, [...findings.values()].join(', '));
}

/** A finding goes into the line even if its words occur there, but without the concept, should it begin with that. */
function addFinding(draft: TextDraft, text: string): void {
  const { concept, smallConcept } = draft.wording;
  const repeats = text.length >= concept.length && text.slice(0, concept.length).toLowerCase() === smallConcept;
  const rest =
    repeats && /^[\s:]|^$/.test(text.slice(concept.length)) ? text.slice(concept.length).replace(/^[\s:]+/, '') : text;
  if (rest !== '') addBit(draft, rest);
}

/** R5 may point at what was found. Source: FHIR R5 Observation.valueReference. */
function referredFinding(
  draft: TextDraft,
  element: JsonObject,
  name: string,
  codes: readonly string[],
): ResourceValue | undefined {
  const reference = asObject(element.valueReference);
  const target = reference === undefined ? undefined : nameReference(draft, reference);
  return target === undefined ? undefined : { name, codes, kind: 'text', text: target.name };
}

function absentFinding(element: JsonObject, name: string, codes: readonly string[]): ResourceValue | undefined {
  if (element.dataAbsentReason !== undefined) {
    const reason = displayOf(element.dataAbsentReason);
    if (reason !== '') return absentValue(name, reason.toLowerCase(), codes);
  }
  for (const key of absentPrimitives) {
    const reason = element[key] === undefined ? undefined : absentReason(element[key]);
    if (reason !== undefined) return absentValue(name, reason, codes);
  }
  return undefined;
}

/** Quantities that a sender keeps in extensions beside the value (a dilution, a limit), under the extension's name. */
function readDetails(draft: TextDraft, extensions: unknown): void {
  for (const extension of asObjects(extensions)) {
    if (extension.valueQuantity === undefined || typeof extension.url !== 'string') continue;
    const name = extension.url
      .slice(extension.url.lastIndexOf('/') + 1)
      .replace(/-details$/, '')
      .replaceAll('-', ' ');
    const value = readQuantity(extension.valueQuantity, name);
    if (value === undefined) continue;
    addValue(draft, value);
    addBit(draft, `${name} ${value.text}`);
  }
}

/** What it was derived from by name; and, where that is a test on a specimen, the specimen's name too. */
function readOrigins(draft: TextDraft, origins: unknown): void {
  for (const origin of asObjects(origins)) {
    const target = nameReference(draft, origin)?.resource;
    const role =
      target !== undefined && isOrganism(draft.memory.words(target.code).codings) ? 'organism' : 'derived-from';
    addReference(draft, origin, role, 'derivedFrom');
    const specimen = asObject(target?.specimen);
    if (specimen !== undefined && draft.resource.specimen === undefined)
      addReference(draft, specimen, 'specimen', 'derivedFrom.specimen');
  }
}

/**
 * The members by name where the Observation itself says nothing: what a culture grew. Panels of many and an organism's
 * susceptibilities stand in lines of their own and are only searched.
 */
function readMembers(draft: TextDraft, members: unknown): void {
  if (draft.values.length > 0) return;
  const list = asObjects(members);
  const use = draft.wording.says('organism') || list.length > maximumMembers ? 'search' : 'name';
  for (const member of list) addReference(draft, member, 'member', 'hasMember', use);
}

/** DSTU2 and STU3 write both directions as `related` with a type. */
function readRelated(draft: TextDraft, related: unknown): void {
  for (const one of asObjects(related)) {
    const target = asObject(one.target);
    if (target === undefined) continue;
    if (one.type === 'derived-from') readOrigins(draft, [target]);
    else if (one.type === 'has-member') readMembers(draft, [target]);
  }
}

function interpretationOf(draft: TextDraft, interpretation: unknown): string {
  if (interpretation === undefined || interpretation === null) return '';
  const words: string[] = [];
  for (const one of asArray(interpretation)) {
    const said = draft.memory.words(one);
    const { display } = said;
    const code = said.codes[0];
    const text =
      (display === code || code === undefined
        ? displayInSystem('ObservationInterpretation', code ?? display)
        : undefined) ?? display;
    if (text === '') continue;
    words.push(text.length > 2 ? text.toLowerCase() : text);
    say(
      draft,
      text === display
        ? said.attribute('interpretation')
        : draft.memory.codedAttribute('interpretation', text, said.codes),
    );
  }
  return words.join(', ');
}

/** The normal range (the first that is normal or of no stated kind), without the unit where it is the value's own. */
function rangeText(ranges: unknown, unit: string | undefined): string {
  for (const range of asObjects(ranges)) {
    if (range.type !== undefined && !/normal/i.test(codingsOf(range.type)[0]?.code ?? displayOf(range.type))) continue;
    if (range.low === undefined && range.high === undefined) {
      const text = displayOf(range.text);
      if (text !== '') return text;
      continue;
    }
    const read = readChoice({ valueRange: range }, 'value', '');
    if (read !== undefined)
      return read.unit !== undefined && read.unit === unit ? read.text.slice(0, -read.unit.length - 1) : read.text;
  }
  return '';
}

/** `Systolic blood pressure` within `Blood pressure` is `Systolic`: the line has said the rest. */
function shortName(concept: string, name: string): string {
  const large = name.toLowerCase();
  const own = concept.toLowerCase();
  if (own.length >= 4 && large.length > own.length && large.endsWith(` ${own}`)) return name.slice(0, -own.length - 1);
  return name;
}

/** Whether a time value only repeats when it was observed: the line has that already. */
function isOwnTime(draft: TextDraft, value: ResourceValue): boolean {
  const own = draft.resource.effectiveDateTime ?? asObject(draft.resource.effectivePeriod)?.start;
  return typeof own === 'string' && own.slice(0, 16).replace('T', ' ') === value.text.slice(0, 16);
}

function withCodes(value: ResourceValue, element: JsonObject): ResourceValue {
  const codes = codingsOf(element.valueCodeableConcept ?? element.valueCoding).map((coding) => coding.code);
  return codes.length === 0 ? value : { ...value, valueCodes: codes };
}

function isOrganism(codings: readonly Coding[]): boolean {
  for (let index = 0; index < codings.length; index += 1) {
    const { system } = codings[index]!;
    // The part that both spellings share first: nearly no system has it.
    if (system.includes('rganism') && (system.includes('organism') || system.includes('Organism'))) return true;
  }
  return false;
}

const asOrganism = { role: 'organism' };
const maximumMembers = 6;
const absentPrimitives = [
  '_valueString',
  '_valueDateTime',
  '_valueInteger',
  '_valueBoolean',
  '_valueTime',
  'valueQuantity',
  'valueCodeableConcept',
];
