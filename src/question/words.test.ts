import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stemsOf, wordsOf } from './words.ts';

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
    const piece = fc.constantFrom('1', '20', '.', ',', ' ', 'mg', 'S', 'ies', '-', 'é', 'x', '3', 'sses', '2.5');
    const text = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (written) => {
        expect(stemsOf(written)).toEqual(wordsOf(written).map((word) => word.stem));
      }),
      { numRuns: 2000 },
    );
  });
});
