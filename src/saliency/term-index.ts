// Words of a record's nodes as postings over distinct texts: most nodes repeat one of some hundred concepts.
import type { Wording } from '../fhir/resource-text.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { foldedWords, stemOf } from '../question/words.ts';

/** Distinct texts and where their words are found. */
export interface TermField {
  /** Distinct text of each node, as a position in `lengths`; node order. */
  readonly documentOf: Uint32Array;
  /** Words of each distinct text. */
  readonly lengths: Float64Array;
  readonly meanLength: number;
  /** By stem. */
  readonly postings: ReadonlyMap<string, Postings>;
  /** How many different stems each distinct text has. */
  readonly distinctWords: Float64Array;
}

/** Distinct texts that hold a word, ascending, and how often. */
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
  const index = { concept: createField(conceptTexts(graph)), value: createField(valueTexts(graph)) };
  indices.set(graph, index);
  return index;
}

/** The distinct text of each node. */
interface NodeTexts {
  readonly documentOf: Uint32Array;
  /** By document. */
  readonly texts: Iterable<string>;
}

/** What nodes are about: type, concept, synonyms, displays, codes, categories, names of what they refer to. */
function conceptTexts(graph: EpisodeGraph): NodeTexts {
  const documentOf = new Uint32Array(graph.nodes.length);
  const documents = new Map<string, number>();
  const byWording = new Map<Wording, number>();
  for (const { index, type } of graph.nodes) {
    const { wording } = graph.text(index);
    let document = byWording.get(wording);
    if (document === undefined) {
      document = documentAt(documents, aboutText(type, wording));
      byWording.set(wording, document);
    }
    documentOf[index] = document;
  }
  return { documentOf, texts: documents.keys() };
}

function aboutText(type: string, wording: Wording): string {
  const { concept, synonyms, codings, categories } = wording;
  const said = [type.replace(/([a-z])([A-Z])/g, '$1 $2'), concept, ...synonyms];
  for (const { code, display } of codings) {
    if (display !== concept) said.push(display);
    said.push(code);
  }
  said.push(...categories);
  for (const name of wording.names()) if (name !== concept) said.push(name);
  return said.join('\n');
}

/** What nodes state: value, status, note. */
function valueTexts(graph: EpisodeGraph): NodeTexts {
  const documentOf = new Uint32Array(graph.nodes.length);
  const documents = new Map<string, number>();
  // Looked up by status, then value: joining them for every node would take longer.
  const byStatus = new Map<string, Map<string, number>>();
  for (const { index } of graph.nodes) {
    const { value, status, note } = graph.text(index);
    if (note !== '') {
      documentOf[index] = documentAt(documents, `${value}\n${status}\n${note}`);
      continue;
    }
    let byValue = byStatus.get(status);
    if (byValue === undefined) {
      byValue = new Map();
      byStatus.set(status, byValue);
    }
    let document = byValue.get(value);
    if (document === undefined) {
      document = documentAt(documents, `${value}\n${status}`);
      byValue.set(value, document);
    }
    documentOf[index] = document;
  }
  return { documentOf, texts: documents.keys() };
}

function documentAt(documents: Map<string, number>, text: string): number {
  const known = documents.get(text);
  if (known !== undefined) return known;
  const document = documents.size;
  documents.set(text, document);
  return document;
}

function createField({ documentOf, texts }: NodeTexts): TermField {
  const postings = new Map<string, GrowingPostings>();
  // Postings by word as well, so that each word is stemmed once.
  const byWord = new Map<string, GrowingPostings>();
  const lengths: number[] = [];
  const distinctWords: number[] = [];
  let total = 0;
  for (const text of texts) {
    const document = lengths.length;
    const words = foldedWords(text);
    let distinct = 0;
    for (let at = 0; at < words.length; at += 1) {
      const { documents, counts } = byWord.get(words[at]!) ?? postingsOf(words[at]!, byWord, postings);
      const last = documents.length - 1;
      if (documents[last] === document) counts[last] = counts[last]! + 1;
      else {
        documents.push(document);
        counts.push(1);
        distinct += 1;
      }
    }
    lengths.push(words.length);
    distinctWords.push(distinct);
    total += words.length;
  }
  return {
    documentOf,
    lengths: Float64Array.from(lengths),
    meanLength: total / Math.max(1, lengths.length),
    postings,
    distinctWords: Float64Array.from(distinctWords),
  };
}

interface GrowingPostings {
  readonly documents: number[];
  readonly counts: number[];
}

function postingsOf(
  word: string,
  byWord: Map<string, GrowingPostings>,
  postings: Map<string, GrowingPostings>,
): GrowingPostings {
  const stem = stemOf(word);
  let made = postings.get(stem);
  if (made === undefined) {
    made = { documents: [], counts: [] };
    postings.set(stem, made);
  }
  byWord.set(word, made);
  return made;
}

const indices = new WeakMap<EpisodeGraph, TermIndex>();
