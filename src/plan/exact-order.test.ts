// 42,000 heart rates in any order: last, lowest and when, count and daily means are exact, ties listed.
import { describe, expect, it } from 'vitest';
import { graphOf } from '../../test/support/small-graph.ts';
import type { FhirResource } from '../fhir/resource.ts';
import { runPlan } from './run-plan.ts';

const count = 42_000;
const rates = Array.from({ length: count }, (_, at) => 60 + ((at * 7919) % 61));
/** Every minute from a spring evening on, in the offset of New York: a change to summer time lies in between. */
const startMs = Date.UTC(2141, 2, 10, 23);

describe('exact order', () => {
  const shuffled = shuffle(rates.map((rate, at) => heartRate(at, rate)));
  const graph = graphOf([{ resourceType: 'Patient', id: 'p' }, ...shuffled]);
  const select = { concepts: ['Heart rate'] };

  it('counts all', () => {
    expect(runPlan(graph, { select, reduce: { op: 'count' } }).values[0]?.value).toBe(count);
  });

  it('finds the last', () => {
    const { values, basis } = runPlan(graph, { select, reduce: { op: 'last' } });
    expect([values[0]?.value, basis.keys]).toEqual([rates[count - 1], [key(count - 1)]]);
  });

  it('finds the lowest, and every time it was so', () => {
    const lowest = Math.min(...rates);
    const at = rates.flatMap((rate, place) => (rate === lowest ? [place] : []));
    const result = runPlan(graph, { select, reduce: { op: 'min' } });
    expect(result.ties).toEqual(at.map(key));
    expect(result.values.every(({ value }) => value === lowest)).toBe(true);
    const when = runPlan(graph, { select, reduce: { op: 'min' }, project: 'time' });
    expect(when.values.map(({ value }) => value)).toEqual(
      at.map((place) => local(place).replace('T', ' ').slice(0, 16)),
    );
  });

  it('averages by written day', () => {
    const byDay = new Map<string, number[]>();
    for (const [at, rate] of rates.entries()) {
      const day = local(at).slice(0, 10);
      byDay.set(day, [...(byDay.get(day) ?? []), rate]);
    }
    const { groups } = runPlan(graph, { select, reduce: { op: 'mean' }, groupBy: 'day' });
    expect(groups.map(({ group, n }) => [group, n])).toEqual([...byDay].map(([day, of]) => [day, of.length]));
    for (const { group, values } of groups) {
      const of = byDay.get(group) ?? [];
      expect(values[0]?.value).toBeCloseTo(of.reduce((a, b) => a + b, 0) / of.length, 9);
    }
  });
});

function heartRate(at: number, value: number): FhirResource {
  return {
    resourceType: 'Observation',
    id: `h${String(at).padStart(5, '0')}`,
    status: 'final',
    subject: { reference: 'Patient/p' },
    code: { coding: [{ system: 'http://loinc.org', code: '8867-4', display: 'Heart rate' }] },
    effectiveDateTime: `${local(at)}${offsetHours(at) === 5 ? '-05:00' : '-04:00'}`,
    valueQuantity: { value, unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' },
  };
}

function key(at: number): string {
  return `Observation/h${String(at).padStart(5, '0')}`;
}

function local(at: number): string {
  return new Date(startMs + at * 60_000 - offsetHours(at) * 3_600_000).toISOString().slice(0, 19);
}

/** Summer time from 12 March 2141, 7:00 UTC. */
function offsetHours(at: number): number {
  return startMs + at * 60_000 < Date.UTC(2141, 2, 12, 7) ? 5 : 4;
}

/** The same order each time, by a small generator of its own. */
function shuffle<T>(items: readonly T[]): readonly T[] {
  const list = [...items];
  let state = 1;
  for (let at = list.length - 1; at > 0; at--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (at + 1);
    [list[at], list[other]] = [list[other] as T, list[at] as T];
  }
  return list;
}
