// A language's synonyms, classes and things by the keys of their phrases, made from its vocabulary when first asked.
import type { Vocabulary } from './vocabulary.ts';
import { keyOfWords, phraseKey, type Word } from './words.ts';

/** Whether the language's tables know a phrase, whatever the record has. */
export function isKnownPhrase(phrase: string, vocabulary: Vocabulary): boolean {
  const key = phraseKey(phrase);
  return synonymTable(vocabulary).has(key) || classTable(vocabulary).has(key) || thingsOf(vocabulary).has(key);
}

/** The kind of a class of things; `undefined` for what is none. */
export function kindOfClass(phrase: string, vocabulary: Vocabulary): string | undefined {
  return classTable(vocabulary).get(phraseKey(phrase))?.kind;
}

/** Whether words are a thing that records have or not. */
export function isThing(words: readonly Word[], vocabulary: Vocabulary): boolean {
  return thingsOf(vocabulary).has(keyOfWords(words, 0, words.length));
}

/** A class of things. */
export interface ClassRow {
  readonly kind: string;
  /** Stems of each member. */
  readonly members: readonly (readonly string[])[];
}

const classTables = new Map<string, ReadonlyMap<string, ClassRow>>();

/** The classes of a language by their keys; made once. */
export function classTable(vocabulary: Vocabulary): ReadonlyMap<string, ClassRow> {
  let table = classTables.get(vocabulary.language);
  if (table === undefined) {
    table = new Map(
      vocabulary.classes.flatMap(({ words, kind, members }) => {
        const row = { kind, members: namesIn(members).map((member) => member.split(' ')) };
        return words.map((word) => [phraseKey(word), row] as const);
      }),
    );
    classTables.set(vocabulary.language, table);
  }
  return table;
}

const thingSets = new Map<string, ReadonlySet<string>>();

/** Things by their keys, members of classes among them. */
function thingsOf({ language, things, classes }: Vocabulary): ReadonlySet<string> {
  let known = thingSets.get(language);
  if (known === undefined) {
    known = new Set([...namesIn(things), ...classes.flatMap(({ members }) => namesIn(members))]);
    thingSets.set(language, known);
  }
  return known;
}

/** Keys of the names in lists with commas between. */
function namesIn(lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => list.split(',').map(phraseKey)).filter((key) => key !== '');
}

const synonymTables = new Map<string, ReadonlyMap<string, readonly string[]>>();

/** What a phrase also goes by, keys by key; made once a language. */
export function synonymTable(vocabulary: Vocabulary): ReadonlyMap<string, readonly string[]> {
  let table = synonymTables.get(vocabulary.language);
  if (table === undefined) {
    table = new Map(
      vocabulary.synonyms.map(([phrase, ...targets]) => {
        const key = phraseKey(phrase);
        // A record may also hold the phrase itself among other words.
        const itself = key.includes(' ') ? [key] : [];
        return [key, [...new Set([...targets.map(phraseKey), ...itself])]];
      }),
    );
    synonymTables.set(vocabulary.language, table);
  }
  return table;
}
