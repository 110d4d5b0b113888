// A call's arguments: repaired where the intent is plain, checked, and refused with what would work.
import type { z } from 'zod';
import { isPlainObject, parseJson } from '../json.ts';
import { didYouMean } from '../plan/nearest.ts';
import type { ToolFailure } from './graph-tool.ts';

/** Arguments that passed, with one line for each repair that was made on the way. */
export interface ReadArguments<Args> {
  readonly ok: true;
  readonly args: Args;
  readonly repairs: readonly string[];
}

/**
 * Read a call's arguments against a tool's schema.
 *
 * Repairs, each of them said: the whole or one argument as JSON in a string; names in another case or with `-` for `_`;
 * everyday words for valid values; one thing where a list is asked, and a list of one where one thing is; numbers and booleans as strings; enum values
 * in another case; `null` and blank strings as not given.
 */
export function readArguments<Schema extends z.ZodObject>(
  schema: Schema,
  given: unknown,
): ReadArguments<z.infer<Schema>> | ToolFailure {
  const repairs: string[] = [];
  const object = asArgumentObject(given, schema, repairs);
  if (object === undefined) {
    return refuse(`Expected an object with ${listNames(schema)}, found ${describeKind(given)}.`);
  }
  const shape = schema.shape as Record<string, z.ZodType>;
  const names = Object.keys(shape);
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) {
    if (value === null || value === undefined || (typeof value === 'string' && value.trim() === '')) continue;
    const known = Object.hasOwn(shape, name) ? name : meantName(name, names);
    if (known === undefined) {
      return refuse(`Unknown argument "${name}".${didYouMean(name, names)} Arguments: ${listNames(schema)}.`);
    }
    if (known !== name) repairs.push(`"${name}" was read as "${known}"`);
    read[known] = repairValue(shape[known] as z.ZodType, value, known, repairs);
  }
  const result = schema.safeParse(read);
  if (result.success) return { ok: true, args: result.data as z.infer<Schema>, repairs };
  return refuse(
    result.error.issues
      .slice(0, 3)
      .map((issue) => describeIssue(issue, read, schema))
      .join(' '),
  );
}

function asArgumentObject(given: unknown, schema: z.ZodObject, repairs: string[]): Record<string, unknown> | undefined {
  if (given === undefined || given === null) return {};
  if (typeof given === 'string') {
    const parsed = parseJson(given);
    if (isPlainObject(parsed)) {
      repairs.push('arguments were read from JSON in a string');
      return parsed;
    }
    const only = soleRequired(schema);
    if (only === undefined || given.trim() === '') return undefined;
    repairs.push(`the bare string was read as "${only}"`);
    return { [only]: given };
  }
  if (Array.isArray(given)) {
    const only = soleRequired(schema);
    if (only === undefined) return undefined;
    repairs.push(`the bare list was read as "${only}"`);
    return { [only]: given };
  }
  return isPlainObject(given) ? given : undefined;
}

/** The name of the one argument that must be given, if there is exactly one. */
function soleRequired(schema: z.ZodObject): string | undefined {
  const shape = schema.shape as Record<string, z.ZodType>;
  const required = Object.keys(shape).filter((name) => shape[name]?.safeParse(undefined).success === false);
  return required.length === 1 ? required[0] : undefined;
}

/** The argument that a name in another spelling stands for, or in another number: `id` for `ids`. */
function meantName(name: string, names: readonly string[]): string | undefined {
  const plain = plainName(name);
  return (
    names.find((other) => plainName(other) === plain) ??
    names.find((other) => plainName(other) === `${plain}s` || `${plainName(other)}s` === plain)
  );
}

/** The value as it is when it fits, else the first plain reading of it that does. */
function repairValue(schema: z.ZodType, value: unknown, name: string, repairs: string[]): unknown {
  if (schema.safeParse(value).success) return value;
  for (const [candidate, how] of readings(value)) {
    if (!schema.safeParse(candidate).success) continue;
    repairs.push(`"${name}" was ${how}`);
    return candidate;
  }
  return value;
}

