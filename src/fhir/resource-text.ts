// Words for a resource: what it is about, what it says, and the names it borrows from what it refers to.
import type { ResourceValue } from './resource-value.ts';

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
}
