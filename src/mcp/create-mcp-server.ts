// One MCP server over a shelf of records; stdio and HTTP both receive this factory.
import { McpServer } from '@modelcontextprotocol/server';
import { registerPrompts } from './mcp-prompts.ts';
import { registerResources } from './mcp-resources.ts';
import type { ResultMode } from './mcp-result.ts';
import { registerTools } from './mcp-tools.ts';
import { acceptAnyArguments } from './read-call.ts';
import type { RecordShelf } from './record-shelf.ts';

export interface McpServerSettings {
  /** Version of this package, told to clients. */
  readonly version: string;
  /** Where a result's content stands. @default 'text' */
  readonly results?: ResultMode;
}

/**
 * A fresh server for one connection (stdio), one session or one request (HTTP). Servers share the shelf's graphs, which
 * nothing changes, and nothing else. No record is opened before a client asks for it.
 */
export function createMcpServer(shelf: RecordShelf, settings: McpServerSettings): McpServer {
  const server = new McpServer(
    { name: 'fhir-hopper', title: 'FHIR-Hopper', version: settings.version },
    {
      capabilities: { logging: {} },
      instructions: shelf.entries.length > 1 ? `${ONE_RECORD} ${SEVERAL_RECORDS}` : ONE_RECORD,
    },
  );
  acceptAnyArguments(server);
  registerTools(server, shelf, settings.results ?? 'text');
  registerResources(server, shelf);
  registerPrompts(server, shelf);
  return server;
}

const ONE_RECORD =
  'Read-only tools over a patient record in FHIR. Start with linearize (your question, a token budget), follow handles such ' +
  'as o17 or e3 with inspect_node and follow_links, and let aggregate do every count, latest, first, minimum or mean. ' +
  'Results say shown, total and complete; pass next as cursor for the rest. Informs only; no medical advice.';
const SEVERAL_RECORDS =
  'Several records are served: list_patients names them, and every tool takes the name as record.';
