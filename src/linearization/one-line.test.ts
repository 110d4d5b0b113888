import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBlank, oneLine, onlyDay, sayDaysOnce, saysPhrase } from './one-line.ts';

const text = fc.string({
  unit: fc.constantFrom('a', 'B', 'b', ' ', '\n', '\u00a0', '\u2028', 'é', 'İ', '\u212a', 'k'),
  maxLength: 12,
});

describe('oneLine', () => {
  it('makes any run of blanks one space', () => {
    expect(oneLine(' seen\n today,\u00a0well ')).toBe('seen today, well');
    fc.assert(fc.property(text, (any) => void expect(oneLine(any)).toBe(any.replace(/\s+/g, ' ').trim())));
  });

  it('knows every blank', () => {
    for (let code = 0; code < 0x10000; code++) expect(isBlank(code)).toBe(/\s/.test(String.fromCharCode(code)));
  });
});

describe('saysPhrase', () => {
  it('finds whole words without regard to case', () => {
    expect(saysPhrase('Sodium chloride, oral', 'chloride,')).toBe(true);
    expect(saysPhrase('Sodium chloride, oral', 'SODIUM CHLORIDE, ORAL')).toBe(true);
    expect(saysPhrase('Sodium chloride, oral', 'chlor')).toBe(false);
    fc.assert(
      fc.property(text, text, (earlier, phrase) => {
        const [first, second] = [oneLine(earlier), oneLine(phrase)];
        fc.pre(second !== '' && second.toLowerCase().length === second.length);
        expect(saysPhrase(first, second)).toBe(` ${first.toLowerCase()} `.includes(` ${second.toLowerCase()} `));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('days of a line', () => {
  it('says each once', () => {
    expect(sayDaysOnce('o1 2141-03-12 08:15 until 2141-03-12 09:00')).toBe('o1 2141-03-12 08:15 until 09:00');
    expect(sayDaysOnce('o1 2141-03-12 on 2141-03-12')).toBe('o1 2141-03-12 on same day');
    expect(sayDaysOnce('o1 2141-03-12 08:15 until 2141-03-13 09:00')).toBe(
      'o1 2141-03-12 08:15 until 2141-03-13 09:00',
    );
  });

  it('finds the only one', () => {
    expect(onlyDay('2141-03-12 08:15 → 09:00')).toBe('2141-03-12');
    expect(onlyDay('2141-03-12 → 2141-03-14')).toBeUndefined();
    expect(onlyDay('2141-03')).toBeUndefined();
  });
});
