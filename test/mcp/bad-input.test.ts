// What broken, careless and vanishing clients send, over both transports: no crash, a clear error, nothing of one session in
// another, and the next client is served.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/http/create-app.ts';
import { createMcpSessions } from '../../src/http/mcp-sessions.ts';
import { createMcpServer } from '../../src/mcp/create-mcp-server.ts';
import { createRecordShelf } from '../../src/mcp/record-shelf.ts';
import { callText, connectOverStdio, contentOf } from '../support/mcp-client.ts';
import { cliPath } from '../support/run-cli.ts';
import { graphOf, smallGraph } from '../support/small-graph.ts';

const example = join(import.meta.dirname, '..', '..', 'examples', 'record.json.gz');
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '0' } },
};
const search = (id: number, query: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'search_graph', arguments: { query } },
});

describe('over stdio', () => {
  let cli: string;
  beforeAll(async () => {
    cli = await cliPath();
  });

  /** The command as a process, its answers by line. */
  function start(): {
    process: ChildProcessWithoutNullStreams;
    send: (line: unknown) => void;
    answer: (id: unknown) => Promise<Answer>;
  } {
    const process_ = spawn(process.execPath, [cli, 'mcp', example]);
    const answers: Answer[] = [];
    let rest = '';
    process_.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) answers.push(JSON.parse(line) as Answer);
      process_.emit('answer');
    });
    return {
      process: process_,
      send: (line) => process_.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`),
      async answer(id) {
        for (;;) {
          const found = answers.find((each) => each.id === id);
          if (found !== undefined) return found;
          await once(process_, 'answer');
        }
      },
    };
  }

  it('answers broken JSON, other JSON and an unknown method, and goes on', async () => {
    const { process: child, send, answer } = start();
    send('{"jsonrpc":');
    expect(await answer(null)).toMatchObject({
      error: { code: -32700, message: expect.stringContaining('broken JSON') },
    });
    send({ id: 7, method: 3 });
    expect(await answer(7)).toMatchObject({ error: { code: -32600 } });
    send('');
    send(initialize);
    await answer(1);
    send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    send({ jsonrpc: '2.0', id: 8, method: 'tools/fly' });
    expect(await answer(8)).toMatchObject({ error: { code: -32601 } });
    send({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'no_such_tool' } });
    expect(await answer(9)).toMatchObject({ error: { message: expect.stringContaining('no_such_tool') } });
    send(search(10, 'creatinine'));
    expect(JSON.stringify(await answer(10))).toContain('Creatinine');
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('refuses an argument of 10 MB in one line and goes on; a message of 40 MB too', async () => {
    const { process: child, send, answer } = start();
    send(initialize);
    await answer(1);
    send(search(2, 'x'.repeat(10 * 1024 * 1024)));
    const refused = JSON.stringify(await answer(2));
    expect(refused).toContain('at most 1,000,000 characters, found 10,485,7');
    expect(refused.length).toBeLessThan(500);
    send(search(3, 'x'.repeat(40 * 1024 * 1024)));
    expect(await answer(null)).toMatchObject({ error: { message: expect.stringContaining('at most 33554432 bytes') } });
    send(search(4, 'creatinine'));
    expect(JSON.stringify(await answer(4))).toContain('Creatinine');
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('ends quietly when its client goes away: before the greeting, in a call, with its pipes torn', async () => {
    const before = start();
    before.process.stdin.end();
    expect(await once(before.process, 'close')).toEqual([0, null]);

    const amid = start();
    amid.send(initialize);
    await amid.answer(1);
    for (let id = 2; id < 20; id++) amid.send(search(id, `creatinine ${id}`));
    amid.process.stdin.end();
    expect(await once(amid.process, 'close')).toEqual([0, null]);

    const torn = start();
    let said = '';
    torn.process.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    torn.send(initialize);
    await torn.answer(1);
    for (let id = 2; id < 20; id++) torn.send(search(id, `creatinine ${id}`));
    torn.process.stdout.destroy();
    torn.process.stdin.destroy();
    expect(await once(torn.process, 'close')).toEqual([0, null]);
    expect(said).not.toMatch(/Error|at .*:\d+:\d+/);
  });

  it('serves two processes on one record, each closed at any moment', async () => {
    const [one, other] = await Promise.all([0, 1].map(() => connectOverStdio([cli, 'mcp', example])));
    const calls = [one, other].map((client) => callText(client!, 'search_graph', { query: 'creatinine' }));
    expect((await Promise.all(calls)).every((text) => text.includes('Creatinine'))).toBe(true);
    await Promise.all([one!.close(), other!.close()]);
  });
});

interface Answer {
  readonly id: unknown;
  readonly [field: string]: unknown;
}

describe('over HTTP', () => {
  const other = () => graphOf([{ resourceType: 'Patient', id: 'q', gender: 'male' }]);
  const shelf = createRecordShelf([
    { name: 'p', label: '', load: async () => smallGraph() },
    { name: 'q', label: '', load: async () => other() },
  ]);
  const sessions = createMcpSessions(() => createMcpServer(shelf, { version: '0' }));
  const app = createApp({ sessions, records: 2, hostNames: ['127.0.0.1'] });
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  let url: URL;

  beforeAll(async () => {
    if (!server.listening) await once(server, 'listening');
    const address = server.address();
    url = new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/mcp`);
  });
  afterAll(async () => {
    await sessions.close();
    server.close();
  });

  async function connect(): Promise<Client> {
    const client = new Client({ name: 'test', version: '0' });
    await client.connect(new StreamableHTTPClientTransport(url));
    return client;
  }

  const isServed = async (): Promise<boolean> => {
    const client = await connect();
    const text = await callText(client, 'search_graph', { record: 'p', query: 'potassium' });
    await client.close();
    return text.includes('4.1');
  };

  const post = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    });

  it('refuses broken JSON, other JSON, and what is too large', async () => {
    const broken = await post('{"jsonrpc":');
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({
      error: { code: -32700, message: expect.stringContaining('broken JSON') },
    });
    expect((await post('{"method":3}')).status).toBe(400);
    expect((await post('[]')).status).toBe(400);
    const large = await post(JSON.stringify(search(2, 'x'.repeat(10 * 1024 * 1024))));
    expect(large.status).toBe(413);
    expect(JSON.stringify(await large.json()).length).toBeLessThan(300);
    expect(await isServed()).toBe(true);
  });

  it('tells an unknown or ended session to start anew', async () => {
    const unknown = await post(JSON.stringify(search(2, 'x')), { 'mcp-session-id': 'nobody' });
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ error: { message: expect.stringContaining('send initialize') } });
    const opened = await post(JSON.stringify(initialize));
    const id = opened.headers.get('mcp-session-id') ?? '';
    await opened.body?.cancel();
    expect((await fetch(url, { method: 'DELETE', headers: { 'mcp-session-id': id } })).status).toBe(200);
    expect((await post(JSON.stringify(search(3, 'x')), { 'mcp-session-id': id })).status).toBe(404);
  });

  it('refuses a cursor of another query, another tool and another record', async () => {
    const client = await connect();
    const page = await callText(client, 'filter_time', { record: 'p', limit: 2 });
    const next = /"next":"([^"]+)"/.exec(page)?.[1] ?? '';
    expect(next).not.toBe('');
    const calls = [
      ['filter_time', { record: 'p', limit: 2, type: 'Observation', cursor: next }],
      ['filter_time', { record: 'q', limit: 2, cursor: next }],
      ['search_graph', { record: 'p', query: 'potassium', cursor: next }],
      ['ask_offline', { record: 'p', question: 'latest potassium', cursor: next }],
      ['list_patients', { cursor: next }],
      ['list_patients', { cursor: '1' }],
      ['filter_time', { record: 'p', limit: 2, cursor: 'what?' }],
    ] as const;
    for (const [name, args] of calls) {
      const refused = await client.callTool({ name, arguments: args });
      expect(refused.isError, name).toBe(true);
      expect(contentOf(refused)).toMatch(/cursor/);
    }
    expect(await callText(client, 'filter_time', { record: 'p', limit: 2, cursor: next })).toContain('"shown":2');
    await client.close();
  });

  it("gives nothing of another patient's", async () => {
    const client = await connect();
    for (const [name, args] of [
      ['inspect_node', { ids: ['Observation/k3'] }],
      ['follow_links', { id: 'Encounter/v' }],
      ['verify_claims', { claims: [{ value: 4.1, unit: 'mmol/L', cites: ['Observation/k3'] }] }],
      ['search_graph', { query: 'potassium' }],
      ['aggregate', { op: 'last', text: 'potassium' }],
      ['ask_offline', { question: 'What was the last potassium?' }],
      ['linearize', { question: 'potassium' }],
    ] as const) {
      const result = await client.callTool({ name, arguments: { record: 'q', ...args } });
      expect(contentOf(result), name).not.toMatch(/5\.2|3\.4|2141-03-1[0-4]/);
      expect(contentOf(result).match(/✓/), name).toBeNull();
    }
    const uri = 'fhir-hopper://q/node/Observation/k3';
    await expect(client.readResource({ uri })).rejects.toThrow(/not found/i);
    await client.close();
  });

  it('survives clients that tear their connection in a call, and two that close at once', async () => {
    const opened = await post(JSON.stringify(initialize));
    const id = opened.headers.get('mcp-session-id') ?? '';
    await opened.body?.cancel();
    for (let at = 0; at < 10; at++) {
      const torn = request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-session-id': id,
        },
      });
      torn.on('error', () => undefined);
      const body = JSON.stringify(search(100 + at, `potassium ${at}`));
      // Half of them go away before their message is whole, half before its answer.
      torn.write(at % 2 === 0 ? body.slice(0, 40) : body);
      if (at % 2 === 1) torn.end();
      await new Promise((resolve) => setTimeout(resolve, 5));
      torn.destroy();
    }
    expect(await isServed()).toBe(true);

    const clients = await Promise.all([connect(), connect()]);
    const held = sessions.size;
    const running = clients.map((client) =>
      client.callTool({ name: 'search_graph', arguments: { record: 'p', query: 'x' } }),
    );
    const ended = clients.flatMap((client) => {
      const transport = client.transport as StreamableHTTPClientTransport;
      return [transport.terminateSession(), transport.terminateSession().catch(() => undefined)];
    });
    await Promise.allSettled([...running, ...ended]);
    expect(sessions.size).toBe(held - 2);
    await Promise.all(clients.map((client) => client.close()));
    expect(await isServed()).toBe(true);
  });

  it('keeps what one session asked from another', async () => {
    const [one, two] = await Promise.all([connect(), connect()]);
    const ask = (client: Client) => callText(client, 'search_graph', { record: 'p', query: 'heparin' });
    expect(await ask(one!)).toContain('Heparin');
    expect(await ask(two!)).not.toContain('Same call');
    expect(await ask(one!)).toContain('Same call as call 1');
    await Promise.all([one!.close(), two!.close()]);
  });

  it('serves clients of the 2026 protocol, which has no sessions, by the same rules', async () => {
    const client = new Client({ name: 'test', version: '0' }, { versionNegotiation: { mode: 'auto' } });
    const held = sessions.size;
    await client.connect(new StreamableHTTPClientTransport(url));
    const given = '{"record":"p","query":"potassium"}' as unknown as Record<string, unknown>;
    expect(await callText(client, 'search_graph', given)).toContain('4.1');
    expect(sessions.size).toBe(held);
    await client.close();
  });
});
