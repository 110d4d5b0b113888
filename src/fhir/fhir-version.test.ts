// Versions told from shapes, profiles and company.
import { describe, expect, it } from 'vitest';
import { parseVersion } from './fhir-version.ts';
import { gatherResources } from './gather.ts';
import type { FhirResource, FhirVersion } from './resource.ts';

/** Versions of resources gathered together, in the order given. */
function versionsOf(resources: readonly FhirResource[], given?: FhirVersion): (FhirVersion | undefined)[] {
  const entries = resources.map((resource, index) => ({
    resource: { id: String(index), ...resource },
    source: 'test',
  }));
  const gathered = gatherResources({ entries, issues: [], completeness: { state: 'complete', reasons: [] } }, given);
  return entries.map(({ resource }) => gathered.resources.find((one) => one.resource === resource)?.version);
}

describe('versions of resources', () => {
  it.each([
    ['R4', { resourceType: 'Encounter', class: { code: 'AMB' }, reasonCode: [{}] }],
    ['R5', { resourceType: 'Encounter', class: [{ text: 'AMB' }], actualPeriod: { start: '2024' } }],
    ['R5', { resourceType: 'MedicationRequest', medication: { reference: { reference: 'Medication/m' } } }],
    ['STU3', { resourceType: 'Condition', clinicalStatus: 'active', assertedDate: '2018' }],
    ['DSTU2', { resourceType: 'Encounter', class: 'inpatient', patient: { reference: 'Patient/p' } }],
    ['DSTU2', { resourceType: 'MedicationOrder' }],
    [
      'STU3',
      {
        resourceType: 'Patient',
        meta: { profile: ['https://fhir.nhs.uk/STU3/StructureDefinition/CareConnect-GPC-Patient-1'] },
      },
    ],
    ['R4', { resourceType: 'Patient', id: 'x' }],
    ['R4', { resourceType: 'SomethingUnknown' }],
  ])('%s', (version, resource) => {
    expect(versionsOf([resource])).toEqual([version]);
  });

  it('gives a resource that fits several the version of its company', () => {
    const clear = { resourceType: 'MedicationOrder' };
    const plain = { resourceType: 'Patient' };
    expect(versionsOf([plain, clear])).toEqual(['DSTU2', 'DSTU2']);
    expect(versionsOf([plain, clear, { resourceType: 'ServiceRequest' }, { resourceType: 'ServiceRequest' }])).toEqual([
      'R4',
      'DSTU2',
      'R4',
      'R4',
    ]);
  });

  it('takes a given version as it is', () => {
    expect(versionsOf([{ resourceType: 'MedicationOrder' }], 'R4B')).toEqual(['R4B']);
  });
});

describe('parseVersion', () => {
  it.each([
    ['1.0.2', 'DSTU2'],
    ['3.0.1', 'STU3'],
    ['4.0.1', 'R4'],
    ['4.3.0', 'R4B'],
    ['5.0.0', 'R5'],
    ['r4', 'R4'],
    ['9', undefined],
  ])('%s', (text, version) => {
    expect(parseVersion(text)).toBe(version);
  });
});
