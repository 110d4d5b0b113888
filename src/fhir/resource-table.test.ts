// The tables of times and encounter links, for every type and version.
import { describe, expect, it } from 'vitest';
import { encounterPaths, namedEncounterKey } from './encounter-link.ts';
import type { FhirVersion } from './resource.ts';
import { isBackgroundType, resourceRow } from './resource-table.ts';
import { backgroundTypes, timeCorrections } from './resource-table-corrections.ts';
import { generatedRows } from './resource-table-generated.ts';
import { finishTime, writtenTimeOf } from './time-element.ts';

const typesOf = (version: string) =>
  generatedRows.map((row) => row.split('|')).filter(([, versions]) => versions?.split(' ').includes(version));
const elementsOf = (type: string, version: FhirVersion) =>
  resourceRow(type, version).times.map(({ element, role }) => `${element}:${role}`);

describe('resourceRow', () => {
  it.each(['DSTU2', 'STU3', 'R4', 'R5'] as const)(
    'gives every %s type that has a date a time, unless it is no event in a life',
    (version) => {
      const timeless = typesOf(version).flatMap(([type = '', , times = '']) =>
        times !== '' && !isBackgroundType(type) && resourceRow(type, version).times.length === 0 ? [type] : [],
      );
      expect(timeless).toEqual([]);
    },
  );

  it('has no correction for a type that no version has', () => {
    const types = new Set(generatedRows.map((row) => row.slice(0, row.indexOf('|'))));
    expect(Object.keys(timeCorrections).filter((type) => !types.has(type))).toEqual([]);
    expect(
      Object.keys(timeCorrections).filter((type) => backgroundTypes.has(type) && timeCorrections[type] !== ''),
    ).toEqual([]);
  });

  it.each([
    ['Observation', 'R4', 'effectiveDateTime:event', 'issued:recorded'],
    ['MedicationAdministration', 'DSTU2', 'effectiveTimeDateTime:event', 'effectiveTimePeriod:event'],
    ['MedicationAdministration', 'R4', 'effectiveDateTime:event', 'effectivePeriod:event'],
    ['MedicationAdministration', 'R5', 'occurenceDateTime:event', 'recorded:recorded'],
    ['MedicationDispense', 'R4', 'whenHandedOver:event', 'whenPrepared:event'],
    ['DiagnosticReport', 'R4', 'effectiveDateTime:event', 'issued:recorded'],
    ['Condition', 'R4', 'onsetDateTime:event', 'recordedDate:recorded'],
    ['Condition', 'STU3', 'onsetDateTime:event', 'assertedDate:recorded'],
    ['Condition', 'DSTU2', 'onsetDateTime:event', 'dateRecorded:recorded'],
    ['Specimen', 'R4', 'collection.collectedDateTime:event', 'receivedTime:event'],
    ['Claim', 'R4', 'billablePeriod:event', 'created:recorded'],
    ['Immunization', 'STU3', 'date:event', 'date:event'],
    ['Immunization', 'R4', 'occurrenceDateTime:event', 'recorded:recorded'],
    ['ServiceRequest', 'R4', 'authoredOn:event', 'occurrenceTiming:planned'],
    ['CarePlan', 'R4', 'period:event', 'created:recorded'],
    ['Procedure', 'R4', 'performedDateTime:event', 'performedPeriod:event'],
    ['Procedure', 'R5', 'occurrenceDateTime:event', 'recorded:recorded'],
    ['Encounter', 'R5', 'actualPeriod:event', 'plannedStartDate:planned'],
    ['Flag', 'R4B', 'period:event', 'period:event'],
  ] as const)('%s in %s: first %s, last %s', (type, version, first, last) => {
    const elements = elementsOf(type, version);
    expect([elements[0], elements.at(-1)]).toEqual([first, last]);
  });

  it('never takes an end for the time', () => {
    for (const version of ['STU3', 'R4', 'R5'] as const) {
      expect(elementsOf('Condition', version).filter((element) => element.startsWith('abatement'))).toEqual([]);
      expect(elementsOf('Goal', version).filter((element) => element.startsWith('target'))).toEqual([]);
    }
  });
});

