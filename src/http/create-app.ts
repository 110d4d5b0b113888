// The HTTP server's routes: MCP at /mcp, and whether the process is well at /health.
import { hostHeaderValidationResponse, originValidationResponse } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { toHopperError } from '../errors.ts';
import type { McpSessions } from './mcp-sessions.ts';

export interface AppOptions {
  readonly sessions: McpSessions;
  /** Records offered, told by /health as a count alone. */
  readonly records: number;
  /** Host names by which clients may call; others are refused, so that no web page reaches a local server by DNS rebinding. */
  readonly hostNames: readonly string[];
}

export function createApp(options: AppOptions): Hono {
  const hostNames = [...options.hostNames];
  const app = new Hono();
  app.use(secureHeaders());
  app.use(async (context, next) => {
    const request = context.req.raw;
    const refused = hostHeaderValidationResponse(request, hostNames) ?? originValidationResponse(request, hostNames);
    if (refused !== undefined) return refused;
    return next();
  });
  app.get('/health', (context) =>
    context.json({ ok: true, records: options.records, sessions: options.sessions.size }),
  );
  app.all('/mcp', (context) => options.sessions.fetch(context.req.raw));
  app.notFound((context) => context.json({ error: 'Unknown path; served: /mcp and /health.' }, 404));
  app.onError((error, context) => {
    const failure = toHopperError(error);
    return context.json({ error: failure.message, code: failure.code }, 500);
  });
  return app;
}
