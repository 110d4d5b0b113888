// References as FHIR wrote them: how each was written, what became of it, and where in a resource they stand.
import { referenceElementNames, sharedReferenceElementNames } from './fhir-shapes.ts';
import { deepestNesting, type FhirResource, type JsonObject } from './resource.ts';

export type { ReferenceForm, ReferenceOutcome } from './reference-form.ts';
export { createReferenceResolver, type ReferenceResolver } from './reference-resolver.ts';

/**
 * Visit every Reference of a resource in element order: those with a `reference` string, those with an identifier alone,
 * and those with a display alone. Contained resources are nodes of their own and are not entered.
 */
export function eachReference(resource: FhirResource, visit: (reference: JsonObject, path: string) => void): void {
  walkObject(resource, rootTrail, 1, visit);
}

/** A path shared by all elements that stand at it: names are joined once, not per element. */
interface Trail {
  readonly path: string;
  /** Whether an object here may be a Reference by its element name, though it has no `reference` string. */
  readonly holds: 'reference' | 'perhaps' | 'other';
  readonly next: Map<string, Trail>;
}

const plainNames = new Set(referenceElementNames);
const sharedNames = new Set(sharedReferenceElementNames);
const rootTrail: Trail = { path: '', holds: 'other', next: new Map() };
/** Paths with names that no version of FHIR has are not kept past this many, so that odd input can't fill memory. */
const trailsKept = 20_000;
let trails = 0;

function walkObject(
  value: JsonObject,
  trail: Trail,
  depth: number,
  visit: (reference: JsonObject, path: string) => void,
): void {
  if (depth > deepestNesting) return;
  let isReference = false;
  let hasIdentifier = false;
  let hasDisplay = false;
  let others = 0;
  for (const name in value) {
    const child = value[name];
    if (typeof child !== 'object' || child === null) {
      if (typeof child === 'string' && name === 'reference') isReference = true;
      else if (name === 'display') hasDisplay = true;
      else if (name !== 'type' && name !== 'id') others++;
    } else if (depth > 1 || name !== 'contained') {
      if (name === 'identifier' && !Array.isArray(child)) hasIdentifier = true;
      else if (name !== 'extension' && name !== '_display' && name !== '_reference') others++;
      if (Array.isArray(child)) walkArray(child, trailOf(trail, name), depth + 1, visit);
      else walkObject(child as JsonObject, trailOf(trail, name), depth + 1, visit);
    }
  }
  if (!isReference && trail.holds !== 'other' && others === 0) {
    isReference = hasIdentifier || (hasDisplay && trail.holds === 'reference');
  }
  if (isReference && depth > 1) visit(value, trail.path);
}

function walkArray(
  items: readonly unknown[],
  trail: Trail,
  depth: number,
  visit: (reference: JsonObject, path: string) => void,
): void {
  if (depth > deepestNesting) return;
  for (const item of items) {
    if (typeof item !== 'object' || item === null) continue;
    if (Array.isArray(item)) walkArray(item, trail, depth + 1, visit);
    else walkObject(item as JsonObject, trail, depth + 1, visit);
  }
}

function trailOf(parent: Trail, name: string): Trail {
  const known = parent.next.get(name);
  if (known !== undefined) return known;
  const holds =
    plainNames.has(name) || name.endsWith('Reference') ? 'reference' : sharedNames.has(name) ? 'perhaps' : 'other';
  const trail: Trail = { path: parent.path === '' ? name : `${parent.path}.${name}`, holds, next: new Map() };
  if (trails < trailsKept) {
    parent.next.set(name, trail);
    trails++;
  }
  return trail;
}
