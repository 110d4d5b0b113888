// Every reference of a record as typed arrays, from both ends.
import { namedEncounterKey } from '../fhir/encounter-link.ts';
import type { RecordResource } from '../fhir/record.ts';
import { eachReference, type ReferenceForm, type ReferenceOutcome, type ReferenceResolver } from '../fhir/reference.ts';
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
  /** Calls back with every link that leads to a node, by (label, source). */
  eachTo(node: number, visit: (at: number) => void): void;
}

/**
 * Resolve every reference of every node, once.
 *
 * @param resources the nodes, in node order
 * @param indexOf node index by key
 */
export function createLinkStore(
  resources: readonly RecordResource[],
  indexOf: ReadonlyMap<string, number>,
  resolver: ReferenceResolver,
): LinkStore {
  const from: number[] = [];
  const to: number[] = [];
  const label: number[] = [];
  const forms: ReferenceForm[] = [];
  const outcomes: ReferenceOutcome[] = [];
  const displays: (string | undefined)[] = [];
  const labels: string[] = [];
  const labelIndex = new Map<string, number>();
  const missingEncounters = new Map<number, string>();
  const starts = new Int32Array(resources.length + 1);
  resources.forEach((resource, node) => {
    starts[node] = from.length;
    eachReference(resource.resource, (reference, path) => {
      const found = resolver.resolve(reference, resource, path);
      const target = found.key === undefined ? undefined : indexOf.get(found.key);
      if (target === undefined && endsInEncounter(path)) {
        const named = namedEncounterKey(reference);
        if (named !== undefined) missingEncounters.set(from.length, named);
      }
      let name = labelIndex.get(path);
      if (name === undefined) {
        name = labels.push(path) - 1;
        labelIndex.set(path, name);
      }
      from.push(node);
      to.push(target ?? -1);
      label.push(name);
      forms.push(found.form);
      outcomes.push(found.outcome);
      displays.push(found.display);
    });
  });
  starts[resources.length] = from.length;
  const columns = {
    starts,
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    label: Int32Array.from(label),
    labels,
  };
  const link = (at: number): Link => {
    const target = to[at] as number;
    return {
      from: from[at] as number,
      to: target < 0 ? undefined : target,
      label: labels[label[at] as number] as string,
      form: forms[at] as ReferenceForm,
      outcome: outcomes[at] as ReferenceOutcome,
      display: displays[at],
    };
  };
  return { count: from.length, ...columns, missingEncounters, link, ...bothEnds(columns, link, resources.length) };
}

type Columns = Pick<LinkStore, 'starts' | 'from' | 'to' | 'label' | 'labels'>;

function bothEnds(
  columns: Columns,
  link: (at: number) => Link,
  nodes: number,
): Pick<LinkStore, 'linksFrom' | 'linksTo' | 'eachTo'> {
  const { starts } = columns;
  const inverse = invert(columns, nodes);
  const eachTo = (node: number, visit: (at: number) => void) => {
    const end = inverse.starts[node + 1] ?? 0;
    for (let at = inverse.starts[node] ?? 0; at < end; at += 1) visit(inverse.links[at] as number);
  };
  return {
    eachTo,
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
  const byLabel = countingSort(
    Int32Array.from(to, (_, at) => at),
    (at) => rank[label[at] as number] as number,
    labels.length,
  ).sorted;
  const resolved = byLabel.filter((at) => (to[at] as number) >= 0);
  const { sorted, starts } = countingSort(resolved, (at) => to[at] as number, nodes);
  return { starts, links: sorted };
}

function countingSort(
  items: Int32Array,
  bucketOf: (item: number) => number,
  buckets: number,
): { sorted: Int32Array; starts: Int32Array } {
  const starts = new Int32Array(buckets + 1);
  for (const item of items) starts[bucketOf(item) + 1] = (starts[bucketOf(item) + 1] as number) + 1;
  for (let bucket = 0; bucket < buckets; bucket += 1)
    starts[bucket + 1] = (starts[bucket + 1] as number) + (starts[bucket] as number);
  const next = starts.slice();
  const sorted = new Int32Array(items.length);
  for (const item of items) {
    const bucket = bucketOf(item);
    sorted[next[bucket] as number] = item;
    next[bucket] = (next[bucket] as number) + 1;
  }
  return { sorted, starts };
}

/** Elements that hold an Encounter link end in one of these names (FHIR `encounter`, `context`, `Encounter.partOf`). */
function endsInEncounter(path: string): boolean {
  return path.endsWith('encounter') || path.endsWith('context') || path === 'partOf';
}
