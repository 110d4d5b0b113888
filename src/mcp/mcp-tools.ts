// The tools of the server: the graph tools as they are, and the page, the offline answer and the check of claims.
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { assembleRecord } from '../fhir/assemble-record.ts';
import { projectGraph } from '../graph/project.ts';
import { createGraphTools } from '../tools/graph-tools.ts';
import { type ResultMode, thrownToolError, toCallToolResult } from './mcp-result.ts';
import { passThroughSchema } from './pass-through-schema.ts';
import { type ReadCall, readCall } from './read-call.ts';
import type { RecordShelf } from './record-shelf.ts';
import { recordTools } from './record-tools.ts';
import { createRepeatedCalls, type RepeatedCalls } from './repeated-calls.ts';
import type { ServerTool } from './server-tool.ts';
import { shelfTools } from './shelf-tools.ts';
import { inTime } from './waiting.ts';

/** Register every tool. All records have the same ones, so that no record need be open to list them. */
export function registerTools(server: McpServer, shelf: RecordShelf, mode: ResultMode): void {
  const several = shelf.entries.length > 1;
  const repeated = createRepeatedCalls();
  const tools = [...(several ? shelfTools(shelf) : []), ...recordTools(shelf, mode), ...graphTools(shelf, mode)];
  for (const tool of tools) {
    server.registerTool(
      tool.name,
      {
        description: tool.description,
        inputSchema: passThroughSchema(tool.inputSchema, several && tool.ofRecord),
        annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
      },
      (args, context) => serveCall({ tool, shelf, repeated, mode }, args, context),
    );
  }
}

function graphTools(shelf: RecordShelf, mode: ResultMode): ServerTool[] {
  return listedTools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
    ofRecord: true,
    async call(args, record, signal) {
      const tool = (await shelf.open(record)).toolsFor(mode).find((each) => each.name === name);
      return (
        tool?.call(args, { signal }) ?? { ok: false, code: 'unknown-tool', text: `This record has no tool ${name}.` }
      );
    },
  }));
}

interface Serving {
  readonly tool: ServerTool;
  readonly shelf: RecordShelf;
  readonly repeated: RepeatedCalls;
  readonly mode: ResultMode;
}

async function serveCall(
  { tool, shelf, repeated, mode }: Serving,
  given: unknown,
  context: ServerContext,
): Promise<CallToolResult> {
  try {
    const { args, record, notes } = ofShelf(readCall(given), tool, shelf);
    const frame = { mode, notes, ...(shelf.entries.length > 1 ? { record } : {}) };
    const begun = repeated.begin(tool.name, { args, record });
    if (begun.pointer !== undefined) return toCallToolResult(begun.pointer, frame);
    const result = await inTime(context, tool.name, (signal) => tool.call(args, record, signal));
    if (result.ok) begun.remember(result);
    return toCallToolResult(result, frame);
  } catch (error) {
    return thrownToolError(error, mode);
  }
}

/** The call with the name of the record that it means. */
function ofShelf(call: ReadCall, tool: ServerTool, shelf: RecordShelf): ReadCall {
  if (!tool.ofRecord) return { ...call, record: undefined };
  const { name } = shelf.find(call.record);
  const isAsWritten = call.record === undefined || call.record.replace(/^Patient\//i, '') === name;
  return { ...call, record: name, notes: isAsWritten ? call.notes : [...call.notes, `"record" was read as "${name}"`] };
}

/** The graph tools of a record of nobody: names, descriptions and schemas are the same for every record. */
const listedTools = createGraphTools(
  projectGraph(
    assembleRecord({
      entries: [{ resource: { resourceType: 'Patient', id: 'nobody' }, source: 'fhir-hopper' }],
      issues: [],
      completeness: { state: 'complete', reasons: [] },
    }),
  ),
);
