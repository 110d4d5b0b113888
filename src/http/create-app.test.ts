import type { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { connectToApp } from '../../test/support/mcp-client.ts';
import { smallGraph } from '../../test/support/small-graph.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import { createRecordShelf } from '../mcp/record-shelf.ts';
import { createApp } from './create-app.ts';
import { createMcpSessions, type McpSessions } from './mcp-sessions.ts';

function start(options: { readonly maxSessions?: number } = {}): {
  readonly app: Hono;
  readonly sessions: McpSessions;
} {
  const shelf = createRecordShelf([{ name: 'p', label: '', load: async () => smallGraph() }]);
  const sessions = createMcpSessions(() => createMcpServer(shelf, { version: '0' }), options);
  return { sessions, app: createApp({ sessions, records: 1, hostNames: ['localhost'] }) };
}

const post = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers: {
    host: 'localhost',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  },
});

describe('the HTTP server', () => {
  it('serves MCP sessions that do not see each other', async () => {
    const { app, sessions } = start();
    const clients = await Promise.all([connectToApp(app), connectToApp(app)]);
    for (const client of clients) {
      const { content } = await client.callTool({ name: 'search_graph', arguments: { query: 'potassium' } });
      expect(JSON.stringify(content)).toContain('4.1');
      expect(JSON.stringify(content)).not.toContain('Same call');
    }
    expect(sessions.size).toBe(2);
    const health = await app.request('http://localhost/health', { headers: { host: 'localhost' } });
    expect(await health.json()).toEqual({ ok: true, records: 1, sessions: 2 });
    await Promise.all(clients.map((client) => client.close()));
    await sessions.close();
    expect(sessions.size).toBe(0);
  });

  it('closes the longest idle session for a new one', async () => {
    const { app, sessions } = start({ maxSessions: 1 });
    const first = await connectToApp(app);
    await connectToApp(app);
    expect(sessions.size).toBe(1);
    await expect(first.listTools()).rejects.toThrow();
  });

  it('answers an unknown session, a malformed body and a body too large in one clear reply', async () => {
    const { app } = start();
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect((await app.request('http://localhost/mcp', post(list, { 'mcp-session-id': 'nobody' }))).status).toBe(404);
    expect((await app.request('http://localhost/mcp', post('{"jsonrpc":'))).status).toBe(400);
    expect((await app.request('http://localhost/mcp', post(`"${'x'.repeat(10_000_000)}"`))).status).toBe(413);
  });

  it('refuses a foreign host or origin, and unknown paths', async () => {
    const { app } = start();
    const ask = (headers: Record<string, string>) => app.request('http://localhost/health', { headers });
    expect((await ask({ host: 'evil.example' })).status).toBe(403);
    expect((await ask({ host: 'localhost', origin: 'https://evil.example' })).status).toBe(403);
    expect((await app.request('http://localhost/', { headers: { host: 'localhost' } })).status).toBe(404);
  });
});
