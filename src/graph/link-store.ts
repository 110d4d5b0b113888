// Every reference of a record as typed arrays, from both ends.
import { namedEncounterKey } from '../fhir/encounter-link.ts';
import type { RecordResource } from '../fhir/record.ts';
import { eachReference, type ReferenceForm, type ReferenceOutcome, type ReferenceResolver } from '../fhir/reference.ts';
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
  /** Calls back with every link that leads to a node, by (label, source). */
  eachTo(node: number, visit: (at: number) => void): void;
  /** Calls back with the other ends of a node's links: first what it refers to, then what refers to it. */
  eachNeighbour(node: number, visit: (neighbour: number, label: string) => void): void;
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
  const starts = new Int32Array(resources.length + 1);
  const from: number[] = [];
  const to: number[] = [];
  const label: number[] = [];
  const form: number[] = [];
  const outcome: number[] = [];
  const displays: (string | undefined)[] = [];
  const labels = createNames();
  const forms = createNames<ReferenceForm>();
  const outcomes = createNames<ReferenceOutcome>();
  const missingEncounters = new Map<number, string>();
  let node = 0;
  const visit = (reference: JsonObject, path: string) => {
    const found = resolver.resolve(reference, resources[node] as RecordResource, path);
    const target = found.key === undefined ? undefined : indexOf.get(found.key);
    if (target === undefined && endsInEncounter(path)) {
      const named = namedEncounterKey(reference);
      if (named !== undefined) missingEncounters.set(from.length, named);
    }
    from.push(node);
    to.push(target ?? -1);
    label.push(labels.codeOf(path));
    form.push(forms.codeOf(found.form));
    outcome.push(outcomes.codeOf(found.outcome));
    displays.push(found.display);
  };
  for (; node < resources.length; node += 1) {
    eachReference((resources[node] as RecordResource).resource, visit);
    starts[node + 1] = from.length;
  }
  const columns = {
    starts,
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    label: Int32Array.from(label),
    labels: labels.names,
  };
  const link = (index: number): Link => {
    const target = to[index] as number;
    return {
      from: from[index] as number,
      to: target < 0 ? undefined : target,
      label: labels.names[label[index] as number] as string,
      form: forms.names[form[index] as number] as ReferenceForm,
      outcome: outcomes.names[outcome[index] as number] as ReferenceOutcome,
      display: displays[index],
    };
  };
  return { count: from.length, ...columns, missingEncounters, link, ...bothEnds(columns, link, resources.length) };
}

/** Words as small numbers, in the order met. */
function createNames<T extends string>(): { readonly names: readonly T[]; codeOf(name: T): number } {
  const names: T[] = [];
  const codes = new Map<T, number>();
  return {
    names,
    codeOf(name) {
      let code = codes.get(name);
      if (code === undefined) {
        code = names.push(name) - 1;
        codes.set(name, code);
      }
      return code;
    },
  };
}

type Columns = Pick<LinkStore, 'starts' | 'from' | 'to' | 'label' | 'labels'>;

function bothEnds(
  columns: Columns,
  link: (at: number) => Link,
  nodes: number,
): Pick<LinkStore, 'linksFrom' | 'linksTo' | 'eachTo' | 'eachNeighbour'> {
  const { starts, from, to, label, labels } = columns;
  const inverse = invert(columns, nodes);
  const eachTo = (node: number, visit: (at: number) => void) => {
    const end = inverse.starts[node + 1] ?? 0;
    for (let at = inverse.starts[node] ?? 0; at < end; at += 1) visit(inverse.links[at] as number);
  };
  const labelAt = (at: number) => labels[label[at] as number] as string;
  return {
    eachTo,
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
  let count = 0;
  for (let at = 0; at < to.length; at += 1) {
    if ((to[at] as number) < 0) continue;
    resolved[count] = at;
    count += 1;
  }
  const byLabel = countingSort(resolved.subarray(0, count), (at) => rank[label[at] as number] as number, labels.length);
  const { sorted, starts } = countingSort(byLabel.sorted, (at) => to[at] as number, nodes);
  return { starts, links: sorted };
}

function countingSort(
  items: Int32Array,
  bucketOf: (item: number) => number,
  buckets: number,
): { sorted: Int32Array; starts: Int32Array } {
  const starts = new Int32Array(buckets + 1);
  for (const item of items) {
    const bucket = bucketOf(item) + 1;
    starts[bucket] = (starts[bucket] as number) + 1;
  }
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
