import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from './resource.ts';
import type { ResourceValue } from './resource-value.ts';
import { numberText, readChoice, timeText } from './resource-value-reader.ts';

interface ValueCase {
  readonly name: string;
  readonly element: JsonObject;
  /** Fields of ResourceValue; `null` for one that must be missing. The whole is `null` where there is no value. */
  readonly expect: Readonly<Record<string, unknown>> | null;
}
const cases: readonly ValueCase[] = JSON.parse(readFileSync('test/cases/resource-value.json', 'utf8'));

describe('readChoice', () => {
  it.each(cases)('reads $name', ({ element, expect: wanted }) => {
    const value = readChoice(element, 'value', 'value');
    if (wanted === null) {
      expect(value).toBeUndefined();
      return;
    }
    const fields = Object.keys(wanted) as (keyof ResourceValue)[];
    expect(Object.fromEntries(fields.map((field) => [field, value?.[field] ?? null]))).toEqual(wanted);
  });

  it('reads back any decimal number written as text', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (number) => {
        const written = number.toFixed(3);
        const read = readChoice({ valueString: written }, 'value', '');
        expect(read).toMatchObject({ number: Number(written), fromText: true });
      }),
    );
  });
});

describe('numberText', () => {
  it('stays within a hundredth of the number from one up', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e6, noNaN: true }), (number) => {
        expect(Math.abs(Number(numberText(number)) - number)).toBeLessThanOrEqual(0.0051);
      }),
    );
  });
});

describe('timeText', () => {
  it('writes the local form, seconds only where there are some', () => {
    expect(timeText('2141-03-12T08:15:00-05:00')).toBe('2141-03-12 08:15');
    expect(timeText('2141-03-12T08:15:09.120-05:00')).toBe('2141-03-12 08:15:09');
    expect(timeText('2141-03')).toBe('2141-03');
  });
});
