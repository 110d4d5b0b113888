// Where to find nodes by type, concept, code, category, status and words: built once a graph, each part when first asked.
import type { Coding, ResourceText, Wording } from '../fhir/resource-text.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';

/** Node indices, ascending, by a normalised name. */
export type Postings = ReadonlyMap<string, readonly number[]>;

/** Look-up tables over one graph. Reading one for the first time builds it, linear in the nodes. */
export interface SelectionIndex {
  readonly types: Postings;
  /** By `code` and by `system|code`, normalised. */
  readonly codes: Postings;
  /** By `system|`. */
  readonly systems: Postings;
  /** By every name of the main concept: concept, synonyms and coding displays. */
  readonly concepts: Postings;
  readonly categories: Postings;
  readonly statuses: Postings;
  /** By name of what a node refers to. */
  readonly names: Postings;
  /** Nodes by their searchable words; few distinct entries, as most nodes repeat a concept. */
  readonly words: readonly { readonly words: ReadonlySet<string>; readonly nodes: readonly number[] }[];
}

/** The graph's own index. Held weakly: it goes when the graph goes. */
export function selectionIndex(graph: EpisodeGraph): SelectionIndex {
  let index = indices.get(graph);
  if (index === undefined) {
    index = createSelectionIndex(graph);
    indices.set(graph, index);
  }
  return index;
}

/** A name as it is compared: without case, outer blanks, and runs of blanks. */
export function normalName(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

/** The words of a text as they are compared: letters and digits, without case, accents and plural `s`. */
export function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(withoutPlural);
}

function createSelectionIndex(graph: EpisodeGraph): SelectionIndex {
  const built = new Map<string, unknown>();
  const once = <T>(part: string, build: () => T): T => {
    if (!built.has(part)) built.set(part, build());
    return built.get(part) as T;
  };
  const post = <Key>(part: string, keyOf: (index: number) => Key, namesOf: (key: Key) => readonly string[]): Postings =>
    once(part, () => postings(graph.nodes.length, keyOf, namesOf));
  const textOf = (index: number) => graph.text(index);
  return {
    get types() {
      return post(
        'types',
        (index) => graph.nodes[index]?.type ?? '',
        (type) => [type],
      );
    },
    get codes() {
      return post('codes', (index) => textOf(index).codings, codeNames);
    },
    get systems() {
      return post(
        'systems',
        (index) => textOf(index).codings,
        (codings) => codings.map(({ system }) => `${normalName(system)}|`),
      );
    },
    get concepts() {
      return post('concepts', (index) => textOf(index).wording, namesOfConcept);
    },
    get categories() {
      return post(
        'categories',
        (index) => textOf(index).categories,
        (categories) => categories.map(normalName),
      );
    },
    get statuses() {
      return post(
        'statuses',
        (index) => textOf(index).status,
        (status) => [normalName(status)],
      );
    },
    get names() {
      return post(
        'names',
        (index) => textOf(index).wording,
        (wording) => wording.names().map(normalName),
      );
    },
    get words() {
      return once('words', () => nodesByWords(graph));
    },
  };
}

/** Every name of a node's own concept, normalised. */
export function conceptNames(graph: EpisodeGraph, index: number): readonly string[] {
  return namesOfConcept(graph.text(index));
}

function namesOfConcept({
  concept,
  synonyms,
  codings,
}: Pick<ResourceText, 'concept' | 'synonyms' | 'codings'>): string[] {
  const names: string[] = [];
  if (concept !== '') names.push(normalName(concept));
  for (const synonym of synonyms) if (synonym !== '') names.push(normalName(synonym));
  for (const { display } of codings) if (display !== '' && display !== concept) names.push(normalName(display));
  return names;
}

function codeNames(codings: readonly Coding[]): readonly string[] {
  return codings.flatMap(({ system, code }) =>
    code === '' ? [] : [normalName(code), `${normalName(system)}|${normalName(code)}`],
  );
}

/** Nodes by the names of what they share with others (a wording, a list of codings): each of these is named once. */
function postings<Key>(
  size: number,
  keyOf: (index: number) => Key,
  namesOf: (key: Key) => readonly string[],
): Postings {
  const lists = new Map<string, number[]>();
  const listsOf = new Map<Key, readonly number[][]>();
  for (let index = 0; index < size; index += 1) {
    const key = keyOf(index);
    let own = listsOf.get(key);
    if (own === undefined) {
      own = [...new Set(namesOf(key))].map((name) => listAt(lists, name));
      listsOf.set(key, own);
    }
    for (let at = 0; at < own.length; at += 1) own[at]!.push(index);
  }
  return lists;
}

function listAt<Key>(lists: Map<Key, number[]>, key: Key): number[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const made: number[] = [];
  lists.set(key, made);
  return made;
}

function nodesByWords(graph: EpisodeGraph): SelectionIndex['words'] {
  const byText = new Map<string, number[]>();
  const byWording = new Map<Wording, number[]>();
  for (let index = 0; index < graph.nodes.length; index += 1) {
    const { wording } = graph.text(index);
    let nodes = byWording.get(wording);
    if (nodes === undefined) {
      nodes = listAt(byText, searchedText(wording));
      byWording.set(wording, nodes);
    }
    nodes.push(index);
  }
  return Array.from(byText, ([text, nodes]) => ({ words: new Set(wordsOf(text)), nodes }));
}

function searchedText(wording: Wording): string {
  const said = [wording.concept, ...wording.synonyms];
  for (const { code, display } of wording.codings) said.push(code, display);
  said.push(...wording.names());
  return said.join('\n');
}

function withoutPlural(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('is') && !word.endsWith('us')
    ? word.slice(0, -1)
    : word;
}

const indices = new WeakMap<EpisodeGraph, SelectionIndex>();
