// One patient's record: its resources by key, what was odd in it, and whether it is all there.
import type { FhirResource, FhirVersion } from './resource.ts';

/** One resource of a record, with the key by which everything names it. */
export interface RecordResource {
  /** `Type/id`, or `Parent/id#contained-id` for a contained resource. Never the bare id. */
  readonly key: string;
  readonly resource: FhirResource;
  readonly version: FhirVersion;
  /** `Bundle.entry.fullUrl` as written. */
  readonly fullUrl?: string;
  /** Key of the resource that contains this one (`DomainResource.contained`). */
  readonly container?: string;
  /** Name of the file or URL it was read from, without query or credentials. */
  readonly source: string;
}

/** Something odd in a record, kept as data: the rest of the record stays loaded. */
export interface RecordIssue {
  readonly severity: 'error' | 'warning' | 'information';
  /** Short kebab-case kind, e.g. `duplicate-id`, `dangling-reference`, `unreadable-date`. */
  readonly code: string;
  /** One line of keys, names, positions and counts; no clinical content. */
  readonly message: string;
  readonly key?: string;
  /** All keys it is about, when there are several: a summary names each resource that it stands for. */
  readonly keys?: readonly string[];
  /** FHIR element path inside the resource. */
  readonly element?: string;
  readonly source?: string;
}

/** Whether the record holds all that its source announced. */
export interface Completeness {
  readonly state: 'complete' | 'partial';
  /** One line per thing known to be missing; empty when complete. */
  readonly reasons: readonly string[];
}

/** Every resource of one patient and the resources they refer to. Finished when returned; nothing changes it. */
export interface PatientRecord {
  /** Key of the Patient, loaded or not (then only its references name it). */
  readonly patientKey: string;
  /** `undefined` when the record's resources share one subject that was not loaded. */
  readonly patient: RecordResource | undefined;
  /** In key order (code units), each key once. */
  readonly resources: readonly RecordResource[];
  readonly byKey: ReadonlyMap<string, RecordResource>;
  /** Groups of keys that look like the same fact under different ids (same type, code, time, value). */
  readonly duplicates: readonly (readonly string[])[];
  /** Versions present, most frequent first. */
  readonly versions: readonly FhirVersion[];
  readonly issues: readonly RecordIssue[];
  readonly completeness: Completeness;
}

/** One resource as it came out of a file, bundle or server, before anything was decided about it. */
export interface SourceEntry {
  readonly resource: FhirResource;
  readonly fullUrl?: string;
  readonly source: string;
}

/** A resource that a history says was deleted. */
export interface Deletion {
  /** `Type/id`. */
  readonly key: string;
  /** When, as written (`Bundle.entry.response.lastModified`); `undefined` when not said. */
  readonly lastModified: string | undefined;
}

/** All that a source gave: entries in the order read, and what went wrong on the way. */
export interface SourceContent {
  readonly entries: readonly SourceEntry[];
  readonly issues: readonly RecordIssue[];
  readonly completeness: Completeness;
  /** The version its server says it speaks; else versions are read from the data. */
  readonly fhirVersion?: FhirVersion;
  /** Deletions that a history tells of. */
  readonly deletions?: readonly Deletion[];
}
