// The same fact under different ids: resources alike in type, code, time and value.
import { contentHash } from './identity.ts';
import type { RecordResource } from './record.ts';
import type { FhirResource, JsonObject } from './resource.ts';

/**
 * Group resources that look like the same fact: same type, concept, written time and values, under different keys.
 * A resource without a concept or without a time is never grouped. Contained resources are left out.
 *
 * @returns groups of two and more keys, each in key order, groups by their first key
 */
export function findDuplicates(resources: readonly RecordResource[]): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const resource of resources) {
    const name = factName(resource);
    if (name === undefined) continue;
    const known = groups.get(name);
    if (known === undefined) groups.set(name, [resource.key]);
    else known.push(resource.key);
  }
  return [...groups.values()]
    .filter((keys) => keys.length > 1)
    .map((keys) => keys.sort())
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

/** A name that resources have in common when they look like the same fact; `undefined` for one that is never grouped. */
export function factName({ resource, container }: RecordResource): string | undefined {
  const fact = container === undefined ? factOf(resource) : undefined;
  return fact === undefined ? undefined : contentHash(fact);
}

/** Concept, time and values of a resource as written; `undefined` when it lacks a concept or a time. */
function factOf(resource: FhirResource): JsonObject | undefined {
  const fact: Record<string, unknown> = { resourceType: resource.resourceType };
  let hasConcept = false;
  let hasTime = false;
  for (const name in resource) {
    const isConcept = conceptNames.test(name);
    const isTime = timeNames.test(name);
    if (!isConcept && !isTime && !valueNames.test(name)) continue;
    hasConcept ||= isConcept;
    hasTime ||= isTime;
    fact[name] = resource[name];
  }
  return hasConcept && hasTime ? fact : undefined;
}

const conceptNames = /^(code|vaccineCode|medication|medicationCodeableConcept|medicationReference|type|substance)$/;
const timeNames =
  /^(effective|onset|performed|occurrence|occurence)([A-Z]\w*)?$|^(period|actualPeriod|authoredOn|dateWritten|whenHandedOver|date|created|recordedDate|issued|billablePeriod)$/;
const valueNames =
  /^value[A-Z]\w*$|^(component|status|verificationStatus|dosage|dosageInstruction|dosageInstructions|quantity|bodySite|content|specimen|derivedFrom|hasMember)$/;
