import { describe, expect, it } from 'vitest';
import { callText, connectInMemory, contentOf } from '../../test/support/mcp-client.ts';
import { smallGraph } from '../../test/support/small-graph.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { readCall } from './read-call.ts';
import { createRecordShelf, type ShelfEntry } from './record-shelf.ts';

const entry = (name: string, label = ''): ShelfEntry => ({ name, label, load: async () => smallGraph() });

describe('readCall', () => {
  it.each([
    [{ query: 'x' }, { query: 'x' }],
    [undefined, {}],
    ['{"query":"x"}', { query: 'x' }],
    [JSON.stringify('{"query":"x"}'), { query: 'x' }],
    [{ arguments: { query: 'x' } }, { query: 'x' }],
    [{ input: '{"query":"x"}' }, { query: 'x' }],
    [{ record: 'p', params: '{"query":"x"}' }, { query: 'x' }],
    ['potassium', 'potassium'],
    [{ arguments: ['o1'] }, ['o1']],
  ])('reads the arguments of %j', (given, args) => {
    expect(readCall(given).args).toEqual(args);
  });

  it.each([
    ['p', 'p'],
    [10014354, '10014354'],
    [['p'], 'p'],
    ['"p"', 'p'],
    ['["p"]', 'p'],
    ['  ', undefined],
    [null, undefined],
  ])('reads the record %j', (given, record) => {
    expect(readCall({ record: given }).record).toBe(record);
  });

  it('says what it mended, and refuses what is too large to be meant', () => {
    expect(readCall({ record: 7, input: '{"query":"x"}' }).notes).toEqual([
      'the arguments were taken out of "input"',
      'the arguments were read from JSON in a string',
      '"record" was read as "7"',
    ]);
    expect(() => readCall({ query: 'x'.repeat(2_000_000) })).toThrow('at most 1,000,000 characters, found 2,000,012');
    expect(() => readCall({ query: 'x'.repeat(20_000) })).toThrow('texts of at most 10,000 characters, found 20,000');
    expect(() => readCall(`{"ids":${JSON.stringify(JSON.stringify(['x'.repeat(20_000)]))}}`)).toThrow('10,000');
    const many = Array.from({ length: 5000 }, (_, at) => `o${at}`);
    expect(readCall({ claims: JSON.stringify([{ value: '1', cites: many }]) }).notes).toEqual([]);
  });
});

describe('a call in another shape', () => {
  it.each([
    ['JSON text', '{"query":"potassium"}'],
    ['a bare string', 'potassium'],
    ['a wrapped object', { arguments: { query: 'potassium' } }],
  ])('is answered when its arguments are %s', async (_, given) => {
    const client = await connectInMemory(createMcpServer(createRecordShelf([entry('p')]), { version: '0' }));
    const text = await callText(client, 'search_graph', given as Record<string, unknown>);
    expect(text).toContain('4.1');
    expect(text).toMatch(/^Note: /);
  });

  it('is answered when it has null for arguments', async () => {
    const shelf = createRecordShelf([entry('p'), entry('q')]);
    const client = await connectInMemory(createMcpServer(shelf, { version: '0' }));
    expect(await callText(client, 'list_patients', null as unknown as Record<string, unknown>)).toContain('"total":2');
  });

  it('means a record by its name in any case, with its type, or by its label', async () => {
    const shelf = createRecordShelf([entry('Abc', 'Ann Lee'), entry('q', 'Bo Lee'), entry('r', 'Bo Lee')]);
    const open = async (record: string) => {
      const client = await connectInMemory(createMcpServer(shelf, { version: '0' }));
      return client.callTool({ name: 'open_record', arguments: { record } });
    };
    expect(contentOf(await open('Patient/Abc'))).toMatch(/^Record Abc: /);
    for (const record of ['abc', 'patient/ABC', 'ann lee']) {
      expect(contentOf(await open(record))).toMatch(/^Note: "record" was read as "Abc"\.\nRecord Abc: /);
    }
    expect(contentOf(await open('Bo Lee'))).toContain('No record with that name is served here.');
    expect(contentOf(await open('Abd'))).toContain('Did you mean "Abc"?');
  });
});
