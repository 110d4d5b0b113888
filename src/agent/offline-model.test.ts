// Questions answered by rules over small records: values, dates, counts, absences, and what is not understood.
import { describe, expect, it } from 'vitest';
import { graphOf, smallGraph } from '../../test/support/small-graph.ts';
import type { FhirResource } from '../fhir/resource.ts';
import type { AgentEvent } from './agent-event.ts';
import { ask } from './ask.ts';

const graph = smallGraph();
const patient: FhirResource = { resourceType: 'Patient', id: 'p', birthDate: '2080-05-02' };

function allergy(id: string, text: string, more: object = {}): FhirResource {
  return {
    resourceType: 'AllergyIntolerance',
    id,
    patient: { reference: 'Patient/p' },
    recordedDate: '2140-01-05',
    code: { text },
    verificationStatus: { coding: [{ code: 'confirmed' }] },
    ...more,
  };
}

describe('what the record says', () => {
  it.each([
    [
      'What was the latest potassium?',
      'Latest Potassium: 4.1 mmol/L on 2141-03-12 08:15 (Observation/k3).',
      4.1,
      ['Observation/k3'],
    ],
    [
      'What was the first potassium?',
      'First Potassium: 3.4 mmol/L on 2141-03-10 10:00 (Observation/k1).',
      3.4,
      ['Observation/k1'],
    ],
    [
      'When was potassium last measured?',
      'Latest Potassium: 2141-03-12 08:15 (Observation/k3).',
      '2141-03-12 08:15',
      ['Observation/k3'],
    ],
    [
      'What was the highest potassium?',
      'Highest Potassium: 5.2 mmol/L on 2141-03-11 06:30 (Observation/k2).',
      5.2,
      ['Observation/k2'],
    ],
    [
      'What was the mean potassium?',
      'Mean of Potassium: 4.233 mmol/L, from 3 values.',
      4.233,
      ['Observation/k1', 'Observation/k2', 'Observation/k3'],
    ],
    ['How old is the patient?', 'Age: 60 years (Patient/p).', 60, ['Patient/p']],
  ])('%s', async (question, text, value, keys) => {
    const answer = await ask(graph, question);

    expect(answer.text.split('\n')[0]).toBe(text);
    expect(answer).toMatchObject({ status: 'answered', unsupported: [], complete: true, absence: null });
    expect(
      typeof value === 'number' ? Number(Number(answer.values[0]?.value).toFixed(3)) : answer.values[0]?.value,
    ).toBe(value);
    expect(answer.citations.map(({ key }) => key)).toEqual(keys);
    expect(answer.reading).not.toBe('');
  });

  it('counts without what was entered in error, and says that it left it out', async () => {
    const answer = await ask(graph, 'How many potassium results are there?');
    expect(answer).toMatchObject({ status: 'answered', unsupported: [], values: [{ value: 3, how: 'count' }] });
    expect(answer.text).toMatch(/Left out: 1 /);
  });

  it('comes through the same loop and tools, twice the same, without a token', async () => {
    const events: AgentEvent[] = [];
    const first = await ask(graph, 'What was the latest potassium?', { onEvent: (event) => events.push(event) });
    const second = await ask(graph, 'What was the latest potassium?');

    expect(second).toEqual(first);
    expect(events.filter(({ type }) => type === 'tool-call')).toMatchObject([{ tool: 'aggregate' }]);
    expect(first.usage).toMatchObject({ calls: 0, inputTokens: 0, outputTokens: 0 });
  });
});

