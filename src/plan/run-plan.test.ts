import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphOf } from '../../test/support/small-graph.ts';
import { HopperError } from '../errors.ts';
import type { FhirResource } from '../fhir/resource.ts';
import type { AggregatePlan } from './plan.ts';
import type { PlanResult } from './plan-result.ts';
import { runPlan } from './run-plan.ts';

interface PlanCase {
  readonly name: string;
  readonly plan: Omit<AggregatePlan, 'window'> & {
    readonly window?: { readonly start?: string; readonly end?: string; readonly visit?: string };
  };
  readonly expect: Readonly<Record<string, unknown>>;
}

const file = JSON.parse(readFileSync(new URL('../../test/cases/plans.json', import.meta.url), 'utf8')) as {
  readonly now: string;
  readonly resources: readonly FhirResource[];
  readonly cases: readonly PlanCase[];
};
const graph = graphOf(file.resources, { now: file.now });

describe('runPlan', () => {
  it.each(file.cases.map((each) => [each.name, each] as const))('%s', (_, { plan, expect: wanted }) => {
    if (wanted.error !== undefined) {
      expect(() => runPlan(graph, toPlan(plan))).toThrow(HopperError);
      try {
        runPlan(graph, toPlan(plan));
      } catch (error) {
        expect((error as HopperError).code).toBe(wanted.error);
      }
      return;
    }
    const result = runPlan(graph, toPlan(plan));
    for (const [field, value] of Object.entries(wanted)) check(result, field, value);
  });

  it('gives the same bytes for any order of input', () => {
    const plans = file.cases.filter((each) => each.expect.error === undefined).map((each) => each.plan);
    const all = (resources: readonly FhirResource[]) => {
      const shuffled = graphOf(resources, { now: file.now });
      return JSON.stringify(plans.map((plan) => runPlan(shuffled, toPlan(plan, shuffled))));
    };
    const first = all(file.resources);
    fc.assert(
      fc.property(fc.shuffledSubarray([...file.resources], { minLength: file.resources.length }), (resources) => {
        expect(all(resources)).toBe(first);
      }),
      { numRuns: 5 },
    );
  });

  it('agrees with a slow, obvious reduction on any numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -999, max: 999 }), { minLength: 1, maxLength: 30 }), (numbers) => {
        const small = graphOf([patient, ...numbers.map((number, at) => reading(at, number))]);
        const value = (op: 'sum' | 'mean' | 'min' | 'max' | 'median') =>
          runPlan(small, { select: { concepts: ['x'] }, reduce: { op } }).values[0]?.value;
        const sorted = [...numbers].sort((a, b) => a - b);
        const sum = numbers.reduce((a, b) => a + b, 0);
        const middle = Math.floor(numbers.length / 2);
        const median =
          numbers.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
        expect(value('sum')).toBeCloseTo(sum, 9);
        expect(value('mean')).toBeCloseTo(sum / numbers.length, 9);
        expect(value('median')).toBeCloseTo(median ?? 0, 9);
        expect([value('min'), value('max')]).toEqual([sorted[0], sorted[sorted.length - 1]]);
      }),
      { numRuns: 40 },
    );
  });

  it('adds decimals without binary noise', () => {
    const small = graphOf([patient, reading(0, 0.1), reading(1, 0.2)]);
    expect(runPlan(small, { select: { concepts: ['x'] }, reduce: { op: 'sum' } }).values[0]?.value).toBe(0.3);
  });

  it('takes numbers with a unit never together with numbers without', () => {
    const withUnit = (at: number, value: number, unit?: string) => ({
      ...reading(at, value),
      valueQuantity: { value, ...(unit === undefined ? {} : { unit }) },
    });
    const plan: AggregatePlan = { select: { concepts: ['x'] }, reduce: { op: 'mean' } };
    const mostPlain = [withUnit(0, 1.5), withUnit(1, 1.1), withUnit(2, 2, '1'), withUnit(3, 88, 'umol/L')];
    const plain = runPlan(graphOf([patient, ...mostPlain]), plan);
    expect([plain.values[0]?.value, plain.values[0]?.unit]).toEqual([Number((4.6 / 3).toPrecision(12)), undefined]);
    expect(plain.leftOut).toMatchObject([{ reason: 'other-unit', basis: { count: 1 } }]);
    const equal = runPlan(graphOf([patient, withUnit(0, 1.5), withUnit(1, 88, 'umol/L')]), plan);
    expect(equal.values).toMatchObject([{ value: 88, unit: 'umol/L' }]);
  });

  it('lists keys up to a limit, then counts them with a digest', () => {
    const many = graphOf([patient, ...Array.from({ length: 150 }, (_, at) => reading(at, at))]);
    const { basis } = runPlan(many, { select: { concepts: ['x'] }, reduce: { op: 'count' } });
    expect([basis.count, basis.keys.length, basis.first, basis.last]).toEqual([
      150,
      100,
      'Observation/x000',
      'Observation/x149',
    ]);
    expect(basis.digest).toMatch(/^[0-9a-f]{8}$/);
  });

  it('calls an answer partial when the record is', () => {
    const record = {
      ...graph.record,
      completeness: { state: 'partial' as const, reasons: ['page 2 of 3 was not read'] },
    };
    const result = runPlan({ ...graph, record }, { select: { concepts: ['creatinine'] }, reduce: { op: 'last' } });
    expect(result.completeness).toEqual(record.completeness);
  });
});

