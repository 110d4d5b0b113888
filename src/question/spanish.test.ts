// One-patient questions in Spanish over the saludai-es records, against values counted straight from the resources.
import { describe, expect, it } from 'vitest';
import { hasSharedData, sharedPath } from '../../test/support/shared-data.ts';
import { readSource } from '../adapters/sources/read-source.ts';
import { assembleRecord, listPatients } from '../fhir/assemble-record.ts';
import type { PatientRecord } from '../fhir/record.ts';
import { asObject, asObjects, type FhirResource } from '../fhir/resource.ts';
import { projectGraph } from '../graph/project.ts';
import { planOf } from '../plan/from-reading.ts';
import { runPlan } from '../plan/run-plan.ts';
import { readQuestion } from './read-question.ts';

type Value = string | number | boolean;

const of = (record: PatientRecord, type: string) =>
  record.resources.map(({ resource }) => resource).filter(({ resourceType }) => resourceType === type);
const codeText = (resource: FhirResource, element: string) => {
  const concept = asObject(resource[element]);
  return String(concept?.text ?? asObjects(concept?.coding)[0]?.display ?? '');
};
const named = (record: PatientRecord, type: string, element: string, pattern: RegExp) =>
  of(record, type).filter((resource) => pattern.test(codeText(resource, element)));
const latest = (resources: readonly FhirResource[], element: string) =>
  resources.toSorted((a, b) => (String(a[element]) < String(b[element]) ? -1 : 1)).at(-1);
const classIs = (code: string) => (resource: FhirResource) => asObject(resource.class)?.code === code;

/** Each question with its answer, from the bare resources; no answer is an empty list. */
const questions: readonly (readonly [string, (record: PatientRecord) => readonly Value[]])[] = [
  ['¿Qué enfermedades tiene el paciente?', (record) => of(record, 'Condition').map((each) => codeText(each, 'code'))],
  [
    '¿Cuántas consultas ambulatorias tuvo el paciente?',
    (record) => [of(record, 'Encounter').filter(classIs('AMB')).length],
  ],
  ['¿Tuvo alguna internación?', (record) => [of(record, 'Encounter').some(classIs('IMP'))]],
  ['¿Tiene alergias registradas?', (record) => [of(record, 'AllergyIntolerance').length > 0]],
  [
    '¿Cuántas vacunas recibió en 2024?',
    (record) => [
      of(record, 'Immunization').filter((each) => String(each.occurrenceDateTime).startsWith('2024')).length,
    ],
  ],
  [
    '¿Qué medicamentos le recetaron?',
    (record) => of(record, 'MedicationRequest').map((each) => codeText(each, 'medicationCodeableConcept')),
  ],
  ['¿Cuál es el sexo del paciente?', (record) => of(record, 'Patient').map((each) => String(each.gender))],
  ['¿Cuándo nació el paciente?', (record) => of(record, 'Patient').map((each) => String(each.birthDate))],
  ['¿Tiene diabetes tipo 2?', (record) => [named(record, 'Condition', 'code', /diabetes mellitus tipo 2/i).length > 0]],
  ['¿Padece hipertensión?', (record) => [named(record, 'Condition', 'code', /hipertensi/i).length > 0]],
  [
    '¿Cuántos procedimientos se realizaron desde 2020?',
    (record) => [
      of(record, 'Procedure').filter(
        (each) => String(each.performedDateTime ?? asObject(each.performedPeriod)?.start) >= '2020',
      ).length,
    ],
  ],
  [
    '¿Cuál fue el último valor de hemoglobina glicosilada?',
    (record) => {
      const last = latest(named(record, 'Observation', 'code', /hemoglobina glicosilada|hba1c/i), 'effectiveDateTime');
      const value = asObject(last?.valueQuantity)?.value;
      return value === undefined ? [] : [Number(value)];
    },
  ],
  [
    '¿Le recetaron metformina?',
    (record) => [named(record, 'MedicationRequest', 'medicationCodeableConcept', /metformina/i).length > 0],
  ],
  ['¿Tiene un plan de cuidado activo?', (record) => [of(record, 'CarePlan').some((each) => each.status === 'active')]],
];

describe.skipIf(!hasSharedData())('Spanish questions about one patient', () => {
  it('answers at least 60 % of them right', async () => {
    const content = await readSource(sharedPath('saludai-es', 'seed_bundle.json.gz'));
    const patients = listPatients(content).slice(0, 25);
    let right = 0;
    const missed = new Map<string, number>();
    for (const { key } of patients) {
      const record = assembleRecord(content, { patient: key });
      const graph = projectGraph(record, { now: '2025-01-01' });
      for (const [question, expected] of questions) {
        const reading = readQuestion(graph, question);
        expect(reading.language).toBe('es');
        const plan = planOf(reading);
        const values = plan === undefined ? undefined : runPlan(graph, plan).values.map(({ value }) => value);
        const isRight = values !== undefined && sameSet(values, expected(record));
        if (isRight) right += 1;
        else missed.set(question, (missed.get(question) ?? 0) + 1);
      }
    }
    const all = patients.length * questions.length;
    console.log(`saludai-es, one patient at a time: ${right} of ${all} right`, Object.fromEntries(missed));
    expect(right / all).toBeGreaterThanOrEqual(0.6);
  }, 60_000);
});

function sameSet(left: readonly Value[], right: readonly Value[]): boolean {
  const [a, b] = [left, right].map((values) => [...new Set(values)].map(String).sort());
  return JSON.stringify(a) === JSON.stringify(b);
}
