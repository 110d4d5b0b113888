// Whole answers checked: numbers over more nodes than a result lists, and names under the role that was asked for.
import { describe, expect, it } from 'vitest';
import { graphOf } from '../../test/support/small-graph.ts';
import type { FhirResource } from '../fhir/resource.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import { ask } from './ask.ts';

const said = (value: string | number | boolean, cite: readonly string[]) =>
  JSON.stringify({ status: 'answered', text: '', values: [{ value, cite }], citations: cite, absence: null });

const rates = Array.from(
  { length: 260 },
  (_, number): FhirResource => ({
    resourceType: 'Observation',
    id: `h${number}`,
    status: 'final',
    code: { text: 'Heart rate' },
    subject: { reference: 'Patient/p' },
    effectiveDateTime: `2141-0${1 + (number % 2)}-1${number % 10}T0${number % 9}:15:00Z`,
    valueQuantity: { value: 60 + (number % 37), unit: '/min' },
  }),
);
const many = graphOf([{ resourceType: 'Patient', id: 'p', birthDate: '2080-05-02' }, ...rates]);

describe('a number over more nodes than a result lists', () => {
  it.each([
    ['What was the mean heart rate?', 'mean of 260 recomputed'],
    ['What was the median heart rate?', 'median of 260 recomputed'],
    ['How many heart rate measurements were there?', 'the cited resources are 260'],
    ['What was the trend of the heart rate?', 'recomputed from the dates and numbers'],
    ['mean heart rate by month', 'mean of 130 recomputed'],
  ])('is recounted over all of them: %s', async (question, reason) => {
    const answer = await ask(many, question);
    expect(answer).toMatchObject({ status: 'answered', unsupported: [] });
    const claims = answer.claims?.filter(({ kind }) => kind !== 'citation');
    expect(claims?.length).toBeGreaterThan(0);
    for (const claim of claims ?? []) expect(claim).toMatchObject({ supported: true, reason });
  });

  it('is refused when a model tells another one', async () => {
    const call = { toolCalls: [{ tool: 'aggregate', args: { op: 'mean', code: 'Heart rate' } }] };
    const said = (value: number) => ({
      status: 'answered',
      text: `The mean was ${value}.`,
      values: [{ value, unit: '/min', how: 'mean', cite: ['r1'] }],
      citations: ['r1'],
      absence: null,
    });
    const mean = rates.reduce((sum, _, number) => sum + 60 + (number % 37), 0) / rates.length;
    const told = async (value: number) =>
      ask(many, 'What was the mean heart rate?', {
        model: scriptedModel([call, JSON.stringify(said(value))]),
        mend: false,
        budgetTokens: 300,
      });
    expect((await told(Number(mean.toFixed(2)))).unsupported).toEqual([]);
    expect((await told(Number((mean + 0.4).toFixed(2)))).unsupported[0]?.claim).toMatch(/\/min/);
  });
});

describe('a name', () => {
  const drug = graphOf([
    { resourceType: 'Patient', id: 'p' },
    { resourceType: 'Practitioner', id: 'd', name: [{ text: 'Dr. Ada Baker' }] },
    {
      resourceType: 'MedicationRequest',
      id: 'm',
      status: 'active',
      intent: 'order',
      subject: { reference: 'Patient/p' },
      authoredOn: '2141-03-10',
      medicationCodeableConcept: { text: 'Heparin sodium' },
      requester: { reference: 'Practitioner/d' },
      dosageInstruction: [{ route: { text: 'Intravenous' } }],
    },
  ]);

  it.each([
    ['Who prescribed the heparin?', 'Dr. Ada Baker', true],
    ['Who prescribed the heparin?', 'Heparin sodium', false],
    ['Who prescribed the heparin?', 'Intravenous', false],
    ['By what route was the heparin given?', 'Intravenous', true],
    ['By what route was the heparin given?', 'Dr. Ada Baker', false],
    ['What was prescribed?', 'Heparin sodium', true],
  ])('%s %s: %s', async (question, value, isBorneOut) => {
    const answer = await ask(drug, question, { model: scriptedModel([said(value, ['m1'])]), mend: false });
    expect(answer.claims?.[0]).toMatchObject({ kind: 'name', supported: isBorneOut });
  });
});

