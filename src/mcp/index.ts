// The public names of fhir-hopper/mcp: one server factory over a shelf of records, for any transport.

export { createMcpServer, type McpServerSettings } from './create-mcp-server.ts';
export type { ResultMode } from './mcp-result.ts';
export {
  createRecordShelf,
  type OpenRecord,
  type RecordShelf,
  type RecordShelfOptions,
  type ShelfEntry,
} from './record-shelf.ts';
