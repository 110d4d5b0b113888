// What a tool of this server is, whether it works on one record or on the shelf.
import type { ZodType } from 'zod';
import type { ToolResult } from '../tools/graph-tool.ts';

/** What clients see of a tool, and what a call does. */
export interface ServerTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ZodType;
  /** Whether it works on one record and so takes `record` when several are served. */
  readonly ofRecord: boolean;
  /**
   * @param args as the client sent them, without `record`
   * @param record the name of a record on the shelf; `undefined` for a tool of the shelf
   */
  call(args: unknown, record: string | undefined, signal: AbortSignal): Promise<ToolResult>;
}
