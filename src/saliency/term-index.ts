// Words of a record's nodes, found over distinct texts: most nodes repeat one of some hundred concepts.
import { keepAlive } from '../fhir/keep-alive.ts';
import type { Wording } from '../fhir/resource-text.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { graphWordings } from '../question/graph-wordings.ts';
import { WordSearch } from '../question/word-search.ts';
import { stemOf } from '../question/words.ts';

/** Distinct texts that hold a word, ascending, and how often. */
export interface Postings {
  readonly documents: readonly number[];
  readonly counts: readonly number[];
}

/** The words of one distinct text. */
interface DocumentWords {
  readonly length: number;
  /** How often each stem is there. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Distinct texts and where their words are found. Only texts that may hold a word asked for are cut into words. */
export class TermField {
  /** Distinct text of each node, as a number below `size`; node order. */
  readonly documentOf: Uint32Array;
  /** How many distinct texts there are. */
  readonly size: number;
  private readonly search: WordSearch;
  private readonly cut = new Map<number, DocumentWords>();
  private readonly found = new Map<string, Postings>();
  private mean: number | undefined = undefined;

  constructor({ documentOf, texts }: NodeTexts) {
    this.documentOf = documentOf;
    this.size = texts.length;
    this.search = new WordSearch(texts);
  }

  /** Words of a text on the average. */
  get meanLength(): number {
    this.mean ??= this.search.countWords() / Math.max(1, this.size);
    return this.mean;
  }

  postings(stem: string): Postings {
    const known = this.found.get(stem);
    if (known !== undefined) return known;
    const documents: number[] = [];
    const counts: number[] = [];
    for (const document of this.search.mayHold(stem)) {
      const count = this.wordsOf(document).counts.get(stem);
      if (count === undefined) continue;
      documents.push(document);
      counts.push(count);
    }
    const postings = { documents, counts };
    this.found.set(stem, postings);
    return postings;
  }

  /** Words of a distinct text. */
  lengthOf(document: number): number {
    return this.wordsOf(document).length;
  }

  /** How many different stems a distinct text has. */
  distinctWords(document: number): number {
    return this.wordsOf(document).counts.size;
  }

  private wordsOf(document: number): DocumentWords {
    const known = this.cut.get(document);
    if (known !== undefined) return known;
    const words = this.search.words(document);
    const counts = new Map<string, number>();
    for (const word of words) {
      const stem = stemOf(word);
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
    }
    const cut = { length: words.length, counts };
    this.cut.set(document, cut);
    return cut;
  }
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
  const index = { concept: new TermField(conceptTexts(graph)), value: new TermField(valueTexts(graph)) };
  indices.set(graph, index);
  return index;
}

/** The distinct text of each node. */
interface NodeTexts {
  readonly documentOf: Uint32Array;
  /** By document. */
  readonly texts: readonly string[];
}

/** What nodes are about: type, concept, synonyms, displays, codes, categories, names of what they refer to. */
function conceptTexts(graph: EpisodeGraph): NodeTexts {
  const { wordings, types, wordingOf } = graphWordings(graph);
  const documents = new Map<string, number>();
  const ofWording = new Uint32Array(wordings.length);
  for (let number = 0; number < wordings.length; number += 1)
    ofWording[number] = documentAt(documents, aboutText(typeWords(types[number]!), wordings[number]!));
  const documentOf = new Uint32Array(wordingOf.length);
  for (let index = 0; index < documentOf.length; index += 1) documentOf[index] = ofWording[wordingOf[index]!]!;
  return { documentOf, texts: Array.from(documents.keys()) };
}

/** @param type in words */
function aboutText(type: string, wording: Wording): string {
  const { concept, synonyms, codings, categories } = wording;
  const said = [type, concept];
  for (let at = 0; at < synonyms.length; at += 1) said.push(synonyms[at]!);
  for (let at = 0; at < codings.length; at += 1) {
    const { code, display } = codings[at]!;
    if (display !== concept) said.push(display);
    said.push(code);
  }
  for (let at = 0; at < categories.length; at += 1) said.push(categories[at]!);
  const names = wording.names();
  for (let at = 0; at < names.length; at += 1) if (names[at] !== concept) said.push(names[at]!);
  return said.join('\n');
}

/** `MedicationRequest` as `Medication Request`; made once, since a record has few types and many wordings. */
function typeWords(type: string): string {
  let words = wordsOfType.get(type);
  if (words === undefined) {
    words = type.replace(/([a-z])([A-Z])/g, '$1 $2');
    if (wordsOfType.size < mostTypes) wordsOfType.set(type, words);
  }
  return words;
}

/** What nodes state: value, status, note. */
function valueTexts(graph: EpisodeGraph): NodeTexts {
  const documentOf = new Uint32Array(graph.nodes.length);
  const documents = new Map<string, number>();
  // Looked up by status, then value: joining them for every node would take longer.
  const byStatus = new Map<string, Map<string, number>>();
  for (let index = 0; index < documentOf.length; index += 1) {
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
  return { documentOf, texts: Array.from(documents.keys()) };
}

function documentAt(documents: Map<string, number>, text: string): number {
  const known = documents.get(text);
  if (known !== undefined) return known;
  const document = documents.size;
  documents.set(text, document);
  return document;
}

const wordsOfType = new Map<string, string>();
/** FHIR has some 150 types; a record may write any other. */
const mostTypes = 1_000;
const indices = new WeakMap<EpisodeGraph, TermIndex>();

keepAlive(new TermField({ documentOf: new Uint32Array(0), texts: [] }));
