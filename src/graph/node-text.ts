// Words for nodes, with the names of what they refer to.
import type { RecordResource } from '../fhir/record.ts';
import type { ReferenceResolver } from '../fhir/reference.ts';
import type { JsonObject } from '../fhir/resource.ts';
import {
  describeResource,
  type NamedTarget,
  type NameOf,
  nameOfResource,
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
  const names: readonly Map<number, string>[] = Array.from({ length: nameDepth }, () => new Map());
  /** Whose references are followed, by how much deeper names may lead. */
  const followed = new Array<number>(nameDepth + 1).fill(0);
  const nameOf: readonly NameOf[] = followed.map((_, depth) => (reference) => nameFrom(reference, depth));

  function nameAt(index: number, depth: number): string {
    const known = names[depth]?.get(index);
    if (known !== undefined) return known;
    followed[depth] = index;
    const name = nameOfResource((resources[index] as RecordResource).resource, nameOf[depth] as NameOf, memory);
    names[depth]?.set(index, name);
    return name;
  }

  function nameFrom(reference: JsonObject, depth: number): NamedTarget | undefined {
    const found = resolver.resolve(reference, resources[followed[depth] as number] as RecordResource, '');
    const target = found.key === undefined ? undefined : resolver.placeOf(found.key);
    const resource = target === undefined ? undefined : resources[target]?.resource;
    const own = target === undefined || depth === 0 ? '' : nameAt(target, depth - 1);
    const name = own === '' && typeof reference.display === 'string' ? reference.display : own;
    if (name === '') return undefined;
    return resource === undefined ? { name, key: found.key } : { name, key: found.key, resource };
  }

  return (index) => {
    const known = texts[index];
    if (known !== undefined) return known;
    const node = resources[index] as RecordResource;
    followed[nameDepth] = index;
    const text = describeResource(node.resource, node.version, nameOf[nameDepth] as NameOf, memory);
    texts[index] = text;
    return text;
  };
}

const nameDepth = 2;
