// What makes a resource itself: its key, its identifiers, and a stable hash of its content.
import { parseReference } from './reference-form.ts';
import { asObjects, asText, type FhirResource, isObject } from './resource.ts';

/**
 * The key of a resource: `Type/id`; without an id one made from its fullUrl (`Type/<uuid>`), else from its content.
 * The same resource gets the same key whatever stands around it.
 */
export function keyOf(resource: FhirResource, fullUrl?: string): string {
  const id = idOf(resource) ?? idFromUrl(resource.resourceType, fullUrl) ?? contentHash(resource);
  return `${resource.resourceType}/${id}`;
}

/** The id as text; some senders write a number. */
function idOf(resource: FhirResource): string | undefined {
  const id: unknown = resource.id;
  if (typeof id === 'string') return id === '' ? undefined : id;
  return typeof id === 'number' ? String(id) : undefined;
}

function idFromUrl(type: string, fullUrl: string | undefined): string | undefined {
  if (fullUrl === undefined || fullUrl === '') return undefined;
  if (/^urn:(uuid|oid):/i.test(fullUrl)) return fullUrl.slice(fullUrl.indexOf(':', 4) + 1);
  const parsed = parseReference(fullUrl);
  return parsed.type === type && parsed.id !== '' ? parsed.id : contentHash(fullUrl);
}

/** `system|value`, `|value` (no system) and `value` of each identifier: every way a token may ask for it. */
export function identifierKeys(resource: FhirResource): string[] {
  const keys: string[] = [];
  for (const identifier of asObjects(resource.identifier)) {
    const value = asText(identifier.value);
    if (value === undefined) continue;
    const system = asText(identifier.system);
    keys.push(system === undefined ? `|${value}` : `${system}|${value}`, value);
  }
  return keys;
}

/**
 * A hash of any JSON value that does not depend on the order of object members: 13 hexadecimal digits (52 bits).
 * Not for secrets; it tells resources of one record apart.
 */
export function contentHash(value: unknown): string {
  const text = canonicalText(value, 0);
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 2654435761);
    high = Math.imul(high ^ unit, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (high >>> 0).toString(16).padStart(8, '0').slice(3) + (low >>> 0).toString(16).padStart(8, '0');
}

/** Whether two JSON values hold the same, in whatever order their members were written. */
export function isSameContent(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isSameContent(item, right[index]))
    );
  }
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSameContent(left[name], right[name]))
  );
}

/** Nesting past this depth adds nothing to the hash; such a resource is not read anyway. */
const deepestHashed = 300;

function canonicalText(value: unknown, depth: number): string {
  if (depth > deepestHashed) return '…';
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item, depth + 1)).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name], depth + 1)}`).join()}}`;
}
