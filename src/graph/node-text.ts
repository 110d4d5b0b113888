// Words for nodes, with the names of what they refer to.
import type { RecordResource } from '../fhir/record.ts';
import type { ReferenceResolver } from '../fhir/reference.ts';
import { describeResource, type ResourceText } from '../fhir/resource-text.ts';

/**
 * A function from node index to its words, computed once per node when asked for.
 *
 * Names are looked up through references at most two deep (a request's Medication, and that Medication's ingredient), so
 * that circles and long chains end, and the words of a node don't depend on which node was asked for first.
 */
export function createNodeTexts(
  resources: readonly RecordResource[],
  indexOf: ReadonlyMap<string, number>,
  resolver: ReferenceResolver,
): (index: number) => ResourceText {
  const levels: Map<number, ResourceText>[] = Array.from({ length: nameDepth + 1 }, () => new Map());

  function describe(index: number, depth: number): ResourceText {
    const known = levels[depth]?.get(index);
    if (known !== undefined) return known;
    const node = resources[index] as RecordResource;
    const text = describeResource(node.resource, node.version, (reference) => {
      const found = resolver.resolve(reference, node, '');
      const target = found.key === undefined ? undefined : indexOf.get(found.key);
      if (target !== undefined && depth > 0) return { name: describe(target, depth - 1).concept, key: found.key };
      const name = typeof reference.display === 'string' ? reference.display : undefined;
      return name === undefined ? undefined : { name, key: found.key };
    });
    levels[depth]?.set(index, text);
    return text;
  }

  return (index) => describe(index, nameDepth);
}

const nameDepth = 2;
