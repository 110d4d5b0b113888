// Where in a resource its references stand, and what would trip those who read it: one walk.
import { referenceElementNames, sharedReferenceElementNames } from './fhir-shapes.ts';
import {
  deepestNesting,
  type FhirResource,
  infiniteNumber,
  inspectValue,
  type JsonObject,
  type NestingReport,
  reportOf,
  tooDeep,
} from './resource.ts';

/**
 * Visit every Reference of a resource in element order: those with a `reference` string, those with an identifier alone,
 * and those with a display alone. Contained resources are nodes of their own and are not entered.
 */
export function eachReference(resource: FhirResource, visit: (reference: JsonObject, path: string) => void): void {
  walkReferences(resource, { take: visit });
}

/** Takes references as they are met. */
export interface ReferenceSink {
  take(reference: JsonObject, path: string): void;
}

/**
 * Walk a resource once: give every reference to a sink, as `eachReference` visits them, and tell what would trip those who
 * read it. Contained resources are looked at for that alone.
 */
export function walkReferences(resource: FhirResource, sink: ReferenceSink): NestingReport {
  const told = walkChildren(resource, rootTrail, 1, sink);
  return reportOf(told & (tooDeep | infiniteNumber));
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

/** Bits that `walkChildren` tells of an object itself, beside what stands below it. */
const hasReference = 4;
const identifierAlone = 8;
const displayAlone = 16;
const ofItself = hasReference | identifierAlone | displayAlone;

/** An object at `name` below a trail. Most are neither references nor hold objects, and need no trail of their own. */
function walkObject(value: JsonObject, parent: Trail, name: string, depth: number, sink: ReferenceSink): number {
  if (depth > deepestNesting) return tooDeep;
  const told = walkChildren(value, parent, depth, sink, name);
  if ((told & ofItself) === 0) return told;
  const trail = trailOf(parent, name);
  const isReference =
    (told & hasReference) !== 0 ||
    trail.holds === 'reference' ||
    ((told & identifierAlone) !== 0 && trail.holds === 'perhaps');
  if (isReference) sink.take(value, trail.path);
  return told & ~ofItself;
}

/**
 * What an object says by itself: a `reference` string; nothing but an identifier, or but a display, which make a Reference
 * at some places; or nothing of the kind. Its own objects are walked on the way; the other bits tell what was found there.
 *
 * @param name of the object below `above`; the resource itself has none, and stands at `above`
 */
function walkChildren(value: JsonObject, above: Trail, depth: number, sink: ReferenceSink, name?: string): number {
  let trail = name === undefined ? above : undefined;
  let isReference = false;
  let hasIdentifier = false;
  let hasDisplay = false;
  let others = 0;
  let below = 0;
  for (const element in value) {
    const child = value[element];
    if (typeof child !== 'object' || child === null) {
      if (element === 'reference' && typeof child === 'string') isReference = true;
      else if (element === 'display') hasDisplay = true;
      else if (element !== 'type' && element !== 'id') others++;
      if (typeof child === 'number' && !Number.isFinite(child)) below |= infiniteNumber;
    } else if (depth > 1 || element !== 'contained') {
      trail ??= trailOf(above, name as string);
      if (element === 'identifier' && !Array.isArray(child)) hasIdentifier = true;
      else if (element !== 'extension' && element !== '_display' && element !== '_reference') others++;
      if (Array.isArray(child)) below |= walkArray(child, trail, element, depth + 1, sink);
      else below |= walkObject(child as JsonObject, trail, element, depth + 1, sink);
    } else below |= inspectValue(child, depth + 1);
  }
  if (isReference) return below | hasReference;
  if (others > 0) return below;
  return hasIdentifier ? below | identifierAlone : hasDisplay ? below | displayAlone : below;
}

function walkArray(items: readonly unknown[], parent: Trail, name: string, depth: number, sink: ReferenceSink): number {
  if (depth > deepestNesting) return tooDeep;
  let below = 0;
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (typeof item !== 'object' || item === null) continue;
    if (Array.isArray(item)) below |= walkArray(item, parent, name, depth + 1, sink);
    else below |= walkObject(item as JsonObject, parent, name, depth + 1, sink);
  }
  return below;
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
