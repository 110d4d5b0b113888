// While a source of many patients is read: keep one patient's resources and the shared ones they need, count the rest.
import type { ContentBuilder } from '../../fhir/bundle.ts';
import { createOwnerFinder } from '../../fhir/compartment.ts';
import { keyOf } from '../../fhir/identity.ts';
import type { SourceEntry } from '../../fhir/record.ts';
import { createReferenceResolver } from '../../fhir/reference.ts';
import { indexSharedResources } from './shared-resources.ts';

export interface OnePatient {
  add(entry: SourceEntry): void;
  /** Put what was kept into a builder; false when nobody went by that id (what was asked may be an identifier or a name). */
  finish(builder: ContentBuilder): boolean;
}

/** @param asked id or key of a patient */
export function createOnePatient(asked: string): OnePatient {
  const patientKey = asked.startsWith('Patient/') ? asked : `Patient/${asked}`;
  // Nothing is loaded, so each subject is told from its reference alone.
  const finder = createOwnerFinder(createReferenceResolver([]));
  const own: SourceEntry[] = [];
  const shared: SourceEntry[] = [];
  const others = new Set<string>();
  let passedOver = 0;
  let isMet = false;

  function add(entry: SourceEntry): void {
    const { resource, source, fullUrl } = entry;
    const owners = finder.ownersOf({ key: keyOf(resource, fullUrl), resource, source, version: 'R4' });
    isMet ||= owners.includes(patientKey);
    // In a Bundle of urns a subject may be the patient under another name.
    if (owners.includes(patientKey) || (owners.length > 0 && fullUrl?.startsWith('urn:') === true)) own.push(entry);
    else if (owners.length === 0) shared.push(entry);
    else {
      for (const owner of owners) others.add(owner);
      passedOver++;
    }
  }

  function finish(builder: ContentBuilder): boolean {
    if (!isMet) return false;
    builder.entries.push(...own);
    if (passedOver === 0) {
      builder.entries.push(...shared);
      return true;
    }
    const index = indexSharedResources({
      entries: shared,
      issues: [],
      completeness: { state: 'complete', reasons: [] },
    });
    builder.entries.push(...index.forPatient(patientKey, own));
    const message = `${passedOver} resources of ${others.size} other patients were passed over while reading.`;
    builder.issues.push({ severity: 'information', code: 'other-patients', keys: [...others].sort(), message });
    const unused = index.unused();
    if (unused.length === 0) return true;
    const told = `${unused.length} shared resources that nothing in this record refers to are left out.`;
    builder.issues.push({ severity: 'information', code: 'not-referenced', keys: unused, message: told });
    return true;
  }
  return { add, finish };
}