describe('what the record does not say', () => {
  it('is absent in a complete record, with what that rests on', async () => {
    const answer = await ask(graph, 'Does the patient have any allergy to penicillin?');
    expect(answer).toMatchObject({
      status: 'not-recorded',
      absence: 'absent',
      complete: true,
      unsupported: [],
      values: [{ value: false }],
    });
    expect(answer.text).toMatch(/^Not recorded: allergies/);
  });

  it('is not loaded when the source announced more', async () => {
    const partial = {
      ...graph,
      record: {
        ...graph.record,
        completeness: { state: 'partial' as const, reasons: ['page 2 of Observation was not read'] },
      },
    };
    const answer = await ask(partial, 'Does the patient have any allergy to penicillin?');
    expect(answer).toMatchObject({
      status: 'not-recorded',
      absence: 'not-loaded',
      complete: false,
      wouldSettle: 'page 2 of Observation was not read',
      unsupported: [],
    });

    const known = await ask(partial, 'What was the latest potassium?');
    expect(known).toMatchObject({ status: 'answered', complete: false, values: [{ value: 4.1 }] });
  });

  it('is not loaded when other resources refer to what is missing', async () => {
    const subject = { reference: 'Patient/p' };
    const encounter = { reference: 'Encounter/gone' };
    const known = graphOf([patient, { resourceType: 'Observation', id: 'o', status: 'final', subject, encounter }]);
    const answer = await ask(known, 'When was the last visit for chest pain?');
    expect(answer).toMatchObject({
      status: 'not-recorded',
      absence: 'not-loaded',
      complete: false,
      wouldSettle: expect.stringContaining('Encounter'),
      unsupported: [],
    });
  });

  it('is filtered out when only the time excludes it, with the nearest one', async () => {
    const answer = await ask(graph, 'What was the last potassium before 2140?');
    expect(answer).toMatchObject({ status: 'not-recorded', absence: 'filtered-out', unsupported: [] });
    expect(answer.text).toMatch(/Outside of that, the latest is on 2141-03-12 08:15 \(Observation\/k3\)/);
  });

  it('shows what is there without what was asked of it', async () => {
    const known = graphOf([
      patient,
      {
        resourceType: 'MedicationStatement',
        id: 'm',
        status: 'active',
        subject: { reference: 'Patient/p' },
        medicationCodeableConcept: { text: 'Metformin' },
        effectiveDateTime: '2024-05-01',
        dosage: [{ text: '500 mg twice daily' }],
      },
    ]);
    const answer = await ask(known, 'dose of metformin');
    expect(answer).toMatchObject({ status: 'not-recorded', citations: [{ key: 'MedicationStatement/m' }] });
    expect(answer.text).toBe(
      'Not recorded: a dose as a number of Metformin. What is there:\n- 2024-05-01 Metformin 500 mg twice daily (MedicationStatement/m)',
    );
    expect(answer.unsupported).toEqual([]);
  });

  it('is told of what was asked for, not of what bears its name as another kind of thing', async () => {
    const answer = await ask(graphOf([patient, allergy('a', 'Allergy to penicillin')]), 'Who prescribed penicillin?');
    expect(answer).toMatchObject({ status: 'not-recorded', unsupported: [] });
    expect(answer.text).toMatch(
      /^Not recorded: medications "penicillin"\.\nBy that name the record has Allergy to penicillin\./,
    );
  });

  it('tells an age from the birth, whatever other dates a patient has', async () => {
    const renamed = { ...patient, birthDate: '1987-02-20', name: [{ family: 'X', period: { start: '2016-12-06' } }] };
    const answer = await ask(graphOf([renamed], { now: '2025-09-27' }), 'How old is she?');
    expect(answer).toMatchObject({ status: 'answered', values: [{ value: 38 }], unsupported: [] });
  });

  it('says neither yes nor no to what was asked with a never', async () => {
    const answer = await ask(graph, 'Was potassium never measured?');
    expect(answer.text).not.toMatch(/^(?:Yes|No)\b/);
  });

  it('takes a name that begins with a number for a name', async () => {
    const subject = { reference: 'Patient/p' };
    const line = { resourceType: 'Procedure', id: 'l', status: 'completed', subject, code: { text: '18 Gauge' } };
    const answer = await ask(graphOf([patient, line]), 'What procedures were done?');
    expect(answer).toMatchObject({ status: 'answered', values: [{ value: '18 Gauge' }], unsupported: [] });
  });

  it.each(['kg/m2', 'gram per deciliter'])('takes %s for a unit', async (unit) => {
    const measured = graphOf([
      patient,
      {
        resourceType: 'Observation',
        id: 'b',
        status: 'final',
        subject: { reference: 'Patient/p' },
        code: { text: 'Body mass index' },
        effectiveDateTime: '2024-05-01',
        valueQuantity: { value: 22.4, unit },
      },
    ]);
    expect(await ask(measured, 'latest body mass index')).toMatchObject({ status: 'answered', unsupported: [] });
  });

  it('is not computable when there are only words', async () => {
    const words = graphOf([
      patient,
      {
        resourceType: 'Observation',
        id: 'o',
        status: 'final',
        subject: { reference: 'Patient/p' },
        code: { text: 'Urine colour' },
        effectiveDateTime: '2141-01-01',
        valueString: 'yellow',
      },
    ]);
    const answer = await ask(words, 'What was the mean urine colour?');
    expect(answer).toMatchObject({ status: 'not-recorded', absence: 'not-computable', unsupported: [] });
  });

  it('is told apart from a recorded denial', async () => {
    const denied = await ask(
      graphOf([patient, allergy('a', 'No known allergies')]),
      'Does the patient have any allergies?',
    );
    expect(denied).toMatchObject({ status: 'answered', unsupported: [], values: [{ value: false }], absence: null });
    expect(denied.text).toBe('No: the record states "No known allergies" on 2140-01-05 (AllergyIntolerance/a).');
    expect(denied.citations.map(({ key }) => key)).toEqual(['AllergyIntolerance/a']);

    const retracted = await ask(
      graphOf([
        patient,
        allergy('a', 'Penicillin', { verificationStatus: { coding: [{ code: 'entered-in-error' }] } }),
      ]),
      'Does the patient have any allergies?',
    );
    expect(retracted).toMatchObject({ status: 'not-recorded', values: [{ value: false }] });
    expect(retracted.text).toMatch(/Left out: 1 /);

    const conflicting = await ask(
      graphOf([patient, allergy('a', 'No known allergies'), allergy('b', 'Penicillin')]),
      'Does the patient have any allergies?',
    );
    expect(conflicting).toMatchObject({ status: 'answered', absence: 'conflicting', values: [{ value: true }] });
    expect(conflicting.text).toMatch(/But the record also states "No known allergies"/);
  });
});

describe('a question that can not be acted on', () => {
  it.each([
    ['What should I prescribe?', /judgement/],
    ['Delete all potassium results', /instruction|only read/],
    ['What is the average potassium of all patients?', /several patients/],
  ])('%s', async (question, words) => {
    const answer = await ask(graph, question);
    expect(answer).toMatchObject({ status: 'not-understood', unsupported: [], citations: [] });
    expect(answer.text).toMatch(words);
  });
});
