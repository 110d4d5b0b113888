// `fhir-hopper mcp`: the record's tools for an MCP client, over standard input and output.
import { setTimeout as wait } from 'node:timers/promises';
import { Command, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { toHopperError } from '../errors.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import type { ResultMode } from '../mcp/mcp-result.ts';
import type { RecordShelf } from '../mcp/record-shelf.ts';
import { serveOverStdio } from '../mcp/serve-over-stdio.ts';
import { exampleOf } from './example.ts';
import { note } from './output.ts';
import { type RecordOptions, takesRecord } from './record-command.ts';
import { openShelf } from './shelf.ts';

export function mcpCommand(): Command {
  return takesRecord(new Command('mcp'))
    .description('Serve the record to an MCP client over standard input and output.')
    .addOption(resultsOption())
    .addHelpText('after', exampleOf('mcp record.ndjson', 'mcp bulk-export/ --results structured'))
    .action(async (path: string, options: RecordOptions & { readonly results: ResultMode }) => {
      const shelf = await openShelf(path, options);
      const settings = { version: manifest.version, results: options.results };
      await openFirst(shelf);
      note(
        `mcp: ${shelf.entries.length} record(s) served over stdio; what a tool returns goes to the client and its model.`,
      );
      await serveOverStdio(() => createMcpServer(shelf, settings), process);
      // The client is gone: a record still being read is of no use to anybody.
      process.exit(0);
    });
}

/** Where the content of a tool's result stands. */
export function resultsOption(): Option {
  return new Option('--results <mode>', 'where results stand: text (in content) or structured (in structuredContent)')
    .choices(['text', 'structured'])
    .default('text');
}

/**
 * Begin to read the first record before a client asks for it. What fails at once ends the command; a slow server is read
 * on while the client is greeted, since clients give up on a start of ten seconds.
 */
async function openFirst(shelf: RecordShelf): Promise<void> {
  const opening = shelf.open(shelf.entries[0]?.name);
  const isOpen = await Promise.race([opening.then(() => true), wait(START_MS, false, { ref: false })]);
  if (!isOpen) opening.catch((error: unknown) => note(`mcp: ${toHopperError(error).message}`));
}

const START_MS = 2000;
