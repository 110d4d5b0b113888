// A model's last words as a typed draft: JSON where it is JSON, plain text where it is not.
import { z } from 'zod';
import { objectsIn } from './loose-json.ts';

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
      unit: z.string().nullish().catch(null),
      time: z.string().nullish().catch(null),
      how: z.enum(derivations).nullish().catch(null),
      cite: z.array(z.string()).nullish(),
    }),
  ),
  citations: z.array(z.string()),
  absence: z
    .enum(['absent', 'not-loaded', 'filtered-out', 'withheld', 'conflicting', 'not-computable'])
    .nullish()
    .catch('absent'),
  reading: z.string().nullish().catch(null),
  confidence: z.number().min(0).max(1).nullish().catch(null),
  wouldSettle: z.string().nullish().catch(null),
  dependsOnNow: z.boolean().nullish().catch(null),
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
 *
 * @returns a draft whose text is empty when the reply says nothing
 */
export function parseAnswer(reply: string): ParsedDraft {
  const candidate = findObject(reply);
  if (candidate !== undefined) {
    const strict = draftSchema.safeParse(candidate);
    if (strict.success) return { draft: withText(strict.data), form: 'json' };
    const loose = draftSchema.safeParse(loosen(candidate));
    if (loose.success) return { draft: withText(loose.data), form: 'loose-json' };
  }
  const hasWords = /[\p{L}\p{N}]/u.test(reply.replaceAll(/```\w*/g, ''));
  return { draft: plainDraft(hasWords ? reply.trim() : ''), form: 'plain' };
}

/** The draft in words, where it has values or a status alone. */
function withText(draft: DraftAnswer): DraftAnswer {
  if (draft.text.trim() !== '') return draft;
  const values = draft.values.map(({ value, unit, time }) => [value, unit ?? '', time ?? ''].join(' ').trim());
  return { ...draft, text: draft.status === 'not-recorded' ? 'Not recorded.' : values.join('; ') };
}

/** Handles and keys written in a text, in order of appearance, each once. */
export function namesIn(text: string): readonly string[] {
  return [...new Set(text.match(namePattern) ?? [])];
}

function plainDraft(text: string): DraftAnswer {
  return { status: 'answered', text, values: [], citations: [...namesIn(text)], absence: null };
}

/** The first object of a text that has a `text` or a `status`. */
function findObject(reply: string): Readonly<Record<string, unknown>> | undefined {
  for (const value of objectsIn(reply)) if ('text' in value || 'status' in value) return value;
  return undefined;
}

/** Brings near misses into shape: lone values into lists, missing lists, other words for a status. */
function loosen(candidate: Readonly<Record<string, unknown>>): unknown {
  const status = String(candidate.status ?? 'answered')
    .toLowerCase()
    .replaceAll(/[ _]/g, '-');
  const text = String([candidate.text, candidate.answer].find((words) => isPlain(words) && words !== '') ?? '');
  const citations = asList(candidate.citations)
    .map(nameOf)
    .filter((name) => name !== '');
  return {
    ...candidate,
    status: draftSchema.shape.status.safeParse(status).success ? status : 'answered',
    text,
    // A value that is none is left out: what the text says of it is checked all the same.
    values: asList(candidate.values)
      .map(looseValue)
      .filter(({ value }) => isPlain(value)),
    citations: citations.length > 0 ? citations : namesIn(text),
  };
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function looseValue(value: unknown): Readonly<Record<string, unknown>> {
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
