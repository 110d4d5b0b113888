// Time phrases of test/cases/time-phrases.json, and what holds for every phrase.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Now } from '../fhir/clinical-time.ts';
import { vocabularies } from './language.ts';
import { type Dialect, readTimePhrases } from './time-phrase.ts';

interface Span {
  readonly from: string | null;
  readonly to: string | null;
}
interface Case extends Span {
  readonly text: string;
  readonly language?: string;
  readonly calendar?: Span;
  readonly rolling?: Span;
}
interface Cases {
  readonly now: string;
  readonly cases: readonly Case[];
  readonly none: readonly string[];
  readonly unread: readonly { readonly text: string; readonly phrase: string }[];
}

const file: Cases = JSON.parse(readFileSync(new URL('../../test/cases/time-phrases.json', import.meta.url), 'utf8'));

function nowAt(text: string): Now {
  const localMs = Date.parse(`${text}Z`);
  return { ms: localMs, localMs, text, from: 'option' };
}

const moment = (text: string | null, open: number) =>
  text === null ? open : Date.parse(text.length > 10 ? `${text}Z` : text);

function vocabularyOf(language: string | undefined) {
  const vocabulary = vocabularies.find((each) => each.language === (language ?? 'en'));
  if (vocabulary === undefined) throw new Error(`no vocabulary ${language}`);
  return vocabulary;
}

describe('time phrases', () => {
  for (const each of file.cases) {
    for (const dialect of ['natural', 'calendar', 'rolling'] as const) {
      it(`reads "${each.text}" in the ${dialect} dialect`, () => {
        const expected = dialect === 'natural' ? each : (each[dialect] ?? each);
        const rolled = dialect === 'rolling' && each.rolling === undefined ? undefined : expected;
        const reading = readTimePhrases(each.text, nowAt(file.now), dialect, {
          vocabulary: vocabularyOf(each.language),
        });
        expect(reading.unread).toEqual([]);
        expect([reading.window?.startLocalMs, reading.window?.endLocalMs]).toEqual([
          moment((rolled ?? each).from, Number.NEGATIVE_INFINITY),
          moment((rolled ?? each).to, Number.POSITIVE_INFINITY),
        ]);
      });
    }
  }

  for (const text of file.none) {
    it(`finds no time in "${text}"`, () => {
      expect(readTimePhrases(text, nowAt(file.now), 'natural').phrases).toEqual([]);
    });
  }

  for (const { text, phrase } of file.unread) {
    it(`says that it can't read "${phrase}"`, () => {
      expect(readTimePhrases(text, nowAt(file.now), 'natural').unread).toContain(phrase);
    });
  }

  it('shifts every relative window with now', () => {
    const phrases = [
      'since 3 years ago',
      'last month',
      'this year',
      'in the last 10 days',
      'yesterday',
      'until 5 weeks ago',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...phrases),
        fc.constantFrom<Dialect>('natural', 'calendar', 'rolling'),
        fc.integer({ min: 0, max: 9000 }),
        (text, dialect, days) => {
          const localMs = Date.parse('2100-06-15T10:00Z') + days * 86_400_000;
          const now = { ms: localMs, localMs, text: '', from: 'option' as const };
          const reading = readTimePhrases(text, now, dialect);
          expect(reading.usesNow).toBe(true);
          expect(reading.window?.startLocalMs).toBeLessThan(localMs);
          expect((reading.window?.startLocalMs ?? 0) < (reading.window?.endLocalMs ?? 0)).toBe(true);
        },
      ),
    );
  });

  it('reads any day it is given, in three writings', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1800-01-01'), max: new Date('2300-01-01'), noInvalidDate: true }),
        (date) => {
          const iso = date.toISOString().slice(0, 10);
          const [year, month, day] = iso.split('-');
          const start = Date.parse(iso);
          for (const text of [`on ${iso}`, `on ${month}/${day}/${year}`, `on ${day}.${month}.${year}`]) {
            const dateOrder = text.includes('.') ? ('day-first' as const) : ('month-first' as const);
            const { window } = readTimePhrases(text, nowAt(file.now), 'natural', { dateOrder });
            expect([window?.startLocalMs, window?.endLocalMs]).toEqual([start, start + 86_400_000]);
          }
        },
      ),
    );
  });
});
