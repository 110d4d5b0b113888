// What is read of every resource in one look, while it is fresh in memory: its references as columns, its subject, its depth.
import { ChunkedList, IntColumn } from './columns.ts';
import type { RecordResource } from './record.ts';
import { type ReferenceSink, walkReferences } from './reference-walk.ts';
import { type FhirResource, isObject, type JsonObject, type NestingReport } from './resource.ts';

/**
 * The references of resources, each resource walked once. Columns rather than objects: memory that is touched for the first
 * time costs more than what is done with it, and a walk costs least right after the resource was parsed.
 *
 * Strings that resources are named by, or written with in references, are numbers here: whatever a string means, it is
 * found out once.
 */
export class Survey implements ReferenceSink {
  /** Keys, fullUrls and what references write, numbered in the order met. */
  readonly names = new Map<string, number>();
  /** Paths of references: `label` numbers them in the order met. */
  readonly labels: string[] = [];
  /** By resource: number of its key. */
  readonly keys: IntColumn;
  /** By resource: number of its fullUrl, −1 without one. */
  readonly fullUrls: IntColumn;
  /** By resource: number of what its `subject` or `patient` writes, where it has one of them alone and stands by itself; else −1. */
  readonly subjects: IntColumn;
  /** References of resource `n` stand at `[starts[n], starts[n + 1])`. */
  readonly starts: IntColumn;
  readonly label: IntColumn;
  /** By reference: number of what it writes; −1 for what depends on who writes it: `#id`, or no `reference` at all. */
  readonly written: IntColumn;
  readonly references = new ChunkedList<JsonObject>();
  /** Keys with a mark in them, of resources that stand by themselves: those who share a `Type/id` have one. */
  readonly markedKeys: string[] = [];
  readonly #labelNumbers = new Map<string, number>();

  /** @param expected how many resources there will be, about */
  constructor(expected: number) {
    this.keys = new IntColumn(expected);
    this.fullUrls = new IntColumn(expected);
    this.subjects = new IntColumn(expected);
    this.starts = new IntColumn(expected + 1);
    this.label = new IntColumn(3 * expected);
    this.written = new IntColumn(3 * expected);
    this.starts.push(0);
  }

  /** Walk one more resource. */
  add(keyNumber: number, { key, resource, fullUrl, container }: RecordResource): NestingReport {
    const found = walkReferences(resource, this);
    this.keys.push(keyNumber);
    if (container === undefined && key.includes('~')) this.markedKeys.push(key);
    this.fullUrls.push(fullUrl === undefined ? -1 : this.numberOf(fullUrl));
    this.subjects.push(container === undefined ? this.#numberOfSubject(resource) : -1);
    this.starts.push(this.label.length);
    return found;
  }

  /** A reference of the resource that is being added. */
  take(reference: JsonObject, path: string): void {
    let label = this.#labelNumbers.get(path);
    if (label === undefined) {
      label = this.labels.push(path) - 1;
      this.#labelNumbers.set(path, label);
    }
    this.label.push(label);
    this.written.push(this.#numberOfWritten(reference));
    this.references.push(reference);
  }

  /** The number of a string, given to it where it has none. */
  numberOf(name: string): number {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const number = this.names.size;
    this.names.set(name, number);
    return number;
  }

  #numberOfWritten({ reference }: JsonObject): number {
    return typeof reference === 'string' && reference.charCodeAt(0) !== hash ? this.numberOf(reference) : -1;
  }

  #numberOfSubject({ resourceType, subject, patient }: FhirResource): number {
    if (resourceType === 'Patient') return -1;
    const about = patient === undefined ? subject : subject === undefined ? patient : undefined;
    return isObject(about) ? this.#numberOfWritten(about) : -1;
  }
}

const hash = 0x23;
