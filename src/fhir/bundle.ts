// From a parsed document to its resources: Bundles of any type, Parameters, bare resources, arrays of them.
import type { Completeness, Deletion, RecordIssue, SourceContent, SourceEntry } from './record.ts';
import { parseReference } from './reference-form.ts';
import { asArray, asObject, asObjects, asText, isObject, isResource, type JsonObject } from './resource.ts';

/** What a source has given so far; grows while files, lines and pages are read. */
export interface ContentBuilder {
  readonly entries: SourceEntry[];
  readonly issues: RecordIssue[];
  readonly deletions: Deletion[];
  /** What is known to be missing. */
  readonly missing: string[];
}

export function createContentBuilder(): ContentBuilder {
  return { entries: [], issues: [], deletions: [], missing: [] };
}

/** Add what another builder knows besides its entries. */
export function addRest(builder: ContentBuilder, other: ContentBuilder): void {
  builder.issues.push(...other.issues);
  builder.missing.push(...other.missing);
  builder.deletions.push(...other.deletions);
}

/** The content once everything was read. */
export function finishContent(builder: ContentBuilder): SourceContent {
  const { entries, issues, deletions, missing } = builder;
  const completeness: Completeness = {
    state: missing.length === 0 ? 'complete' : 'partial',
    reasons: [...new Set(missing)],
  };
  return { entries, issues, completeness, ...(deletions.length === 0 ? {} : { deletions }) };
}

/**
 * Add the resources of one parsed document. What is not a resource becomes an issue; nothing is dropped unnamed.
 *
 * Source: FHIR R4 Bundle (all types), Parameters.parameter.resource, OperationOutcome in a searchset.
 *
 * @param place where in the source it stood, for messages, e.g. `line 3`; empty for a whole file
 * @returns whether it was FHIR at all
 */
export function addDocument(builder: ContentBuilder, document: unknown, source: string, place = ''): boolean {
  if (Array.isArray(document)) {
    const resources = document.filter(isResource);
    document.forEach((item, index) => {
      if (isResource(item)) addResource(builder, item, undefined, source, 0);
      else if (resources.length > 0) addOddity(builder, source, join(place, `item ${index + 1}`), describeShape(item));
    });
    return resources.length > 0;
  }
  if (!isResource(document)) return false;
  addResource(builder, document, undefined, source, 0);
  return true;
}

/** What a JSON value is, in words for a message: `a JSON array of 3 items`. Quotes nothing but a resourceType's absence. */
export function describeShape(value: unknown): string {
  if (Array.isArray(value)) return `a JSON array of ${value.length} items`;
  if (isObject(value)) return 'a JSON object without resourceType';
  return value === null ? 'null' : `a JSON ${typeof value}`;
}

/** Containers in containers are opened this far; real ones nest once or twice. */
const deepestContainer = 8;

function addResource(
  builder: ContentBuilder,
  resource: JsonObject,
  fullUrl: string | undefined,
  source: string,
  depth: number,
): void {
  const type = resource.resourceType;
  const holdsEntries = type === 'Bundle' && (resource.entry !== undefined || depth === 0);
  if (depth >= deepestContainer && (holdsEntries || type === 'Parameters')) {
    addOddity(builder, source, `${String(type)} nested ${depth} deep`, 'more containers than are opened');
  } else if (holdsEntries) addBundle(builder, resource, source, depth);
  else if (type === 'Parameters') addParameters(builder, resource.parameter, source, depth);
  else if (type === 'OperationOutcome') addOutcome(builder, resource, source);
  else if (isResource(resource))
    builder.entries.push(fullUrl === undefined ? { resource, source } : { resource, source, fullUrl });
}

