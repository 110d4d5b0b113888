// Structural membership: inherited over links between a part and its whole, nearest first.
import { IntColumn } from '../fhir/columns.ts';
import type { ReferenceResolver } from '../fhir/reference.ts';
import type { EpisodeDraft } from './episode-draft.ts';
import type { LinkStore } from './link-store.ts';
import type { DraftPlacement, Placements } from './membership.ts';
import { containedLabel, PartTable } from './part-links.ts';
import type { TimedNode } from './timed-node.ts';

/** Part-and-whole links as an adjacency in both directions. */
export interface PartGraph {
  readonly starts: Int32Array;
  readonly neighbours: Int32Array;
  /** Link index; −1 − i for containment. Positive when the edge runs from the node, negated by `inverse`. */
  readonly links: Int32Array;
  readonly inverse: Uint8Array;
}

/** Collect the listed links between nodes that can stand on the timeline, and containment. */
export function createPartGraph(nodes: readonly TimedNode[], links: LinkStore, resolver: ReferenceResolver): PartGraph {
  const edges: Edges = {
    a: new IntColumn(nodes.length),
    b: new IntColumn(nodes.length),
    link: new IntColumn(nodes.length),
  };
  const partRanks = new PartTable(links.labels);
  for (let node = 0; node < nodes.length; node += 1) {
    const { type, background, container } = nodes[node] as TimedNode;
    if (background) continue;
    const parent = container === undefined ? undefined : resolver.placeOf(container);
    if (parent !== undefined && nodes[parent]?.background === false) addEdge(edges, node, parent, -1);
    const ranks = partRanks.ranksOn(type);
    const end = links.starts[node + 1] ?? 0;
    for (let at = links.starts[node] ?? 0; at < end; at += 1) {
      if ((ranks[links.label[at] as number] as number) < 0) continue;
      const target = links.to[at] as number;
      if (target >= 0 && target !== node && nodes[target]?.background === false) addEdge(edges, node, target, at);
    }
  }
  return adjacency(edges.a.values(), edges.b.values(), edges.link.values(), nodes.length);
}

/** Edges as columns: from `a` to `b` over `link`. */
interface Edges {
  readonly a: IntColumn;
  readonly b: IntColumn;
  readonly link: IntColumn;
}

function addEdge({ a, b, link }: Edges, from: number, to: number, over: number): void {
  a.push(from);
  b.push(to);
  link.push(over);
}

function adjacency(a: Int32Array, b: Int32Array, link: Int32Array, nodes: number): PartGraph {
  const starts = new Int32Array(nodes + 1);
  for (let edge = 0; edge < link.length; edge += 1) {
    const from = (a[edge] as number) + 1;
    const to = (b[edge] as number) + 1;
    starts[from] = (starts[from] as number) + 1;
    starts[to] = (starts[to] as number) + 1;
  }
  for (let node = 0; node < nodes; node += 1)
    starts[node + 1] = (starts[node + 1] as number) + (starts[node] as number);
  const next = starts.slice();
  const neighbours = new Int32Array(2 * link.length);
  const links = new Int32Array(2 * link.length);
  const inverse = new Uint8Array(2 * link.length);
  const put = (node: number, other: number, over: number, backwards: number): void => {
    const at = next[node] as number;
    next[node] = at + 1;
    neighbours[at] = other;
    links[at] = over;
    inverse[at] = backwards;
  };
  for (let edge = 0; edge < link.length; edge += 1) {
    put(a[edge] as number, b[edge] as number, link[edge] as number, 0);
    put(b[edge] as number, a[edge] as number, link[edge] as number, 1);
  }
  return { starts, neighbours, links, inverse };
}

interface Offer {
  readonly episode: EpisodeDraft;
  readonly via: number;
  /** Position of the edge in the part graph, seen from the node that is placed. */
  readonly edge: number;
  /** Whether equally near neighbours lie in different episodes. */
  readonly contested: boolean;
}

/**
 * Let unplaced nodes inherit the episode of the nearest placed node over part-and-whole links, in either direction, at
 * most three hops; of equally near ones the first in E counts.
 *
 * A node whose nearest neighbours lie in different episodes is placed but passes nothing on: a Provenance of a whole
 * record, or a standing order, says nothing of where its other parts belong.
 */
export function placeStructural(
  nodes: readonly TimedNode[],
  parts: PartGraph,
  links: LinkStore,
  placements: Placements,
): void {
  let frontier: number[] = [];
  for (let node = 0; node < placements.length; node += 1) {
    const isSource = placements[node] !== undefined && parts.starts[node] !== parts.starts[node + 1];
    if (isSource) frontier.push(node);
  }
  for (let hop = 1; hop <= mostHops && frontier.length > 0; hop += 1) {
    const offers = new Map<number, Offer>();
    for (const via of frontier) collectOffers(via, nodes, parts, placements, offers);
    frontier = [];
    for (const [node, { episode, via, edge, contested }] of offers) {
      placements[node] = { episode, how: 'structural', reason: reasonOf(edge, via, nodes, parts, links, placements) };
      if (!contested) frontier.push(node);
    }
    frontier.sort((a, b) => a - b);
  }
}

function collectOffers(
  via: number,
  nodes: readonly TimedNode[],
  parts: PartGraph,
  placements: Placements,
  offers: Map<number, Offer>,
): void {
  const { episode } = placements[via] as DraftPlacement;
  const end = parts.starts[via + 1] ?? 0;
  for (let at = parts.starts[via] ?? 0; at < end; at += 1) {
    const node = parts.neighbours[at] as number;
    if (placements[node] !== undefined || nodes[node]?.type === 'Encounter') continue;
    const known = offers.get(node);
    if (known === undefined) offers.set(node, { episode, via, edge: at, contested: false });
    else if (known.episode !== episode) {
      const best = episode.order < known.episode.order ? { episode, via, edge: at } : known;
      offers.set(node, { ...best, contested: true });
    }
  }
}

/** The chain of links walked: `derivedFrom → Observation/b, derivedFrom → Observation/a, encounter → Encounter/e`. */
function reasonOf(
  edge: number,
  via: number,
  nodes: readonly TimedNode[],
  parts: PartGraph,
  links: LinkStore,
  placements: Placements,
): string {
  const link = parts.links[edge] as number;
  const label = link < 0 ? containedLabel : (links.labels[links.label[link] as number] as string);
  // The edge is seen from the placed neighbour: what runs backwards there runs forwards from the node.
  const arrow = parts.inverse[edge] === 1 ? '→' : '←';
  return `${label} ${arrow} ${nodes[via]?.key}, ${placements[via]?.reason}`;
}

const mostHops = 3;
