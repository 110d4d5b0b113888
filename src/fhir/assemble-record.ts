// From all that a source gave to the record of one patient: their resources, what those refer to, and what was odd.
import { HopperError } from '../errors.ts';
import { createOwnerFinder, isOwnedBySubject } from './compartment.ts';
import { findDuplicates } from './duplicates.ts';
import { countVersions, gatherResources } from './gather.ts';
import { describePatient, findPatient, type ListedPatient, listKeys } from './patients.ts';
import type { PatientRecord, RecordIssue, RecordResource, SourceContent } from './record.ts';
import { eachReference, type ReferenceResolver } from './reference.ts';
import type { FhirVersion } from './resource.ts';
import { findSamePersons } from './same-person.ts';

export type { ListedPatient } from './patients.ts';

export interface AssembleOptions {
  /** Id, key, identifier value or name of the patient; needed when the source holds several. */
  readonly patient?: string;
  /** The version of the source, when known; else it is read from the data. */
  readonly fhirVersion?: FhirVersion;
}

/**
 * The record of one patient: every resource that belongs to them and, transitively, the shared resources those refer to.
 * A source about one patient alone is taken whole. Other patients' resources and shared ones that nobody here refers to
 * stay out and are named in the issues.
 *
 * Source: FHIR Patient compartment; model.md §1.
 *
 * @throws `invalid-input` when several patients are there and none is asked for (it lists them), or when there is nobody
 * @throws `not-found` when the patient asked for is not there
 */
export function assembleRecord(content: SourceContent, options: AssembleOptions = {}): PatientRecord {
  const source = sourcePatients(content, options.fhirVersion);
  const listed = choosePatient(source, options.patient);
  return recordOf(source, listed.key, content);
}

/** The patients a source holds or refers to as a subject, in key order. */
export function listPatients(content: SourceContent): readonly ListedPatient[] {
  return sourcePatients(content, undefined).patients;
}

const nobody: readonly string[] = [];

interface SourcePatients {
  readonly resources: readonly RecordResource[];
  readonly resolver: ReferenceResolver;
  readonly patients: readonly ListedPatient[];
  /** Patient keys of each resource, in the order of `resources`; empty for shared ones, contained ones belong through their container. */
  readonly owners: readonly (readonly string[])[];
  readonly issues: readonly RecordIssue[];
}

/** Who is in a source is read once, however many of its patients are asked for. */
function sourcePatients(content: SourceContent, version: FhirVersion | undefined): SourcePatients {
  const known = version === undefined ? knownSources.get(content) : undefined;
  if (known !== undefined) return known;
  const read = readSourcePatients(content, version);
  if (version === undefined) knownSources.set(content, read);
  return read;
}

const knownSources = new WeakMap<SourceContent, SourcePatients>();

function readSourcePatients(content: SourceContent, version: FhirVersion | undefined): SourcePatients {
  const { resources, resolver, subjects, issues } = gatherResources(content, version ?? content.fhirVersion);
  const finder = createOwnerFinder(resolver);
  const loaded = loadedPatients(resources);
  const persons = findSamePersons(loaded, resolver);
  const ownersOf = (resource: RecordResource): readonly string[] => {
    const found = resource.container === undefined ? finder.ownersOf(resource) : nobody;
    return persons.keyOf.size === 0 ? found : [...new Set(found.map((key) => persons.keyOf.get(key) ?? key))];
  };
  /** By number of a subject that is a patient: whoever writes the same means the same, whatever else it says. */
  const known = new Map<number, readonly string[]>();
  const owners = resources.map((resource, place) => {
    const subject = subjects[place] as number;
    let found = subject < 0 ? undefined : known.get(subject);
    if (found === undefined) {
      found = ownersOf(resource);
      if (subject >= 0 && found.length > 0 && isOwnedBySubject(resource.resource.resourceType))
        known.set(subject, found);
    }
    return found;
  });
  // Resources of one patient share one list.
  const keys = new Set([...new Set(owners)].flat());
  const others = new Map<string, RecordResource[]>();
  for (const patient of loaded) {
    const person = persons.keyOf.get(patient.key);
    if (person !== undefined) push(others, person, patient);
  }
  const patients = [...keys].sort().map((key) => describePatient(key, resolver.find(key), others.get(key)));
  return { resources, resolver, patients, owners, issues: [...issues, ...persons.issues] };
}

