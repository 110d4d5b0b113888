// The one error class, its codes, and what each code means at the doors.

/** What went wrong, by whose hand it can be mended. */
export type ErrorCode =
  | 'invalid-input'
  | 'not-found'
  | 'budget-too-small'
  | 'source-failed'
  | 'model-failed'
  | 'cancelled'
  | 'internal';

/**
 * A failure with a code and one line for a person: what was expected, what was found, what would work.
 * Messages carry keys, names and counts; never clinical content.
 */
export class HopperError extends Error {
  override readonly name = 'HopperError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { readonly details?: Readonly<Record<string, unknown>>; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
  }
}

/** How a code leaves through each door: process exit status and HTTP status. */
export const errorOutcomes: Readonly<Record<ErrorCode, { readonly exit: number; readonly http: number }>> = {
  'invalid-input': { exit: 2, http: 400 },
  'not-found': { exit: 3, http: 404 },
  'budget-too-small': { exit: 4, http: 422 },
  'source-failed': { exit: 5, http: 502 },
  'model-failed': { exit: 6, http: 502 },
  cancelled: { exit: 130, http: 499 },
  internal: { exit: 70, http: 500 },
};

/** Anything thrown, as a HopperError: unknown failures become `internal` and never pass on a foreign message. */
export function toHopperError(error: unknown): HopperError {
  if (error instanceof HopperError) return error;
  const kind = error instanceof Error ? error.name : typeof error;
  return new HopperError(
    'internal',
    `Unexpected ${kind} inside fhir-hopper; please report it with the command you ran.`,
    {
      cause: error,
    },
  );
}
