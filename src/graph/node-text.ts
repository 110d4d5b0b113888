// Words for nodes, with the names of what they refer to.
import { keepAlive } from '../fhir/keep-alive.ts';
import type { RecordResource } from '../fhir/record.ts';
import { createReferenceResolver, type ReferenceResolver } from '../fhir/reference.ts';
import type { JsonObject } from '../fhir/resource.ts';
import {
  describeResource,
  type NamedTarget,
  nameOfResource,
  type ReferenceNames,
  type ResourceText,
  TextMemory,
} from '../fhir/resource-text.ts';

/**
 * A function from node index to its words, computed once per node when asked for.
 *
 * Names are looked up through references at most two deep (a request's Medication, and that Medication's ingredient), so
 * that circles and long chains end, and the words of a node don't depend on which node was asked for first.
 */
export function createNodeTexts(
  resources: readonly RecordResource[],
  resolver: ReferenceResolver,
): (index: number) => ResourceText {
  const texts = new Array<ResourceText | undefined>(resources.length);
  const memory = new TextMemory();
  const nameless = new NodeNames(resources, resolver, memory, undefined);
  const names = new NodeNames(resources, resolver, memory, new NodeNames(resources, resolver, memory, nameless));
  return (index) => {
    let text = texts[index];
    if (text === undefined) {
      const node = resources[index] as RecordResource;
      names.from = node;
      text = describeResource(node.resource, node.version, names, memory);
      texts[index] = text;
    }
    return text;
  };
}

/** Names what the references of one node after another point at, by names that lead one step less deep. */
class NodeNames implements ReferenceNames {
  /** Whose references are named. */
  from: RecordResource | undefined = undefined;
  readonly #resources: readonly RecordResource[];
  readonly #resolver: ReferenceResolver;
  readonly #memory: TextMemory;
  /** `undefined`: only what references display is a name. */
  readonly #inner: NodeNames | undefined;
  /** By node. */
  readonly #known = new Map<number, string>();

  constructor(
    resources: readonly RecordResource[],
    resolver: ReferenceResolver,
    memory: TextMemory,
    inner: NodeNames | undefined,
  ) {
    this.#resources = resources;
    this.#resolver = resolver;
    this.#memory = memory;
    this.#inner = inner;
  }

  nameOf(reference: JsonObject): NamedTarget | undefined {
    const { key } = this.#resolver.resolve(reference, this.from as RecordResource, '');
    const target = key === undefined ? undefined : this.#resolver.placeOf(key);
    const own = target === undefined || this.#inner === undefined ? '' : this.#inner.#nameAt(target);
    const name = own === '' && typeof reference.display === 'string' ? reference.display : own;
    if (name === '') return undefined;
    return target === undefined ? { name, key } : { name, key, resource: this.#resources[target]!.resource };
  }

  #nameAt(index: number): string {
    const known = this.#known.get(index);
    if (known !== undefined) return known;
    const node = this.#resources[index] as RecordResource;
    this.from = node;
    const name = nameOfResource(node.resource, this, this.#memory);
    this.#known.set(index, name);
    return name;
  }
}

keepAlive(new NodeNames([], createReferenceResolver([]), new TextMemory(), undefined));