/** The Patients that stand by themselves: all their keys stand together. */
function loadedPatients(resources: readonly RecordResource[]): readonly RecordResource[] {
  let low = 0;
  let high = resources.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((resources[middle] as RecordResource).key < 'Patient/') low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (resources[end]?.key.startsWith('Patient/') === true) end += 1;
  return resources.slice(low, end).filter(({ container }) => container === undefined);
}

function choosePatient({ patients, resources }: SourcePatients, asked: string | undefined): ListedPatient {
  if (asked !== undefined) return findPatient(patients, asked);
  const [only, second] = patients;
  if (only !== undefined && second === undefined) return only;
  if (only === undefined) {
    const message = `Expected a Patient, or resources that share one subject, found ${resources.length} resources in ${resources[0]?.source ?? 'the source'} and neither; give a record of a patient.`;
    throw new HopperError('invalid-input', message);
  }
  const message = `The source holds ${patients.length} patients; name one with --patient: ${listKeys(patients)}.`;
  throw new HopperError('invalid-input', message, { details: { patients: patients.map(({ key }) => key) } });
}

function recordOf(source: SourcePatients, patientKey: string, content: SourceContent): PatientRecord {
  const issues = [...source.issues];
  const resources = source.patients.length === 1 ? source.resources : selectResources(source, patientKey, issues);
  const patient =
    resources === source.resources
      ? source.resolver.find(patientKey)
      : resources.find((resource) => resource.key === patientKey);
  if (patient === undefined) {
    const message = `${patientKey} was not loaded; the record is read from the resources that name this patient.`;
    issues.push({ severity: 'warning', code: 'patient-not-loaded', key: patientKey, message });
  }
  return {
    patientKey,
    patient,
    resources,
    get byKey() {
      return keep(this, 'byKey', new Map(resources.map((resource) => [resource.key, resource])));
    },
    get duplicates() {
      return keep(this, 'duplicates', findDuplicates(resources));
    },
    versions: versionsOf(resources),
    issues: issues.sort(byIssue),
    completeness: content.completeness,
  };
}

/** The value of a property that was worked out when first asked for, from now on plain. */
function keep<T>(record: object, name: keyof PatientRecord, value: T): T {
  Object.defineProperty(record, name, { value, enumerable: true });
  return value;
}

/** Of several patients' resources: those of one, and what they refer to. */
function selectResources(source: SourcePatients, patientKey: string, issues: RecordIssue[]): readonly RecordResource[] {
  const owners = inheritOwners(source);
  const chosen = new Set<string>();
  const others = new Map<string, string[]>();
  for (const { key, container } of source.resources) {
    if (container !== undefined) continue;
    const owned = owners.get(key);
    if (owned === undefined) continue;
    if (owned.length > 1) {
      if (owned.includes(patientKey)) issues.push(contradiction(key, owned));
    } else if (owned[0] === patientKey) chosen.add(key);
    else push(others, owned[0] as string, key);
  }
  followReferences(source, owners, chosen, patientKey, issues);
  noteLeftOut(source, owners, chosen, others, issues);
  return source.resources.filter(({ key, container }) => chosen.has(container ?? key));
}

