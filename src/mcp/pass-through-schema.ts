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
  const { $schema: _, additionalProperties: __, ...json } = z.toJSONSchema(schema, { io: 'input' });
  const properties = withRecord ? { record: RECORD_ARGUMENT, ...json.properties } : json.properties;
  return fromJsonSchema<RawArguments>({ ...json, type: 'object', properties } as unknown as JsonSchema, acceptAll);
}

type JsonSchema = Parameters<typeof fromJsonSchema>[0];

const acceptAll: NonNullable<Parameters<typeof fromJsonSchema>[1]> = {
  getValidator<T>() {
    return (input: unknown) => ({ valid: true as const, data: input as NonNullable<T>, errorMessage: undefined });
  },
};

const RECORD_ARGUMENT = { type: 'string', description: 'Record name, see list_patients' } as const;
