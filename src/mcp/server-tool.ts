// What a tool of this server is, whether it works on one record or on the shelf.
import type { ZodType } from 'zod';
import type { ToolResult } from '../tools/graph-tool.ts';
import type { RawArguments } from './pass-through-schema.ts';

/** What clients see of a tool, and what a call does. */
export interface ServerTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ZodType;
  /** Whether it works on one record and so takes `record` when several are served. */
  readonly ofRecord: boolean;
  call(args: RawArguments, signal: AbortSignal): Promise<ToolResult>;
}

/** The record a call is about: its `record` argument, the rest of the arguments being the tool's own. */
export function splitRecord(args: RawArguments): { readonly record: string | undefined; readonly rest: RawArguments } {
  const { record, ...rest } = args;
  return { record: typeof record === 'string' && record.trim() !== '' ? record : undefined, rest };
}