/** A resource without a subject that refers to one patient's resources alone (a Provenance, a List) is that patient's. */
function inheritOwners({ resources, resolver, owners }: SourcePatients): ReadonlyMap<string, readonly string[]> {
  const inherited = new Map<string, readonly string[]>();
  const orphans: RecordResource[] = [];
  resources.forEach((resource, index) => {
    const found = owners[index] ?? nobody;
    if (found.length > 0) inherited.set(resource.key, found);
    else if (resource.container === undefined) orphans.push(resource);
  });
  for (let round = 0; round < 3; round++) {
    const found: [string, readonly string[]][] = [];
    for (const orphan of orphans) {
      if (inherited.has(orphan.key)) continue;
      const keys = new Set<string>();
      eachReference(orphan.resource, (reference, path) => {
        const target = resolver.resolve(reference, orphan, path).key;
        for (const owner of target === undefined ? [] : (inherited.get(target) ?? [])) keys.add(owner);
      });
      if (keys.size === 1) found.push([orphan.key, [...keys]]);
    }
    if (found.length === 0) break;
    for (const [key, keys] of found) inherited.set(key, keys);
  }
  return inherited;
}

/** Add the shared resources that chosen ones refer to, and theirs; a reference to another patient's is an issue. */
function followReferences(
  { resolver, resources }: SourcePatients,
  owners: ReadonlyMap<string, readonly string[]>,
  chosen: Set<string>,
  patientKey: string,
  issues: RecordIssue[],
): void {
  const containedOf = new Map<string, RecordResource[]>();
  for (const resource of resources)
    if (resource.container !== undefined) push(containedOf, resource.container, resource);
  for (const key of chosen) {
    const top = resolver.find(key) as RecordResource;
    for (const from of [top, ...(containedOf.get(key) ?? [])]) {
      eachReference(from.resource, (reference, path) => {
        const target = resolver.resolve(reference, from, path).key;
        if (target === undefined) return;
        const owner = owners.get(target);
        if (owner === undefined) chosen.add(resolver.find(target)?.container ?? target);
        else if (!owner.includes(patientKey)) {
          const message = `${from.key} refers to ${target} of another patient; the link stays open.`;
          issues.push({ severity: 'warning', code: 'other-patient', key: from.key, element: path, message });
        }
      });
    }
  }
}

function noteLeftOut(
  source: SourcePatients,
  owners: ReadonlyMap<string, readonly string[]>,
  chosen: ReadonlySet<string>,
  others: ReadonlyMap<string, readonly string[]>,
  issues: RecordIssue[],
): void {
  if (others.size > 0) {
    const keys = [...others.values()].flat().sort();
    const message = `${keys.length} resources of ${others.size} other patients are left out.`;
    issues.push({ severity: 'information', code: 'other-patients', keys, message });
  }
  const unused = source.resources.filter(
    ({ key, container }) => container === undefined && !chosen.has(key) && !owners.has(key),
  );
  if (unused.length === 0) return;
  const message = `${unused.length} shared resources that nothing in this record refers to are left out.`;
  issues.push({ severity: 'information', code: 'not-referenced', keys: unused.map(({ key }) => key), message });
}

function contradiction(key: string, owners: readonly string[]): RecordIssue {
  const message = `${key} names ${owners.length} patients as its subject (${[...owners].sort().join(', ')}); it is given to none.`;
  return { severity: 'error', code: 'two-subjects', key, message };
}

function versionsOf(resources: readonly RecordResource[]): readonly FhirVersion[] {
  return [...countVersions(resources)].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([version]) => version);
}

/** Issues in one order whatever the order read: by source, code, key, element, message. */
function byIssue(a: RecordIssue, b: RecordIssue): number {
  const left = `${a.source ?? ''}\n${a.code}\n${a.key ?? ''}\n${a.element ?? ''}\n${a.message}`;
  const right = `${b.source ?? ''}\n${b.code}\n${b.key ?? ''}\n${b.element ?? ''}\n${b.message}`;
  return left < right ? -1 : left > right ? 1 : 0;
}

function push<T>(groups: Map<string, T[]>, name: string, item: T): void {
  const known = groups.get(name);
  if (known === undefined) groups.set(name, [item]);
  else known.push(item);
}
