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
    concept: createField(graph, conceptParts),
    value: createField(graph, valueParts),
  };
  indices.set(graph, index);
  return index;
}

/** What a node is about: type, concept, synonyms, displays, codes, categories, names of what it refers to. */
const conceptParts: TextParts = {
  of(graph, index, visit) {
    const { concept, synonyms, codings, categories, names } = graph.text(index);
    visit(graph.nodes[index]?.type);
    visit(concept);
    visit(synonyms);
    visit(codings);
    visit(categories);
    for (const { name } of names) if (name !== concept) visit(name);
  },
  join(graph, index) {
    const { concept, synonyms, codings, categories, names } = graph.text(index);
    const said = [graph.nodes[index]?.type.replace(/([a-z])([A-Z])/g, '$1 $2') ?? '', concept, ...synonyms];
    for (const { code, display } of codings) said.push(...(display === concept ? [code] : [display, code]));
    said.push(...categories);
    for (const { name } of names) if (name !== concept) said.push(name);
    return said.join('\n');
  },
};

/** What a node states: value, status, note. */
const valueParts: TextParts = {
  of(graph, index, visit) {
    const { value, status, note } = graph.text(index);
    visit(status);
    visit(value);
    visit(note);
  },
  join(graph, index) {
    const { value, status, note } = graph.text(index);
    return note === '' ? `${value}\n${status}` : `${value}\n${status}\n${note}`;
  },
};

/** A text of each node, and the parts that it is made of: nodes with the same parts have the same text. */
interface TextParts {
  of(graph: EpisodeGraph, index: number, visit: (part: unknown) => void): void;
  join(graph: EpisodeGraph, index: number): string;
}

/** A step on the way through a node's parts. */
interface Branch {
  readonly next: Map<unknown, Branch>;
  document: number | undefined;
}

/** The distinct text of each node. Parts are told apart one by one: joining them for every node would take longer. */
function distinctTexts(graph: EpisodeGraph, parts: TextParts): { documentOf: Uint32Array; texts: readonly string[] } {
  const documents = new Map<string, number>();
  const documentOf = new Uint32Array(graph.nodes.length);
  const root: Branch = { next: new Map(), document: undefined };
  let branch = root;
  const follow = (part: unknown): void => {
    let next = branch.next.get(part);
    if (next === undefined) {
      next = { next: new Map(), document: undefined };
      branch.next.set(part, next);
    }
    branch = next;
  };
  for (let index = 0; index < graph.nodes.length; index++) {
    branch = root;
    parts.of(graph, index, follow);
    if (branch.document === undefined) {
      const text = parts.join(graph, index);
      branch.document = documents.get(text) ?? documents.size;
      documents.set(text, branch.document);
    }
    documentOf[index] = branch.document;
  }
  return { documentOf, texts: [...documents.keys()] };
}

function createField(graph: EpisodeGraph, parts: TextParts): TermField {
  const { documentOf, texts } = distinctTexts(graph, parts);
  const postings = new Map<string, { documents: number[]; counts: number[] }>();
  const lengths = new Float64Array(texts.length);
  const words: string[][] = [];
  for (const [document, text] of texts.entries()) {
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
  return { documentOf, lengths, meanLength: total / Math.max(1, texts.length), postings, words };
}

const indices = new WeakMap<EpisodeGraph, TermIndex>();
