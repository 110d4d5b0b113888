// Clients of the MCP server, over each way to reach it, and what their models would read of a result.
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { InMemoryTransport, type McpServer } from '@modelcontextprotocol/server';
import type { Hono } from 'hono';

export type ToolResult = Awaited<ReturnType<Client['callTool']>>;

export async function connectInMemory(server: McpServer, options?: ClientOptions): Promise<Client> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '0' }, options);
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  return client;
}

/** Over HTTP, without a socket: the app is called as the network would call it. */
export async function connectToApp(app: Hono, options?: ClientOptions): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' }, options);
  const fetch = async (url: URL | string, init?: RequestInit): Promise<Response> => {
    const headers = new Headers(init?.headers);
    headers.set('host', 'localhost');
    return app.request(String(url), { ...init, headers });
  };
  await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch }));
  return client;
}

/** To a command that it starts, as desktop clients do: `node cli.js mcp RECORD …`. */
export async function connectOverStdio(args: readonly string[], options?: ClientOptions): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' }, options);
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args], stderr: 'ignore' }));
  return client;
}

/** All the text of a result's `content`. */
export function contentOf({ content }: ToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** Calls a tool and gives the text of its `content`. */
export async function callText(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  return contentOf(await client.callTool({ name, arguments: args }));
}
