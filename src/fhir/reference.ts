// References as FHIR wrote them: how each was written, what became of it, and where in a resource they stand.
import { referenceElementNames, sharedReferenceElementNames } from './fhir-shapes.ts';
import { deepestNesting, type FhirResource, type JsonObject } from './resource.ts';

export type { ReferenceForm, ReferenceOutcome } from './reference-form.ts';
export { createReferenceResolver, type ReferenceResolver, resolverOf } from './reference-resolver.ts';

/**
 * Visit every Reference of a resource in element order: those with a `reference` string, those with an identifier alone,
 * and those with a display alone. Contained resources are nodes of their own and are not entered.
 */
export function eachReference(resource: FhirResource, visit: (reference: JsonObject, path: string) => void): void {
  walkChildren(resource, rootTrail, 1, visit);
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

type Visit = (reference: JsonObject, path: string) => void;

/** An object at `name` below a trail. Most are neither references nor hold objects, and need no trail of their own. */
function walkObject(value: JsonObject, parent: Trail, name: string, depth: number, visit: Visit): void {
  if (depth > deepestNesting) return;
  const told = walkChildren(value, parent, depth, visit, name);
  if (told === 'nothing') return;
  const trail = trailOf(parent, name);
  if (told === 'reference' || trail.holds === 'reference' || (told === 'identifier' && trail.holds === 'perhaps'))
    visit(value, trail.path);
}

/**
 * What an object says by itself: a `reference` string; nothing but an identifier, or but a display, which make a Reference
 * at some places; or nothing of the kind. Its own objects are walked on the way.
 *
 * @param name of the object below `above`; the resource itself has none, and stands at `above`
 */
function walkChildren(
  value: JsonObject,
  above: Trail,
  depth: number,
  visit: Visit,
  name?: string,
): 'reference' | 'identifier' | 'display' | 'nothing' {
  let trail = name === undefined ? above : undefined;
  let isReference = false;
  let hasIdentifier = false;
  let hasDisplay = false;
  let others = 0;
  for (const element in value) {
    const child = value[element];
    if (typeof child !== 'object' || child === null) {
      if (element === 'reference' && typeof child === 'string') isReference = true;
      else if (element === 'display') hasDisplay = true;
      else if (element !== 'type' && element !== 'id') others++;
    } else if (depth > 1 || element !== 'contained') {
      trail ??= trailOf(above, name as string);
      if (element === 'identifier' && !Array.isArray(child)) hasIdentifier = true;
      else if (element !== 'extension' && element !== '_display' && element !== '_reference') others++;
      if (Array.isArray(child)) walkArray(child, trail, element, depth + 1, visit);
      else walkObject(child as JsonObject, trail, element, depth + 1, visit);
    }
  }
  if (isReference) return 'reference';
  if (others > 0) return 'nothing';
  return hasIdentifier ? 'identifier' : hasDisplay ? 'display' : 'nothing';
}

function walkArray(items: readonly unknown[], parent: Trail, name: string, depth: number, visit: Visit): void {
  if (depth > deepestNesting) return;
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (typeof item !== 'object' || item === null) continue;
    if (Array.isArray(item)) walkArray(item, parent, name, depth + 1, visit);
    else walkObject(item as JsonObject, parent, name, depth + 1, visit);
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
