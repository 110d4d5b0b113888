// What a graph's nodes say alike: each wording once, with its nodes. Indices look at wordings, of which there are few.
import { keepAlive } from '../fhir/keep-alive.ts';
import type { Wording } from '../fhir/resource-text.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';

/** The wordings of one graph by number, in the order of their first nodes. */
export class GraphWordings {
  readonly wordings: readonly Wording[];
  /** Type of the nodes of each wording. */
  readonly types: readonly string[];
  /** Number of each node's wording; node order. */
  readonly wordingOf: Int32Array;
  /** Nodes by wording, ascending within one; those of wording n begin at `starts[n]`. */
  private readonly nodes: Int32Array;
  private readonly starts: Int32Array;

  constructor(wordings: readonly Wording[], types: readonly string[], wordingOf: Int32Array) {
    this.wordings = wordings;
    this.types = types;
    this.wordingOf = wordingOf;
    this.starts = startsOf(wordingOf, wordings.length);
    this.nodes = sortNodes(wordingOf, this.starts);
  }

  /** Nodes of some wordings, each given once; ascending. */
  nodesOf(numbers: readonly number[]): readonly number[] {
    const [first] = numbers;
    if (first === undefined) return [];
    if (numbers.length === 1) return listOf(this.nodes, this.starts[first]!, this.starts[first + 1]!);
    let size = 0;
    for (const number of numbers) size += this.starts[number + 1]! - this.starts[number]!;
    const all = new Int32Array(size);
    let end = 0;
    for (const number of numbers) {
      const own = this.nodes.subarray(this.starts[number], this.starts[number + 1]);
      all.set(own, end);
      end += own.length;
    }
    return listOf(all.sort(), 0, size);
  }
}

/** The graph's own wordings. Describes every node when first asked; held weakly. */
export function graphWordings(graph: EpisodeGraph): GraphWordings {
  const known = byGraph.get(graph);
  if (known !== undefined) return known;
  const numbers = new Map<Wording, number>();
  const types: string[] = [];
  const wordingOf = new Int32Array(graph.nodes.length);
  for (let index = 0; index < wordingOf.length; index += 1) {
    const { wording } = graph.text(index);
    let number = numbers.get(wording);
    if (number === undefined) {
      number = types.length;
      numbers.set(wording, number);
      types.push(graph.nodes[index]!.type);
    }
    wordingOf[index] = number;
  }
  const made = new GraphWordings(Array.from(numbers.keys()), types, wordingOf);
  byGraph.set(graph, made);
  return made;
}

/** Nodes by names of what they say: names are given to wordings, the nodes of a name are gathered when asked for. */
export class NamedNodes {
  private readonly wordings: GraphWordings;
  private readonly numbers = new Map<string, number[]>();
  private readonly gathered = new Map<string, readonly number[]>();

  /** @param namesOf names of a wording */
  constructor(wordings: GraphWordings, namesOf: (wording: Wording) => readonly string[]) {
    this.wordings = wordings;
    for (let number = 0; number < wordings.wordings.length; number += 1) {
      const names = namesOf(wordings.wordings[number]!);
      for (let at = 0; at < names.length; at += 1) addNumber(this.numbers, names[at]!, number);
    }
  }

  /** Node indices, ascending; `undefined` for a name that none has. */
  get(name: string): readonly number[] | undefined {
    const known = this.gathered.get(name);
    if (known !== undefined) return known;
    const numbers = this.numbers.get(name);
    if (numbers === undefined) return undefined;
    const nodes = this.wordings.nodesOf(numbers);
    this.gathered.set(name, nodes);
    return nodes;
  }

  keys(): IterableIterator<string> {
    return this.numbers.keys();
  }
}

function addNumber(numbers: Map<string, number[]>, name: string, number: number): void {
  const list = numbers.get(name);
  if (list === undefined) numbers.set(name, [number]);
  else if (list[list.length - 1] !== number) list.push(number);
}

/** As `Array.from`, which goes through an iterator. */
function listOf(numbers: Int32Array, start: number, end: number): readonly number[] {
  const list = new Array<number>(end - start);
  for (let at = start; at < end; at += 1) list[at - start] = numbers[at]!;
  return list;
}

/** Where the nodes of each wording begin, and where the last one's end. */
function startsOf(wordingOf: Int32Array, count: number): Int32Array {
  const starts = new Int32Array(count + 1);
  for (let index = 0; index < wordingOf.length; index += 1) starts[wordingOf[index]! + 1]! += 1;
  for (let number = 0; number < count; number += 1) starts[number + 1]! += starts[number]!;
  return starts;
}

function sortNodes(wordingOf: Int32Array, starts: Int32Array): Int32Array {
  const nodes = new Int32Array(wordingOf.length);
  const ends = starts.slice();
  for (let index = 0; index < wordingOf.length; index += 1) {
    const number = wordingOf[index]!;
    nodes[ends[number]!] = index;
    ends[number]! += 1;
  }
  return nodes;
}

const byGraph = new WeakMap<EpisodeGraph, GraphWordings>();

keepAlive(new NamedNodes(new GraphWordings([], [], new Int32Array(0)), () => []));
