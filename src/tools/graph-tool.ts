// What a tool is: a named, deterministic, read-only look into one graph.
import type { ZodType } from 'zod';

/** A tool's good answer; printed by `fhir-hopper tool`, sent over MCP, given to the model. */
export interface ToolSuccess {
  readonly ok: true;
  /** For a person or a model to read; holds everything that matters in `items`. */
  readonly text: string;
  /** What `text` says beside the items, for who reads those; left out where the items are not all that was found. */
  readonly heading?: string;
  readonly items: readonly ToolItem[];
  readonly shown: number;
  readonly total: number;
  /** False when the answer rests on less than the whole: a page, or a record known to be partial. */
  readonly complete: boolean;
  /** Why not complete, and how to get the rest. */
  readonly reason?: string;
  /** Cursor of the next page, accepted as `cursor` with the same other arguments. */
  readonly next?: string;
}

/** A tool's refusal: what was wrong with the call, the valid values, the nearest match. */
export interface ToolFailure {
  readonly ok: false;
  readonly code:
    | 'invalid-argument'
    | 'unknown-node'
    | 'unknown-type'
    | 'unknown-episode'
    | 'bad-cursor'
    | 'not-computable'
    | 'unknown-tool';
  readonly text: string;
}

export type ToolResult = ToolSuccess | ToolFailure;

/** One thing a tool shows. Fields a tool has nothing for are left out. */
export interface ToolItem {
  readonly key: string;
  readonly handle?: string;
  readonly type?: string;
  readonly text?: string;
  readonly value?: string | number | boolean;
  readonly unit?: string;
  readonly time?: string;
  readonly episode?: string;
  readonly [more: string]: unknown;
}

export interface GraphTool {
  /** On the wire, e.g. `inspect_node`. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ZodType;
  /** Validates `args` itself; bad arguments come back as a `ToolFailure`, never as an exception. */
  call(args: unknown, options?: { readonly signal?: AbortSignal }): Promise<ToolResult>;
}
