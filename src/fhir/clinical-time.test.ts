// FHIR times: read, shown, and compared with windows, case by case from test/cases/clinical-time.json.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClinicalTime, compareToWindow, formatTime, parseFhirTime } from './clinical-time.ts';
import { finishTime, readPeriodTime, writtenTimeOf } from './time-element.ts';

interface WrittenCase {
  readonly start?: string;
  readonly end?: string;
  readonly period?: boolean;
  readonly why?: string;
}

interface Cases {
  readonly parse: readonly {
    text: string;
    precision: string;
    from: string;
    to: string;
    offset?: number;
    why?: string;
  }[];
  readonly unreadable: readonly string[];
  readonly format: readonly (WrittenCase & { shown: string })[];
  readonly window: readonly (WrittenCase & { from?: string; to?: string; by?: 'start' | 'overlap'; is: string })[];
}

const cases: Cases = JSON.parse(readFileSync(new URL('../../test/cases/clinical-time.json', import.meta.url), 'utf8'));

describe('parseFhirTime', () => {
  it.each(cases.parse)('reads $text as a $precision', ({ text, precision, from, to, offset }) => {
    const time = parseFhirTime(text);
    expect(time?.precision).toBe(precision);
    expect(new Date(time?.localStartMs ?? 0).toISOString()).toBe(from);
    expect(new Date(time?.localEndMs ?? 0).toISOString()).toBe(to);
    expect(time?.offsetMs).toBe(offset === undefined ? undefined : offset * 60_000);
  });

  it.each(cases.unreadable)('takes %j for no time', (text) => {
    expect(parseFhirTime(text)).toBeUndefined();
  });

  it('agrees with the platform on every instant', () => {
    const instants = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (date) => {
        const time = parseFhirTime(date.toISOString());
        expect(time?.localStartMs).toBe(date.getTime());
        expect(parseFhirTime(date.toISOString().slice(0, 10))?.localStartMs).toBe(
          Math.floor(date.getTime() / 86_400_000) * 86_400_000,
        );
      }),
    );
  });

  it('never throws and never gives an empty interval', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789-:TZ+. /') }), (text) => {
        const time = parseFhirTime(text);
        if (time !== undefined) expect(time.localEndMs).toBeGreaterThan(time.localStartMs);
      }),
    );
  });
});

describe('formatTime', () => {
  it.each(cases.format)('shows $start $end as $shown', (written) => {
    expect(formatTime(timeOf(written))).toBe(written.shown);
  });
});

describe('compareToWindow', () => {
  it.each(cases.window)('$start $end is $is of [$from, $to) by $by', (written) => {
    const { from, to, by } = written;
    const window = {
      startLocalMs: from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from),
      endLocalMs: to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to),
      text: '',
    };
    expect(compareToWindow(timeOf(written), window, by === undefined ? {} : { by })).toBe(written.is);
  });
});

function timeOf({ start, end, period }: WrittenCase): ClinicalTime {
  const written = period
    ? readPeriodTime({ start, end }, 'period')
    : writtenTimeOf({ resourceType: 'Observation', effectiveDateTime: start }, 'R4', () => {});
  if (written === undefined) throw new Error('a case without a readable time');
  return finishTime(written, { offsetAt: () => 0 });
}
