import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { connectInMemory } from '../../test/support/mcp-client.ts';
import { graphOf, smallGraph } from '../../test/support/small-graph.ts';
import { countTokens } from '../linearization/token-counter.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { createRecordShelf, type ShelfEntry } from './record-shelf.ts';

const withContained = () =>
  graphOf([
    { resourceType: 'Patient', id: 'p' },
    {
      resourceType: 'MedicationRequest',
      id: 'm',
      subject: { reference: 'Patient/p' },
      medicationReference: { reference: '#drug' },
      contained: [{ resourceType: 'Medication', id: 'drug', code: { text: 'Aspirin' } }],
    },
    {
      resourceType: 'DocumentReference',
      id: 'd',
      subject: { reference: 'Patient/p' },
      content: [{ attachment: { contentType: 'text/plain', data: 'QUJD'.repeat(1000) } }],
    },
  ]);

function connect(entries: readonly ShelfEntry[]): Promise<Client> {
  return connectInMemory(createMcpServer(createRecordShelf(entries), { version: '0' }));
}

async function read(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  return content !== undefined && 'text' in content ? content.text : '';
}

describe('the resources', () => {
  it('has an address for every node, completed and read the same way, contained ones too', async () => {
    const client = await connect([{ name: 'p', label: '', load: async () => withContained() }]);
    const ref = { type: 'ref/resource' as const, uri: 'fhir-hopper://{record}/node/{type}/{id}' };
    const complete = async (name: string, value: string, args: Record<string, string>) =>
      (await client.complete({ ref, argument: { name, value }, context: { arguments: { record: 'p', ...args } } }))
        .completion.values;
    expect(await complete('type', 'med', {})).toEqual(['MedicationRequest']);
    expect(await complete('id', '', { type: 'MedicationRequest' })).toEqual(['m', 'm#drug']);
    for (const id of ['m#drug', 'm%23drug'])
      expect(await read(client, `fhir-hopper://p/node/MedicationRequest/${id}`)).toContain('Aspirin');
    expect(await complete('id', '', { type: 'MedicationRequest', record: 'nobody' })).toEqual([]);
  });

  it('leaves long base64 out of a resource and says so', async () => {
    const client = await connect([{ name: 'p', label: '', load: async () => withContained() }]);
    const text = await read(client, 'fhir-hopper://p/node/DocumentReference/d');
    expect(text).not.toContain('QUJDQUJD');
    expect(text).toContain('4000 characters of base64');
    expect(text).toContain('text/plain');
  });

  it('shows the latest of a timeline that is too long for a model, and says so', async () => {
    const visits = Array.from({ length: 1000 }, (_, at) => ({
      resourceType: 'Encounter',
      id: `v${at}`,
      status: 'finished',
      subject: { reference: 'Patient/p' },
      period: { start: `${1000 + at}-03-10T09:00:00Z`, end: `${1000 + at}-03-11T09:00:00Z` },
    }));
    const graph = graphOf([{ resourceType: 'Patient', id: 'p' }, ...visits]);
    const client = await connect([{ name: 'p', label: '', load: async () => graph }]);
    const text = await read(client, 'fhir-hopper://p/timeline');
    expect(countTokens(text)).toBeLessThanOrEqual(8000);
    expect(text).toMatch(/^\[… \d+ earlier lines left out/m);
    expect(text).toContain('1999-03-10');
    expect(text).not.toContain('1001-03-10');
  });

  it.each([
    'fhir-hopper://p/node/Observation/nowhere',
    'fhir-hopper://q/page',
    'fhir-hopper://p/no-such-view',
    'fhir-hopper://p/node/Observation/%E0%A4%A',
  ])('says that %s is not found', async (uri) => {
    const client = await connect([{ name: 'p', label: '', load: async () => smallGraph() }]);
    await expect(client.readResource({ uri })).rejects.toThrow(/not found/i);
  });

  it('lists and reads records of any name', async () => {
    const names = ['a b', 'ä/ö', '100%', 'x:y@z', 'A#1'];
    const client = await connect(names.map((name) => ({ name, label: '', load: async () => smallGraph() })));
    const { resources } = await client.listResources();
    expect(resources.length).toBe(3 * names.length);
    for (const { uri } of resources) expect((await read(client, uri)).length, uri).toBeGreaterThan(100);
  });

  it('lists no more of a thousand records than a client can read, and says how to get the rest', async () => {
    const load = async () => smallGraph();
    const client = await connect(
      Array.from({ length: 1000 }, (_, at) => ({ name: `patient-${at}`, label: `Person ${at}`, load })),
    );
    const listed = await client.listResources();
    expect(countTokens(JSON.stringify(listed))).toBeLessThan(8000);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates[0]?.description).toContain('950 more records by their names (list_patients)');
    const completed = await client.complete({
      ref: { type: 'ref/resource', uri: 'fhir-hopper://{record}/page' },
      argument: { name: 'record', value: 'PATIENT-99' },
    });
    expect(completed.completion).toMatchObject({ total: 11, values: expect.arrayContaining(['patient-999']) });
    expect(await read(client, 'fhir-hopper://patient-999/timeline')).toContain('2141-03-10');
  });
});
