import { describe, expect, it } from 'vitest';
import { graphOf } from '../../test/support/graph-of.ts';
import type { FhirResource } from '../fhir/resource.ts';
import { pageLines } from './page-lines.ts';
import { reservedBlock } from './reserved.ts';
import { countTokens } from './token-counter.ts';

const patient: FhirResource = {
  resourceType: 'Patient',
  id: 'p',
  name: [{ family: 'Doe', given: ['Jane'] }],
  gender: 'female',
  birthDate: '2090-01-02',
  identifier: [{ value: 'MRN-7' }],
};
const problem = (id: string, text: string, more: object = {}): FhirResource => ({
  resourceType: 'Condition',
  id,
  code: { text },
  subject: { reference: 'Patient/p' },
  ...more,
});
const status = (code: string): object => ({ coding: [{ code }] });
const drug = (id: string, text: string, more: object = {}): FhirResource => ({
  resourceType: 'MedicationRequest',
  id,
  status: 'active',
  intent: 'order',
  medicationCodeableConcept: { text },
  subject: { reference: 'Patient/p' },
  ...more,
});

function block(resources: readonly FhirResource[], tokens = 1_000, now = '2141-03-12'): string[] {
  const graph = graphOf([patient, ...resources], { now });
  const reserved = reservedBlock(graph, pageLines(graph, countTokens), tokens);
  expect(reserved.tokens).toBe(countTokens(reserved.lines.map(({ text }) => `${text}\n`).join('')));
  return reserved.lines.map(({ text }) => text);
}

describe('reservedBlock', () => {
  it('puts allergies of high criticality first, however old', () => {
    const allergy = (id: string, text: string, criticality: string, recordedDate: string): FhirResource => ({
      resourceType: 'AllergyIntolerance',
      id,
      code: { text },
      criticality,
      recordedDate,
      patient: { reference: 'Patient/p' },
    });
    const lines = block([
      allergy('a', 'Allergy to pollen', 'low', '2140-01-01'),
      allergy('b', 'Allergy to penicillin', 'high', '2100-01-01'),
    ]);
    expect(lines.filter((line) => line.includes('Allergy to')).map((line) => /to (\w+)/.exec(line)?.[1])).toEqual([
      'penicillin',
      'pollen',
    ]);
  });

  it('begins with who the patient is', () => {
    expect(block([])[0]).toBe('Patient pt1 Jane Doe female; born 2090-01-02; id MRN-7');
  });

  it('says when no allergy is recorded', () => {
    expect(block([])).toContain('Allergies: none recorded');
  });

  it('lists a problem without status as such, never as active, and no refuted one', () => {
    const lines = block([
      problem('a', 'Asthma', { clinicalStatus: status('active') }),
      problem('b', 'Fever'),
      problem('c', 'Gout', { clinicalStatus: status('resolved') }),
      problem('d', 'Measles', { clinicalStatus: status('active'), verificationStatus: status('refuted') }),
      problem('e', 'Mumps', { verificationStatus: status('entered-in-error') }),
    ]);
    expect(lines.slice(2)).toEqual(['Active problems:', 'c1 Asthma', 'Problems, status not recorded:', 'c2 Fever']);
  });

  it('takes a medication as current by its status and end, relative to now', () => {
    const supply = (end: string): object => ({ dispenseRequest: { validityPeriod: { end } } });
    const resources = [
      drug('a', 'Aspirin'),
      drug('b', 'Heparin', supply('2141-03-11')),
      drug('c', 'Insulin', supply('2141-03-13')),
      drug('d', 'Morphine', { status: 'stopped' }),
    ];
    expect(block(resources).filter((line) => line.startsWith('m'))).toEqual([
      expect.stringContaining('Insulin'),
      expect.stringContaining('Aspirin'),
    ]);
  });

  it('says one thing once, by its latest entry', () => {
    const lines = block([
      problem('a', 'Fever', { onsetDateTime: '2140-01-01' }),
      problem('b', 'Fever', { onsetDateTime: '2141-01-01' }),
    ]);
    expect(lines.filter((line) => line.includes('Fever'))).toEqual(['c2 2141-01-01 Fever']);
  });

  it('drops lines from the end as tokens grow few, and says how many a group holds', () => {
    const many = Array.from({ length: 40 }, (_, at) => problem(`c${at}`, `Problem ${at}`));
    const lines = block(many, 120);
    expect(lines[0]).toMatch(/^Patient/);
    expect(lines).toContain('Problems, status not recorded (40):');
    expect(lines.length).toBeLessThan(20);
  });
});
