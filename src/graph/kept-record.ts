// A record of one made-up patient with some of each usual thing: its graph lives on, and with it the code for all graphs.
import type { SourceContent } from '../fhir/record.ts';
import type { FhirResource } from '../fhir/resource.ts';

const subject = { reference: 'Patient/p' };
const encounter = { reference: 'Encounter/v' };
const milligrams = { value: 5.5, unit: 'mg', system: 'http://unitsofmeasure.org', code: 'mg' };

const resources: readonly FhirResource[] = [
  { resourceType: 'Patient', id: 'p', gender: 'female', birthDate: '1970-01-01' },
  {
    resourceType: 'Encounter',
    id: 'v',
    status: 'finished',
    class: { code: 'IMP' },
    subject,
    period: { start: '2020-01-01T08:00:00Z', end: '2020-01-03T08:00:00Z' },
  },
  {
    resourceType: 'Observation',
    id: 'o',
    status: 'final',
    code: { text: 'Measured' },
    subject,
    encounter,
    effectiveDateTime: '2020-01-02T08:00:00Z',
    valueQuantity: milligrams,
    interpretation: [{ coding: [{ code: 'H', display: 'High' }] }],
    referenceRange: [{ low: milligrams, high: milligrams }],
  },
  {
    resourceType: 'Observation',
    id: 'orphan',
    status: 'final',
    code: { text: 'Said' },
    subject,
    effectiveDateTime: '2020-06-02T08:00:00Z',
    valueString: 'so',
    component: [{ code: { text: 'Part' }, valueQuantity: { value: 1 } }],
    derivedFrom: [{ reference: 'Observation/gone' }],
  },
  { resourceType: 'Condition', id: 'c', code: { text: 'Had' }, subject, encounter },
  { resourceType: 'Medication', id: 'm', code: { coding: [{ code: 'd', system: 'urn:kept', display: 'Drug' }] } },
  {
    resourceType: 'MedicationRequest',
    id: 'r',
    status: 'completed',
    subject,
    encounter,
    authoredOn: '2020-01-02T08:00:00Z',
    medicationReference: { reference: 'Medication/m' },
    dosageInstruction: [{ text: 'one', route: { text: 'mouth' }, doseAndRate: [{ doseQuantity: milligrams }] }],
    dispenseRequest: { validityPeriod: { start: '2020-01-02T08:00:00Z', end: '2020-01-03T08:00:00Z' } },
  },
  {
    resourceType: 'MedicationDispense',
    id: 'd',
    subject,
    context: encounter,
    authorizingPrescription: [{ reference: 'MedicationRequest/r' }],
    medicationCodeableConcept: { text: 'Drug' },
  },
];

export const keptRecord: SourceContent = {
  entries: resources.map((resource) => ({ resource, source: 'kept' })),
  issues: [],
  completeness: { state: 'complete', reasons: [] },
};
