// Every tool, used by clients with every known limit, on the example and on the largest public records: right values, right
// totals, and all of it by following `next`.
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMcpServer } from '../../src/mcp/create-mcp-server.ts';
import { createRecordShelf, type RecordShelf } from '../../src/mcp/record-shelf.ts';
import { allPages, callAs, type LimitedClient, limitedClients } from '../support/limited-clients.ts';
import { loadGraph } from '../support/load-graph.ts';
import { connectInMemory } from '../support/mcp-client.ts';
import { keyOf, type RawResource, rawResources } from '../support/raw-record.ts';
import { hasSharedData, sharedPath } from '../support/shared-data.ts';
import { smallGraph } from '../support/small-graph.ts';

/** A record, with what to ask of it; the right answers are read from the file by the test itself. */
interface Subject {
  readonly name: string;
  readonly path: string;
  /** A type with many dated resources, and the element that dates them. */
  readonly type: string;
  readonly timeOf: string;
  /** Its resources are orders of drugs: a question lists them. */
  readonly listQuestion?: string;
  /** Words that many resources hold. */
  readonly query: string;
}

const example: Subject = {
  name: 'the example',
  path: join(import.meta.dirname, '..', '..', 'examples', 'record.json.gz'),
  type: 'Observation',
  timeOf: 'effectiveDateTime',
  query: 'creatinine',
};
const largest: readonly Subject[] = [
  {
    name: 'the largest MIMIC record',
    path: sharedPath('mimic-demo', '10014354.ndjson.gz'),
    type: 'MedicationRequest',
    timeOf: 'authoredOn',
    listQuestion: 'What medications were prescribed?',
    query: 'heparin',
  },
  {
    name: 'the largest Synthea record',
    path: sharedPath('synthea-r4', 'Evelyn_McCullough_b3e8d121-f742-438c-92e3-02135e4543d5.json.gz'),
    type: 'Observation',
    timeOf: 'effectiveDateTime',
    query: 'pressure',
  },
];

