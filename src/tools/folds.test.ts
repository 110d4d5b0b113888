// Every tool takes the handle of a fold for its members.
import { describe, expect, it } from 'vitest';
import { graphOf } from '../../test/support/graph-of.ts';
import type { FhirResource } from '../fhir/resource.ts';
import type { ToolResult } from './graph-tool.ts';
import { createGraphTools } from './graph-tools.ts';

const pulse = (id: string, hour: number, value: number): FhirResource => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '8867-4', display: 'Heart rate' }] },
  effectiveDateTime: `2141-03-12T${hour}:00:00Z`,
  valueQuantity: { value, unit: '/min' },
  encounter: { reference: 'Encounter/v' },
});
const stay: FhirResource = {
  resourceType: 'Encounter',
  id: 'v',
  status: 'finished',
  period: { start: '2141-03-12T07:00:00Z', end: '2141-03-14T12:00:00Z' },
};
const graph = graphOf([stay, pulse('a', 10, 88), pulse('b', 11, 131), pulse('c', 12, 102)]);
const tools = new Map(createGraphTools(graph).map((tool) => [tool.name, tool]));
const members = ['Observation/a', 'Observation/b', 'Observation/c'];

async function call(name: string, args: unknown): Promise<ToolResult> {
  const result = await tools.get(name)?.call(args);
  if (!result) throw new Error(`no tool ${name}`);
  return result;
}

function keysOf(result: ToolResult): string[] {
  return result.ok ? result.items.map(({ key }) => key) : [];
}

describe('a fold handle', () => {
  it('shows its members whole', async () => {
    expect(keysOf(await call('inspect_node', { ids: ['o1~o3'] }))).toEqual(members);
  });

  it('links to its members', async () => {
    expect(keysOf(await call('follow_links', { id: 'o1~o3' }))).toEqual(members);
  });

  it.each(['count', 'min', 'max', 'mean', 'first', 'last'])('gives the same %s as its members', async (op) => {
    const folded = await call('aggregate', { op, ids: ['o1~o3'] });
    const single = await call('aggregate', { op, ids: ['o1', 'o2', 'o3'] });
    expect(folded.ok).toBe(true);
    expect(folded).toEqual(single);
  });

  it('is refused when the record has no such series', async () => {
    expect((await call('inspect_node', { ids: ['o1~o2'] })).ok).toBe(false);
  });
});
