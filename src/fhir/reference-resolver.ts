// From a Reference to the key of the resource it means, over all forms that FHIR and its senders use.
import type { RecordResource } from './record.ts';
import {
  type ParsedReference,
  parseReference,
  type ReferenceForm,
  type ReferenceOutcome,
  type ReferenceSlip,
} from './reference-form.ts';
import { asObject, asText, isObject, type JsonObject } from './resource.ts';
import { createIndex, plainKey, type ResourceIndex } from './resource-index.ts';
import { Survey } from './survey.ts';

/** What a reference came to. */
export interface Resolution {
  readonly form: ReferenceForm;
  readonly outcome: ReferenceOutcome;
  /** Key of the target; `undefined` unless the outcome is `resolved`. */
  readonly key: string | undefined;
  /** What the reference says of its target by itself: its display, else the reference or identifier as written. */
  readonly display: string | undefined;
  /** A departure from the rules that was read all the same. */
  readonly slip?: ReferenceSlip;
}

export interface ReferenceResolver {
  /**
   * @param from the resource that holds the reference: `#id` and equal ids of two sources depend on it
   * @param path element path of the reference, as `eachReference` gives it
   */
  resolve(reference: JsonObject, from: RecordResource, path: string): Resolution;
  /** Place of the resource with a key in the list that the resolver was made for. */
  placeOf(key: string): number | undefined;
  find(key: string): RecordResource | undefined;
  /** Every reference of the resources; worked out once, when first asked for. */
  links(): ReferenceLinks;
}

/** References by position: first those of resource 0 in element order, then those of resource 1, … */
export interface ReferenceLinks {
  /** References of resource `n` stand at `[starts[n], starts[n + 1])`. */
  readonly starts: Int32Array;
  /** Place of the resource that each leads to, −1 when dangling. */
  readonly to: Int32Array;
  /** Index into `labels`. */
  readonly label: Int32Array;
  /** Element paths. */
  readonly labels: readonly string[];
  referenceAt(at: number): JsonObject;
}

/** The resolver of a list of resources, made once: who loads a record and who projects it ask the same. Held weakly. */
export function resolverOf(resources: readonly RecordResource[]): ReferenceResolver {
  return resolvers.get(resources) ?? createReferenceResolver(resources);
}

const resolvers = new WeakMap<readonly RecordResource[], ReferenceResolver>();

/**
 * Index the resources of a record for look-up by reference. Look-ups are by map; a string seen before is answered from memory.
 *
 * Source: FHIR R4 references.html, bundle.html#references. Departures: an absolute reference meets a resource of no known
 * address by `Type/id`; another version than the one loaded meets the loaded one (`slip: other-version`).
 */
export function createReferenceResolver(resources: readonly RecordResource[]): ReferenceResolver {
  const survey = new Survey(resources.length);
  for (const resource of resources) survey.add(survey.numberOf(resource.key), resource);
  return resolverFrom(
    resources,
    survey,
    resources.map((_, place) => place),
  );
}

/**
 * The resolver of resources that were surveyed already.
 *
 * @param rows where in the survey each resource stands
 */
export function resolverFrom(
  resources: readonly RecordResource[],
  survey: Survey,
  rows: ArrayLike<number>,
): ReferenceResolver {
  const index = createIndex(resources, survey, rows);
  const seen = new Map<string, Found>();

  /** What a reference comes to; its own display doesn't count yet. */
  function find(reference: JsonObject, from: RecordResource): Resolution {
    const written = reference.reference;
    if (typeof written !== 'string') return resolveLogically(index, reference);
    let found = seen.get(written);
    if (found === undefined) {
      if (written.trim() === '') return resolveLogically(index, reference);
      if (written.startsWith('#')) return resolveContained(index, written, from);
      found = resolveLiteral(index, written, from);
      if (!isContested(index, found)) seen.set(written, found);
    }
    return found.outcome === 'resolved' ? found : secondChance(index, reference, withoutOwn(found, from));
  }

  let links: ReferenceLinks | undefined;
  /** Let go once the links are there: its columns are as large as theirs. */
  let unlinked: Survey | undefined = survey;
  const resolver: ReferenceResolver = {
    resolve: (reference, from) => withDisplay(find(reference, from), reference),
    placeOf: index.placeOf,
    find: index.find,
    links() {
      if (unlinked !== undefined) links = linksOf(index, unlinked, rows, find);
      unlinked = undefined;
      return links as ReferenceLinks;
    },
  };
  resolvers.set(resources, resolver);
  return resolver;
}

