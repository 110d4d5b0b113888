// From the entries of a source to keyed resources: each once, contained ones lifted, doubles settled and told.
import { type DraftResource, Drafts } from './drafts.ts';
import { contentHash, isSameContent, keyOf } from './identity.ts';
import type { Deletion, RecordIssue, RecordResource, SourceContent, SourceEntry } from './record.ts';
import { type ReferenceResolver, resolverFrom } from './reference-resolver.ts';
import {
  asArray,
  asObject,
  asText,
  deepestNesting,
  type FhirResource,
  type FhirVersion,
  inspectNesting,
  isResource,
  type NestingReport,
} from './resource.ts';

/** All resources of a source by key, whoever they belong to. */
export interface GatheredResources {
  /** In key order (code units). */
  readonly resources: readonly RecordResource[];
  readonly resolver: ReferenceResolver;
  /** What each resource writes as its subject, as a number: the same for the same string; −1 where that takes a closer look. */
  readonly subjects: Int32Array;
  readonly issues: readonly RecordIssue[];
}

/** Key every resource, settle those that share a key, and lift contained ones. The result does not depend on input order. */
export function gatherResources(content: SourceContent, given?: FhirVersion): GatheredResources {
  const issues: RecordIssue[] = [...content.issues];
  const drafts = new Drafts(content.entries.length);
  keepEachOnce(drafts, content.entries, issues);
  leaveOutDeleted(drafts, content.deletions ?? [], issues);
  drafts.decideVersions(given);
  for (const container of drafts.containers()) addContained(drafts, container);
  const { resources, rows } = drafts.inKeyOrder();
  noteMixedVersions(resources, issues);
  const subjects = drafts.survey.subjects.values();
  return {
    resources,
    resolver: resolverFrom(resources, drafts.survey, rows),
    subjects: rows.map((row) => subjects[row] as number),
    issues,
  };
}

function keepEachOnce(drafts: Drafts, entries: readonly SourceEntry[], issues: RecordIssue[]): void {
  const doubles = new Map<string, SourceEntry[]>();
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index] as SourceEntry;
    const key = keyOf(entry.resource, entry.fullUrl);
    const number = drafts.numberOf(key);
    const known = drafts.find(number);
    const report = known === undefined ? drafts.add(number, draftOf(key, entry)) : inspectNesting(entry.resource);
    if (report !== 'plain') noteNesting(report, key, entry, issues);
    if (known !== undefined && report !== 'too-deep') doubles.set(key, [...(doubles.get(key) ?? [known]), entry]);
  }
  for (const [key, several] of doubles) {
    for (const one of settle(key, several, issues)) {
      const number = drafts.numberOf(one.key);
      drafts.remove(number);
      drafts.add(number, draftOf(one.key, one.entry));
    }
  }
}

function draftOf(key: string, { resource, source, fullUrl }: SourceEntry): DraftResource {
  const version = 'R4';
  return fullUrl === undefined ? { key, resource, version, source } : { key, resource, version, source, fullUrl };
}

function noteNesting(report: NestingReport, key: string, { source }: SourceEntry, issues: RecordIssue[]): void {
  if (report === 'too-deep') {
    const message = `${key} is nested more than ${deepestNesting} levels deep; it is left out.`;
    issues.push({ severity: 'error', code: 'nested-too-deep', key, message, source });
  } else {
    const message = `${key} holds a number too large to be read; it stands as infinite.`;
    issues.push({ severity: 'warning', code: 'number-out-of-range', key, message, source });
  }
}

interface KeyedEntry {
  readonly key: string;
  readonly entry: SourceEntry;
}

/**
 * Settle entries of one key. Alike: one of them. Else the newest by `meta.lastUpdated`, then by a whole-number
 * `meta.versionId`. When neither tells, all are kept: the first by content under `Type/id`, others under `Type/id~hash`.
 */
