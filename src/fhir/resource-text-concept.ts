// The main concept and the status of a resource.
import { codingsOf, displayOf, personName } from './display.ts';
import { asArray, asObject, asObjects, asText, type FhirResource, isObject, type JsonObject } from './resource.ts';
import { addSynonym, addTarget, nameReference, setConcept, setName, type TextDraft } from './resource-text-draft.ts';
import type { CodedWords } from './resource-text-memory.ts';
import type { Naming } from './resource-text-wording.ts';
import type { TextRow } from './text-table.ts';

/**
 * Fill the draft's concept from the row's elements, the first that says something.
 *
 * @returns false when none does; then the concept is the type in words (`Medication request`)
 */
export function readConcept(draft: TextDraft, row: TextRow): boolean {
  for (let index = 0; index < row.concept.length; index += 1) {
    const path = row.concept[index]!;
    if (!readOne(draft, path, elementAt(draft.resource, path))) continue;
    if (draft.resource.resourceType === 'Medication') addDrugNames(draft, draft.resource);
    return true;
  }
  const bare = draft.wording.codings[0];
  setName(draft, bare?.code ?? typeWords(draft.resource.resourceType));
  return bare !== undefined;
}

/** `MedicationRequest` as `Medication request`. */
export function typeWords(type: string): string {
  const spaced = type.replace(
    /([a-z])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return spaced === '' ? 'Resource' : spaced;
}

/**
 * The status as written: what withdraws the content first (`refuted`, `not-done` …), else `clinicalStatus`, else
 * `status`, or what a version wrote in its place (`wasNotGiven`, `lifecycleStatus`, `taken`).
 */
export function readStatus(draft: TextDraft): string {
  const resource = draft.resource;
  const status = typeof resource.status === 'string' ? resource.status : codeOf(resource.status);
  if (resource.wasNotGiven === true || resource.notGiven === true) return 'not-given';
  if (resource.notDone === true || resource.notPerformed === true) return 'not-done';
  if (resource.wasNotTaken === true || resource.taken === 'n' || isNotTaking(resource)) return 'not-taken';
  if (resource.doNotPerform === true || resource.prohibited === true) return 'do-not-perform';
  if (retractedStatuses.has(status)) return status;
  if (resource.docStatus === 'entered-in-error') return 'entered-in-error';
  if (resource.verificationStatus !== undefined) {
    const verification = codeOf(resource.verificationStatus);
    if (retractedStatuses.has(verification)) return verification;
  }
  if (resource.clinicalStatus !== undefined) {
    const clinical = codeOf(resource.clinicalStatus);
    if (clinical !== '') return clinical;
  }
  if (status !== '') return status;
  return codeOf(resource.lifecycleStatus) || codeOf(resource.verificationStatus);
}

/** Statuses that say the content is not a plain fact: it did not happen, is wrong, or was turned down. */
export const retractedStatuses: ReadonlySet<string> = new Set([
  'entered-in-error',
  'refuted',
  'cancelled',
  'not-done',
  'not-given',
  'not-taken',
  'do-not-perform',
  'declined',
  'rejected',
  'noshow',
  'nullified',
]);

/** Source: FHIR R5 MedicationStatement.adherence. */
function isNotTaking(resource: JsonObject): boolean {
  return resource.adherence !== undefined && codeOf(asObject(resource.adherence)?.code) === 'not-taking';
}

function readOne(draft: TextDraft, path: string, content: unknown): boolean {
  if (content === undefined || content === null) return false;
  if (path === 'name' || path === 'deviceName') return setName(draft, nameIn(content));
  if (path === 'identifier') return setName(draft, identifierName(content));
  if (path === 'ingredient') return setName(draft, ingredientNames(draft, content).join(' + '));
  const one = Array.isArray(content) ? content[0] : content;
  if (isObject(one) && (typeof one.reference === 'string' || isObject(one.reference)))
    return readReferenced(draft, path, one);
  const words = draft.memory.words(one);
  if (!words.isOnlyCodes || !isBare(words, draft.resource)) return setConcept(draft, words);
  if (draft.wording.codings.length === 0) draft.wording = draft.wording.coded(words.codings);
  return false;
}

/** A medication (or substance, device) by reference: its name, codes and other names are the concept's own. */
function readReferenced(draft: TextDraft, path: string, content: JsonObject): boolean {
  const reference = isObject(content.reference) ? content.reference : content;
  if (isObject(content.concept) && setConcept(draft, draft.memory.words(content.concept))) return true;
  const target = nameReference(draft, reference);
  if (target === undefined) return false;
  const { name, resource } = target;
  if (resource === undefined) setName(draft, name);
  else {
    draft.wording = draft.wording.referred(referredNames(draft, resource, name));
    if (resource.ingredient !== undefined && resource.resourceType === 'Medication')
      for (const other of ingredientNames(draft, resource.ingredient)) addSynonym(draft, other);
  }
  addTarget(draft, target, path.startsWith('medication') ? 'drug' : 'concept', path, 'show');
  return true;
}

/** Codes and other names of a referred resource, read once for all that refer to it. */
function referredNames(draft: TextDraft, resource: FhirResource, name: string): Naming {
  const known = draft.memory.referred.get(resource);
  if (known?.display === name) return known;
  const { codings } = draft.memory.words(resource.code);
  const synonyms: string[] = [];
  const add = (other: string): void => {
    if (other !== '' && other !== name && !synonyms.includes(other)) synonyms.push(other);
  };
  for (const { code, display } of codings) if (display !== code) add(display);
  if (resource.resourceType === 'Medication') for (const other of identifiersOf(resource)) add(other);
  const read = { display: name, codings, synonyms };
  draft.memory.referred.set(resource, read);
  return read;
}

/** Ingredients by name; joined, the name of a mixture that has none of its own. */
function ingredientNames(draft: TextDraft, content: unknown): readonly string[] {
  const names: string[] = [];
  for (const ingredient of asObjects(content)) {
    const item =
      ingredient.itemCodeableConcept ?? ingredient.itemReference ?? ingredient.item ?? ingredient.substanceReference;
    const reference = isObject(item) ? (isObject(item.reference) ? item.reference : item) : undefined;
    const named =
      reference !== undefined && typeof reference.reference === 'string'
        ? nameReference(draft, reference)?.name
        : displayOf(item);
    if (named !== undefined && named !== '' && !names.includes(named)) names.push(named);
  }
  return names;
}

/**
 * What else a drug goes by: its identifiers, which senders without a terminology use as names and order codes, and its
 * ingredients.
 */
function addDrugNames(draft: TextDraft, drug: JsonObject): void {
  for (const name of [...identifiersOf(drug), ...ingredientNames(draft, drug.ingredient)]) addSynonym(draft, name);
}

function identifiersOf(drug: JsonObject): readonly string[] {
  return asObjects(drug.identifier).map((one) => displayOf(one.value));
}

/**
 * The identifier that is a name: one whose system or type says `name`, else the first that reads as words (four letters
 * and no digit). Senders without a terminology keep the drug's name there.
 */
function identifierName(content: unknown): string {
  const identifiers = asObjects(content).filter((one) => asText(one.value) !== undefined);
  const wordy =
    namedIdentifier(content) ??
    identifiers.find((one) => fourLetters.test(String(one.value)) && !digit.test(String(one.value)));
  return wordy === undefined ? '' : displayOf(wordy.value);
}

function namedIdentifier(content: unknown): JsonObject | undefined {
  if (content === undefined) return undefined;
  const identifiers = asObjects(content);
  let byType: JsonObject | undefined;
  for (let index = 0; index < identifiers.length; index += 1) {
    const one = identifiers[index]!;
    if (typeof one.system === 'string' && nameAtEnd.test(one.system.slice(-4)) && asText(one.value) !== undefined)
      return one;
    if (
      byType === undefined &&
      one.type !== undefined &&
      asText(one.value) !== undefined &&
      /name/i.test(displayOf(one.type))
    )
      byType = one;
  }
  return byType;
}

function nameIn(content: unknown): string {
  const list = asArray(content);
  const first = list[0];
  if (isObject(first) && typeof first.name === 'string') {
    const friendly = asObjects(content).find((one) => one.type === 'user-friendly-name') ?? first;
    return displayOf(friendly.name);
  }
  if (isObject(first) && typeof first.value === 'string') return displayOf(first.value);
  return personName(content);
}

/** Of only codes: whether those say nothing to a reader, or less than an identifier that is a name. */
function isBare(words: CodedWords, resource: JsonObject): boolean {
  return onlyDigits.test(words.codes[0]!) || namedIdentifier(resource.identifier) !== undefined;
}

function codeOf(concept: unknown): string {
  if (typeof concept === 'string') return concept;
  if (concept === undefined || concept === null) return '';
  return codingsOf(Array.isArray(concept) ? concept[0] : concept)[0]?.code ?? displayOf(concept).toLowerCase();
}

function elementAt(resource: JsonObject, path: string): unknown {
  if (!path.includes('.')) return resource[path];
  let content: unknown = resource;
  for (const step of path.split('.')) {
    const inner = Array.isArray(content) ? content[0] : content;
    content = asObject(inner)?.[step];
  }
  return content;
}

// Patterns stand here since one written in a function is a new object at each call.
const fourLetters = /\p{L}{4}/u;
const digit = /\d/;
const onlyDigits = /^[\d.-]*$/;
const nameAtEnd = /^name$/i;
