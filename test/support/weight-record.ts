// A record for tests of the command: one patient and their body weights, one a year from 2020.
import { writeFileSync } from 'node:fs';

/** Writes a Bundle of a patient `p1` with body weights `w1`, `w2` … in kg, on 2 January of 2020, 2021 … */
export function writeWeightRecord(path: string, weights: readonly number[] = [70.5]): void {
  const observations = weights.map((value, index) => ({
    resourceType: 'Observation',
    id: `w${index + 1}`,
    status: 'final',
    code: { text: 'Body weight' },
    subject: { reference: 'Patient/p1' },
    effectiveDateTime: `${2020 + index}-01-02`,
    valueQuantity: { value, unit: 'kg' },
  }));
  const patient = { resourceType: 'Patient', id: 'p1', birthDate: '1950-01-01' };
  const entry = [patient, ...observations].map((resource) => ({ resource }));
  writeFileSync(path, JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry }));
}
