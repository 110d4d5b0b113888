// Which Encounter a resource names, wherever its type keeps the link.
import { parseReference } from './reference-form.ts';
import { asObject, asText, type FhirVersion, type JsonObject } from './resource.ts';
import { anyEncounterPaths, resourceRow } from './resource-table.ts';

/**
 * Paths of the elements that link resources of a type to their Encounter: `encounter`, `context`, `context.encounter`,
 * `item.encounter`. Those of other versions count too, since a link only counts when it leads to an Encounter.
 */
export function encounterPaths(type: string, version: FhirVersion): ReadonlySet<string> {
  const name = `${version} ${type}`;
  const known = pathsByType.get(name);
  if (known !== undefined) return known;
  const paths = new Set([...resourceRow(type, version).encounters, ...anyEncounterPaths(type)]);
  if (pathsByType.size < pathsKept) pathsByType.set(name, paths);
  return paths;
}

/**
 * The key of the Encounter that a reference names although it is not loaded; `undefined` when it names another type or
 * says too little to tell one encounter from another (a display alone).
 */
export function namedEncounterKey(reference: JsonObject): string | undefined {
  const written = asText(reference.reference);
  const identifier = asObject(reference.identifier);
  const value = identifier === undefined ? undefined : asText(identifier.value);
  const type = asText(reference.type);
  if (type !== undefined && type !== 'Encounter') return undefined;
  if (written === undefined) return value === undefined ? undefined : `Encounter/${value}`;
  const parsed = parseReference(written);
  if (parsed.type !== '')
    return parsed.type.toLowerCase() === 'encounter' ? `Encounter/${parsed.id || parsed.query}` : undefined;
  if (parsed.form === 'urn') return `Encounter/${written.slice(written.lastIndexOf(':') + 1)}`;
  return undefined;
}

const pathsByType = new Map<string, ReadonlySet<string>>();
const pathsKept = 2_000;