function addBundle(builder: ContentBuilder, bundle: JsonObject, source: string, depth: number): void {
  const entries = asArray(bundle.entry);
  let matches = 0;
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    if (!isObject(entry)) {
      addOddity(builder, source, entryPlace(index), describeShape(entry));
      continue;
    }
    if (isResource(entry.resource)) {
      if (asObject(entry.search)?.mode !== 'include' && entry.resource.resourceType !== 'OperationOutcome') matches++;
      addResource(builder, entry.resource, asText(entry.fullUrl), source, depth + 1);
    } else if (isResource(entry)) addResource(builder, entry, undefined, source, depth + 1);
    else addEntryWithoutResource(builder, entry, source, entryPlace(index));
  }
  if (bundle.type === 'searchset') noteMissingPages(builder, bundle, matches, source);
  for (const key of ['issues', 'outcome']) {
    const outcome = bundle[key];
    if (isObject(outcome) && outcome.resourceType === 'OperationOutcome') addOutcome(builder, outcome, source);
  }
}

function entryPlace(index: number): string {
  return `Bundle.entry[${index}]`;
}

/** A page of a search that announces more than it holds: the record is known to be incomplete. */
function noteMissingPages(builder: ContentBuilder, bundle: JsonObject, matches: number, source: string): void {
  const hasNext = asObjects(bundle.link).some((link) => link.relation === 'next' && asText(link.url) !== undefined);
  const total = typeof bundle.total === 'number' ? bundle.total : undefined;
  if (hasNext) {
    const told = total === undefined ? '' : ` of ${total}`;
    builder.missing.push(`${source} is one page of a search (${matches}${told} matches); its next page was not loaded`);
  }
}

function addEntryWithoutResource(builder: ContentBuilder, entry: JsonObject, source: string, place: string): void {
  const request = asObject(entry.request);
  const response = asObject(entry.response);
  if (request?.method === 'DELETE') {
    const target = parseReference(asText(request.url) ?? '');
    if (target.type !== '' && target.id !== '') {
      builder.deletions.push({ key: `${target.type}/${target.id}`, lastModified: asText(response?.lastModified) });
      return;
    }
  }
  const outcome = response?.outcome;
  if (isObject(outcome) && outcome.resourceType === 'OperationOutcome') {
    addOutcome(builder, outcome, source);
    return;
  }
  const found =
    request === undefined && response === undefined
      ? 'an entry without a resource'
      : `an entry with ${request ? 'a request' : 'a response'} alone`;
  addOddity(builder, source, place, entry.resource === undefined ? found : describeShape(entry.resource));
}

function addParameters(builder: ContentBuilder, parameters: unknown, source: string, depth: number): void {
  if (depth >= deepestContainer) {
    addOddity(builder, source, `Parameters nested ${depth} deep`, 'more parts than are opened');
    return;
  }
  for (const parameter of asObjects(parameters)) {
    if (isResource(parameter.resource)) addResource(builder, parameter.resource, undefined, source, depth + 1);
    if (parameter.part !== undefined) addParameters(builder, parameter.part, source, depth + 1);
  }
}

/** What a server said about its own answer: codes alone, since diagnostics may quote a patient's data. */
function addOutcome(builder: ContentBuilder, outcome: JsonObject, source: string): void {
  for (const issue of asObjects(outcome.issue)) {
    const severity =
      issue.severity === 'fatal' || issue.severity === 'error'
        ? 'error'
        : issue.severity === 'warning'
          ? 'warning'
          : 'information';
    const code = asText(issue.code) ?? 'unknown';
    builder.issues.push({
      severity,
      code: 'operation-outcome',
      message: `The source reports ${severity} "${code}" in an OperationOutcome.`,
      source,
    });
    if (severity === 'error') builder.missing.push(`${source} reports an error ("${code}") in an OperationOutcome`);
  }
}

function addOddity(builder: ContentBuilder, source: string, place: string, found: string): void {
  const message = `Expected a FHIR resource at ${place}, found ${found}; the rest was read.`;
  builder.issues.push({ severity: 'warning', code: 'not-a-resource', message, source });
}

function join(place: string, more: string): string {
  return place === '' ? more : `${place}, ${more}`;
}
