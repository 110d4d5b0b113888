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

/**
 * Whether a question is in a language that no vocabulary here is of: it has words that only such languages have, and
 * not fewer than it has marker words of the language it would be read in.
 */
export function isOtherLanguage(question: string, { markers }: Vocabulary): boolean {
  const words = wordsOf(question).map((word) => word.text);
  const others = words.filter((word) => otherWords.has(word)).length;
  return others > 0 && others >= words.filter((word) => markers.includes(word)).length;
}

/** Words of questions in German, French, Portuguese and Italian, Dutch; none is a word of a language read here or a name. */
const otherWords: ReadonlySet<string> = new Set(
  (
    'wann seit welche welcher welches welchen wieviel wieviele wurde wurden nimmt letzte letzten letzter letztes warum bekommt bekam ' +
    'quand depuis quel quelle quels quelles combien pourquoi prend dernier derniere ' +
    'qual quais quando quantos quantas foi nao quale quali quanti quante perche prende ' +
    'wanneer welke hoeveel sinds heeft waarom laatste neemt'
  ).split(' '),
);
