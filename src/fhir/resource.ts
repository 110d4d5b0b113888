// A FHIR resource as parsed JSON, and safe ways to look into it.

/** A JSON object of unknown shape: any FHIR element or datatype. */
export type JsonObject = { readonly [element: string]: unknown };

/** A FHIR resource as parsed, of any version, unvalidated. */
export interface FhirResource extends JsonObject {
  readonly resourceType: string;
  readonly id?: string;
}

/** Published versions of FHIR that this project reads. */
export type FhirVersion = 'DSTU2' | 'STU3' | 'R4' | 'R4B' | 'R5';

/** Levels of nesting that are read: real resources stay below 30, and much deeper ones would exhaust the call stack. */
export const deepestNesting = 256;

/** What a walk through a resource found that would trip those who read it. */
export type NestingReport =
  | 'plain'
  /** Nested more than `deepestNesting` levels deep. */
  | 'too-deep'
  /** A number past what JSON numbers can hold here (`1e400` reads as infinite). */
  | 'infinite-number';

/** Bits of what a walk finds below a value. */
export const tooDeep = 1;
export const infiniteNumber = 2;

/** What bits tell; of several oddities the first in the order of `NestingReport` counts. */
export function reportOf(bits: number): NestingReport {
  return bits === 0 ? 'plain' : (bits & tooDeep) !== 0 ? 'too-deep' : 'infinite-number';
}

/** Walk a resource once, contained ones included. */
export function inspectNesting(resource: FhirResource): NestingReport {
  return reportOf(inspectValue(resource, 1));
}

/** Walk a value once, a list or an object at a depth, the resource itself being at 1: bits of what was found. */
export function inspectValue(value: object, depth: number): number {
  if (depth > deepestNesting) return tooDeep;
  let found = 0;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      if (typeof item === 'object' && item !== null) found |= inspectValue(item, depth + 1);
    }
    return found;
  }
  for (const name in value) {
    const child = (value as JsonObject)[name];
    if (typeof child === 'object') {
      if (child !== null) found |= inspectValue(child, depth + 1);
    } else if (typeof child === 'number' && !Number.isFinite(child)) found |= infiniteNumber;
  }
  return found;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a resource: an object whose type is written as FHIR writes types, so never `constructor` or `__proto__`. */
export function isResource(value: unknown): value is FhirResource {
  return isObject(value) && typeof value.resourceType === 'string' && typeName.test(value.resourceType);
}

const typeName = /^[A-Z][A-Za-z]*$/;

/** The value as a list: FHIR writes a repeating element as an array, some senders write a lone object. */
export function asArray(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** The objects of a repeating element, whatever else is among them left out. */
export function asObjects(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return isObject(value) ? [value] : [];
  for (let index = 0; index < value.length; index += 1) if (!isObject(value[index])) return value.filter(isObject);
  return value;
}

export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** A string that has something in it, trimmed. */
export function asText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}