describe('a yes to what goes on now', () => {
  const stopped = graphOf(
    [
      { resourceType: 'Patient', id: 'p' },
      {
        resourceType: 'MedicationRequest',
        id: 'm',
        status: 'stopped',
        intent: 'order',
        subject: { reference: 'Patient/p' },
        authoredOn: '2141-03-10',
        medicationCodeableConcept: { text: 'Warfarin' },
        dispenseRequest: { validityPeriod: { start: '2141-03-10', end: '2141-04-02' } },
      },
    ],
    { now: '2141-12-01' },
  );

  it.each([
    ['Is the patient on warfarin?', true, false],
    ['Is the patient on warfarin?', false, true],
    ['Was the patient ever on warfarin?', true, true],
    ['Was the patient ever on warfarin?', false, false],
  ])('is no proof where what is cited is over: %s %s', async (question, value, isBorneOut) => {
    const answer = await ask(stopped, question, { model: scriptedModel([said(value, ['m1'])]), mend: false });
    expect(answer.claims?.[0]).toMatchObject({ kind: 'yes-no', supported: isBorneOut });
  });

  it('is a no of the rules, with when it ended', async () => {
    const answer = await ask(stopped, 'Is the patient on warfarin?');
    expect(answer).toMatchObject({ status: 'answered', values: [{ value: false }], unsupported: [] });
    expect(answer.text).toBe('No: Warfarin is recorded, stopped on 2141-04-02 (MedicationRequest/m).');
    expect(await ask(stopped, 'Was the patient ever on warfarin?')).toMatchObject({ values: [{ value: true }] });
  });
});

describe('a value in another unit than the record has', () => {
  const measured = (id: string, text: string, value: number, unit: string): FhirResource => ({
    resourceType: 'Observation',
    id,
    status: 'final',
    code: { text },
    category: [{ coding: [{ code: text === 'Glucose' ? 'laboratory' : 'vital-signs' }] }],
    subject: { reference: 'Patient/p' },
    effectiveDateTime: '2141-03-10T08:00:00Z',
    valueQuantity: { value, unit },
  });
  const body = graphOf([
    { resourceType: 'Patient', id: 'p' },
    measured('w', 'Body weight', 82.5, 'kg'),
    measured('t', 'Body temperature', 37, 'Cel'),
    measured('g', 'Glucose', 90, 'mg/dL'),
    measured('b', 'Brilliance', 7, 'mg/dL'),
  ]);

  it.each([
    ['What is the body weight in pounds?', 181.881, 'lb'],
    ['How many pounds is the body weight?', 181.881, 'lb'],
    ['Last body temperature in fahrenheit', 98.6, '°F'],
    ['Last glucose in mmol/L', 4.996, 'mmol/L'],
  ])('is converted, and converted again to check it: %s', async (question, value, unit) => {
    const answer = await ask(body, question);
    expect(answer).toMatchObject({ status: 'answered', unsupported: [], values: [{ unit }] });
    expect(Number(answer.values[0]?.value)).toBeCloseTo(value, 3);
  });

  it('is refused where the conversion is wrong', async () => {
    const pounds = (value: number) =>
      JSON.stringify({
        status: 'answered',
        text: '',
        values: [{ value, unit: 'lb', cite: ['o4'] }],
        citations: ['o4'],
        absence: null,
      });
    const judge = async (value: number) => {
      const key = body.find('Observation/w')?.handle ?? '';
      const reply = pounds(value).replaceAll('o4', key);
      return (await ask(body, 'Weight in pounds?', { model: scriptedModel([reply]), mend: false })).claims?.[0];
    };
    expect(await judge(181.9)).toMatchObject({ supported: true });
    expect(await judge(182.9)).toMatchObject({ supported: false });
    expect(await judge(82.5)).toMatchObject({ supported: false });
  });

  it('stays as it is where only a note tells the units apart', async () => {
    const filtered = graphOf([
      { resourceType: 'Patient', id: 'p' },
      {
        ...measured('f', 'eGFR', 29, 'mL/min/1.73 m²'),
        valueQuantity: {
          value: 29,
          unit: 'mL/min/1.73 m²',
          code: 'mL/min/{1.73_m2}',
          system: 'http://unitsofmeasure.org',
        },
      },
    ]);
    const answer = await ask(filtered, 'Latest eGFR in mL/min');
    expect(answer).toMatchObject({ values: [{ value: 29, unit: 'mL/min/1.73 m²' }], unsupported: [] });
    expect(answer.text).toMatch(/Note: not converted/);
  });

  it('stays as it is, and says why, where it takes a molar mass that is not known', async () => {
    const answer = await ask(body, 'Last brilliance in mmol/L');
    expect(answer).toMatchObject({ values: [{ value: 7, unit: 'mg/dL' }], unsupported: [] });
    expect(answer.text).toMatch(/Note: not converted: mg\/dL to mmol\/L is mass to amount of substance/);
  });
});

