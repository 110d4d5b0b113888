// Where to find nodes by type, concept, code, category, status and words: built once a graph, each part when first asked.
import type { Coding } from '../fhir/resource-text.ts';
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
  const post = (part: string, namesOf: (index: number) => Iterable<string>): Postings =>
    once(part, () => postings(graph.nodes.length, namesOf));
  return {
    get types() {
      return post('types', (index) => [graph.nodes[index]?.type ?? '']);
    },
    get codes() {
      const namesOf = remember(codeNames);
      return post('codes', (index) => namesOf(graph.text(index).codings));
    },
    get systems() {
      const namesOf = remember((codings: readonly Coding[]) => codings.map(({ system }) => `${normalName(system)}|`));
      return post('systems', (index) => namesOf(graph.text(index).codings));
    },
    get concepts() {
      const normal = remember(normalName);
      return post('concepts', (index) => namesOfConcept(graph, index, normal));
    },
    get categories() {
      const namesOf = remember((categories: readonly string[]) => categories.map(normalName));
      return post('categories', (index) => namesOf(graph.text(index).categories));
    },
    get statuses() {
      const namesOf = remember((status: string) => [normalName(status)]);
      return post('statuses', (index) => namesOf(graph.text(index).status));
    },
    get names() {
      const normal = remember(normalName);
      return post('names', (index) => graph.text(index).names.map(({ name }) => normal(name)));
    },
    get words() {
      return once('words', () => nodesByWords(graph));
    },
  };
}

/** Every name of a node's own concept, normalised. */
export function conceptNames(graph: EpisodeGraph, index: number): readonly string[] {
  return namesOfConcept(graph, index, normalName);
}

function namesOfConcept(graph: EpisodeGraph, index: number, normal: (name: string) => string): string[] {
  const { concept, synonyms, codings } = graph.text(index);
  const names: string[] = [];
  if (concept !== '') names.push(normal(concept));
  for (const synonym of synonyms) if (synonym !== '') names.push(normal(synonym));
  for (const { display } of codings) if (display !== '' && display !== concept) names.push(normal(display));
  return names;
}

function codeNames(codings: readonly Coding[]): readonly string[] {
  return codings.flatMap(({ system, code }) =>
    code === '' ? [] : [normalName(code), `${normalName(system)}|${normalName(code)}`],
  );
}

/** A function that works each input out once: a record says the same things thousands of times. */
function remember<Input, Output>(work: (input: Input) => Output): (input: Input) => Output {
  const known = new Map<Input, Output>();
  return (input) => {
    let output = known.get(input);
    if (output === undefined) {
      output = work(input);
      known.set(input, output);
    }
    return output;
  };
}

function postings(size: number, namesOf: (index: number) => Iterable<string>): Postings {
  const lists = new Map<string, number[]>();
  for (let index = 0; index < size; index++) {
    for (const name of namesOf(index)) {
      const list = lists.get(name);
      if (list === undefined) lists.set(name, [index]);
      else if (list[list.length - 1] !== index) list.push(index);
    }
  }
  return lists;
}

function nodesByWords(graph: EpisodeGraph): SelectionIndex['words'] {
  const byText = new Map<string, number[]>();
  for (let index = 0; index < graph.nodes.length; index++) {
    const { concept, synonyms, codings, names } = graph.text(index);
    const text = [
      concept,
      ...synonyms,
      ...codings.flatMap(({ code, display }) => [code, display]),
      ...names.map(({ name }) => name),
    ].join('\n');
    const list = byText.get(text);
    if (list === undefined) byText.set(text, [index]);
    else list.push(index);
  }
  return Array.from(byText, ([text, nodes]) => ({ words: new Set(wordsOf(text)), nodes }));
}

function withoutPlural(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('is') && !word.endsWith('us')
    ? word.slice(0, -1)
    : word;
}

const indices = new WeakMap<EpisodeGraph, SelectionIndex>();
