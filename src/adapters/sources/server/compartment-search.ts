// Which searches together give a patient's compartment, by what the server says it can do.
import { asObjects, asText, type FhirResource } from '../../../fhir/resource.ts';

/** One search of a type by the parameter that names the patient. */
export interface TypeSearch {
  readonly type: string;
  readonly parameter: string;
}

/** What is needed of a CapabilityStatement (DSTU2: Conformance). */
export interface Capabilities {
  readonly fhirVersion: string | undefined;
  /** `undefined`: the server doesn't say. */
  readonly hasEverything: boolean | undefined;
  readonly searches: readonly TypeSearch[];
}

/** Source: FHIR R4 CapabilityStatement.rest.resource (searchParam, operation). */
export function readCapabilities(statement: FhirResource): Capabilities {
  const rest = asObjects(statement.rest).find((one) => one.mode !== 'client');
  const resources = asObjects(rest?.resource);
  const operations = [
    ...asObjects(rest?.operation),
    ...asObjects(resources.find((one) => one.type === 'Patient')?.operation),
  ];
  const names = operations.flatMap((operation) => [asText(operation.name), asText(operation.definition)]);
  const searches = resources.flatMap((resource): TypeSearch[] => {
    const type = asText(resource.type);
    if (type === undefined || type === 'Patient' || type === 'Group') return [];
    const offered = new Set(asObjects(resource.searchParam).map((parameter) => parameter.name));
    const parameter = (parametersOf[type] ?? usualParameters).find((name) => offered.has(name));
    return parameter === undefined ? [] : [{ type, parameter }];
  });
  return {
    fhirVersion: asText(statement.fhirVersion),
    // Servers that list no operation at all often have this one; those that list others without it don't.
    hasEverything: names.some((name) => name?.replace(/^\$/, '').endsWith('everything'))
      ? true
      : operations.length > 0
        ? false
        : undefined,
    searches: searches.sort((a, b) => (a.type < b.type ? -1 : 1)),
  };
}

/** The searches to try where a server says nothing of itself. */
export const commonSearches: readonly TypeSearch[] = (
  'AllergyIntolerance CarePlan CareTeam ClinicalImpression Communication Condition Consent Coverage Device DeviceRequest ' +
  'DiagnosticReport DocumentReference Encounter EpisodeOfCare ExplanationOfBenefit FamilyMemberHistory Flag Goal ' +
  'ImagingStudy Immunization List MedicationAdministration MedicationDispense MedicationRequest MedicationStatement ' +
  'Observation Procedure QuestionnaireResponse RelatedPerson RiskAssessment ServiceRequest Specimen'
)
  .split(' ')
  .map((type) => ({
    type,
    parameter: type === 'Coverage' ? 'beneficiary' : type === 'Specimen' ? 'subject' : 'patient',
  }));

/** Source: Patient compartment (compartmentdefinition-patient.html): search parameters that mean belonging. */
const usualParameters = ['patient', 'subject'];
const parametersOf: Readonly<Record<string, readonly string[]>> = {
  Appointment: ['patient', 'actor'],
  AppointmentResponse: ['patient', 'actor'],
  AuditEvent: ['patient'],
  Coverage: ['beneficiary', 'patient'],
  EnrollmentRequest: ['patient', 'subject'],
  Person: ['patient'],
  QuestionnaireResponse: ['patient', 'subject'],
  ResearchSubject: ['individual', 'patient', 'subject'],
  Schedule: ['actor'],
  Task: ['patient', 'subject'],
};
