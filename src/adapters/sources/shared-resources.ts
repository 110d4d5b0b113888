// Resources that belong to no patient by themselves: found from those that refer to them, or by what they refer to.
import { gatherResources } from '../../fhir/gather.ts';
import { keyOf } from '../../fhir/identity.ts';
import type { RecordResource, SourceContent, SourceEntry } from '../../fhir/record.ts';
import { eachReference } from '../../fhir/reference.ts';
import { parseReference } from '../../fhir/reference-form.ts';
import { asObjects, asText, type FhirResource, isResource } from '../../fhir/resource.ts';

export interface SharedResources {
  /** Shared resources that belong with one patient's: referred to, directly or through others, or referring to theirs alone. */
  forPatient(patientKey: string, entries: readonly SourceEntry[]): readonly SourceEntry[];
  /** Keys that no patient has taken so far, in key order. */
  unused(): readonly string[];
}

export function indexSharedResources(content: SourceContent): SharedResources {
  const { resources, resolver } = gatherResources(content);
  /** From what is not shared (a `Type/id` or a fullUrl) to the shared resources that refer to it. */
  const referring = new Map<string, RecordResource[]>();
  const patientsNamed = new Map<string, Set<string>>();
  const used = new Set<string>();

  for (const resource of resources) {
    eachReference(resource.resource, (reference, path) => {
      if (resolver.resolve(reference, resource, path).key !== undefined) return;
      const written = asText(reference.reference);
      if (written === undefined) return;
      const { type, id } = parseReference(written);
      const name = type === '' ? written : `${type}/${id}`;
      const known = referring.get(name);
      if (known === undefined) referring.set(name, [resource]);
      else if (!known.includes(resource)) known.push(resource);
      if (type === 'Patient') patientsNamed.set(resource.key, (patientsNamed.get(resource.key) ?? new Set()).add(name));
    });
  }

  function forPatient(patientKey: string, entries: readonly SourceEntry[]): readonly SourceEntry[] {
    const chosen = new Set<string>();
    const follow = (from: RecordResource): void => {
      for (const one of withContained(from.resource)) {
        eachReference(one, (reference, path) => {
          const target = resolver.resolve(reference, from, path).key;
          if (target !== undefined) chosen.add(resolver.find(target)?.container ?? target);
        });
      }
    };
    for (const { resource, source, fullUrl } of entries) {
      const key = keyOf(resource, fullUrl);
      follow({ key, resource, source, version: 'R4' });
      for (const name of fullUrl === undefined ? [key] : [key, fullUrl]) {
        for (const one of referring.get(name) ?? []) {
          const patients = patientsNamed.get(one.key);
          if (patients === undefined || (patients.size === 1 && patients.has(patientKey)))
            chosen.add(one.container ?? one.key);
        }
      }
    }
    // A set grows while it is walked: what chosen ones refer to is chosen too.
    for (const key of chosen) {
      const found = resolver.find(key);
      if (found !== undefined) follow(found);
      used.add(key);
    }
    return [...chosen].flatMap((key) => {
      const found = resolver.find(key);
      return found === undefined ? [] : [found];
    });
  }

  return {
    forPatient,
    unused: () => resources.flatMap(({ key, container }) => (container === undefined && !used.has(key) ? [key] : [])),
  };
}

function withContained(resource: FhirResource): readonly FhirResource[] {
  return resource.contained === undefined
    ? [resource]
    : [resource, ...asObjects(resource.contained).filter(isResource)];
}
