// Where the resources of a record stand, by everything that a reference may name them by.
import { identifierKeys } from './identity.ts';
import type { RecordResource } from './record.ts';
import type { Survey } from './survey.ts';

/** Resources by everything that a reference may name them by. */
export interface ResourceIndex {
  readonly resources: readonly RecordResource[];
  placeOf(key: string): number | undefined;
  find(key: string): RecordResource | undefined;
  /** Key of the resource with a fullUrl, as written. */
  keyOfUrl(url: string): string | undefined;
  /** What `resolvePlainly` finds, as the place of the resource; −1 for whatever needs a closer look. */
  plainTarget(number: number, written: string): number;
  /** Keys that share one `Type/id` because two different resources claim it. */
  readonly siblings: ReadonlyMap<string, readonly string[]>;
  /** Service bases that some loaded resource has. */
  bases(): ReadonlySet<string>;
  byLowerUrn(): ReadonlyMap<string, string>;
  byLowerKey(): ReadonlyMap<string, readonly string[]>;
  byId(): ReadonlyMap<string, readonly string[]>;
  byIdentifier(): ReadonlyMap<string, readonly string[]>;
}

/** @param rows where in the survey each resource stands */
export function createIndex(
  resources: readonly RecordResource[],
  survey: Survey,
  rows: ArrayLike<number>,
): ResourceIndex {
  const { names } = survey;
  const keys = survey.keys.values();
  const fullUrls = survey.fullUrls.values();
  /** By number of a string: place of the resource whose key, or fullUrl, it is. */
  const keyPlace = new Int32Array(names.size).fill(-1);
  const urlPlace = new Int32Array(names.size).fill(-1);
  for (let place = 0; place < resources.length; place += 1) {
    const row = rows[place] as number;
    keyPlace[keys[row] as number] = place;
    const url = fullUrls[row] as number;
    if (url >= 0) urlPlace[url] = place;
  }
  const placeIn = (places: Int32Array, name: string): number | undefined => {
    const number = names.get(name);
    const place = number === undefined ? -1 : (places[number] as number);
    return place < 0 ? undefined : place;
  };
  const placeOf = (key: string) => placeIn(keyPlace, key);
  const find = (key: string) => resources[placeOf(key) ?? -1];
  const siblings = findSiblings(survey.markedKeys.filter((key) => find(key) !== undefined));
  for (const [key, others] of siblings) if (find(key) !== undefined) others.unshift(key);
  return {
    resources,
    placeOf,
    find,
    keyOfUrl: (url) => resources[placeIn(urlPlace, url) ?? -1]?.key,
    plainTarget(number, written) {
      const byUrl = urlPlace[number] as number;
      if (written.startsWith('urn:')) return byUrl;
      if (byUrl >= 0 || !plainKey.test(written) || siblings.has(written)) return -1;
      return keyPlace[number] as number;
    },
    siblings,
    bases: once(() => basesOf(resources)),
    byLowerUrn: once(() => urnsByLower(resources)),
    byLowerKey: once(() => group(resources, (resource) => [resource.key.toLowerCase()])),
    byId: once(() => group(resources, (resource) => [resource.key.slice(resource.key.indexOf('/') + 1)])),
    byIdentifier: once(() => group(resources, (resource) => identifierKeys(resource.resource))),
  };
}

/** By `Type/id`: the keys with a mark behind it, without that of the first, which has none. */
function findSiblings(markedKeys: readonly string[]): Map<string, string[]> {
  const siblings = new Map<string, string[]>();
  for (const key of [...markedKeys].sort()) push(siblings, key.slice(0, key.indexOf('~')), key);
  return siblings;
}

function basesOf(resources: readonly RecordResource[]): ReadonlySet<string> {
  const bases = new Set<string>();
  for (const { key, fullUrl } of resources) {
    if (fullUrl?.endsWith(key) === true && !fullUrl.startsWith('urn:')) bases.add(fullUrl.slice(0, -key.length - 1));
  }
  return bases;
}

/** Keys by their fullUrl in lower case, where that is a urn. */
function urnsByLower(resources: readonly RecordResource[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const { key, fullUrl } of resources)
    if (fullUrl?.startsWith('urn:') === true) keys.set(fullUrl.toLowerCase(), key);
  return keys;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function group(
  resources: readonly RecordResource[],
  namesOf: (resource: RecordResource) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const resource of resources) for (const name of namesOf(resource)) push(groups, name, resource.key);
  return groups;
}

function push(groups: Map<string, string[]>, name: string, key: string): void {
  const known = groups.get(name);
  if (known === undefined) groups.set(name, [key]);
  else if (!known.includes(key)) known.push(key);
}

/** A key that `parseReference` takes apart as it stands: relative, without version or fragment. */
export const plainKey = /^[A-Za-z]{4,}\/[A-Za-z0-9.-]+$/;
