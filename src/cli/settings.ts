// Settings that a person keeps in a file: found beside the work or above it, checked, data only.
import { lilconfig } from 'lilconfig';
import { z } from 'zod';
import { HopperError } from '../errors.ts';

const settingsSchema = z.strictObject({
  /** `offline`, or `provider:model`. */
  model: z.string().min(1).optional(),
  /** Address of an OpenAI-compatible server. */
  baseUrl: z.url().optional(),
  /** β in tokens. */
  budget: z.int().positive().optional(),
  maxSteps: z.int().positive().optional(),
  /** Rules answer first, the model what they leave open. */
  offlineFirst: z.boolean().optional(),
  /** Confidence from which the rules' answer is used, in [0, 1]. */
  minConfidence: z.number().min(0).max(1).optional(),
  /** How 03/04/2150 is read. */
  dateOrder: z.enum(['day-first', 'month-first']).optional(),
  /** What "last year" means. */
  relativeDates: z.enum(['natural', 'calendar', 'rolling']).optional(),
  /** When a prescription counts. */
  prescribedAt: z.enum(['written', 'supply']).optional(),
  /** δ of latent episode inference, e.g. `24h`. */
  delta: z.string().optional(),
});

/** What a configuration file may say; the command line wins over it. */
export type Settings = z.infer<typeof settingsSchema>;

/**
 * Read the nearest configuration file: `fhir-hopper.json`, `.fhir-hopperrc`, `.fhir-hopperrc.json`, or the key
 * `fhir-hopper` of a package.json, from the working folder upwards. JSON only: a configuration runs no code.
 *
 * @throws `invalid-input` when the file is not JSON or says something unknown
 */
export async function readSettings(): Promise<Settings> {
  const found = await lilconfig('fhir-hopper', {
    searchPlaces: ['fhir-hopper.json', '.fhir-hopperrc', '.fhir-hopperrc.json', 'package.json'],
    loaders: { '.json': parseJson, noExt: parseJson },
  }).search();
  if (!found || found.isEmpty === true) return {};
  const read = settingsSchema.safeParse(found.config);
  if (read.success) return read.data;
  const problem = read.error.issues[0];
  const known = Object.keys(settingsSchema.shape).join(', ');
  throw new HopperError(
    'invalid-input',
    `Expected settings among ${known} in ${found.filepath}; found a problem at ${problem?.path.join('.') || 'the top level'}: ${problem?.message ?? 'unknown'}.`,
  );
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HopperError('invalid-input', `Expected JSON in the configuration file ${path}; found something else.`);
  }
}
