// Words of a record's nodes as postings over distinct texts: most nodes repeat one of some hundred concepts.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { stemsOf } from '../question/words.ts';

/** One distinct text and where its words are found. */
export interface TermField {
  /** Distinct text of each node, as a position in `lengths`; node order. */
  readonly documentOf: Uint32Array;
  /** Words of each distinct text. */
  readonly lengths: Float64Array;
  readonly meanLength: number;
  readonly postings: ReadonlyMap<string, Postings>;
  /** Distinct words of each text. */
  readonly words: readonly (readonly string[])[];
}

/** Distinct texts that hold a word, and how often. */
export interface Postings {
  readonly documents: readonly number[];
  readonly counts: readonly number[];
}

/** A graph's words, by what they say: what a node is about (its name, codes, referred names), and what it states. */
export interface TermIndex {
  readonly concept: TermField;
  readonly value: TermField;
}

/** The graph's own index, built when first asked, linear in the nodes; held weakly. */
export function termIndex(graph: EpisodeGraph): TermIndex {
  const known = indices.get(graph);
  if (known) return known;
  const index = {
    concept: createField(graph, conceptTexts),
    value: createField(graph, valueTexts),
  };
  indices.set(graph, index);
  return index;
}

/** What a node is about: type, concept, synonyms, displays, codes, categories, names of what it refers to. */
function conceptTexts(graph: EpisodeGraph, index: number): string {
  const { concept, synonyms, codings, categories, names } = graph.text(index);
  let text = `${graph.nodes[index]?.type.replace(/([a-z])([A-Z])/g, '$1 $2') ?? ''}\n${concept}`;
  for (const synonym of synonyms) text += `\n${synonym}`;
  for (const { code, display } of codings) text += display === concept ? `\n${code}` : `\n${display}\n${code}`;
  for (const category of categories) text += `\n${category}`;
  for (const { name } of names) if (name !== concept) text += `\n${name}`;
  return text;
}

/** What a node states: value, status, note. */
function valueTexts(graph: EpisodeGraph, index: number): string {
  const { value, status, note } = graph.text(index);
  return note === '' ? `${value}\n${status}` : `${value}\n${status}\n${note}`;
}

function createField(graph: EpisodeGraph, textOf: (graph: EpisodeGraph, index: number) => string): TermField {
  const documents = new Map<string, number>();
  const documentOf = new Uint32Array(graph.nodes.length);
  for (let index = 0; index < graph.nodes.length; index++) {
    const text = textOf(graph, index);
    const known = documents.get(text);
    if (known === undefined) documents.set(text, documents.size);
    documentOf[index] = known ?? documents.size - 1;
  }
  const postings = new Map<string, { documents: number[]; counts: number[] }>();
  const lengths = new Float64Array(documents.size);
  const words: string[][] = [];
  for (const [text, document] of documents) {
    const counts = new Map<string, number>();
    for (const stem of stemsOf(text)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    for (const [word, count] of counts) {
      lengths[document] = (lengths[document] as number) + count;
      const posting = postings.get(word);
      if (posting) {
        posting.documents.push(document);
        posting.counts.push(count);
      } else postings.set(word, { documents: [document], counts: [count] });
    }
    words.push([...counts.keys()]);
  }
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return { documentOf, lengths, meanLength: total / Math.max(1, documents.size), postings, words };
}

const indices = new WeakMap<EpisodeGraph, TermIndex>();
