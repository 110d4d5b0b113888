// While a source of many patients is read: keep one patient's resources and the shared ones, count the rest.
import { createOwnerFinder } from '../../fhir/compartment.ts';
import { keyOf } from '../../fhir/identity.ts';
import type { RecordIssue, SourceEntry } from '../../fhir/record.ts';
import { createReferenceResolver } from '../../fhir/reference.ts';

export interface PatientFilter {
  /** Entries of the patient, of nobody, and those that can't be told before all is read. */
  keep(entries: readonly SourceEntry[]): readonly SourceEntry[];
  /** Whether the patient asked for was met by that id. Otherwise what was asked may be an identifier or a name. */
  hasMet(): boolean;
  leftOut(): readonly RecordIssue[];
}

/** @param asked id or key of a patient */
export function createPatientFilter(asked: string): PatientFilter {
  const patientKey = asked.startsWith('Patient/') ? asked : `Patient/${asked}`;
  // Nothing is loaded, so each subject is told from its reference alone.
  const finder = createOwnerFinder(createReferenceResolver([]), new Map());
  const others = new Set<string>();
  let count = 0;
  let isMet = false;

  function isKept(entry: SourceEntry): boolean {
    const { resource, source, fullUrl } = entry;
    const owners = finder.ownersOf({ key: keyOf(resource, fullUrl), resource, source, version: 'R4' });
    if (owners.includes(patientKey)) isMet = true;
    // In a Bundle of urns the subject may be the patient under another name.
    else if (owners.length > 0 && fullUrl?.startsWith('urn:') !== true) {
      for (const owner of owners) others.add(owner);
      count++;
      return false;
    }
    return true;
  }

  function leftOut(): readonly RecordIssue[] {
    if (count === 0) return [];
    const message = `${count} resources of ${others.size} other patients were passed over while reading.`;
    return [{ severity: 'information', code: 'other-patients', keys: [...others].sort(), message }];
  }
  return { keep: (entries) => entries.filter(isKept), hasMet: () => isMet, leftOut };
}
