import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { exampleText } from '../examples/example-record.ts';

/** A resource as JSON gives it, read without the project's code. */
type Raw = ReturnType<typeof JSON.parse>;
const text = gunzipSync(readFileSync('examples/record.json.gz')).toString('utf8');
const resources: readonly Raw[] = JSON.parse(text).entry.map((entry: { readonly resource: Raw }) => entry.resource);
const questions = JSON.parse(readFileSync('examples/questions.json', 'utf8'));

const ofType = (type: string): readonly Raw[] => resources.filter((resource) => resource.resourceType === type);
const key = (resource: Raw | undefined): string => `${resource?.resourceType}/${resource?.id}`;
const byTime =
  (element: string) =>
  (a: Raw, b: Raw): number =>
    Date.parse(a[element]) - Date.parse(b[element]);
const loinc = (code: string): readonly Raw[] =>
  ofType('Observation').filter((one) => one.status === 'final' && one.code.coding[0].code === code);

describe('the example record', () => {
  it('comes back from its seed, byte for byte', () => {
    expect(exampleText() === text).toBe(true);
  });

  it('holds what it is said to hold', () => {
    expect(resources.length).toBeGreaterThan(1400);
    const days = resources
      .map((one) => one.effectiveDateTime ?? one.authoredOn ?? one.period?.start)
      .filter(Boolean)
      .sort();
    expect(Number(days.at(-1).slice(0, 4)) - Number(days[0].slice(0, 4))).toBe(20);
    expect(ofType('Encounter').filter((one) => one.partOf !== undefined)).toHaveLength(2);
    expect(loinc('8867-4').filter((one) => one.encounter !== undefined).length).toBeGreaterThan(60);
    expect(
      ofType('MedicationRequest').every((one) => one.medicationReference.reference.startsWith('Medication/')),
    ).toBe(true);
    expect(loinc('41653-7').filter((one) => one.encounter === undefined).length).toBeGreaterThan(30);
    expect(ofType('Observation').filter((one) => one.status === 'entered-in-error')).toHaveLength(1);
  });

  it('has unique ids and no dangling reference', () => {
    const keys = new Set(resources.map(key));
    expect(keys.size).toBe(resources.length);
    const dangling = [...text.matchAll(/"reference":"([^"]+)"/g)].filter(([, reference]) => !keys.has(reference!));
    expect(dangling).toEqual([]);
  });
});

describe('the example questions, answered from the raw JSON', () => {
  it('the most recent HbA1c', () => {
    const last = [...loinc('4548-4')].sort(byTime('effectiveDateTime')).at(-1);
    expect(questions[0]).toMatchObject({
      answer: { value: last?.valueQuantity.value, unit: last?.valueQuantity.unit, time: last?.effectiveDateTime },
      citations: [key(last)],
    });
  });

  it('the first metformin prescription', () => {
    const drug = ofType('Medication').find((one) => /metformin/i.test(one.code.text));
    const orders = ofType('MedicationRequest').filter((one) => one.medicationReference.reference === key(drug));
    const first = [...orders].sort(byTime('authoredOn'))[0];
    expect(questions[1]).toMatchObject({ answer: { time: first?.authoredOn }, citations: [key(first)] });
  });

  it('the highest creatinine in 2022', () => {
    const measured = loinc('2160-0').filter((one) => one.effectiveDateTime.startsWith('2022-'));
    const highest = [...measured].sort((a, b) => b.valueQuantity.value - a.valueQuantity.value);
    expect(highest[0]?.valueQuantity.value).toBeGreaterThan(highest[1]?.valueQuantity.value);
    expect(questions[2]).toMatchObject({
      answer: {
        value: highest[0]?.valueQuantity.value,
        unit: highest[0]?.valueQuantity.unit,
        time: highest[0]?.effectiveDateTime,
      },
      citations: [key(highest[0])],
    });
  });

  it('the penicillin allergy', () => {
    const allergies = ofType('AllergyIntolerance').filter((one) => /penicillin/i.test(one.code.coding[0].display));
    expect(allergies).toHaveLength(1);
    expect(allergies[0]?.verificationStatus.coding[0].code).toBe('confirmed');
    expect(questions[3]).toMatchObject({ answer: { value: true }, citations: [key(allergies[0])] });
  });

  it('the length of the last admission', () => {
    const stays = ofType('Encounter').filter((one) => one.class.code === 'IMP');
    const last = [...stays].sort((a, b) => Date.parse(a.period.start) - Date.parse(b.period.start)).at(-1);
    const hours = (Date.parse(last?.period.end) - Date.parse(last?.period.start)) / 3_600_000;
    expect(questions[4]).toMatchObject({ answer: { value: hours, unit: 'h' }, citations: [key(last)] });
  });
});
