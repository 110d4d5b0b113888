import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphOf } from '../../test/support/small-graph.ts';
import type { FhirResource } from '../fhir/resource.ts';
import type { AggregatePlan } from './plan.ts';
import { runPlan } from './run-plan.ts';

const subject = { reference: 'Patient/p' };
const resources: readonly FhirResource[] = [
  { resourceType: 'Patient', id: 'p' },
  {
    resourceType: 'Encounter',
    id: 'e1',
    subject,
    class: { code: 'IMP' },
    period: { start: '2141-01-01T08:00:00Z', end: '2141-01-05T08:00:00Z' },
  },
  {
    resourceType: 'Encounter',
    id: 'e2',
    subject,
    class: { code: 'IMP' },
    period: { start: '2141-02-01T08:00:00Z', end: '2141-02-05T08:00:00Z' },
  },
  { resourceType: 'Medication', id: 'd1', code: { text: 'Heparin' } },
  {
    resourceType: 'MedicationRequest',
    id: 'm1',
    subject,
    encounter: { reference: 'Encounter/e2' },
    authoredOn: '2141-02-02',
    medicationReference: { reference: 'Medication/d1' },
  },
  {
    resourceType: 'Observation',
    id: 'o1',
    subject,
    encounter: { reference: 'Encounter/e1' },
    code: { text: 'Potassium' },
    effectiveDateTime: '2141-01-02T08:00:00Z',
    valueQuantity: { value: 4, unit: 'mmol/L' },
  },
  {
    resourceType: 'Observation',
    id: 'o2',
    subject,
    encounter: { reference: 'Encounter/e2' },
    code: { text: 'Potassium' },
    effectiveDateTime: '2141-02-02T08:00:00Z',
    valueQuantity: { value: 5, unit: 'mmol/L' },
  },
  {
    resourceType: 'DiagnosticReport',
    id: 'r1',
    subject,
    encounter: { reference: 'Encounter/e1' },
    code: { text: 'Panel' },
    effectiveDateTime: '2141-01-02T09:00:00Z',
    result: [{ reference: 'Observation/o1' }],
  },
  {
    resourceType: 'DiagnosticReport',
    id: 'r2',
    subject,
    encounter: { reference: 'Encounter/e2' },
    code: { text: 'Panel' },
    effectiveDateTime: '2141-02-02T09:00:00Z',
    result: [{ reference: 'Observation/o2' }],
  },
];
const potassium = { types: ['Observation'], concepts: ['Potassium'] };
const plans: readonly AggregatePlan[] = [
  { select: potassium, reduce: { op: 'count' } },
  { select: potassium, reduce: { op: 'last' } },
  { select: potassium, reduce: { op: 'max' }, project: 'time' },
  { select: { ...potassium, value: { op: '>', number: 4.5 } }, reduce: { op: 'exists' } },
  { select: { types: ['MedicationRequest'], named: { drug: ['Heparin'] } }, reduce: { op: 'exists' } },
  { select: { types: ['Encounter'] }, reduce: { op: 'last' }, project: 'end' },
  { select: { types: ['DiagnosticReport'] }, reduce: { op: 'count' } },
];
/** Those that some other resource refers to. */
const referred = ['Encounter/e1', 'Encounter/e2', 'Medication/d1', 'Observation/o1', 'Observation/o2'];

describe('missingReasons', () => {
  it('is silent when everything is there', () => {
    const graph = graphOf(resources);
    expect(plans.map((plan) => runPlan(graph, plan).completeness.state)).toEqual(plans.map(() => 'complete'));
  });

  it('with any referred resources hidden, an answer stays the same or becomes partial', () => {
    const whole = graphOf(resources);
    fc.assert(
      fc.property(fc.subarray(referred, { minLength: 1 }), (hidden) => {
        const graph = graphOf(resources.filter(({ resourceType, id }) => !hidden.includes(`${resourceType}/${id}`)));
        for (const plan of plans) {
          const before = runPlan(whole, plan).values.map(({ value }) => value);
          const after = runPlan(graph, plan);
          if (after.completeness.state === 'complete') expect(after.values.map(({ value }) => value)).toEqual(before);
        }
      }),
    );
  });

  it('names the types and how many', () => {
    const graph = graphOf(resources.filter(({ id }) => id !== 'o1' && id !== 'd1'));
    const reasonsOf = (plan: AggregatePlan) => runPlan(graph, plan).completeness.reasons;
    expect(reasonsOf({ select: potassium, reduce: { op: 'count' } })).toEqual([
      '1 Observation is referred to but not loaded',
    ]);
    expect(
      reasonsOf({ select: { types: ['MedicationRequest'], concepts: ['Heparin'] }, reduce: { op: 'exists' } }),
    ).toEqual(['1 could not be told by name, since what it refers to was not loaded']);
    expect(reasonsOf({ select: { types: ['DiagnosticReport'] }, reduce: { op: 'count' } })).toEqual([]);
  });
});
