// A model's last words as a typed draft: JSON where it is JSON, plain text where it is not.
import { z } from 'zod';
import { readJson } from './repair-call.ts';

const derivations = [
  'stated',
  'count',
  'distinct',
  'sum',
  'mean',
  'median',
  'min',
  'max',
  'difference',
  'elapsed',
  'trend',
  'exists',
  'computed',
] as const;

/** The shape asked of a model; lenient where models vary, strict where the answer would change meaning. */
export const draftSchema = z.object({
  status: z.enum(['answered', 'not-recorded', 'not-understood']),
  text: z.string(),
  values: z.array(
    z.object({
      value: z.union([z.string(), z.number(), z.boolean()]),
      unit: z.string().nullish(),
      time: z.string().nullish(),
      how: z.enum(derivations).nullish().catch(null),
      cite: z.array(z.string()).nullish(),
    }),
  ),
  citations: z.array(z.string()),
  absence: z
    .enum(['absent', 'not-loaded', 'filtered-out', 'withheld', 'conflicting', 'not-computable'])
    .nullish()
    .catch('absent'),
  reading: z.string().nullish(),
  confidence: z.number().min(0).max(1).nullish(),
  wouldSettle: z.string().nullish(),
  dependsOnNow: z.boolean().nullish(),
});

/** The same for a provider's structured output: every field required, so that strict modes accept it. */
export const shapedSchema = z.object({
  status: z.enum(['answered', 'not-recorded']),
  text: z.string(),
  values: z.array(
    z.object({
      value: z.union([z.string(), z.number(), z.boolean()]),
      unit: z.string().nullable(),
      time: z.string().nullable(),
      how: z.enum(derivations).nullable(),
      cite: z.array(z.string()),
    }),
  ),
  citations: z.array(z.string()),
  absence: z.string().nullable(),
});

export type DraftAnswer = z.infer<typeof draftSchema>;

/** How the draft was had. `plain` drafts carry the reply as their text. */
export interface ParsedDraft {
  readonly draft: DraftAnswer;
  readonly form: 'json' | 'loose-json' | 'plain';
}

/**
 * Reads a reply: a JSON object, one in fences or among words, or one with missing or loose fields; else plain text
 * with every handle and `Type/id` in it taken as a citation.
 */
export function parseAnswer(reply: string): ParsedDraft {
  const candidate = findObject(reply);
  if (candidate !== undefined) {
    const strict = draftSchema.safeParse(candidate);
    if (strict.success) return { draft: strict.data, form: 'json' };
    const loose = draftSchema.safeParse(loosen(candidate));
    if (loose.success && loose.data.text !== '') return { draft: loose.data, form: 'loose-json' };
  }
  return { draft: plainDraft(reply.trim()), form: 'plain' };
}

/** Handles and keys written in a text, in order of appearance, each once. */
export function namesIn(text: string): readonly string[] {
  return [...new Set(text.match(namePattern) ?? [])];
}

function plainDraft(text: string): DraftAnswer {
  return { status: 'answered', text, values: [], citations: [...namesIn(text)], absence: null };
}

/** The first balanced `{…}` of a text that parses as an object with a `text` or `status`. */
function findObject(reply: string): Record<string, unknown> | undefined {
  for (let start = reply.indexOf('{'); start >= 0; start = reply.indexOf('{', start + 1)) {
    const end = endOfObject(reply, start);
    if (end === undefined) continue;
    const value = readJson(reply.slice(start, end));
    if (isPlainObject(value) && ('text' in value || 'status' in value)) return value;
  }
  return undefined;
}

/** Index after the brace that closes the one at `start`, strings respected. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (quoted) {
      if (character === '\\') index += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return undefined;
}

/** Brings near misses into shape: lone values into lists, missing lists, other words for a status. */
function loosen(candidate: Record<string, unknown>): unknown {
  const status = String(candidate.status ?? 'answered')
    .toLowerCase()
    .replaceAll(/[ _]/g, '-');
  const text = typeof candidate.text === 'string' ? candidate.text : String(candidate.answer ?? candidate.text ?? '');
  const citations = asList(candidate.citations)
    .map(nameOf)
    .filter((name) => name !== '');
  return {
    ...candidate,
    status: draftSchema.shape.status.safeParse(status).success ? status : 'answered',
    text,
    values: asList(candidate.values).map(looseValue),
    citations: citations.length > 0 ? citations : namesIn(text),
  };
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function looseValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return { value };
  const given = value as Record<string, unknown>;
  return { ...given, ...(given.cite === undefined ? {} : { cite: asList(given.cite).map(nameOf) }) };
}

function nameOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const { key, handle, id } = value as Record<string, unknown>;
  return [key, handle, id].find((name): name is string => typeof name === 'string') ?? '';
}

function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** `Type/id`, with the fragment of a contained resource, or a handle such as `o17`. */
const namePattern =
  /\b[A-Z][A-Za-z]{2,40}\/[A-Za-z0-9\-.]{1,64}(?:#[A-Za-z0-9\-.]{1,64})?(?<!\.)|\b[a-z]{1,4}\d{1,7}\b/g;
