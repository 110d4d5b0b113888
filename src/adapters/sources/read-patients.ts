// All patients of a bulk export, one record after the other, without holding them all in memory.
import { HopperError } from '../../errors.ts';
import { assembleRecord } from '../../fhir/assemble-record.ts';
import { addDocument, addRest, createContentBuilder, finishContent } from '../../fhir/bundle.ts';
import { createOwnerFinder } from '../../fhir/compartment.ts';
import { keyOf } from '../../fhir/identity.ts';
import type { PatientRecord, RecordIssue, SourceContent, SourceEntry } from '../../fhir/record.ts';
import { createReferenceResolver } from '../../fhir/reference.ts';
import { createPatientGroups, type GroupOptions, type PatientGroups } from './patient-groups.ts';
import { type ReadSourceOptions, readInto } from './read-source.ts';
import { indexSharedResources } from './shared-resources.ts';

export interface ReadPatientsOptions extends Omit<ReadSourceOptions, 'patient'>, GroupOptions {}

/**
 * Read a file or folder of many patients and give their records one by one, in an order that depends on their keys alone.
 * Resources are grouped by patient in a temporary folder that is removed at the end, also when the caller stops early.
 * Shared resources (drugs, places, people, organisations) stay in memory; a record gets those that it refers to, and
 * those that refer to its resources and name no other patient. One person under several Patient ids stays several here.
 *
 * @returns at its end, issues that name what no record took
 * @throws as `readSource`
 */
export async function* readPatients(
  path: string,
  options: ReadPatientsOptions = {},
): AsyncGenerator<PatientRecord, readonly RecordIssue[]> {
  const groups = createPatientGroups(options);
  try {
    const rest = await spreadPatients(path, options, groups);
    const shared = indexSharedResources(rest);
    for await (const { patientKey, entries } of groups.read()) {
      if (options.signal?.aborted === true) throw new HopperError('cancelled', 'Reading was cancelled.');
      const all = [...entries, ...shared.forPatient(patientKey, entries)];
      yield assembleRecord({ ...rest, entries: all }, { patient: patientKey });
    }
    return leftOut(shared.unused());
  } finally {
    groups.remove();
  }
}

/** One pass over the source: each patient's resources to their group; the rest, and what was odd, is returned. */
async function spreadPatients(
  path: string,
  options: ReadPatientsOptions,
  groups: PatientGroups,
): Promise<SourceContent> {
  const rest = createContentBuilder();
  // Nothing is loaded, so each subject is told from its reference alone.
  const finder = createOwnerFinder(createReferenceResolver([]));
  /** `Patient/<uuid>` of a fullUrl to the key of the Patient that has it. */
  const aliases = new Map<string, string>();

  const place = (entry: SourceEntry): void => {
    const { resource, source, fullUrl } = entry;
    const owners = finder.ownersOf({ key: keyOf(resource, fullUrl), resource, source, version: 'R4' });
    if (owners.length === 0) rest.entries.push(entry);
    for (const owner of owners) groups.add(aliases.get(owner) ?? owner, entry);
  };

  await readInto(path, rest, options, (name) => (document, where) => {
    const read = createContentBuilder();
    const isFhir = addDocument(read, document, name, where);
    addRest(rest, read);
    for (const { resource, fullUrl } of read.entries) {
      if (resource.resourceType !== 'Patient' || fullUrl === undefined) continue;
      aliases.set(`Patient/${fullUrl.slice(fullUrl.lastIndexOf(':') + 1)}`, keyOf(resource, fullUrl));
    }
    for (const entry of read.entries) place(entry);
    return isFhir;
  });
  return finishContent(rest);
}

function leftOut(keys: readonly string[]): readonly RecordIssue[] {
  if (keys.length === 0) return [];
  const message = `${keys.length} resources that belong to no patient and that no record refers to are left out.`;
  return [{ severity: 'information', code: 'not-referenced', keys, message }];
}