/** Resolve every reference of a survey. What a string means to everybody is looked up once, and makes nothing. */
function linksOf(
  index: ResourceIndex,
  survey: Survey,
  rows: ArrayLike<number>,
  find: (reference: JsonObject, from: RecordResource) => Resolution,
): ReferenceLinks {
  const { resources } = index;
  const { references } = survey;
  const rowStarts = survey.starts.values();
  const rowLabel = survey.label.values();
  const rowWritten = survey.written.values();
  const starts = new Int32Array(resources.length + 1);
  for (let place = 0; place < resources.length; place += 1) {
    const row = rows[place] as number;
    starts[place + 1] = (starts[place] as number) + (rowStarts[row + 1] as number) - (rowStarts[row] as number);
  }
  const count = starts[resources.length] as number;
  const label = new Int32Array(count);
  const to = new Int32Array(count);
  const origin = new Int32Array(count);
  /** By number of a string: 1 + its target's place, −1 where every reference is asked, 0 before it is looked up. */
  const known = new Int32Array(survey.names.size);
  let at = 0;
  for (let place = 0; place < resources.length; place += 1) {
    const row = rows[place] as number;
    const end = rowStarts[row + 1] as number;
    for (let from = rowStarts[row] as number; from < end; from += 1) {
      const number = rowWritten[from] as number;
      let answer = number < 0 ? -1 : (known[number] as number);
      if (answer === 0) {
        const plain = index.plainTarget(number, references.at(from).reference as string);
        answer = plain < 0 ? -1 : plain + 1;
        known[number] = answer;
      }
      if (answer < 0) {
        const { key } = find(references.at(from), resources[place] as RecordResource);
        answer = key === undefined ? 0 : (index.placeOf(key) as number) + 1;
      }
      to[at] = answer - 1;
      label[at] = rowLabel[from] as number;
      origin[at] = from;
      at += 1;
    }
  }
  const referenceAt = (position: number) => references.at(origin[position] as number);
  return { starts, to, label, labels: survey.labels, referenceAt };
}

/** The same id under another type is a near miss, but not when it is the id of the resource that asks. */
function withoutOwn(found: Found, from: RecordResource): Resolution {
  if (found.nearKey === undefined) return found;
  const { nearKey, ...miss } = found;
  return nearKey === from.key ? { ...miss, outcome: 'absent' } : miss;
}

/** What a reference string comes to, whoever asks. */
interface Found extends Resolution {
  /** The only resource of the asked id, when it has another type. */
  readonly nearKey?: string;
}

function withDisplay(found: Resolution, reference: JsonObject): Resolution {
  if (reference.display === undefined) return found;
  const display = asText(reference.display);
  if (display === undefined) return found;
  const { form, outcome, key, slip } = found;
  return slip === undefined ? { form, outcome, key, display } : { form, outcome, key, display, slip };
}

/** Within the resource that holds it: `#id` a contained resource, `#` the container itself. */
function resolveContained(index: ResourceIndex, written: string, from: RecordResource): Resolution {
  const container = from.container ?? from.key;
  const key = written === '#' ? container : `${container}#${written.slice(1)}`;
  return index.placeOf(key) !== undefined
    ? { form: 'contained', outcome: 'resolved', key, display: undefined }
    : { form: 'contained', outcome: 'absent', key: undefined, display: written };
}

/** Whether another resource that writes the same may mean another: siblings are told apart by the source they share. */
function isContested({ siblings }: ResourceIndex, { outcome, key }: Found): boolean {
  if (siblings.size === 0) return false;
  return key === undefined ? outcome === 'ambiguous' : siblings.has(key.split('~', 1)[0] as string);
}

function resolveLiteral(index: ResourceIndex, written: string, from: RecordResource): Found {
  const plain = resolvePlainly(index, written);
  if (plain !== undefined) return plain;
  const parsed = parseReference(written);
  if (parsed.form === 'malformed') return { form: 'malformed', outcome: 'malformed', key: undefined, display: written };
  if (parsed.form === 'conditional') return resolveConditional(index, parsed, written);
  const exact = index.keyOfUrl(written) ?? (parsed.form === 'urn' ? resolveUrn(index, written) : undefined);
  if (exact !== undefined) return { form: parsed.form, outcome: 'resolved', key: exact, display: written };
  if (parsed.form === 'urn') return { form: 'urn', outcome: 'absent', key: undefined, display: written };
  if (parsed.type === '') return { form: 'absolute', outcome: 'external', key: undefined, display: written };
  return resolveByKey(index, parsed, written, from);
}

/** The two commonest forms as they stand: a fullUrl that is a urn, and the `Type/id` of a loaded resource. */
function resolvePlainly(index: ResourceIndex, written: string): Found | undefined {
  if (written.startsWith('urn:')) {
    const key = index.keyOfUrl(written);
    return key === undefined ? undefined : { form: 'urn', outcome: 'resolved', key, display: written };
  }
  const key = index.find(written)?.key;
  if (key === undefined || !plainKey.test(key) || index.keyOfUrl(written) !== undefined || index.siblings.has(key))
    return undefined;
  return { form: 'relative', outcome: 'resolved', key, display: written };
}

/** A urn in other letter case, or a `urn:uuid` whose resource carries it as its id though no fullUrl says so. */
function resolveUrn(index: ResourceIndex, written: string): string | undefined {
  const lower = written.toLowerCase();
  const byUrl = index.byLowerUrn().get(lower);
  if (byUrl !== undefined) return byUrl;
  const keys = index.byId().get(lower.slice(lower.lastIndexOf(':') + 1));
  return keys?.length === 1 ? keys[0] : undefined;
}

