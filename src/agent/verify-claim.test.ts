// Claims and what the verifier says of them, one small record each.
import { describe, expect, it } from 'vitest';
import { graphOf, smallGraph } from '../../test/support/small-graph.ts';
import type { Derivation } from './answer.ts';
import { createEvidenceReader } from './evidence.ts';
import { verifyClaim } from './verify-claim.ts';
import { isSameTime, readWrittenTime, type WrittenTime } from './written-time.ts';

const graph = smallGraph();
const read = createEvidenceReader(graph);
const now = readWrittenTime('2141-03-20T12:00:00-05:00') as WrittenTime;
const potassium = ['Observation/k1', 'Observation/k2', 'Observation/k3'];

function judge(
  value: string | number | boolean,
  keys: readonly string[],
  how: Derivation = 'stated',
  unit?: string,
  time?: string,
): boolean {
  const evidence = keys.flatMap((key) => read(graph.find(key)?.index ?? -1) ?? []);
  return verifyClaim({
    value,
    how,
    evidence,
    now,
    ...(unit === undefined ? {} : { unit }),
    ...(time === undefined ? {} : { time }),
  }).supported;
}

describe('a claim', () => {
  it.each([
    ['a number with its unit', 4.1, ['Observation/k3'], 'stated', 'mmol/L'],
    ['the same without unit', 4.1, ['Observation/k3'], 'stated', undefined],
    ['a number and unit in one text', '4.1 mmol/L', ['Observation/k3'], 'stated', undefined],
    ['a number rounded as shown', 4, ['Observation/k3'], 'stated', 'mmol/L'],
    ['a count', 3, potassium, 'count', undefined],
    ['a mean at the digits shown', 4.23, potassium, 'mean', 'mmol/L'],
    ['a highest', 5.2, potassium, 'max', 'mmol/L'],
    ['a median', 4.1, potassium, 'median', 'mmol/L'],
    ['a change from first to last', 0.7, potassium, 'difference', 'mmol/L'],
    ['a length of stay', 4.1, ['Encounter/v'], 'elapsed', 'days'],
    ['a length in hours', 98.5, ['Encounter/v'], 'elapsed', 'h'],
    ['an age', 60, ['Patient/p'], 'elapsed', 'years'],
    ['a day', '2141-03-12', ['Observation/k3'], 'stated', undefined],
    ['a minute', '2141-03-12 08:15', ['Observation/k3'], 'stated', undefined],
    ['a day in words', 'March 12, 2141', ['Observation/k3'], 'stated', undefined],
    ['an instant in another zone', '2141-03-12T13:15:00Z', ['Observation/k3'], 'stated', undefined],
    ['the end of a stay', '2141-03-14 11:30', ['Encounter/v'], 'stated', undefined],
    ['a name', 'heparin sodium', ['MedicationRequest/m'], 'stated', undefined],
    ['a gender by its letter', 'F', ['Patient/p'], 'stated', undefined],
    ['a yes', true, ['MedicationRequest/m'], 'exists', undefined],
    ['a no that cites nothing', false, [], 'exists', undefined],
  ] as const)('is borne out: %s', (_, value, keys, how, unit) => {
    expect(judge(value, keys, how, unit)).toBe(true);
  });

  it.each([
    ['a number changed in a digit', 4.2, ['Observation/k3'], 'stated', 'mmol/L'],
    ['a number of another resource', 5.2, ['Observation/k3'], 'stated', 'mmol/L'],
    ['another unit', 4.1, ['Observation/k3'], 'stated', 'mg/dL'],
    ['a wrong count', 4, potassium, 'count', undefined],
    ['a wrong mean', 4.33, potassium, 'mean', 'mmol/L'],
    ['a wrong length', 5, ['Encounter/v'], 'elapsed', 'days'],
    ['another day', '2141-03-13', ['Observation/k3'], 'stated', undefined],
    ['more precise than recorded', '2141-03-12 08:15:30', ['Observation/k3'], 'stated', undefined],
    ['another name', 'Heparin calcium', ['MedicationRequest/m'], 'stated', undefined],
    ['a yes that cites nothing', true, [], 'exists', undefined],
    ['a yes that rests on a retracted entry', true, ['Observation/k4'], 'exists', undefined],
    ['a no that cites what is there', false, ['MedicationRequest/m'], 'exists', undefined],
    ['a number that cites nothing', 4.1, [], 'stated', 'mmol/L'],
  ] as const)('is refused: %s', (_, value, keys, how, unit) => {
    expect(judge(value, keys, how, unit)).toBe(false);
  });

  it('is refused when the value is right and its time is not', () => {
    expect(judge(4.1, ['Observation/k3'], 'stated', 'mmol/L', '2141-03-12 08:15')).toBe(true);
    expect(judge(4.1, ['Observation/k3'], 'stated', 'mmol/L', '2141-03-11')).toBe(false);
  });

  it('rests on a denial when it is a no', () => {
    const denial = graphOf([
      { resourceType: 'Patient', id: 'p' },
      {
        resourceType: 'AllergyIntolerance',
        id: 'a',
        patient: { reference: 'Patient/p' },
        code: { coding: [{ code: '716186003' }] },
      },
    ]);
    const evidence = [createEvidenceReader(denial)(denial.find('AllergyIntolerance/a')?.index ?? -1)].flatMap(
      (each) => each ?? [],
    );
    expect(verifyClaim({ value: false, how: 'exists', evidence, now }).supported).toBe(true);
    expect(verifyClaim({ value: true, how: 'exists', evidence, now }).supported).toBe(false);
  });
});

describe('written times', () => {
  it.each([
    ['2141', '2141'],
    ['2141-03-12T08:15:00-05:00', '2141-03-12 08:15:00'],
    ['12 March 2141', '2141-03-12'],
    ['March 2141', '2141-03'],
    ['Sept. 3, 2141 at 8:05', '2141-09-03 08:05'],
  ])('%s', (text, local) => {
    expect(readWrittenTime(text)?.local).toBe(local);
  });

  it('are the same at the precision of the claim, never beyond the record', () => {
    const same = (claimed: string, recorded: string) =>
      isSameTime(readWrittenTime(claimed) as WrittenTime, readWrittenTime(recorded) as WrittenTime);
    expect(same('2141-03', '2141-03-12')).toBe(true);
    expect(same('2141-03-12', '2141-03')).toBe(false);
    expect(same('2141-03-12 00:00:00', '2141-03-12')).toBe(false);
  });
});
