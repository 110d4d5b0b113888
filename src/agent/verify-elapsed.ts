// Durations recomputed from the dates of the cited nodes.
import { inTimeOrder } from './evidence.ts';
import { plainUnit } from './plain-text.ts';
import type { Claim, ShownNumber, Verdict } from './verify-claim.ts';
import type { WrittenTime } from './written-time.ts';

/** A duration: of one node from start to end or to now; of several between their starts and ends. */
export function verifyElapsed(shown: ShownNumber, claim: Claim): Verdict {
  const verdict = (supported: boolean, reason: string): Verdict => ({ kind: 'number', supported, reason });
  const unitMs = durationUnits.get(plainUnit(shown.unit ?? 'days'));
  if (unitMs === undefined) return verdict(false, `${shown.unit} is no unit of time`);
  const spans = spansOf(claim);
  const isCalendar = calendarUnits.has(plainUnit(shown.unit ?? ''));
  // Between instants; and between wall clocks, which differ from them by an hour across daylight saving.
  const amounts = spans.flatMap(([from, to]) =>
    isCalendar
      ? [calendarBetween(from, to, unitMs)]
      : [(msOf(to, from) - msOf(from, to)) / unitMs, (to.localMs - from.localMs) / unitMs],
  );
  const tolerance = 0.5 * 10 ** -shown.decimals + 1e-12;
  const supported = amounts.some(
    (amount) => Math.abs(amount - shown.number) <= tolerance || Math.floor(amount) === shown.number,
  );
  const near = amounts.slice(0, 2).map((amount) => amount.toFixed(shown.decimals + 1));
  return verdict(
    supported,
    supported ? 'recomputed from the dates' : `the dates give ${near.join(' or ') || 'nothing'}`,
  );
}

function spansOf({ evidence, now }: Claim): readonly (readonly [WrittenTime, WrittenTime])[] {
  const ordered = inTimeOrder(evidence).filter((each) => each.times.length > 0);
  const starts = ordered.map((each) => each.times[0] as WrittenTime);
  const only = ordered[0];
  if (only === undefined) return [];
  if (ordered.length === 1) {
    const [start, end] = only.times as readonly [WrittenTime, WrittenTime?];
    return [
      ...(end === undefined
        ? []
        : ([
            [start, end],
            [end, now],
          ] as const)),
      [start, now] as const,
      // Some types write their end in another element: a condition's abatement.
      ...only.dates.filter(({ localMs }) => localMs > start.localMs).map((later) => [start, later] as const),
    ];
  }
  const first = starts[0] as WrittenTime;
  const last = ordered.at(-1)?.times ?? [];
  const firstEnd = only.times[1];
  return [
    ...last.map((end) => [first, end] as const),
    ...(firstEnd === undefined || last[0] === undefined ? [] : [[firstEnd, last[0]] as const]),
  ];
}

/** Whole calendar months or years, as ages are told. */
function calendarBetween(from: WrittenTime, to: WrittenTime, unitMs: number): number {
  const start = new Date(from.localMs);
  const end = new Date(to.localMs);
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  const anniversary = Date.UTC(
    start.getUTCFullYear(),
    start.getUTCMonth() + months,
    start.getUTCDate(),
    start.getUTCHours(),
    start.getUTCMinutes(),
  );
  const whole = anniversary > end.getTime() ? months - 1 : months;
  return unitMs === durationUnits.get('a') ? Math.floor(whole / 12) : whole;
}

/** An instant where both times have one, else the wall clock. */
function msOf(time: WrittenTime, other: WrittenTime): number {
  return time.instantMs !== undefined && other.instantMs !== undefined ? time.instantMs : time.localMs;
}

const calendarUnits = new Set(['mo', 'a']);
const durationUnits: ReadonlyMap<string, number> = new Map(
  Object.entries({
    s: 1000,
    min: 60_000,
    h: 3_600_000,
    d: 86_400_000,
    wk: 604_800_000,
    mo: 2_629_746_000,
    a: 31_556_952_000,
  }),
);