function resolveByKey(index: ResourceIndex, parsed: ParsedReference, written: string, from: RecordResource): Found {
  const { form, base } = parsed;
  const miss = (outcome: ReferenceOutcome): Resolution => ({ form, outcome, key: undefined, display: written });
  const name = `${parsed.type}/${parsed.id}`;
  const siblings = index.siblings.get(name);
  if (siblings !== undefined) {
    const nearest = siblings.filter((key) => index.find(key)?.source === from.source);
    const [only, second] = nearest.length > 0 ? nearest : siblings;
    return only !== undefined && second === undefined
      ? { form, outcome: 'resolved', key: only, display: written }
      : miss('ambiguous');
  }

  let slip = parsed.slip;
  let key: string | undefined = index.placeOf(name) === undefined ? undefined : name;
  if (key === undefined) {
    const alike = index.byLowerKey().get(name.toLowerCase()) ?? [];
    if (alike.length > 1) return miss('ambiguous');
    key = alike[0];
    slip = key === undefined ? slip : 'letter-case';
  }
  if (key === undefined) {
    if (base !== '' && !index.bases().has(base)) return miss('external');
    const [near, another] = index.byId().get(parsed.id) ?? [];
    if (near === undefined) return miss('absent');
    return another === undefined ? { ...miss('wrong-type'), nearKey: near } : miss('wrong-type');
  }
  const target = index.find(key) as RecordResource;
  if (base !== '' && isElsewhere(target, base)) return miss('external');
  if (parsed.versionId !== '') {
    const loaded = asObject(target.resource.meta)?.versionId;
    if (loaded !== undefined && String(loaded) !== parsed.versionId) slip = 'other-version';
  }
  if (parsed.fragment !== '' && index.placeOf(`${key}#${parsed.fragment}`) !== undefined)
    key = `${key}#${parsed.fragment}`;
  return { form, outcome: 'resolved', key, display: written, ...(slip === undefined ? {} : { slip }) };
}

/** Whether a resource says by its fullUrl that it lives at another service than `base`. */
function isElsewhere(target: RecordResource, base: string): boolean {
  const { fullUrl, key } = target;
  if (fullUrl === undefined || !fullUrl.includes('://') || !fullUrl.endsWith(`/${key}`)) return false;
  return withoutScheme(fullUrl.slice(0, -key.length - 1)) !== withoutScheme(base);
}

function withoutScheme(address: string): string {
  return address.slice(address.indexOf('://') + 3).toLowerCase();
}

/** `Type?identifier=system|value`; other search parameters can't be answered from a record alone. */
function resolveConditional(index: ResourceIndex, parsed: ParsedReference, written: string): Resolution {
  const form = 'conditional';
  for (const part of parsed.query.split('&')) {
    const equals = part.indexOf('=');
    if (equals < 0 || decode(part.slice(0, equals)) !== 'identifier') continue;
    return byIdentifier(index, decode(part.slice(equals + 1)), parsed.type, form, written);
  }
  return { form, outcome: 'absent', key: undefined, display: written };
}

function byIdentifier(
  index: ResourceIndex,
  token: string,
  type: string,
  form: ReferenceForm,
  display: string,
): Resolution {
  const keys = (index.byIdentifier().get(token) ?? []).filter((key) => type === '' || key.startsWith(`${type}/`));
  const [key, second] = keys;
  if (key === undefined) return { form, outcome: 'absent', key: undefined, display };
  if (second !== undefined) return { form, outcome: 'ambiguous', key: undefined, display };
  return { form, outcome: 'resolved', key, display };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    return text;
  }
}

/** A reference without a literal: by its identifier, else only what it displays. */
function resolveLogically(index: ResourceIndex, reference: JsonObject): Resolution {
  const display = asText(reference.display);
  const token = identifierToken(reference.identifier);
  if (token === undefined) {
    const form = display === undefined ? 'malformed' : 'display-only';
    return { form, outcome: display === undefined ? 'malformed' : 'absent', key: undefined, display };
  }
  return byIdentifier(index, token, asText(reference.type) ?? '', 'identifier', display ?? token);
}

/** What a literal that leads nowhere may still offer: an identifier beside it, or a bare id with a type beside it. */
function secondChance(index: ResourceIndex, reference: JsonObject, found: Resolution): Resolution {
  if (reference.type === undefined && reference.identifier === undefined) return found;
  const type = asText(reference.type) ?? '';
  if (found.form === 'malformed' && type !== '') {
    const key = `${type}/${String(reference.reference).trim()}`;
    if (index.placeOf(key) !== undefined) return { ...found, outcome: 'resolved', key, slip: 'no-type' };
  }
  const token = identifierToken(reference.identifier);
  if (token === undefined) return found;
  const logical = byIdentifier(index, token, type, found.form, found.display ?? token);
  return logical.outcome === 'resolved' ? logical : found;
}

function identifierToken(identifier: unknown): string | undefined {
  if (!isObject(identifier)) return undefined;
  const value = asText(identifier.value);
  const system = asText(identifier.system);
  return value === undefined ? undefined : system === undefined ? value : `${system}|${value}`;
}
