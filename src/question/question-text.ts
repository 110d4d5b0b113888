// A question being read: its words, and which characters some part of the reading has taken.
import type { Vocabulary } from './vocabulary.ts';
import { fold, stemOf, type Word, wordsOf } from './words.ts';

/** Which part of a reading took a stretch of the question. */
export type ClaimedBy = 'patient' | 'name' | 'time' | 'visit' | 'kind';

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Built once per question; parts of the reading claim what they have read. */
export class QuestionText {
  readonly question: string;
  readonly vocabulary: Vocabulary;
  readonly folded: string;
  readonly words: readonly Word[];
  readonly #claims: { readonly by: ClaimedBy; readonly start: number; readonly end: number }[] = [];
  readonly #stopStems: ReadonlySet<string>;

  constructor(question: string, vocabulary: Vocabulary) {
    this.question = question;
    this.vocabulary = vocabulary;
    this.folded = fold(question);
    this.words = wordsOf(question);
    this.#stopStems = stopStems(vocabulary);
  }

  claim(by: ClaimedBy, stretch: Stretch): void {
    this.#claims.push({ by, start: stretch.start, end: stretch.end });
  }

  /**
   * The folded question with what the given parts took (all parts, unless some are named) blotted out: times and visits
   * as `~`, names as `_`, so that a name can still be seen to stand where a subject would.
   */
  masked(by?: readonly ClaimedBy[], also: readonly Stretch[] = []): string {
    const claims = by === undefined ? this.#claims : this.#claims.filter((claim) => by.includes(claim.by));
    let text = this.folded;
    for (const { by: part, start, end } of [...claims, ...also.map((stretch) => ({ ...stretch, by: 'visit' }))]) {
      const blot = part === 'time' || part === 'visit' ? '~' : '_';
      text = text.slice(0, start) + blot.repeat(end - start) + text.slice(end);
    }
    return text;
  }

  /** The question as written, with blanks where one part has taken it. */
  without(by: ClaimedBy): string {
    let text = this.question;
    for (const { start, end } of this.#claims.filter((claim) => claim.by === by)) {
      text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
    }
    return text;
  }

  /** Whether nobody has taken a word. */
  isFree(position: number): boolean {
    const word = this.words[position];
    return word !== undefined && this.#claims.every(({ start, end }) => word.end <= start || end <= word.start);
  }

  /** Whether a word says something of its own, by the language's list. */
  isContent(position: number): boolean {
    const word = this.words[position];
    return word !== undefined && !this.#stopStems.has(word.stem) && !this.#stopStems.has(word.text);
  }

  /** Words of a stretch of positions, as the question writes them. */
  phrase(from: number, to: number): string {
    return this.question.slice(this.words[from]?.start ?? 0, this.words[to - 1]?.end ?? 0);
  }

  stretch(from: number, to: number): Stretch {
    return { start: this.words[from]?.start ?? 0, end: this.words[to - 1]?.end ?? 0 };
  }
}

const stopStemsByLanguage = new Map<string, ReadonlySet<string>>();

function stopStems(vocabulary: Vocabulary): ReadonlySet<string> {
  let stems = stopStemsByLanguage.get(vocabulary.language);
  if (stems === undefined) {
    stems = new Set(vocabulary.stopWords.flatMap((word) => [fold(word), stemOf(fold(word))]));
    stopStemsByLanguage.set(vocabulary.language, stems);
  }
  return stems;
}
