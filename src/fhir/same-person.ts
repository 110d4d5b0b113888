// Patients of several sources who are one person: linked by their Patient resources, or alike in identifier and birth date.
import type { RecordIssue, RecordResource } from './record.ts';
import type { ReferenceResolver } from './reference.ts';
import { asObject, asObjects, asText } from './resource.ts';

export interface SamePersons {
  /** From the key of a patient to the key of the person; only of those who go under another's key. */
  readonly keyOf: ReadonlyMap<string, string>;
  readonly issues: readonly RecordIssue[];
}

/**
 * Find Patients that are one person: `Patient.link` says so, or they share an identifier (system and value) and the written
 * birth date. The person goes under the key that replaces the others, else the least key.
 *
 * Source: FHIR R4 Patient.link (replaced-by, replaces, refer, seealso), Patient.identifier.
 *
 * @param patients loaded Patients in key order
 */
export function findSamePersons(patients: readonly RecordResource[], resolver: ReferenceResolver): SamePersons {
  const loaded = new Set(patients.map(({ key }) => key));
  const leaders = new Map<string, string>();
  const replaced = new Set<string>();
  const leaderOf = (key: string): string => {
    let leader = key;
    for (let next = leaders.get(leader); next !== undefined; next = leaders.get(leader)) leader = next;
    return leader;
  };
  const join = (one: string, other: string): void => {
    const [a, b] = [leaderOf(one), leaderOf(other)];
    if (a === b) return;
    const [first, second] = isBefore(a, b, replaced) ? [a, b] : [b, a];
    leaders.set(second, first);
  };

  const links = patients.flatMap((patient) => linksOf(patient, resolver).filter(({ to }) => loaded.has(to)));
  for (const { from, to, type } of links) {
    if (type === 'replaced-by' || type === 'replace') replaced.add(from);
    if (type === 'replaces') replaced.add(to);
  }
  for (const { from, to } of links) join(from, to);
  const byIdentifier = new Map<string, string>();
  for (const { key, resource } of patients) {
    const birthDate = asText(resource.birthDate);
    if (birthDate === undefined) continue;
    for (const identifier of asObjects(resource.identifier)) {
      const [system, value] = [asText(identifier.system), asText(identifier.value)];
      if (system === undefined || value === undefined) continue;
      const name = `${system}|${value}\n${birthDate}`;
      const known = byIdentifier.get(name);
      if (known === undefined) byIdentifier.set(name, key);
      else join(known, key);
    }
  }

  const keyOf = new Map<string, string>();
  for (const { key } of patients) if (leaderOf(key) !== key) keyOf.set(key, leaderOf(key));
  const issues = [...keyOf].map(([key, person]): RecordIssue => {
    const message = `${key} is the same person as ${person}, by Patient.link or by an identifier and the birth date; both are read as ${person}.`;
    return { severity: 'information', code: 'same-person', key, message };
  });
  return { keyOf, issues };
}

function isBefore(a: string, b: string, replaced: ReadonlySet<string>): boolean {
  if (replaced.has(a) !== replaced.has(b)) return replaced.has(b);
  return a < b;
}

function linksOf(patient: RecordResource, resolver: ReferenceResolver) {
  return asObjects(patient.resource.link).flatMap((link) => {
    const other = asObject(link.other);
    const to = other === undefined ? undefined : resolver.resolve(other, patient, 'link.other').key;
    return to === undefined ? [] : [{ from: patient.key, to, type: asText(link.type) }];
  });
}
