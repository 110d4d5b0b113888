import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WordSearch } from './word-search.ts';
import { foldedWords, stemOf } from './words.ts';

const piece = fc.constantFrom('1', '2.5', '.', ' ', 'Pulse', 's', 'allergies', 'y', '-', 'É', '²', 'sses', '\n');
const texts = fc.array(
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  { maxLength: 6 },
);

it('finds every text that holds a word with a stem, and gives the words of each', () => {
  fc.assert(
    fc.property(texts, (written) => {
      const search = new WordSearch(written);
      const words = written.map(foldedWords);
      expect(written.map((_, place) => search.words(place))).toEqual(words);
      expect(search.countWords()).toBe(words.flat().length);
      expect(search.allWords()).toEqual(words.flat());
      for (const stem of new Set(words.flat().map(stemOf))) {
        const holding = words.flatMap((own, place) => (own.some((word) => stemOf(word) === stem) ? [place] : []));
        expect(search.mayHold(stem)).toEqual(expect.arrayContaining(holding));
        expect([...search.mayHold(stem)].sort((a, b) => a - b)).toEqual(search.mayHold(stem));
      }
    }),
    { numRuns: 2000 },
  );
});

it('passes texts over where the word only ends so', () => {
  expect(new WordSearch(['Chlorpromazine', 'Zinc', 'zincs 5 mg']).mayHold('zinc')).toEqual([1, 2]);
});
