// How the paper's baselines read a resource: its name, date and value, and no more.
// They are kept as weak as published, since they are what the method is compared with.
import { asArray, asObject, asObjects, asText, type FhirResource, type JsonObject } from '../../fhir/resource.ts';

/** A page that a single-shot strategy puts before the model. */
export interface ContextPage {
  readonly text: string;
  /** `Type/id` of the resources that have a line or row of their own. */
  readonly keys: readonly string[];
}

/** Name of a CodeableConcept by the baselines' cascade: text, first display, first code. */
export function baselineName(concept: unknown): string {
  const object = asObject(concept);
  const [coding] = asObjects(object?.coding);
  return asText(object?.text) ?? asText(coding?.display) ?? asText(coding?.code) ?? '';
}

/** Concept of a resource, wherever its type keeps it. */
export function baselineConcept(resource: FhirResource): string {
  const concept = resource.code ?? resource.medicationCodeableConcept ?? resource.vaccineCode ?? resource.type;
  return baselineName(Array.isArray(concept) ? concept[0] : concept);
}

/** The baselines' date of a resource, as written, reduced to the day. Empty when none. */
export function baselineDate(resource: FhirResource): string {
  for (const path of datePaths[resource.resourceType] ?? []) {
    const text = asText(valueAt(resource, path));
    if (text !== undefined) return text.slice(0, DAY_LENGTH);
  }
  return '';
}

/** Value of an Observation as the baselines print it: a quantity or a string; empty otherwise. */
export function baselineValue(resource: FhirResource): string {
  const quantity = asObject(resource.valueQuantity);
  const number = quantity?.value;
  if (typeof number === 'number')
    return [number, asText(quantity?.unit)].filter((part) => part !== undefined).join(' ');
  return asText(resource.valueString) ?? '';
}

/** Code of the first coding of a status such as `Condition.clinicalStatus`, or the status itself. */
export function baselineStatus(status: unknown): string {
  const coding = asObjects(asObject(status)?.coding)[0];
  return asText(status) ?? asText(coding?.code) ?? '';
}

function valueAt(resource: JsonObject, path: string): unknown {
  return path.split('.').reduce<unknown>((value, element) => asObject(asArray(value)[0])?.[element], resource);
}

/** Source: published code, shared date helper of the baselines. */
const datePaths: Readonly<Record<string, readonly string[]>> = {
  Encounter: ['period.start'],
  Condition: ['onsetDateTime', 'recordedDate'],
  Medication: ['authoredOn'],
  MedicationRequest: ['authoredOn'],
  Observation: ['effectiveDateTime', 'issued'],
  DocumentReference: ['date'],
  Procedure: ['performedDateTime', 'performedPeriod.start'],
  AllergyIntolerance: ['recordedDate'],
  CarePlan: ['period.start'],
  CareTeam: ['period.start'],
  Claim: ['billablePeriod.start', 'created'],
  ExplanationOfBenefit: ['billablePeriod.start', 'created'],
  Device: ['manufactureDate'],
  DiagnosticReport: ['effectiveDateTime', 'issued'],
  ImagingStudy: ['started'],
  Immunization: ['occurrenceDateTime'],
  SupplyDelivery: ['occurrenceDateTime'],
  Specimen: ['collection.collectedDateTime'],
};

const DAY_LENGTH = 10;
