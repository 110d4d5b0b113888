// The offset of a date without one: that of the record's dateTime nearest to it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ParsedTime, parseFhirTime } from './clinical-time.ts';
import { createRecordZone } from './record-zone.ts';

const zoneOf = (...texts: string[]) => createRecordZone(texts.flatMap((text) => parseFhirTime(text) ?? []));
const hoursAt = (zone: ReturnType<typeof zoneOf>, text: string) =>
  zone.offsetAt(parseFhirTime(text)?.localStartMs ?? 0) / 3_600_000;

describe('createRecordZone', () => {
  it('is UTC when no dateTime has an offset', () => {
    expect(hoursAt(zoneOf('2141-03-12', '2141-03-12T08:00:00'), '2141-03-12')).toBe(0);
  });

  it('follows daylight saving by the nearest dateTime', () => {
    const zone = zoneOf('2141-01-10T08:00:00-05:00', '2141-07-10T08:00:00-04:00', '2142-01-10T08:00:00-05:00');
    expect(
      ['2140-06-01', '2141-02-01', '2141-06-01', '2141-08-01', '2141-12-01', '2150-01-01'].map((day) =>
        hoursAt(zone, day),
      ),
    ).toEqual([-5, -5, -4, -4, -5, -5]);
  });

  it('takes the earlier of two equally near', () => {
    expect(hoursAt(zoneOf('2141-01-10T00:00:00-05:00', '2141-01-12T00:00:00+09:00'), '2141-01-11')).toBe(-5);
  });

  it('agrees with a search through all dateTimes', () => {
    const moment = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.constantFrom(-5, -4, 0, 9)).map(
      ([day, hours]): ParsedTime => ({
        text: '',
        precision: 'second',
        localStartMs: day * 86_400_000,
        localEndMs: day * 86_400_000 + 1000,
        offsetMs: hours * 3_600_000,
      }),
    );
    fc.assert(
      fc.property(fc.array(moment, { minLength: 1 }), fc.integer({ min: -10, max: 410 }), (moments, day) => {
        const localMs = day * 86_400_000;
        const nearest = Math.min(...moments.map(({ localStartMs }) => Math.abs(localStartMs - localMs)));
        const candidates = moments
          .filter(({ localStartMs }) => Math.abs(localStartMs - localMs) === nearest)
          .map(({ offsetMs }) => offsetMs);
        expect(candidates).toContain(createRecordZone(moments).offsetAt(localMs));
      }),
    );
  });
});
