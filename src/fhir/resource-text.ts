// Words for a resource: what it is about, what it says, and the names it borrows from what it refers to.
import { narrativeOf, noteOf } from './note.ts';
import type { FhirResource, FhirVersion, JsonObject } from './resource.ts';
import { readConcept, readStatus, retractedStatuses } from './resource-text-concept.ts';
import { addPart, finishPhrase, newDraft } from './resource-text-draft.ts';
import { TextMemory } from './resource-text-memory.ts';
import type { Wording } from './resource-text-wording.ts';
import type { ResourceValue } from './resource-value.ts';
import { nothing } from './short-list.ts';
import { textRow } from './text-table.ts';

export { displayOf } from './display.ts';
export { TextMemory } from './resource-text-memory.ts';
export type { Wording } from './resource-text-wording.ts';

export interface Coding {
  readonly system: string;
  readonly code: string;
  readonly display: string;
}

/** A referenced thing that a reader wants by name: the drug, the specimen, the place, the organism's test. */
export interface NamedReference {
  /** FHIR element path, e.g. `medicationReference`, `specimen`, `location.location`. */
  readonly element: string;
  readonly name: string;
  /** Key of the resource the name came from; `undefined` when only the reference's own display gave it. */
  readonly key: string | undefined;
  /** What it is to the resource: one of the roles of `textRoles` (text-table.ts), e.g. `drug`, `specimen`, `place`. */
  readonly role?: string;
  /** True when `concept` or `value` says the name already, so that a line need not say it again. */
  readonly said?: boolean;
}

/** Something said of a resource under a stable role: its route, class, drug, reason … (the roles are in text-table.ts). */
export interface TextAttribute {
  readonly role: string;
  readonly text: string;
  /** Bare codes, e.g. `PO`, `EMER`; empty for plain text and names. */
  readonly codes: readonly string[];
}

/** All that can be said of one resource in words, scored and shown apart. */
export interface ResourceText {
  /** Main concept: `text` → `display` → `code` cascade. A type word when there is none (`Condition`). */
  readonly concept: string;
  /** Other names of the same concept: further displays, translations, contained or referenced names. */
  readonly synonyms: readonly string[];
  readonly codings: readonly Coding[];
  /** Category, class, kind: words such as `laboratory`, `Output`, `inpatient`. */
  readonly categories: readonly string[];
  /** Names of referenced things that a line should show, in element order; those `said` already are kept for their keys. */
  readonly names: readonly NamedReference[];
  readonly values: readonly ResourceValue[];
  /** Values, dose, route, range and interpretation as one short phrase; may be empty. */
  readonly value: string;
  /** Status as written (`finished`, `entered-in-error` …), empty when none. */
  readonly status: string;
  /** Whether the status says that the content is not a plain fact (`entered-in-error`, `refuted`, `cancelled`, `not-done` …). */
  readonly retracted: boolean;
  /** Free text: notes, conclusions, decoded attachments. Empty when none. */
  readonly note: string;
  /** Everything said under a role, referenced names included: what `Selection.named` and `project: 'name'` read. */
  readonly attributes: readonly TextAttribute[];
  /**
   * One for all texts of a record with the same type, concept, synonyms, codings, categories and attributes, and the same
   * names and components in order: what an index needs to look at once.
   */
  readonly wording: Wording;
}

/** A referenced resource by name; with the resource itself, more can be said (the codes of a drug, the specimen of a test). */
export interface NamedTarget {
  readonly name: string;
  readonly key: string | undefined;
  readonly resource?: FhirResource;
}

/** Names what the references of a resource point at. */
export interface ReferenceNames {
  /** `undefined` when neither a resource nor a display names it. */
  nameOf(reference: JsonObject): NamedTarget | undefined;
}

/**
 * Describe a resource in words, of any type and version: element names of all versions stand in one table
 * (text-table.ts), so the version decides nothing yet but is part of the seam.
 *
 * Deterministic, and cheap enough for every node of a record (a few microseconds); texts are as long as they are.
 * Source: model.md §1 (concept, value text, names), rows of text-table.ts.
 *
 * @param memory shared by the resources of one record, spares time and room: most of them say the same things
 */
export function describeResource(
  resource: FhirResource,
  _version: FhirVersion,
  references: ReferenceNames,
  memory: TextMemory = new TextMemory(),
): ResourceText {
  const row = textRow(resource.resourceType);
  const draft = newDraft(resource, references, memory);
  const hasConcept = readConcept(draft, row);
  row.lead?.(draft);
  for (let index = 0; index < row.parts.length; index += 1) {
    const part = row.parts[index]!;
    const content = resource[part.first];
    if (content !== undefined) addPart(draft, part, content);
  }
  row.tail?.(draft);
  const status = readStatus(draft);
  const note = noteOf(resource);
  const value = finishPhrase(draft);
  const { wording, names, values } = draft;
  return {
    concept: wording.concept,
    synonyms: wording.synonyms,
    codings: wording.codings,
    categories: wording.categories,
    names: names.length === 0 ? nothing : names,
    values: values.length === 0 ? nothing : values,
    value,
    status,
    retracted: retractedStatuses.has(status),
    note: note !== '' || hasConcept || value !== '' ? note : narrativeOf(resource),
    attributes: wording.attributes,
    wording,
  };
}

/**
 * The name by which others refer to a resource: a drug's, person's, place's or test's.
 *
 * @param references names what it refers to in turn (a mixed drug's ingredients, a role's practitioner)
 */
export function nameOfResource(
  resource: FhirResource,
  references: ReferenceNames,
  memory: TextMemory = new TextMemory(),
): string {
  const draft = newDraft(resource, references, memory);
  return readConcept(draft, textRow(resource.resourceType)) ? draft.wording.concept : '';
}
