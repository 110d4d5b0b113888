// Sensitivity: one setting of the method varied at a time, the others left at their defaults.
import { HopperError } from '../errors.ts';
import { solveExactly } from '../linearization/exact.ts';
import type { HopperOptions } from './strategies/hopper.ts';

/** One value of one setting. */
export interface SweepPoint {
  /** As written, e.g. `budget`. */
  readonly setting: string;
  /** As written, e.g. `1000`. */
  readonly value: string;
  readonly hopper: HopperOptions;
  /** δ, where it is what varies. */
  readonly deltaMs?: number;
}

/**
 * Read a sweep such as `budget=1000,4000;delta=6h,24h`.
 *
 * @throws `invalid-input` naming the settings and the form of their values
 */
export function parseSweep(text: string): readonly SweepPoint[] {
  return text.split(';').flatMap((part) => {
    const [setting = '', values = ''] = part.split('=').map((word) => word.trim());
    return values.split(',').map((value) => sweepPoint(setting, value.trim()));
  });
}

function sweepPoint(setting: string, value: string): SweepPoint {
  const read = settings[setting]?.(value);
  if (read !== undefined) return { setting, value, hopper: {}, ...read };
  throw new HopperError(
    'invalid-input',
    `Expected a sweep over ${Object.keys(settings).join(', ')}, such as budget=1000,4000;delta=6h,24h;fold=on,off;solver=greedy,exact; found ${setting}=${value}.`,
  );
}

const settings: Readonly<Record<string, (value: string) => Partial<SweepPoint> | undefined>> = {
  budget: (value) => whole(value, (budgetTokens) => ({ hopper: { budgetTokens } })),
  steps: (value) => whole(value, (maxSteps) => ({ hopper: { maxSteps } })),
  delta: (value) => {
    const hours = /^(\d+(?:\.\d+)?)h$/.exec(value)?.[1];
    return hours === undefined ? undefined : { deltaMs: Number(hours) * MS_PER_HOUR };
  },
  fold: (value) => (value === 'on' || value === 'off' ? { hopper: { fold: value === 'on' } } : undefined),
  solver: (value) =>
    value === 'greedy' ? { hopper: {} } : value === 'exact' ? { hopper: { solver: solveExactly } } : undefined,
};

function whole(value: string, make: (number: number) => Partial<SweepPoint>): Partial<SweepPoint> | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? make(number) : undefined;
}

const MS_PER_HOUR = 3_600_000;
