// How a tool is made: its schema reads the arguments, its function looks, and nothing it meets becomes an exception.
import type { z } from 'zod';
import { HopperError } from '../errors.ts';
import { readArguments } from './arguments.ts';
import type { GraphTool, ToolFailure, ToolResult } from './graph-tool.ts';

export interface ToolSpec<Schema extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema;
  /** @param repairs lines about repaired arguments; the tool may add its own before it makes the result */
  run(args: z.infer<Schema>, repairs: string[], signal: AbortSignal | undefined): ToolResult | Promise<ToolResult>;
}

/** A tool whose arguments are repaired and checked before `run`, and whose HopperErrors come back as refusals. */
export function createTool<Schema extends z.ZodObject>(spec: ToolSpec<Schema>): GraphTool {
  const { name, description, inputSchema } = spec;
  return {
    name,
    description,
    inputSchema,
    async call(args, options = {}) {
      const read = readArguments(inputSchema, args);
      if (!read.ok) return read;
      try {
        return await spec.run(read.args, [...read.repairs], options.signal);
      } catch (error) {
        if (error instanceof HopperError && failureCodes[error.code] !== undefined) {
          return { ok: false, code: failureCodes[error.code] ?? 'invalid-argument', text: error.message };
        }
        throw error;
      }
    },
  };
}

export function isFailure<T>(value: T | ToolFailure): value is ToolFailure {
  return typeof value === 'object' && value !== null && 'ok' in value && value.ok === false;
}

const failureCodes: Readonly<Partial<Record<HopperError['code'], ToolFailure['code']>>> = {
  'invalid-input': 'invalid-argument',
  'not-found': 'unknown-node',
};
