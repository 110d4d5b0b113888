import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { callText, connectInMemory, contentOf } from '../../test/support/mcp-client.ts';
import { graphOf, smallGraph } from '../../test/support/small-graph.ts';
import { countTokens } from '../linearization/token-counter.ts';
import { createMcpServer } from './create-mcp-server.ts';
import type { ResultMode } from './mcp-result.ts';
import { createRecordShelf, type ShelfEntry } from './record-shelf.ts';

const other = () =>
  graphOf([
    { resourceType: 'Patient', id: 'q', gender: 'male' },
    {
      resourceType: 'Condition',
      id: 'c',
      subject: { reference: 'Patient/q' },
      code: { text: 'Asthma' },
      recordedDate: '2020-02-02',
    },
  ]);
const one: readonly ShelfEntry[] = [{ name: 'p', label: '', load: async () => smallGraph() }];
const two: readonly ShelfEntry[] = [...one, { name: 'q', label: 'Q Person', load: async () => other() }];

function connect(entries: readonly ShelfEntry[], results: ResultMode = 'text'): Promise<Client> {
  return connectInMemory(createMcpServer(createRecordShelf(entries), { version: '0', results }));
}

describe('the MCP server', () => {
  it('lists at most twelve read-only tools with short names, all schemas under 2,000 tokens', async () => {
    const { tools } = await (await connect(two)).listTools();
    expect(tools.length).toBeLessThanOrEqual(12);
    expect(tools.every(({ name }) => name.length <= 24)).toBe(true);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    const text = JSON.stringify(
      tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    );
    const tokens = countTokens(text);
    expect(tokens, `${tools.length} tools take ${tokens} tokens`).toBeLessThan(2000);
  });

  it('answers a question by rules, with citations', async () => {
    const text = await callText(await connect(one), 'ask_offline', { question: 'What was the last potassium?' });
    expect(text).toContain('4.1');
    expect(text).toContain('Observation/k3');
  });

  it('refuses what rules can not answer and names other ways, and says what is not recorded as an answer', async () => {
    const client = await connect(one);
    const refused = await client.callTool({
      name: 'ask_offline',
      arguments: { question: 'Should she take ibuprofen?' },
    });
    expect(refused.isError).toBe(true);
    expect(contentOf(refused)).toContain('search_graph');
    const absent = await client.callTool({
      name: 'ask_offline',
      arguments: { question: 'What was the last glucose?' },
    });
    expect(absent.isError).not.toBe(true);
    expect(contentOf(absent)).toMatch(/not recorded|no /i);
  });

  it('checks claims against the record', async () => {
    const claims = [
      { value: 4.1, unit: 'mmol/L', cites: ['Observation/k3'] },
      { value: 4.7, unit: 'mmol/L', cites: ['Observation/k3'] },
      { value: 'anything', cites: ['Observation/nowhere'] },
    ];
    const [head, ...lines] = (await callText(await connect(one), 'verify_claims', { claims })).split('\n');
    expect(head).toBe('1 of 3 supported by what they cite.');
    expect(lines.slice(0, 3).map((line) => line[0])).toEqual(['✓', '✗', '✗']);
    const uncited = { claims: [...claims, { value: 4.1 }] };
    expect(await callText(await connect(one), 'verify_claims', uncited)).toContain('"claims.3.cites" is missing');
  });

  it('sends the whole as text alone, or as data with one line of text', async () => {
    const args = { query: 'potassium' };
    const asText = await (await connect(one)).callTool({ name: 'search_graph', arguments: args });
    const asData = await (await connect(one, 'structured')).callTool({ name: 'search_graph', arguments: args });
    expect(asText.structuredContent).toBeUndefined();
    expect(JSON.stringify(asText.content)).toContain('4.1');
    expect(JSON.stringify(asText.content)).toContain('{\\"shown\\":4,\\"total\\":4,\\"complete\\":true}');
    expect(asData.structuredContent).toMatchObject({ shown: 4, total: 4, complete: true });
    expect(JSON.stringify(asData.structuredContent)).toContain('4.1');
    expect(JSON.stringify(asData.content)).not.toContain('4.1');
  });

  it('answers the second identical call by a pointer and the third in full', async () => {
    const client = await connect(one);
    const first = await callText(client, 'search_graph', { query: 'potassium', limit: 5 });
    const second = await callText(client, 'search_graph', { limit: 5, query: 'potassium' });
    const third = await callText(client, 'search_graph', { query: 'potassium', limit: 5 });
    expect(second).toMatch(/^Same call as call 1/);
    expect(third).toBe(first);
  });

  it('repairs a list that arrives as a string and names what would work for a wrong id', async () => {
    const client = await connect(one);
    expect(await callText(client, 'inspect_node', { ids: '["Observation/k3"]' })).toContain('4.1');
    const wrong = await client.callTool({ name: 'inspect_node', arguments: { ids: ['Observation/k33'] } });
    expect(wrong.isError).toBe(true);
    expect(JSON.stringify(wrong.content)).toContain('Observation/k3');
  });

  it('repeats no more of a wrong argument than helps', async () => {
    const client = await connect(one);
    const refused = await client.callTool({ name: 'filter_time', arguments: { episode: 'é'.repeat(9_900) } });
    expect(refused.isError).toBe(true);
    expect(contentOf(refused).length).toBeLessThan(4_100);
  });

  it('keeps records apart', async () => {
    const client = await connect(two);
    expect(await callText(client, 'list_patients', {})).toBe('p\nq  Q Person\n{"shown":2,"total":2,"complete":true}');
    expect(await callText(client, 'search_graph', { record: 'q', query: 'potassium' })).not.toContain('k3');
    expect(await callText(client, 'search_graph', { record: 'p', query: 'potassium' })).toContain(
      '{"record":"p","shown":4,',
    );
    const foreign = await client.callTool({
      name: 'inspect_node',
      arguments: { record: 'q', ids: ['Observation/k3'] },
    });
    expect(foreign.isError).toBe(true);
    const unnamed = await client.callTool({ name: 'search_graph', arguments: { query: 'potassium' } });
    expect(JSON.stringify(unnamed.content)).toContain('Expected `record`');
    const unknown = await client.callTool({ name: 'search_graph', arguments: { record: 'z', query: 'potassium' } });
    expect(JSON.stringify(unknown.content)).toContain('Served: p, q');
  });

  it('offers the page, the timeline and each node as resources, with completion', async () => {
    const client = await connect(two);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('fhir-hopper://p/timeline.svg');
    const page = await client.readResource({ uri: 'fhir-hopper://p/page' });
    expect(JSON.stringify(page.contents)).toContain('Potassium');
    const node = await client.readResource({ uri: 'fhir-hopper://p/node/Observation/k3' });
    expect(JSON.stringify(node.contents)).toContain('valueQuantity');
    await expect(client.readResource({ uri: 'fhir-hopper://z/page' })).rejects.toThrow();
    const ref = { type: 'ref/resource' as const, uri: 'fhir-hopper://{record}/node/{type}/{id}' };
    const completed = await client.complete({
      ref,
      argument: { name: 'type', value: 'Obs' },
      context: { arguments: { record: 'p' } },
    });
    expect(completed.completion.values).toEqual(['Observation']);
  });

  it('offers four prompts that name the record', async () => {
    const client = await connect(two);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'summarise_record',
      'prepare_visit',
      'reconcile_medications',
      'trend_lab',
    ]);
    const prompt = await client.getPrompt({ name: 'trend_lab', arguments: { record: 'p', measurement: 'potassium' } });
    expect(JSON.stringify(prompt.messages)).toContain('potassium');
    expect(JSON.stringify(prompt.messages)).toContain('record=\\"p\\"');
  });
});
