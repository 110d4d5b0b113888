import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countPlainWords, foldedWords, stemsOf, wordsOf } from './words.ts';

const piece = fc.constantFrom('1', '20', '.', ',', ' ', 'mg', 'S', 'ies', '-', 'é', 'x', '3', 'sses', '2.5');
const pieces = fc.array(piece, { maxLength: 12 }).map((each) => each.join(''));

describe('countPlainWords', () => {
  it('counts what foldedWords finds in plain text', () => {
    fc.assert(
      fc.property(pieces, (written) => {
        const text = written.replaceAll('é', '').toLowerCase();
        expect(countPlainWords(text)).toBe(foldedWords(text).length);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('stemsOf', () => {
  it.each([
    ['Glucose [Mass/volume] in Blood', ['glucose', 'mass', 'volume', 'in', 'blood']],
    ['8.2 %, 1,000.5 kcal', ['8.2', '%', '1,000.5', 'kcal'].filter((word) => word !== '%')],
    ['12.5mg and 1.2.3mg', ['12', '5mg', 'and', '1.2', '3mg']],
    ['allergies, biopsies, glasses, sepsis, viruses', ['allergy', 'biopsy', 'glass', 'sepsis', 'viruse']],
    ['Créatinine élevée', ['creatinine', 'elevee']],
    ['', []],
  ])('%s', (text, stems) => {
    expect(stemsOf(text)).toEqual(stems);
  });

  it('gives the stems of wordsOf, for any text', () => {
    const text = fc.oneof(pieces, fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(text, (written) => {
        expect(stemsOf(written)).toEqual(wordsOf(written).map((word) => word.stem));
      }),
      { numRuns: 2000 },
    );
  });
});
