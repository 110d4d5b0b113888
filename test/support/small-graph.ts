// A small record for tests of the agent: one patient, one visit, three potassium results, one retracted.
import { assembleRecord } from '../../src/fhir/assemble-record.ts';
import type { FhirResource } from '../../src/fhir/resource.ts';
import type { EpisodeGraph } from '../../src/graph/episode-graph.ts';
import { projectGraph } from '../../src/graph/project.ts';

/** Projects loose resources as one record. */
export function graphOf(resources: readonly FhirResource[], options: { readonly now?: string } = {}): EpisodeGraph {
  const content = {
    entries: resources.map((resource) => ({ resource, source: 'test' })),
    issues: [],
    completeness: { state: 'complete' as const, reasons: [] },
  };
  return projectGraph(assembleRecord(content), options);
}

export function smallGraph(): EpisodeGraph {
  return graphOf(
    [
      { resourceType: 'Patient', id: 'p', gender: 'female', birthDate: '2080-05-02' },
      {
        resourceType: 'Encounter',
        id: 'v',
        status: 'finished',
        class: { code: 'IMP' },
        subject: { reference: 'Patient/p' },
        period: { start: '2141-03-10T09:00:00-05:00', end: '2141-03-14T11:30:00-05:00' },
      },
      potassium('k1', '2141-03-10T10:00:00-05:00', 3.4),
      potassium('k2', '2141-03-11T06:30:00-05:00', 5.2),
      potassium('k3', '2141-03-12T08:15:00-05:00', 4.1),
      { ...potassium('k4', '2141-03-13T08:15:00-05:00', 9.9), status: 'entered-in-error' },
      {
        resourceType: 'MedicationRequest',
        id: 'm',
        status: 'active',
        intent: 'order',
        subject: { reference: 'Patient/p' },
        encounter: { reference: 'Encounter/v' },
        authoredOn: '2141-03-10T12:00:00-05:00',
        medicationCodeableConcept: { text: 'Heparin sodium' },
      },
    ],
    { now: '2141-03-20T12:00:00-05:00' },
  );
}

function potassium(id: string, time: string, value: number): FhirResource {
  return {
    resourceType: 'Observation',
    id,
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '2823-3', display: 'Potassium' }], text: 'Potassium' },
    subject: { reference: 'Patient/p' },
    encounter: { reference: 'Encounter/v' },
    effectiveDateTime: time,
    valueQuantity: { value, unit: 'mmol/L', system: 'http://unitsofmeasure.org', code: 'mmol/L' },
  };
}
