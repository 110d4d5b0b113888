// `fhir-hopper mcp`: the record's tools for an MCP client, over standard input and output.
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Command, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import type { ResultMode } from '../mcp/mcp-result.ts';
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
      // The first record is opened before a client waits for it.
      await createMcpServer(shelf, settings);
      note(
        `mcp: ${shelf.entries.length} record(s) served over stdio; what a tool returns goes to the client and its model.`,
      );
      serveStdio(() => createMcpServer(shelf, settings));
      await new Promise((resolve) => process.stdin.once('close', resolve));
    });
}

/** Where the content of a tool's result stands. */
export function resultsOption(): Option {
  return new Option('--results <mode>', 'where results stand: text (in content) or structured (in structuredContent)')
    .choices(['text', 'structured'])
    .default('text');
}