for (const subject of [example, ...(hasSharedData() ? largest : [])]) {
  describe(`on ${subject.name}`, () => {
    const raw = rawResources(subject.path);
    const patient = raw.find(({ resourceType }) => resourceType === 'Patient') as RawResource;
    const ofType = raw.filter(({ resourceType }) => resourceType === subject.type);
    let shelf: RecordShelf;

    beforeAll(async () => {
      const graph = await loadGraph(subject.path);
      shelf = createRecordShelf([
        { name: patient.id, label: 'Largest', load: async () => graph },
        { name: 'p', label: 'Small', load: async () => smallGraph() },
      ]);
    });

    describe.each(limitedClients)('a client $name', (limited) => {
      const record = { record: patient.id };
      let client: Client;
      const call = (name: string, args: object) => callAs(limited, client, name, { ...record, ...args });
      const pages = (name: string, args: object) => allPages(limited, client, name, { ...record, ...args });

      beforeAll(async () => {
        client = await connectInMemory(createMcpServer(shelf, { version: '0', results: limited.results }));
      });

      it('finds every tool under a name it can use', async () => {
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toEqual(everyTool);
        for (const { name } of tools) {
          const named = limited.nameOf?.('fhir-hopper', name) ?? name;
          expect(named.length, named).toBeLessThanOrEqual(limited.maxNameLength ?? 64);
        }
      });

      it('list_patients and open_record: who is served, and what the record holds', async () => {
        const listed = await callAs(limited, client, 'list_patients', { text: 'large' });
        expect(listed.text).toContain(patient.id);
        expect(listed).toMatchObject({ shown: 1, total: 1, complete: true });
        const opened = await call('open_record', {});
        expect(opened.text).toMatch(countIn(subject.type, ofType.length, limited));
        const encounters = raw.filter(({ resourceType }) => resourceType === 'Encounter').length;
        expect(opened.text).toMatch(countIn('Encounter', encounters, limited));
      });

      it('linearize: one page within its budget, and how much of the record it is', async () => {
        const page = await call('linearize', { question: subject.query, budget: 3000 });
        expect(page.text).toContain('[GAP ');
        expect(page.text.toLowerCase()).toContain(subject.query);
        expect(page.complete).toBe(false);
        expect(page.total).toBeGreaterThanOrEqual(raw.length);
        expect(page.shown).toBeGreaterThan(10);
      });

      it('filter_time: each dated resource of a type once, in pages', async () => {
        const dated = ofType.filter((resource) => typeof resource[subject.timeOf] === 'string');
        const found = await pages('filter_time', { type: subject.type, limit: 200 });
        const names = found.flatMap((page) => page.names);
        expect(found.every(({ total }) => total === dated.length)).toBe(true);
        expect(names.length).toBe(dated.length);
        expect(new Set(names).size).toBe(dated.length);
        expect(found.reduce((sum, { shown }) => sum + shown, 0)).toBe(dated.length);
        if (limited.results === 'structured') expect(new Set(names)).toEqual(new Set(dated.map(keyOf)));
      });

      it('search_graph: hits that hold the words, in pages', async () => {
        const found = await pages('search_graph', { query: subject.query, type: subject.type, limit: 50 });
        const names = found.flatMap((page) => page.names);
        const total = found[0]?.total ?? 0;
        const holding = ofType.filter((resource) => JSON.stringify(resource).toLowerCase().includes(subject.query));
        expect(total).toBeGreaterThanOrEqual(holding.length);
        expect(names.length).toBe(total);
        expect(new Set(names).size).toBe(total);
      });

      it('follow_links: all that refers to the patient, in pages', async () => {
        const found = await pages('follow_links', {
          id: keyOf(patient),
          direction: 'in',
          type: subject.type,
          limit: 200,
        });
        const names = found.flatMap((page) => page.names);
        const references = JSON.stringify(ofType).split(
          new RegExp(`"reference":"(?:Patient/|urn:uuid:)${patient.id}"`),
        );
        expect(found[0]?.total).toBe(references.length - 1);
        expect(names.length).toBe(references.length - 1);
        expect(new Set(names).size).toBe(ofType.length);
      });

      it('inspect_node: several resources whole, in pages', async () => {
        const wanted = ofType.slice(0, 50).map(keyOf);
        const found = await pages('inspect_node', { ids: wanted });
        const text = found.map((page) => page.text).join('\n');
        expect(wanted.filter((key) => !text.includes(key))).toEqual([]);
        expect(found[0]?.total).toBe(wanted.length);
      });

      it('aggregate: a count over all of a type', async () => {
        const counted = await call('aggregate', { op: 'count', type: subject.type });
        const standing = ofType.filter(({ status }) => status !== 'entered-in-error').length;
        expect(counted.text).toContain(`count ${subject.type}: ${standing}.`);
        expect(counted).toMatchObject({ total: standing, complete: true });
      });

      it('calculate: an age, a conversion', async () => {
        const born = String(patient.birthDate);
        const birthday = `${Number(born.slice(0, 4)) + 30}${born.slice(4)}`;
        expect((await call('calculate', { op: 'age', to: birthday })).text).toMatch(/\b30\b.*years/);
        const glucose = { op: 'convert', value: 90, unit: 'mg/dL', to_unit: 'mmol/L', analyte: 'glucose' };
        expect((await call('calculate', glucose)).text).toMatch(/ = (4\.99|5)/);
      });

      it('ask_offline: a value with its source, and a long list in pages', async () => {
        const answer = await call('ask_offline', { question: 'When was the patient born?' });
        expect(answer.text).toContain(String(patient.birthDate));
        expect(answer.text).toContain(keyOf(patient));
        if (subject.listQuestion === undefined) return;
        const list = await pages('ask_offline', { question: subject.listQuestion });
        const text = list.map((page) => page.text).join('\n');
        expect(list[0]?.total).toBe(ofType.length);
        expect(ofType.map(keyOf).filter((key) => !text.includes(key))).toEqual([]);
      });

      it('verify_claims: what the sources bear out and what not', async () => {
        const cites = [keyOf(patient)];
        const other = `1${String(patient.birthDate).slice(1, 3)}1-01-01`;
        const claims = [
          { value: String(patient.birthDate), cites },
          { value: other, cites },
        ];
        const checked = await call('verify_claims', { claims });
        expect(checked.text).toContain('1 of 2 supported');
        expect(checked).toMatchObject({ shown: 2, total: 2, complete: true });
      });

      it('is told what would work when a call is wrong', async () => {
        const wrong = await call('inspect_node', { ids: [`${keyOf(patient)}x`] });
        expect(wrong.isError).toBe(true);
        expect(wrong.text).toContain(keyOf(patient));
        const unknown = await callAs(limited, client, 'search_graph', { record: 'nobody', query: 'x' });
        expect(unknown.isError).toBe(true);
        expect(unknown.text).toContain(patient.id);
      });
    });
  });
}

function countIn(type: string, count: number, { results }: LimitedClient): RegExp {
  return results === 'text'
    ? new RegExp(`^${type}: ${count}$`, 'm')
    : new RegExp(`"type":"${type}","value":${count}\\b`);
}

const everyTool = [
  'list_patients',
  'open_record',
  'linearize',
  'ask_offline',
  'verify_claims',
  'inspect_node',
  'search_graph',
  'follow_links',
  'filter_time',
  'aggregate',
  'calculate',
];