function* readings(value: unknown): Iterable<readonly [candidate: unknown, how: string]> {
  if (typeof value === 'string') {
    const text = value.trim();
    const meant = valueWords.get(plainName(text));
    if (meant !== undefined) yield [meant, `read as "${meant}"`];
    const parsed = parseJson(text);
    if (parsed !== undefined) yield [parsed, 'read from JSON in a string'];
    if (/^(true|yes)$/i.test(text)) yield [true, 'read as true'];
    if (/^(false|no)$/i.test(text)) yield [false, 'read as false'];
    yield [text.toLowerCase(), `read as "${text.toLowerCase()}"`];
    yield [text.toLowerCase().replaceAll(/[\s-]+/g, '_'), 'read in the spelling of the valid values'];
    if (text.includes(','))
      yield [
        text
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== ''),
        'split at commas',
      ];
  }
  if (typeof value === 'number' || typeof value === 'boolean') yield [String(value), 'read as text'];
  if (typeof value === 'number') yield [Math.trunc(value), 'cut to a whole number'];
  if (Array.isArray(value) && value.length === 1) yield [value[0], 'taken out of its list'];
  if (Array.isArray(value) && value.length > 1 && value.every((each) => typeof each === 'string'))
    yield [value.join(', '), 'joined with commas'];
  if (!Array.isArray(value)) yield [[value], 'taken as a list of one'];
}

function describeIssue(issue: z.core.$ZodIssue, args: Record<string, unknown>, schema: z.ZodObject): string {
  const name = issue.path.join('.');
  const found = issue.path.reduce<unknown>((at, step) => Object(at)[step], args);
  if (issue.code === 'invalid_value') {
    const valid = issue.values.map(String);
    const near = typeof found === 'string' ? didYouMean(found, valid) : '';
    return `"${name}" must be one of ${valid.join(', ')}; found ${describeValue(found)}.${near}`;
  }
  if (issue.code === 'unrecognized_keys') {
    return `Unknown field ${issue.keys.map((key) => `"${key}"`).join(', ')}${name === '' ? '' : ` in "${name}"`}. Arguments: ${listNames(schema)}.`;
  }
  if (issue.code === 'invalid_type') {
    if (found === undefined)
      return `"${name}" is missing (expected ${issue.expected}). Arguments: ${listNames(schema)}.`;
    return `"${name}" must be ${withArticle(issue.expected)}; found ${describeValue(found)}.`;
  }
  if (issue.code === 'invalid_union' && found === undefined)
    return `"${name}" is missing. Arguments: ${listNames(schema)}.`;
  if (issue.code === 'too_small') return `"${name}" must be at least ${issue.minimum}; found ${describeValue(found)}.`;
  if (issue.code === 'too_big') return `"${name}" must be at most ${issue.maximum}; found ${describeValue(found)}.`;
  return `"${name}" is not valid; found ${describeValue(found)}.`;
}

function listNames(schema: z.ZodObject): string {
  const shape = schema.shape as Record<string, z.ZodType>;
  return Object.keys(shape)
    .map((name) => (shape[name]?.safeParse(undefined).success === false ? name : `${name}?`))
    .join(', ');
}

function describeValue(value: unknown): string {
  if (typeof value === 'string') return `"${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return describeKind(value);
}

function describeKind(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return withArticle(typeof value);
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function refuse(text: string): ToolFailure {
  return { ok: false, code: 'invalid-argument', text };
}

/** Everyday words for valid values, without blanks and signs; taken where the argument has that value. */
const valueWords: ReadonlyMap<string, string> = new Map([
  ['ascending', 'asc'],
  ['average', 'mean'],
  ['avg', 'mean'],
  ['descending', 'desc'],
  ['earliest', 'first'],
  ['ever', 'exists'],
  ['exist', 'exists'],
  ['highest', 'max'],
  ['howmany', 'count'],
  ['incoming', 'in'],
  ['latest', 'last'],
  ['largest', 'max'],
  ['lowest', 'min'],
  ['maximum', 'max'],
  ['minimum', 'min'],
  ['newest', 'last'],
  ['number', 'count'],
  ['oldest', 'first'],
  ['outgoing', 'out'],
  ['smallest', 'min'],
  ['total', 'sum'],
  ['unique', 'distinct'],
]);