function toPlan(plan: PlanCase['plan'], of = graph): AggregatePlan {
  const { window, ...rest } = plan;
  if (window === undefined) return rest;
  const visit = window.visit === undefined ? undefined : of.findEpisode(window.visit)?.index;
  const localMs = (text: string | undefined, open: number) => (text === undefined ? open : Date.parse(`${text}Z`));
  const time =
    window.start === undefined && window.end === undefined
      ? {}
      : {
          time: {
            startLocalMs: localMs(window.start, -Infinity),
            endLocalMs: localMs(window.end, Infinity),
            text: 'test',
          },
        };
  return { ...rest, window: { ...time, ...(visit === undefined ? {} : { episodes: [visit] }) } };
}

function check(result: PlanResult, field: string, wanted: unknown): void {
  const read: Readonly<Record<string, () => unknown>> = {
    values: () => result.values.map(({ value }) => value),
    keys: () => result.values.flatMap(({ keys }) => keys),
    ties: () => result.ties,
    n: () => result.n,
    unit: () => result.unit ?? result.values[0]?.unit,
    outcome: () => result.outcome,
    complete: () => result.completeness.state,
    groups: () => Object.fromEntries(result.groups.map(({ group, n }) => [group, n])),
    leftOut: () => Object.fromEntries(result.leftOut.map(({ reason, basis }) => [reason, basis.count])),
  };
  if (field === 'notes') expect(result.notes.join('\n')).toContain(wanted);
  else if (field === 'reason') expect(result.reason).toContain(wanted);
  else if (field === 'values') {
    const values = read.values?.() as readonly unknown[];
    expect(values.length).toBe((wanted as unknown[]).length);
    values.forEach((value, at) => {
      const one = (wanted as unknown[])[at];
      if (typeof one === 'number') expect(value).toBeCloseTo(one, 9);
      else expect(value).toBe(one);
    });
  } else expect(read[field]?.()).toEqual(wanted);
}

const patient: FhirResource = { resourceType: 'Patient', id: 'p' };

function reading(at: number, value: number): FhirResource {
  return {
    resourceType: 'Observation',
    id: `x${String(at).padStart(3, '0')}`,
    status: 'final',
    subject: { reference: 'Patient/p' },
    code: { text: 'x' },
    effectiveDateTime: new Date(Date.UTC(2141, 0, 1, 0, at)).toISOString(),
    valueQuantity: { value, unit: 'mL' },
  };
}
