// Which nodes make a series: those of an episode that differ in nothing but their time and numbers are of one kind.
import { keepAlive } from '../fhir/keep-alive.ts';
import { createReferenceResolver } from '../fhir/reference.ts';
import type { NamedReference, ResourceText, Wording } from '../fhir/resource-text.ts';
import type { ResourceValue } from '../fhir/resource-value.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { createNodeTexts } from '../graph/node-text.ts';
import { GraphWordings, graphWordings } from '../question/graph-wordings.ts';

/** Members of one series, in the order of their episode: node indices. */
export type FoldMembers = readonly number[];

/**
 * Kinds of a graph's nodes as numbers, each found once. Nodes of one kind have the same type and say the same thing
 * (concept, code, names of what they refer to, unit). Retracted nodes, nodes with a note and those of types that don't
 * come in series stand alone.
 *
 * Source: model.md §4, series folding.
 */
export class SeriesKinds {
  readonly #textOf: (index: number) => ResourceText;
  /** Type and concept of each node as a number; −1 where its type doesn't come in series. */
  readonly #conceptOf: Int32Array;
  /** Kind of each node, counted from 1; 0 where not asked for yet, `alone` for what stands alone. */
  readonly #kindOf: Int32Array;
  /** What a node of each kind says, by kind; kind 0 is none. */
  readonly #examples: (ResourceText | undefined)[] = [undefined];
  /** Kinds of each concept, by its number. */
  readonly #kindsOf: (number[] | undefined)[] = [];
  /** How many of the nodes being looked at are of each kind, or concept; zeros between calls. */
  readonly #counts: Int32Array;

  constructor(textOf: (index: number) => ResourceText, wordings: GraphWordings) {
    this.#textOf = textOf;
    this.#conceptOf = conceptsOf(wordings);
    this.#kindOf = new Int32Array(this.#conceptOf.length);
    this.#counts = new Int32Array(this.#conceptOf.length + 1);
  }

  /** The series among the members of an episode: at least three nodes of one kind. Depends on the record alone. */
  seriesOf(members: readonly number[]): readonly FoldMembers[] {
    return this.seriesWith(members, members, 1);
  }