describe('writtenTimeOf', () => {
  const read = (resource: Record<string, unknown> & { resourceType: string }, version: FhirVersion = 'R4') => {
    const written = writtenTimeOf(resource, version, () => {});
    return written === undefined ? undefined : finishTime(written, { offsetAt: () => 0 });
  };

  it.each([
    [
      { resourceType: 'Appointment', start: '2141-03-10T08:00:00Z', end: '2141-03-10T09:00:00Z' },
      '2141-03-10T08:00:00Z',
      '2141-03-10T09:00:00Z',
    ],
    [
      { resourceType: 'Observation', effectiveTiming: { event: ['2141-03-12', '2141-03-10'] } },
      '2141-03-10',
      '2141-03-12',
    ],
    [
      {
        resourceType: 'ServiceRequest',
        occurrenceTiming: { repeat: { boundsPeriod: { start: '2141-03-10', end: '2141-03-12' } } },
      },
      '2141-03-10',
      '2141-03-12',
    ],
    [
      {
        resourceType: 'Claim',
        item: [{ servicedDate: '2141-03-12' }, { servicedPeriod: { start: '2141-03-10', end: '2141-03-11' } }],
      },
      '2141-03-12',
      undefined,
    ],
    [
      { resourceType: 'DiagnosticOrder', event: [{ dateTime: '2141-03-10' }, { dateTime: '2141-03-11' }] },
      '2141-03-10',
      '2141-03-11',
    ],
    [{ resourceType: 'Condition', onsetString: 'last winter', recordedDate: '2141-03-10' }, '2141-03-10', undefined],
    [{ resourceType: 'Condition', onsetDateTime: null, _onsetDateTime: { extension: [] } }, undefined, undefined],
  ])('reads %j', (resource, start, end) => {
    const time = read(resource);
    expect([time?.text, time?.endText]).toEqual([start, end]);
  });

  it('counts a period to the end of the unit its end is written in', () => {
    const time = read({ resourceType: 'Flag', period: { start: '2024-03-18', end: '2024-03-20' } });
    expect(time?.endMs).toBe(Date.parse('2024-03-21T00:00:00Z'));
  });

  it('reads the elements of another version where its own say nothing', () => {
    expect(read({ resourceType: 'Procedure', performedDateTime: '2141-03-10' }, 'R5')?.element).toBe(
      'performedDateTime',
    );
  });
});

describe('encounter links', () => {
  it.each([
    ['Observation', 'R4', ['encounter', 'context']],
    ['MedicationAdministration', 'R4', ['context', 'encounter']],
    ['DocumentReference', 'R4', ['context.encounter', 'context']],
    ['ExplanationOfBenefit', 'R4', ['item.encounter', 'encounter']],
    ['Encounter', 'R4', []],
  ] as const)('of %s in %s', (type, version, paths) => {
    expect([...encounterPaths(type, version)].toSorted()).toEqual([...paths].toSorted());
  });

  it.each([
    [{ reference: 'Encounter/1' }, 'Encounter/1'],
    [{ reference: 'Encounter/1/_history/2' }, 'Encounter/1'],
    [{ reference: 'https://example.org/fhir/Encounter/1' }, 'Encounter/1'],
    [{ reference: 'urn:uuid:6f0d' }, 'Encounter/6f0d'],
    [{ reference: 'EpisodeOfCare/1' }, undefined],
    [{ type: 'Encounter', identifier: { system: 'urn:visits', value: '77' } }, 'Encounter/77'],
    [{ display: 'a visit' }, undefined],
  ])('%j names %s', (reference, key) => {
    expect(namedEncounterKey(reference)).toBe(key);
  });
});
