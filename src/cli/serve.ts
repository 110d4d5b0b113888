// `fhir-hopper serve`: the same MCP server over Streamable HTTP at /mcp, with /health beside it.
import { serve } from '@hono/node-server';
import { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { HopperError } from '../errors.ts';
import { createApp } from '../http/create-app.ts';
import { createMcpSessions } from '../http/mcp-sessions.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import type { ResultMode } from '../mcp/mcp-result.ts';
import { exampleOf } from './example.ts';
import { resultsOption } from './mcp.ts';
import { wholeNumber } from './numbers.ts';
import { note } from './output.ts';
import { type RecordOptions, takesRecord } from './record-command.ts';
import { openShelf } from './shelf.ts';

interface ServeOptions extends RecordOptions {
  readonly results: ResultMode;
  readonly port: number;
  readonly host: string;
  readonly allowHost: readonly string[];
}

export function serveCommand(): Command {
  return takesRecord(new Command('serve'))
    .description('Serve the record over HTTP: MCP at /mcp, liveness at /health. Listens on this machine alone.')
    .addOption(resultsOption())
    .option('--port <port>', 'where to listen', wholeNumber('--port'), 3333)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--allow-host <names...>', 'host names by which clients may call, beside localhost', [])
    .addHelpText(
      'after',
      exampleOf('serve record.ndjson --port 3333', 'serve bulk-export/ --allow-host fhir.example.org'),
    )
    .action(async (path: string, options: ServeOptions) => {
      const shelf = await openShelf(path, options);
      const settings = { version: manifest.version, results: options.results };
      await shelf.open(shelf.entries[0]?.name);
      const sessions = createMcpSessions(() => createMcpServer(shelf, settings));
      const hostNames = ['localhost', '127.0.0.1', '[::1]', ...options.allowHost];
      const app = createApp({ sessions, records: shelf.entries.length, hostNames });
      await listenUntilStopped(app.fetch, options, sessions.close);
    });
}

async function listenUntilStopped(
  fetch: (request: Request) => Response | Promise<Response>,
  { host, port }: ServeOptions,
  close: () => Promise<void>,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = serve({ fetch, hostname: host, port }, (address) => {
      note(`serve: MCP at http://${host}:${address.port}/mcp; what a tool returns goes to the client and its model.`);
    });
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why =
        cause.code === 'EADDRINUSE'
          ? 'it is in use; choose another --port'
          : `it can't be opened (${cause.code ?? 'unknown'})`;
      reject(new HopperError('invalid-input', `Expected a free address, found ${host}:${port}: ${why}.`, { cause }));
    });
    const stop = (): void => {
      server.close(() => resolve());
      void close();
      // A client that keeps its connection open must not keep the server up.
      if ('closeAllConnections' in server) setTimeout(() => server.closeAllConnections(), STOP_MS).unref();
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  });
}

/** Time for answers under way when the server is stopped. */
const STOP_MS = 2000;
