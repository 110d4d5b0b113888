// Every reference of a record as typed arrays, from both ends.
import { namedEncounterKey } from '../fhir/encounter-link.ts';
import type { RecordResource } from '../fhir/record.ts';
import type { ReferenceResolver } from '../fhir/reference.ts';
import type { JsonObject } from '../fhir/resource.ts';
import type { Link } from './episode-graph.ts';

/** Links by position: first those of node 0 in element order, then those of node 1, … */
export interface LinkStore {
  readonly count: number;
  /** Links of node `n` stand at `[starts[n], starts[n + 1])`. */
  readonly starts: Int32Array;
  readonly from: Int32Array;
  /** Target node, −1 when dangling. */
  readonly to: Int32Array;
  /** Index into `labels`. */
  readonly label: Int32Array;
  readonly labels: readonly string[];
  /** Keys of the encounters that dangling links name, by link. */
  readonly missingEncounters: ReadonlyMap<number, string>;
  link(at: number): Link;
  linksFrom(node: number): readonly Link[];
  linksTo(node: number): readonly Link[];
  /** Calls back with every dangling link and the reference it was made from. */
  eachDangling(visit: (link: Link, reference: JsonObject) => void): void;
  /** Positions of the links that lead to node `n`, by (label, source): `links[starts[n]]` up to `links[starts[n + 1]]`. */
  readonly inverse: { readonly starts: Int32Array; readonly links: Int32Array };
  /** Calls back with the other ends of a node's links: first what it refers to, then what refers to it. */
  eachNeighbour(node: number, visit: (neighbour: number, label: string) => void): void;
}

/**
 * The links of a record: what its references lead to, from both ends.
 *
 * @param resources the nodes, in node order
 */
export function createLinkStore(resources: readonly RecordResource[], resolver: ReferenceResolver): LinkStore {
  const { starts, to, label, labels, referenceAt } = resolver.links();
  const from = new Int32Array(to.length);
  for (let node = 0; node < resources.length; node += 1) {
    const end = starts[node + 1] as number;
    for (let at = starts[node] as number; at < end; at += 1) from[at] = node;
  }
  const columns = { starts, from, to, label, labels };
  const link = (at: number): Link => {
    const path = labels[label[at] as number] as string;
    const source = from[at] as number;
    const target = to[at] as number;
    const found = resolver.resolve(referenceAt(at), resources[source] as RecordResource, path);
    const { form, outcome, display } = found;
    return { from: source, to: target < 0 ? undefined : target, label: path, form, outcome, display };
  };
  const eachDangling: LinkStore['eachDangling'] = (visitDangling) => {
    columns.to.forEach((target, at) => {
      if (target < 0) visitDangling(link(at), referenceAt(at));
    });
  };
  return {
    count: to.length,
    ...columns,
    missingEncounters: findMissingEncounters(columns, referenceAt),
    link,
    eachDangling,
    ...bothEnds(columns, link, resources.length),
  };
}

/** Keys of the encounters that dangling links name, by link. */
function findMissingEncounters(
  { to, label, labels }: Columns,
  referenceAt: (at: number) => JsonObject,
): ReadonlyMap<number, string> {
  const isEncounter = Uint8Array.from(labels, (path) => (endsInEncounter(path) ? 1 : 0));
  const missing = new Map<number, string>();
  for (let at = 0; at < to.length; at += 1) {
    if ((to[at] as number) >= 0 || isEncounter[label[at] as number] === 0) continue;
    const named = namedEncounterKey(referenceAt(at));
    if (named !== undefined) missing.set(at, named);
  }
  return missing;
}

type Columns = Pick<LinkStore, 'starts' | 'from' | 'to' | 'label' | 'labels'>;

function bothEnds(
  columns: Columns,
  link: (at: number) => Link,
  nodes: number,
): Pick<LinkStore, 'inverse' | 'linksFrom' | 'linksTo' | 'eachNeighbour'> {
  const { starts, from, to, label, labels } = columns;
  const inverse = invert(columns, nodes);
  const eachTo = (node: number, visit: (at: number) => void) => {
    const end = inverse.starts[node + 1] ?? 0;
    for (let at = inverse.starts[node] ?? 0; at < end; at += 1) visit(inverse.links[at] as number);
  };
  const labelAt = (at: number) => labels[label[at] as number] as string;
  return {
    inverse,
    eachNeighbour(node, visit) {
      const end = starts[node + 1] ?? 0;
      for (let at = starts[node] ?? 0; at < end; at += 1) {
        if ((to[at] as number) >= 0) visit(to[at] as number, labelAt(at));
      }
      eachTo(node, (at) => visit(from[at] as number, labelAt(at)));
    },
    linksFrom(node) {
      const end = starts[node + 1] ?? 0;
      const links: Link[] = [];
      for (let at = starts[node] ?? 0; at < end; at += 1) links.push(link(at));
      return links;
    },
    linksTo(node) {
      const links: Link[] = [];
      eachTo(node, (at) => links.push(link(at)));
      return links;
    },
  };
}

/** Two counting sorts, by label and then by target: links to a node come out by (label, source node). */
function invert({ to, label, labels }: Columns, nodes: number): { starts: Int32Array; links: Int32Array } {
  const order = labels
    .map((_, index) => index)
    .sort((a, b) => ((labels[a] as string) < (labels[b] as string) ? -1 : 1));
  const rank = new Int32Array(labels.length);
  order.forEach((index, position) => {
    rank[index] = position;
  });
  const resolved = new Int32Array(to.length);
  const rankOf = new Int32Array(to.length);
  let count = 0;
  for (let at = 0; at < to.length; at += 1) {
    if ((to[at] as number) < 0) continue;
    resolved[count] = at;
    rankOf[at] = rank[label[at] as number] as number;
    count += 1;
  }
  const byLabel = countingSort(resolved.subarray(0, count), rankOf, labels.length);
  const { sorted, starts } = countingSort(byLabel.sorted, to, nodes);
  return { starts, links: sorted };
}

/** @param bucketOf the bucket of each item, by item */
function countingSort(
  items: Int32Array,
  bucketOf: Int32Array,
  buckets: number,
): { sorted: Int32Array; starts: Int32Array } {
  const starts = new Int32Array(buckets + 1);
  for (let at = 0; at < items.length; at += 1) {
    const bucket = (bucketOf[items[at] as number] as number) + 1;
    starts[bucket] = (starts[bucket] as number) + 1;
  }
  for (let bucket = 0; bucket < buckets; bucket += 1)
    starts[bucket + 1] = (starts[bucket + 1] as number) + (starts[bucket] as number);
  const next = starts.slice();
  const sorted = new Int32Array(items.length);
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at] as number;
    const bucket = bucketOf[item] as number;
    sorted[next[bucket] as number] = item;
    next[bucket] = (next[bucket] as number) + 1;
  }
  return { sorted, starts };
}

/** Elements that hold an Encounter link end in one of these names (FHIR `encounter`, `context`, `Encounter.partOf`). */
function endsInEncounter(path: string): boolean {
  return path.endsWith('encounter') || path.endsWith('context') || path === 'partOf';
}
