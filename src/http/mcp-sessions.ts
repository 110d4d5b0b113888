// MCP over Streamable HTTP: sessions for clients of the 2025 protocol, one request each for those of 2026.
import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  INVALID_REQUEST,
  isInitializeRequest,
  isLegacyRequest,
  type McpServer,
  PARSE_ERROR,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

export interface McpSessions {
  fetch(request: Request): Promise<Response>;
  /** Sessions open now. */
  readonly size: number;
  close(): Promise<void>;
}

export interface McpSessionsOptions {
  /** Sessions held at once; the longest idle one is closed for a new one. @default 200 */
  readonly maxSessions?: number;
  /** A session unused for this long may be closed. @default 1800000 (30 min) */
  readonly idleMs?: number;
  /** Wall clock in milliseconds. @default Date.now */
  readonly clockMs?: () => number;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: McpServer;
  lastUsedMs: number;
}

/** Serve MCP to many clients from one factory. No session sees another's state: each has a server of its own. */
export function createMcpSessions(
  factory: () => McpServer | Promise<McpServer>,
  options: McpSessionsOptions = {},
): McpSessions {
  const { maxSessions = DEFAULT_MAX_SESSIONS, idleMs = DEFAULT_IDLE_MS, clockMs = Date.now } = options;
  // In order of last use: a session is put at the end each time it is used.
  const sessions = new Map<string, Session>();
  const modern = createMcpHandler(factory, { legacy: 'reject', maxRequestBodySize: MAX_BODY_BYTES });

  const end = async (id: string): Promise<void> => {
    const session = sessions.get(id);
    if (session === undefined) return;
    sessions.delete(id);
    await session.server.close();
  };

  const makeRoom = async (): Promise<void> => {
    for (const [id, session] of sessions) {
      const idle = clockMs() - session.lastUsedMs > idleMs;
      if (!idle && sessions.size < maxSessions) return;
      await end(id);
    }
  };

  const open = async (): Promise<WebStandardStreamableHTTPServerTransport> => {
    await makeRoom();
    const server = await factory();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: MAX_BODY_BYTES,
      onsessioninitialized: (id) => {
        sessions.set(id, { transport, server, lastUsedMs: clockMs() });
      },
      onsessionclosed: end,
    });
    await server.connect(transport);
    return transport;
  };

  const fetchLegacy = async (request: Request): Promise<Response> => {
    const id = request.headers.get('mcp-session-id');
    if (id === null) {
      const opening = request.method === 'POST' ? await bodyOf(request.clone()) : undefined;
      if (opening === BROKEN) return refuse(400, PARSE_ERROR, 'Expected a JSON-RPC message, found broken JSON.');
      if (!isInitializeRequest(opening))
        return refuse(400, INVALID_REQUEST, 'Expected an initialize request or an Mcp-Session-Id header.');
      return (await open()).handleRequest(request);
    }
    const session = sessions.get(id);
    if (session === undefined)
      return refuse(404, INVALID_REQUEST, 'Unknown or ended session; send initialize to start a new one.');
    session.lastUsedMs = clockMs();
    sessions.delete(id);
    sessions.set(id, session);
    return session.transport.handleRequest(request);
  };

  return {
    async fetch(request) {
      // Only the 2025 protocol has sessions; its clients may leave out the version header.
      const legacy =
        request.headers.has('mcp-session-id') ||
        (await isLegacyRequest(request, undefined, { maxRequestBodySize: MAX_BODY_BYTES }));
      return legacy ? fetchLegacy(request) : modern.fetch(request);
    },
    get size() {
      return sessions.size;
    },
    async close() {
      await modern.close();
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}

async function bodyOf(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return BROKEN;
  }
}

function refuse(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}

const BROKEN = Symbol('broken JSON');
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const DEFAULT_MAX_SESSIONS = 200;
const DEFAULT_IDLE_MS = 30 * 60 * 1000;
