// Which version of FHIR a resource was written in, told from its type, its elements and their JSON shapes.
import { typeShapes } from './fhir-shapes.ts';
import { asArray, type FhirResource, type FhirVersion, isObject } from './resource.ts';

/**
 * Decide the versions of a source's resources together: most fit several versions alone, and then take the one that most
 * resources of the source fit (R4 when nothing speaks against it).
 *
 * Source: the element tables of the published versions (fhir-shapes.ts) and versioned addresses in `meta.profile`.
 * R4B differs from R4 in no clinical element and is read as R4 unless it is given.
 *
 * @param counts by the mask that `versionMask` gives: how many resources have it
 * @returns one version a mask
 */
export function versionByMask(counts: readonly number[]): readonly FhirVersion[] {
  const fits = versionOrder.map(({ bit }) =>
    counts.reduce((sum, count, mask) => ((mask & bit) === 0 ? sum : sum + count), 0),
  );
  const main = versionOrder[fits.indexOf(Math.max(...fits))] ?? versionOrder[0];
  return counts.map((_, mask) => versionFor(mask, main));
}

/** Versions whose elements and shapes a resource fits, as bits (1 DSTU2, 2 STU3, 4 R4, 8 R5); never 0. */
export function versionMask(resource: FhirResource): number {
  const shape = shapesByType().get(resource.resourceType);
  if (shape === undefined) return everyVersion;
  let mask = shape.versions;
  for (const name in resource) mask &= allowedMask(shape, name, resource[name]) || everyVersion;
  const profiled = mask & profileMask(resource.meta);
  if (profiled !== 0) return profiled;
  return mask === 0 ? leastMisfits(resource, shape) : mask;
}

/** Versions in which an element may have this shape; 0 when no version knows it. */
function allowedMask({ elements }: TypeShape, name: string, value: unknown): number {
  const masks = elements.get(name);
  if (masks === undefined) return 0;
  if (typeof value !== 'object' || value === null) return masks.primitive;
  return Array.isArray(value) ? masks.array : masks.object;
}

/** Elements of several versions in one resource: the versions with the fewest misfits. */
function leastMisfits(resource: FhirResource, shape: TypeShape): number {
  const misfits = [0, 0, 0, 0];
  for (const name in resource) {
    const allowed = allowedMask(shape, name, resource[name]) || everyVersion;
    for (let index = 0; index < 4; index++)
      if ((allowed & (1 << index)) === 0) misfits[index] = (misfits[index] ?? 0) + 1;
  }
  const least = Math.min(...misfits);
  return misfits.reduce((bits, count, index) => (count === least ? bits | (1 << index) : bits), 0);
}

/** A version as written in `fhirVersion` or a media type: `4.0.1`, `3.0`, `R4B`, `STU3`. */
export function parseVersion(text: string): FhirVersion | undefined {
  const plain = text.trim().toUpperCase();
  const named = (['DSTU2', 'STU3', 'R4B', 'R4', 'R5'] as const).find((version) => plain === version);
  if (named !== undefined) return named;
  if (/^(0\.5|1\.0)/.test(plain)) return 'DSTU2';
  if (/^(1\.[1-9]|3\.)/.test(plain)) return 'STU3';
  if (/^4\.[13]/.test(plain)) return 'R4B';
  if (plain.startsWith('4.')) return 'R4';
  return plain.startsWith('5.') ? 'R5' : undefined;
}

function versionFor(mask: number, main: { readonly version: FhirVersion; readonly bit: number }): FhirVersion {
  if ((mask & main.bit) !== 0) return main.version;
  return (versionOrder.find(({ bit }) => (mask & bit) !== 0) ?? main).version;
}

/** `http://hl7.org/fhir/3.0/StructureDefinition/…` and the folder names that national profiles use. */
function profileMask(meta: unknown): number {
  if (!isObject(meta) || meta.profile === undefined) return 0;
  let mask = 0;
  for (const profile of asArray(meta.profile)) {
    const found = typeof profile === 'string' ? versionFolder.exec(profile) : null;
    if (found !== null) mask |= found[1] ? 1 : found[2] ? 2 : found[3] ? 4 : 8;
  }
  return mask;
}

interface TypeShape {
  readonly versions: number;
  readonly elements: ReadonlyMap<
    string,
    { readonly primitive: number; readonly object: number; readonly array: number }
  >;
}

let shapes: ReadonlyMap<string, TypeShape> | undefined;

function shapesByType(): ReadonlyMap<string, TypeShape> {
  shapes ??= new Map(typeShapes.map(readShapeLine));
  return shapes;
}

function readShapeLine(line: string): [string, TypeShape] {
  const [type = '', versions = '', told = ''] = line.split('|');
  const elements = told.split(';').flatMap((one): [string, { primitive: number; object: number; array: number }][] => {
    const [name = '', masks = ''] = one.split('=');
    const [primitive = 0, object = 0, array = 0] = [...masks].map((digit) => Number.parseInt(digit, 16));
    return name === '' ? [] : [[name, { primitive, object, array }]];
  });
  return [type, { versions: Number.parseInt(versions, 16), elements: new Map(elements) }];
}

const everyVersion = 15;
const versionFolder = /\/(?:(DSTU2|1\.0)|(STU3|3\.0)|(R4B?|4\.[03])|R5|5\.0)\//;
/** In order of preference when several fit alike. */
const versionOrder = [
  { version: 'R4', bit: 4 },
  { version: 'R5', bit: 8 },
  { version: 'STU3', bit: 2 },
  { version: 'DSTU2', bit: 1 },
] as const;
