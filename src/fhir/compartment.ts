// Whose resource is this? The elements that say which patient a resource belongs to.
import type { RecordResource } from './record.ts';
import type { ReferenceResolver } from './reference.ts';
import { parseReference } from './reference-form.ts';
import { asObjects, asText, isObject, type JsonObject } from './resource.ts';

/**
 * Elements that name the patient a resource is about, where it is not `subject` or `patient`.
 *
 * Source: Patient compartment definitions of DSTU2 to R5 (compartmentdefinition-patient.html), without the elements that
 * name a patient in another part (performer, author, recipient, focus, link): those are links, not belonging.
 */
const ownerPaths: Readonly<Record<string, readonly string[]>> = {
  Appointment: ['participant.actor'],
  AppointmentResponse: ['actor'],
  AuditEvent: ['agent.who', 'entity.what', 'agent.reference', 'entity.reference'],
  Coverage: ['beneficiary', 'subscriber'],
  EnrollmentRequest: ['candidate'],
  Person: ['link.target'],
  QuestionnaireResponse: ['source'],
  ResearchSubject: ['individual'],
  Schedule: ['actor'],
  SupplyRequest: ['deliverFor', 'deliverTo'],
  Task: ['for'],
  Transport: ['for'],
};

/** Whether `subject` and `patient` alone say whose a resource of a type is. */
export function isOwnedBySubject(type: string): boolean {
  return ownerPaths[type] === undefined;
}

/** Finds the patients that resources belong to; one for all resources of a source. */
export interface OwnerFinder {
  /** Keys of the patients a resource names as its subject: none for shared things, several when it contradicts itself. */
  ownersOf(resource: RecordResource): readonly string[];
}

export function createOwnerFinder(resolver: ReferenceResolver): OwnerFinder {
  /** Patients by what was written, where the element is the subject and where it is another. */
  const seenAsSubject = new Map<string, string | undefined>();
  const seenOtherwise = new Map<string, string | undefined>();
  /** One list a patient, shared by all of their resources. */
  const lists = new Map<string, readonly string[]>();

  function patientOf(
    reference: JsonObject,
    from: RecordResource,
    element: string,
    surely: boolean,
  ): string | undefined {
    const written = reference.reference;
    // One patient's references are all alike: the string alone decides, unless it points into its own resource.
    if (typeof written !== 'string' || written.startsWith('#'))
      return findPatient(resolver, reference, from, element, surely);
    const seen = surely ? seenAsSubject : seenOtherwise;
    const known = seen.get(written);
    if (known !== undefined || seen.has(written)) return known;
    const key = findPatient(resolver, reference, from, element, surely);
    seen.set(written, key);
    return key;
  }

  function ownersOf(from: RecordResource): readonly string[] {
    const { resource } = from;
    if (resource.resourceType === 'Patient') return listOf(from.key);
    const bySubject = withOwners(nobody, resource.subject, from, 'subject', true);
    const owners = withOwners(bySubject, resource.patient, from, 'patient', true);
    if (owners.length > 0) return owners;
    for (const path of ownerPaths[resource.resourceType] ?? nobody) {
      const [first = '', second] = path.split('.');
      let found = owners;
      if (second === undefined) found = withOwners(found, resource[first], from, path, false);
      else for (const part of asObjects(resource[first])) found = withOwners(found, part[second], from, path, false);
      if (found.length > 0) return found;
    }
    return owners;
  }

  /** A list of owners with the patients that an element names. */
  function withOwners(
    owners: readonly string[],
    value: unknown,
    from: RecordResource,
    element: string,
    surely: boolean,
  ): readonly string[] {
    if (value === undefined) return owners;
    if (Array.isArray(value))
      return value.reduce<readonly string[]>((all, one) => withOwners(all, one, from, element, surely), owners);
    const key = isObject(value) ? patientOf(value, from, element, surely) : undefined;
    if (key === undefined || owners.includes(key)) return owners;
    return owners.length === 0 ? listOf(key) : [...owners, key];
  }

  function listOf(key: string): readonly string[] {
    const known = lists.get(key);
    if (known !== undefined) return known;
    lists.set(key, [key]);
    return lists.get(key) ?? nobody;
  }

  return { ownersOf };
}

const nobody: readonly string[] = [];

/** Key of the Patient a reference means, loaded or not; `undefined` when it means something else or can't be told. */
function findPatient(
  resolver: ReferenceResolver,
  reference: JsonObject,
  from: RecordResource,
  element: string,
  surely: boolean,
): string | undefined {
  const found = resolver.resolve(reference, from, element);
  if (found.key !== undefined)
    return resolver.find(found.key)?.resource.resourceType === 'Patient' ? found.key : undefined;
  if (found.outcome === 'ambiguous' || found.outcome === 'malformed') return undefined;
  const written = asText(reference.reference);
  if (written === undefined) return undefined;
  const parsed = parseReference(written);
  const type = parsed.type === '' ? (asText(reference.type) ?? '') : parsed.type;
  if (type === 'Patient' && parsed.id !== '') return `Patient/${parsed.id}`;
  if (parsed.form === 'urn' && surely && (type === '' || type === 'Patient'))
    return `Patient/${written.slice(written.lastIndexOf(':') + 1)}`;
  return undefined;
}
