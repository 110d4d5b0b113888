// Where to find nodes by type, concept, code, category, status and words: built once a graph, each part when first asked.
import type { ResourceText, Wording } from '../fhir/resource-text.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { nodesByType } from '../graph/nodes-by-type.ts';
import { conceptIndex } from '../question/concept-index.ts';
import { graphWordings, NamedNodes } from '../question/graph-wordings.ts';
import { isPlain } from '../question/words.ts';

/** Node indices, ascending, by a normalised name. */
export type Postings = Pick<ReadonlyMap<string, readonly number[]>, 'get' | 'keys'>;

/** Look-up tables over one graph. Reading one for the first time builds it, linear in the nodes. */
export interface SelectionIndex {
  readonly types: ReadonlyMap<string, readonly number[]>;
  /** By `code` and by `system|code`, normalised. */
  readonly codes: Postings;
  /** By `system|`. */
  readonly systems: Postings;
  /** By every name of the main concept: concept, synonyms and coding displays. */
  readonly concepts: Postings;
  readonly categories: Postings;
  readonly statuses: Postings;
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
  const plain = name.trim().toLowerCase();
  return /[^\S ]| {2}/.test(plain) ? plain.replaceAll(/\s+/g, ' ') : plain;
}

/** The words of a text as they are compared: letters and digits, without case, accents and plural `s`. */
export function wordsOf(text: string): readonly string[] {
  if (isPlain(text)) return (text.toLowerCase().match(/[a-z\d]+/g) ?? []).map(withoutPlural);
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(withoutPlural);
}

function createSelectionIndex(graph: EpisodeGraph): SelectionIndex {
  const built = new Map<string, unknown>();
  const once = <T>(part: string, build: () => T): T => {
    if (!built.has(part)) built.set(part, build());
    return built.get(part) as T;
  };
  const named = (part: string, namesOf: (wording: Wording) => readonly string[]): Postings =>
    once(part, () => new NamedNodes(graphWordings(graph), namesOf));
  return {
    get types() {
      return nodesByType(graph);
    },
    get codes() {
      return named('codes', codeNames);
    },
    get systems() {
      return named('systems', ({ codings }) => codings.map(({ system }) => `${normalName(system)}|`));
    },
    get concepts() {
      return once('concepts', () => nodesByConcept(graph));
    },
    get categories() {
      return named('categories', ({ categories }) => categories.map(normalName));
    },
    get statuses() {
      return once('statuses', () => nodesByStatus(graph));
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

/** By the record's names of concepts, each made normal once; and by the patient's own, which are no names of facts. */
function nodesByConcept(graph: EpisodeGraph): Postings {
  const wordings = graphWordings(graph);
  const lists = new Map<string, (readonly number[])[]>();
  const add = (name: string, numbers: readonly number[]): void => {
    const known = lists.get(name);
    if (known === undefined) lists.set(name, [numbers]);
    else known.push(numbers);
  };
  for (const name of conceptIndex(graph).ofRole('concept')) add(normalName(name.text), name.wordings);
  for (let number = 0; number < wordings.types.length; number += 1) {
    if (wordings.types[number] !== 'Patient') continue;
    for (const name of namesOfConcept(wordings.wordings[number]!)) add(name, [number]);
  }
  return {
    keys: () => lists.keys(),
    get: (name) => {
      const found = lists.get(name);
      return found === undefined ? undefined : wordings.nodesOf(Array.from(new Set(found.flat())));
    },
  };
}

function codeNames({ codings }: Wording): readonly string[] {
  return codings.flatMap(({ system, code }) =>
    code === '' ? [] : [normalName(code), `${normalName(system)}|${normalName(code)}`],
  );
}

function nodesByStatus(graph: EpisodeGraph): Postings {
  const byStatus = new Map<string, number[]>();
  for (let index = 0; index < graph.nodes.length; index += 1) {
    const { status } = graph.text(index);
    const nodes = byStatus.get(status);
    if (nodes === undefined) byStatus.set(status, [index]);
    else nodes.push(index);
  }
  const byName = new Map<string, number[]>();
  for (const [status, nodes] of byStatus) {
    const name = normalName(status);
    const others = byName.get(name);
    byName.set(name, others === undefined ? nodes : [...others, ...nodes].sort((a, b) => a - b));
  }
  return byName;
}

function nodesByWords(graph: EpisodeGraph): SelectionIndex['words'] {
  const all = graphWordings(graph);
  const byText = new Map<string, number[]>();
  for (let number = 0; number < all.wordings.length; number += 1) {
    const text = searchedText(all.wordings[number]!);
    const numbers = byText.get(text);
    if (numbers === undefined) byText.set(text, [number]);
    else numbers.push(number);
  }
  return Array.from(byText, ([text, numbers]) => ({ words: new Set(wordsOf(text)), nodes: all.nodesOf(numbers) }));
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
