// Which language a question is in: the vocabulary whose marker words it has most of.
import { english } from './english-table.ts';
import { spanish } from './spanish-table.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

/** Languages known; a new one is a file and a line here. The first is taken in doubt. */
export const vocabularies: readonly Vocabulary[] = [english, spanish];

export function chooseLanguage(question: string): Vocabulary {
  if (/[¿¡]/.test(question)) return spanish;
  const words = wordsOf(question).map((word) => word.text);
  let best = english;
  let bestCount = 0;
  for (const vocabulary of vocabularies) {
    const markers = new Set(vocabulary.markers);
    const count = words.filter((word) => markers.has(word)).length;
    if (count > bestCount) [best, bestCount] = [vocabulary, count];
  }
  return best;
}