describe('the latest of one thing in two units', () => {
  const weight = (id: string, value: number, unit: string): FhirResource => ({
    resourceType: 'Observation',
    id,
    status: 'final',
    code: { text: 'Body weight' },
    subject: { reference: 'Patient/p' },
    effectiveDateTime: '2141-03-10T08:00:00Z',
    valueQuantity: { value, unit },
  });

  it.each([
    ['is one value where they are the same amount', 154.3, 1],
    ['is two where they are not', 160.3, 2],
  ])('%s', async (_, pounds, values) => {
    const twice = graphOf([
      { resourceType: 'Patient', id: 'p' },
      weight('a', 70, 'kg'),
      weight('b', pounds, '[lb_av]'),
    ]);
    const answer = await ask(twice, 'What is the latest body weight?');
    expect(answer.values).toHaveLength(values);
    expect(answer.values[0]).toMatchObject({ value: 70, unit: 'kg' });
    expect(answer.unsupported).toEqual([]);
    expect(answer.citations.map(({ key }) => key)).toEqual(['Observation/a', 'Observation/b']);
  });
});

it('takes no part of a key for a number, whatever letters ids are made of, and no name of a code for a stranger', async () => {
  const visit = (id: string, day: string, status: string): FhirResource => ({
    resourceType: 'Encounter',
    id,
    status,
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
    period: { start: day, end: day },
    subject: { reference: 'Patient/p' },
  });
  const differing = Array.from({ length: 12 }, (_, number) => visit('same', '2020-01-01', `finished${number}`));
  const all = [visit('a:2:77', '2021-01-01', 'finished'), visit('b_5', '2022-01-01', 'finished'), ...differing];
  const graph = graphOf([{ resourceType: 'Patient', id: 'p' }, ...all]);
  for (const question of ['When was the first visit?', 'When was the last visit?', 'List all visits']) {
    expect(await ask(graph, question)).toMatchObject({ status: 'answered', unsupported: [] });
  }
});

it('cites the event that a time is counted from once it was looked at, and counts no events that nobody counted', async () => {
  const doses = ['2140-02-01', '2141-01-15'].map(
    (day, number): FhirResource => ({
      resourceType: 'Immunization',
      id: `i${number}`,
      status: 'completed',
      vaccineCode: { text: 'Tetanus vaccine' },
      patient: { reference: 'Patient/p' },
      occurrenceDateTime: day,
    }),
  );
  const graph = graphOf([{ resourceType: 'Patient', id: 'p' }, ...rates, ...doses]);
  for (const question of [
    'last heart rate before the last tetanus shot',
    'heart rates before the first tetanus shot',
  ]) {
    const answer = await ask(graph, question, {
      scorer: () => new Float64Array(graph.nodes.length),
      budgetTokens: 100,
    });
    expect(answer.unsupported).toEqual([]);
    expect(answer.citations.map(({ key }) => key)).toContain(
      question.includes('first') ? 'Immunization/i0' : 'Immunization/i1',
    );
  }
});

it('finds a count of refills in what is cited, but no dose in it', async () => {
  const order: FhirResource = {
    resourceType: 'MedicationRequest',
    id: 'm',
    status: 'active',
    intent: 'order',
    medicationCodeableConcept: { text: 'Metformin 500 MG' },
    subject: { reference: 'Patient/p' },
    authoredOn: '2141-01-01',
    dosageInstruction: [{ doseAndRate: [{ doseQuantity: { value: 500, unit: 'mg' } }] }],
    dispenseRequest: { numberOfRepeatsAllowed: 3 },
  };
  const graph = graphOf([{ resourceType: 'Patient', id: 'p' }, order]);
  expect(await ask(graph, 'What was metformin prescribed for?')).toMatchObject({
    status: 'not-recorded',
    unsupported: [],
  });
  const told = (text: string) =>
    ask(graph, 'Metformin?', {
      model: scriptedModel([
        JSON.stringify({ status: 'answered', text, values: [], citations: ['MedicationRequest/m'], absence: null }),
      ]),
      mend: false,
    });
  expect((await told('Metformin, 3 refills.')).unsupported).toEqual([]);
  expect((await told('Metformin, 4 refills.')).unsupported).not.toEqual([]);
  expect((await told('Metformin, 3 mg a day.')).unsupported).not.toEqual([]);
  expect((await told('Metformin 3 mg.')).unsupported).not.toEqual([]);
  expect((await told('Metformin 500 mg.')).unsupported).toEqual([]);
});
