// The direction of a series recomputed: the least-squares line over the cited nodes' numbers and dates.
import type { Evidence } from './evidence.ts';
import type { ShownNumber, Verdict } from './verify-claim.ts';

/** A direction in words, or a slope per day. */
export function verifyTrend(claimed: ShownNumber | string, evidence: readonly Evidence[]): Verdict {
  const verdict = (supported: boolean, reason: string): Verdict => ({
    kind: typeof claimed === 'string' ? 'name' : 'number',
    supported,
    reason,
  });
  const lines = linesOf(evidence);
  if (lines.length === 0) return verdict(false, 'the cited resources give no line over time');
  const said = lines.map(({ slope, moved, digit }) =>
    Math.abs(moved) < digit ? 'level' : slope > 0 ? 'rising' : 'falling',
  );
  if (typeof claimed === 'string') {
    const supported = said.includes(claimed.trim().toLowerCase() as (typeof said)[number]);
    return verdict(supported, supported ? 'recomputed from the dates and numbers' : `the numbers are ${said[0]}`);
  }
  const supported = lines.some(
    ({ slope }) =>
      Math.abs(slope - claimed.number) <= Math.max(Math.abs(slope) * relativeTolerance, 0.5 * 10 ** -claimed.decimals),
  );
  return verdict(
    supported,
    supported ? 'recomputed from the dates and numbers' : `the slope per day is ${lines[0]?.slope.toPrecision(4)}`,
  );
}

interface Line {
  /** Per day. */
  readonly slope: number;
  /** How far the line moves over the whole time. */
  readonly moved: number;
  /** One unit of the last written digit. */
  readonly digit: number;
}

/** One line per measured thing that has numbers at two times or more. */
function linesOf(evidence: readonly Evidence[]): readonly Line[] {
  const series = new Map<string, { days: number; number: number }[]>();
  for (const { numbers, times } of evidence) {
    const start = times[0];
    if (start === undefined) continue;
    for (const { name, number } of numbers)
      series.set(name, [...(series.get(name) ?? []), { days: (start.instantMs ?? start.localMs) / msInDay, number }]);
  }
  return [...series.values()].flatMap((points) => lineThrough(points) ?? []);
}

function lineThrough(points: readonly { readonly days: number; readonly number: number }[]): Line | undefined {
  const days = points.map((point) => point.days);
  const middle = days.reduce((sum, day) => sum + day, 0) / days.length;
  const mean = points.reduce((sum, point) => sum + point.number, 0) / points.length;
  const spread = days.reduce((sum, day) => sum + (day - middle) ** 2, 0);
  if (spread === 0) return undefined;
  const slope = points.reduce((sum, point) => sum + (point.days - middle) * (point.number - mean), 0) / spread;
  const decimals = Math.max(...points.map(({ number }) => /\.(\d+)$/.exec(String(number))?.[1]?.length ?? 0));
  return { slope, moved: slope * (Math.max(...days) - Math.min(...days)), digit: 10 ** -decimals };
}

const msInDay = 86_400_000;
const relativeTolerance = 1e-3;
