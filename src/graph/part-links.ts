// The links that hold a part and its whole together: over these, and no others, membership is inherited.

import { keepAlive } from '../fhir/keep-alive.ts';

/** Which way an undated node looks for a time to borrow: along the link, or back to the whole that lists it. */
export interface PartLink {
  /** Last name of the element path. */
  readonly name: string;
  /** Only on sources of these types; on all when left out. */
  readonly on?: readonly string[];
  readonly borrows: 'target' | 'source' | 'none';
}

/**
 * Listed part-and-whole links, in the order in which a time is borrowed.
 *
 * Source: model.md §2, *structural*; FHIR names of the same relation in other versions beside them.
 */
export const partLinks: readonly PartLink[] = [
  // A request and what came of it (DSTU2 and STU3 names included).
  { name: 'authorizingPrescription', borrows: 'target' },
  { name: 'prescription', on: ['MedicationAdministration'], borrows: 'target' },
  { name: 'request', borrows: 'target' },
  { name: 'basedOn', borrows: 'target' },
  // A part of a procedure or an event.
  { name: 'partOf', borrows: 'target' },
  { name: 'derivedFrom', borrows: 'target' },
  { name: 'specimen', borrows: 'target' },
  // A whole that lists its parts.
  { name: 'result', on: ['DiagnosticReport'], borrows: 'source' },
  { name: 'hasMember', borrows: 'source' },
  // DSTU2 and STU3 Observation.related.target: has-member, derived-from and their like.
  { name: 'target', on: ['Observation', 'Provenance'], borrows: 'none' },
];

/** Pseudo-label of the link from a container to a contained resource. */
export const containedLabel = 'contained';

/** The part link that a path is on a source of a type, as an index into `partLinks`; −1 when it is none. */
export function partLinkOf(path: string, sourceType: string): number {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const at = indexByName.get(name);
  if (at === undefined || path.startsWith('extension.')) return -1;
  const { on } = partLinks[at] as PartLink;
  return on === undefined || on.includes(sourceType) ? at : -1;
}

/** Which part links the labels of a link store are. */
export class PartTable {
  readonly #labels: readonly string[];
  readonly #byType = new Map<string, Int8Array>();

  constructor(labels: readonly string[]) {
    this.#labels = labels;
  }

  /** For each label, the part link that it is on a source of a type (−1: none). Each type is worked out once. */
  ranksOn(sourceType: string): Int8Array {
    let ranks = this.#byType.get(sourceType);
    if (ranks === undefined) {
      ranks = Int8Array.from(this.#labels, (path) => partLinkOf(path, sourceType));
      this.#byType.set(sourceType, ranks);
    }
    return ranks;
  }
}

keepAlive(new PartTable([]));

const indexByName = new Map(partLinks.map((link, index) => [link.name, index]));