  /** The series among the members of an episode to which at least so many of some members belong; in member order. */
  seriesWith(members: readonly number[], some: readonly number[], fewest: number): readonly FoldMembers[] {
    const counts = this.#counts;
    const likely = countOften(some, this.#conceptOf, counts, fewest);
    clearCounts(some, this.#conceptOf, counts);
    if (likely.length === 0) return noSeries;
    const ofLikely = nodesLike(some, likely, this.#conceptOf, counts);
    this.#learn(ofLikely);
    const often = countOften(ofLikely, this.#kindOf, counts, fewest);
    clearCounts(ofLikely, this.#kindOf, counts);
    return often.length === 0 ? noSeries : this.#gather(members, often);
  }

  /** Members of the kinds of some nodes, by kind. Only nodes of their concepts are looked at. */
  #gather(members: readonly number[], often: readonly number[]): readonly FoldMembers[] {
    const alike = nodesLike(members, often, this.#conceptOf, this.#counts);
    this.#learn(alike);
    const byKind = new Map<number, number[]>();
    for (const index of nodesLike(alike, often, this.#kindOf, this.#counts)) {
      const kind = this.#kindOf[index] as number;
      const series = byKind.get(kind);
      if (series) series.push(index);
      else byKind.set(kind, [index]);
    }
    return Array.from(byKind.values()).filter((series) => series.length >= fewestFolded);
  }

  /** Finds the kinds of nodes. */
  #learn(nodes: readonly number[]): void {
    for (let place = 0; place < nodes.length; place++) {
      const index = nodes[place] as number;
      if (this.#kindOf[index] === 0) this.#kindOf[index] = this.#findKind(index);
    }
  }

  #findKind(index: number): number {
    const text = this.#textOf(index);
    if (text.retracted || text.note !== '') return alone;
    const concept = this.#conceptOf[index] as number;
    this.#kindsOf[concept] ??= [];
    const kinds = this.#kindsOf[concept] as number[];
    for (let place = 0; place < kinds.length; place++) {
      const kind = kinds[place] as number;
      if (sayTheSame(this.#examples[kind] as ResourceText, text)) return kind;
    }
    const kind = this.#examples.length;
    this.#examples.push(text);
    kinds.push(kind);
    return kind;
  }
}

// The loops below see nothing but numbers: they stay compiled whatever record is looked at.

/** Counts nodes by a number they have, kind or concept; none below 0. @returns a node of each that is counted so often */
function countOften(
  nodes: readonly number[],
  numberOf: Int32Array,
  counts: Int32Array,
  fewest: number,
): readonly number[] {
  const often: number[] = [];
  for (let place = 0; place < nodes.length; place++) {
    const index = nodes[place] as number;
    const number = numberOf[index] as number;
    if (number < 0) continue;
    const count = (counts[number] as number) + 1;
    counts[number] = count;
    if (count === fewest) often.push(index);
  }
  return often;
}

function clearCounts(nodes: readonly number[], numberOf: Int32Array, counts: Int32Array): void {
  for (let place = 0; place < nodes.length; place++) {
    const number = numberOf[nodes[place] as number] as number;
    if (number >= 0) counts[number] = 0;
  }
}

/** The nodes that have the number of an example. */
function nodesLike(
  nodes: readonly number[],
  examples: readonly number[],
  numberOf: Int32Array,
  counts: Int32Array,
): readonly number[] {
  const like: number[] = [];
  countOften(examples, numberOf, counts, 1);
  for (let place = 0; place < nodes.length; place++) {
    const number = numberOf[nodes[place] as number] as number;
    if (number >= 0 && (counts[number] as number) > 0) like.push(nodes[place] as number);
  }
  clearCounts(examples, numberOf, counts);
  return like;
}

/** The graph's own, held weakly. */
export function seriesKinds(graph: EpisodeGraph): SeriesKinds {
  const known = kindsByGraph.get(graph);
  if (known) return known;
  const kinds = new SeriesKinds((index) => graph.text(index), graphWordings(graph));
  kindsByGraph.set(graph, kinds);
  return kinds;
}

/** Type and concept of each node as a number. */
function conceptsOf({ wordings, types, wordingOf }: GraphWordings): Int32Array {
  const numbers = new Map<string, number>();
  const ofWording = new Int32Array(wordings.length).fill(-1);
  for (let wording = 0; wording < wordings.length; wording++) {
    const type = types[wording] as string;
    if (!foldedTypes.has(type)) continue;
    const key = `${type} ${(wordings[wording] as Wording).concept}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    ofWording[wording] = number;
  }
  const conceptOf = new Int32Array(wordingOf.length);
  for (let index = 0; index < conceptOf.length; index++)
    conceptOf[index] = ofWording[wordingOf[index] as number] as number;
  return conceptOf;
}

/** Whether two texts of one concept differ in nothing but their numbers: same code, measures with units, and referred names. */
function sayTheSame(a: ResourceText, b: ResourceText): boolean {
  const coding = a.codings[0];
  const other = b.codings[0];
  if (
    coding !== other &&
    ((coding?.code ?? '') !== (other?.code ?? '') || (coding?.system ?? '') !== (other?.system ?? ''))
  )
    return false;
  if (a.values.length !== b.values.length || a.names.length !== b.names.length) return false;
  for (let place = 0; place < a.values.length; place++) {
    const one = a.values[place] as ResourceValue;
    const two = b.values[place] as ResourceValue;
    if (one.name !== two.name || (one.ucum ?? one.unit ?? '') !== (two.ucum ?? two.unit ?? '')) return false;
  }
  for (let place = 0; place < a.names.length; place++) {
    const one = a.names[place] as NamedReference;
    const two = b.names[place] as NamedReference;
    if (one.name !== two.name || one.element !== two.element) return false;
  }
  return true;
}

const foldedTypes = new Set([
  'Observation',
  'MedicationAdministration',
  'MedicationDispense',
  'MedicationRequest',
  'MedicationOrder',
  'MedicationStatement',
]);
const fewestFolded = 3;
const alone = -1;
const noSeries: readonly FoldMembers[] = [];
const kindsByGraph = new WeakMap<EpisodeGraph, SeriesKinds>();

keepAlive(
  new SeriesKinds(createNodeTexts([], createReferenceResolver([])), new GraphWordings([], [], new Int32Array())),
);
