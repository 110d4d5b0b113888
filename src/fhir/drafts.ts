// The resources of a source while they are gathered: by key, in the order met, each surveyed once.
import { IntColumn } from './columns.ts';
import { versionByMask, versionMask } from './fhir-version.ts';
import { keepAlive } from './keep-alive.ts';
import type { RecordResource } from './record.ts';
import type { FhirVersion, NestingReport } from './resource.ts';
import { Survey } from './survey.ts';

/** A resource whose version is not decided yet. */
export type DraftResource = { -readonly [Field in keyof RecordResource]: RecordResource[Field] };

export class Drafts {
  readonly survey: Survey;
  /** By row of the survey; `undefined` for what was left out or taken out again. */
  readonly #drafts: (DraftResource | undefined)[];
  /** By row: the versions that the resource fits. */
  readonly #masks: IntColumn;
  /** Rows of resources that hold others. */
  readonly #containers: number[] = [];
  /** By the number of a key: 1 + its row, 0 where nobody has it. */
  #rowOfKey: Int32Array;

  /** @param expected how many resources there will be, about */
  constructor(expected: number) {
    this.survey = new Survey(expected);
    this.#drafts = new Array(expected);
    this.#masks = new IntColumn(expected);
    this.#rowOfKey = new Int32Array(2 * expected + 16);
  }

  /** The number by which a key is asked for below. */
  numberOf(key: string): number {
    return this.survey.numberOf(key);
  }

  find(number: number): DraftResource | undefined {
    return this.#drafts[this.#rowOf(number)];
  }

  /** Add a resource whose key nobody has. One that is nested too deep is left out. */
  add(number: number, draft: DraftResource): NestingReport {
    const row = this.#masks.length;
    const report = this.survey.add(number, draft);
    const isKept = report !== 'too-deep';
    this.#drafts[row] = isKept ? draft : undefined;
    this.#masks.push(isKept && draft.container === undefined ? versionMask(draft.resource) : 0);
    if (!isKept) return report;
    if (draft.container === undefined && draft.resource.contained !== undefined) this.#containers.push(row);
    if (number >= this.#rowOfKey.length) {
      const grown = new Int32Array(2 * number);
      grown.set(this.#rowOfKey);
      this.#rowOfKey = grown;
    }
    this.#rowOfKey[number] = row + 1;
    return report;
  }

  remove(number: number): void {
    const row = this.#rowOf(number);
    if (row < 0) return;
    this.#drafts[row] = undefined;
    this.#rowOfKey[number] = 0;
  }

  /** Decide the versions of all resources together, or take the one given. */
  decideVersions(given: FhirVersion | undefined): void {
    const masks = this.#masks.values();
    const counts = new Array<number>(16).fill(0);
    for (let row = 0; row < masks.length; row += 1) {
      const mask = masks[row] as number;
      if (this.#drafts[row] !== undefined) counts[mask] = (counts[mask] ?? 0) + 1;
    }
    const versions = versionByMask(counts);
    for (let row = 0; row < masks.length; row += 1) {
      const draft = this.#drafts[row];
      if (draft !== undefined) draft.version = given ?? (versions[masks[row] as number] as FhirVersion);
    }
  }

  /** Those that hold others, which are drafts of their own once they are added. */
  containers(): readonly DraftResource[] {
    return this.#containers.flatMap((row) => this.#drafts[row] ?? []);
  }

  /** In key order (code units), with the rows in which they were surveyed. */
  inKeyOrder(): { readonly resources: readonly RecordResource[]; readonly rows: Int32Array } {
    const keys: string[] = new Array(this.#masks.length);
    let count = 0;
    for (let row = 0; row < keys.length; row += 1) {
      const draft = this.#drafts[row];
      if (draft === undefined) continue;
      keys[count] = draft.key;
      count += 1;
    }
    keys.length = count;
    keys.sort();
    const resources: RecordResource[] = new Array(count);
    const rows = new Int32Array(count);
    for (let place = 0; place < count; place += 1) {
      const row = this.#rowOf(this.numberOf(keys[place] as string));
      rows[place] = row;
      resources[place] = this.#drafts[row] as RecordResource;
    }
    return { resources, rows };
  }

  /** −1 where nobody has the key. */
  #rowOf(number: number): number {
    return (this.#rowOfKey[number] ?? 0) - 1;
  }
}

keepAlive(new Drafts(0));
