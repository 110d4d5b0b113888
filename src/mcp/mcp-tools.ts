// The tools of the server: the graph tools as they are, and the page, the offline answer and the check of claims.
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { type ResultMode, thrownToolError, toCallToolResult } from './mcp-result.ts';
import { passThroughSchema, type RawArguments } from './pass-through-schema.ts';
import type { RecordShelf } from './record-shelf.ts';
import { recordTools } from './record-tools.ts';
import { createRepeatedCalls, type RepeatedCalls } from './repeated-calls.ts';
import { type ServerTool, splitRecord } from './server-tool.ts';
import { shelfTools } from './shelf-tools.ts';

/** Register every tool. The graph tools listed are those of the first record; all records have the same. */
export async function registerTools(server: McpServer, shelf: RecordShelf, mode: ResultMode): Promise<void> {
  const several = shelf.entries.length > 1;
  const repeated = createRepeatedCalls();
  const tools = [...(several ? shelfTools(shelf) : []), ...(await graphTools(shelf)), ...recordTools(shelf)];
  for (const tool of tools) {
    server.registerTool(
      tool.name,
      {
        description: tool.description,
        inputSchema: passThroughSchema(tool.inputSchema, several && tool.ofRecord),
        annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
      },
      (args, context) => serveCall(tool, args, context, repeated, mode),
    );
  }
}

async function graphTools(shelf: RecordShelf): Promise<ServerTool[]> {
  const { tools } = await shelf.open(shelf.entries[0]?.name);
  return tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
    ofRecord: true,
    call: async (args, signal) => {
      const { record, rest } = splitRecord(args);
      const open = await shelf.open(record, signal);
      const tool = open.tools.find((each) => each.name === name);
      if (tool === undefined) return { ok: false, code: 'unknown-tool', text: `This record has no tool ${name}.` };
      return tool.call(rest, { signal });
    },
  }));
}

async function serveCall(
  tool: ServerTool,
  args: RawArguments | undefined,
  context: ServerContext,
  repeated: RepeatedCalls,
  mode: ResultMode,
): Promise<CallToolResult> {
  const { signal } = context.mcpReq;
  const given = args ?? {};
  const pointer = repeated.pointer(tool.name, given);
  if (pointer !== undefined) return pointer;
  try {
    await notifyProgress(context, tool.name);
    const result = toCallToolResult(await tool.call(given, signal), mode);
    repeated.remember(tool.name, given, result);
    return result;
  } catch (error) {
    return thrownToolError(error);
  }
}

/** Tell a client that asked for progress that its call has begun, so that it doesn't time out while a record is read. */
async function notifyProgress(context: ServerContext, tool: string): Promise<void> {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const params = { progressToken, progress: 0, total: 1, message: `${tool} runs` };
  await context.mcpReq.notify({ method: 'notifications/progress', params });
}
