// A schema that tells clients the arguments of a tool but lets every call through, so that the tool itself can repair them.
import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { type ZodType, z } from 'zod';

/** Arguments as the client sent them, whatever they are. */
export type RawArguments = Readonly<Record<string, unknown>>;

/**
 * The tool's schema for `tools/list`. Validation is left to `GraphTool.call`, which mends what is plain (a string that
 * holds JSON, a bare id, wrong case) and answers the rest with what would work; the SDK would refuse it with a schema dump.
 *
 * @param withRecord add the argument `record`, for a server of several records
 */
export function passThroughSchema(
  schema: ZodType,
  withRecord: boolean,
): StandardSchemaWithJSON<RawArguments, RawArguments> {
  const json = slimmed(z.toJSONSchema(schema, { io: 'input' })) as { readonly properties?: Record<string, unknown> };
  const properties = withRecord ? { record: RECORD_ARGUMENT, ...json.properties } : json.properties;
  return fromJsonSchema<RawArguments>({ ...json, type: 'object', properties } as unknown as JsonSchema, acceptAll);
}

type JsonSchema = Parameters<typeof fromJsonSchema>[0];

const acceptAll: NonNullable<Parameters<typeof fromJsonSchema>[1]> = {
  getValidator<T>() {
    return (input: unknown) => ({ valid: true as const, data: input as NonNullable<T>, errorMessage: undefined });
  },
};

/** Without what says nothing to a model: the dialect, bounds of safe integers, defaults of JSON Schema. */
function slimmed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slimmed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (saysNothing(name, part) ? [] : [[name, slimmed(part)]])),
  );
}

function saysNothing(name: string, part: unknown): boolean {
  if (saidByErrors.has(name)) return true;
  if (name === 'additionalProperties') return part === false;
  return name === 'maximum' && Number(part) === Number.MAX_SAFE_INTEGER;
}

/** Left to the tool's own errors, so that a client pays for them only when they matter. */
const saidByErrors = new Set(['$schema', 'propertyNames', 'minItems', 'maxItems', 'minLength', 'minimum']);

const RECORD_ARGUMENT = { type: 'string' } as const;