function settle(key: string, entries: readonly SourceEntry[], issues: RecordIssue[]): KeyedEntry[] {
  const distinct: SourceEntry[] = [];
  for (const entry of entries) {
    if (!distinct.some((other) => isSameContent(other.resource, entry.resource))) distinct.push(entry);
  }
  const first = distinct[0] as SourceEntry;
  if (distinct.length < entries.length) {
    const message = `${key} was read ${entries.length - distinct.length + 1} times with the same content; it counts once.`;
    issues.push({ severity: 'information', code: 'read-twice', key, message, source: first.source });
  }
  if (distinct.length === 1) return [{ key, entry: withFullUrl(first, entries) }];
  const newest = newestOf(distinct);
  if (newest !== undefined) {
    const message = `${key} was read in ${distinct.length} versions; the newest by ${newest.by} is kept.`;
    issues.push({ severity: 'warning', code: 'duplicate-id', key, message, source: newest.entry.source });
    return [{ key, entry: newest.entry }];
  }
  const hashed = distinct
    .map((entry) => ({ entry, hash: contentHash(entry.resource) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const kept = hashed.map(({ entry, hash }, index) => ({
    key: index === 0 ? key : `${key}~${hash.slice(0, 8)}`,
    entry,
  }));
  const message = `${key} is the id of ${distinct.length} different resources, and neither meta.lastUpdated nor meta.versionId tells the newest; all are kept.`;
  issues.push({
    severity: 'warning',
    code: 'duplicate-id',
    key,
    keys: kept.map((one) => one.key),
    message,
    source: first.source,
  });
  return kept;
}

/** Of equal entries any will do, but a fullUrl helps references: the least one is taken, whatever the order read. */
function withFullUrl(entry: SourceEntry, entries: readonly SourceEntry[]): SourceEntry {
  const urls = entries.flatMap(({ fullUrl }) => (fullUrl === undefined ? [] : [fullUrl])).sort();
  const sources = entries.map(({ source }) => source).sort();
  const fullUrl = urls[0];
  return {
    resource: entry.resource,
    source: sources[0] ?? entry.source,
    ...(fullUrl === undefined ? {} : { fullUrl }),
  };
}

function newestOf(entries: readonly SourceEntry[]): { entry: SourceEntry; by: string } | undefined {
  return (
    uniqueGreatest(entries, 'meta.lastUpdated', updatedMs) ?? uniqueGreatest(entries, 'meta.versionId', versionNumber)
  );
}

function uniqueGreatest(
  entries: readonly SourceEntry[],
  by: string,
  measure: (resource: FhirResource) => number,
): { entry: SourceEntry; by: string } | undefined {
  const measured = entries.map((entry) => ({ entry, value: measure(entry.resource) }));
  if (measured.some(({ value }) => Number.isNaN(value))) return undefined;
  const sorted = measured.sort((a, b) => b.value - a.value);
  const [first, second] = sorted;
  return first === undefined || first.value === second?.value ? undefined : { entry: first.entry, by };
}

function updatedMs(resource: FhirResource): number {
  return Date.parse(asText(asObject(resource.meta)?.lastUpdated) ?? '');
}

function versionNumber(resource: FhirResource): number {
  const version = asText(asObject(resource.meta)?.versionId) ?? '';
  return /^[0-9]{1,15}$/.test(version) ? Number(version) : Number.NaN;
}

/** Take out what a history says was deleted after the version that was read. Created again, it is alive. */
function leaveOutDeleted(drafts: Drafts, deletions: readonly Deletion[], issues: RecordIssue[]): void {
  for (const { key, lastModified } of deletions) {
    const number = drafts.numberOf(key);
    const found = drafts.find(number);
    if (found === undefined) continue;
    const updated = updatedMs(found.resource);
    const deleted = Date.parse(lastModified ?? '');
    if (updated > deleted) continue;
    drafts.remove(number);
    const message = `${key} was deleted, as the history of the source says; it is left out.`;
    issues.push({ severity: 'information', code: 'deleted', key, message, source: found.source });
  }
}

function addContained(drafts: Drafts, { key, resource, version, source }: DraftResource): void {
  const taken = new Set<string>();
  for (const contained of asArray(resource.contained)) {
    if (!isResource(contained)) continue;
    const id: unknown = contained.id;
    const written = typeof id === 'string' && id !== '' ? id.replace(/^#/, '') : contentHash(contained);
    const containedKey = `${key}#${taken.has(written) ? `${written}~${contentHash(contained).slice(0, 8)}` : written}`;
    taken.add(written);
    const number = drafts.numberOf(containedKey);
    drafts.remove(number);
    drafts.add(number, { key: containedKey, resource: contained, version, source, container: key });
  }
}

/** How many resources are of each version. */
export function countVersions(resources: readonly RecordResource[]): ReadonlyMap<FhirVersion, number> {
  const counts = new Map<FhirVersion, number>();
  for (let from = 0, to = 0; from < resources.length; from = to) {
    const { version } = resources[from] as RecordResource;
    while (resources[to]?.version === version) to += 1;
    counts.set(version, (counts.get(version) ?? 0) + to - from);
  }
  return counts;
}

function noteMixedVersions(resources: readonly RecordResource[], issues: RecordIssue[]): void {
  const counts = countVersions(resources);
  if (counts.size < 2) return;
  const told = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([version, count]) => `${version} ${count}`)
    .join(', ');
  const message = `Resources of several FHIR versions stand side by side (${told}); each is read by its own.`;
  issues.push({ severity: 'information', code: 'mixed-versions', message });
}
