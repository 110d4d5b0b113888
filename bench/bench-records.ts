// What the benches run on: the largest public records, and copies of them grown to 10,000 and 50,000 resources.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasSharedData, readShared } from '../test/support/shared-data.ts';

/** One input as bytes on disk, unzipped, with the text it was written from. */
export interface BenchRecord {
  readonly name: string;
  /** Path of the unzipped file. */
  readonly path: string;
  readonly text: string;
  readonly form: 'ndjson' | 'bundle';
  readonly resources: number;
  /** For the page: questions of different kinds about what such a record holds. */
  readonly questions: readonly string[];
}

interface Entry {
  readonly fullUrl?: string;
  readonly resource: { readonly resourceType: string; readonly id?: string };
}

/** The records of the bench; empty, with a printed reason, where the public data is missing. */
export function benchRecords(): { readonly records: readonly BenchRecord[]; remove(): void } {
  if (!hasSharedData()) return { records: [], remove: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'fhir-hopper-bench-'));
  const mimic = readShared('mimic-demo', largestMimic);
  const synthea = readShared('synthea-r4', largestSynthea);
  const write = (name: string, text: string, form: BenchRecord['form'], resources: number): BenchRecord => {
    const path = join(folder, `${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}.${form === 'ndjson' ? 'ndjson' : 'json'}`);
    writeFileSync(path, text);
    return { name, path, text, form, resources, questions: form === 'ndjson' ? mimicQuestions : syntheaQuestions };
  };
  const lines = mimic.split('\n').filter((line) => line !== '');
  const bundle = JSON.parse(synthea) as { readonly entry: readonly Entry[] };
  const records = [
    write('MIMIC largest', mimic, 'ndjson', lines.length),
    write('Synthea largest', synthea, 'bundle', bundle.entry.length),
  ];
  for (const size of copySizes) {
    const grownLines = growLines(lines, size);
    records.push(write(`${size} Type/id`, grownLines.join('\n'), 'ndjson', grownLines.length));
    const grown = growBundle(bundle.entry, size);
    records.push(write(`${size} urn:uuid`, JSON.stringify({ ...bundle, entry: grown }), 'bundle', grown.length));
  }
  return { records, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Copies with new ids: every id but the Patient's gets the number of its copy, wherever it stands in the text. */
function growLines(lines: readonly string[], size: number): string[] {
  const resources = lines.map((line) => JSON.parse(line) as Entry['resource']);
  const patient = resources.find((resource) => resource.resourceType === 'Patient')?.id;
  const grown = [...lines];
  for (let copy = 1; grown.length < size; copy += 1) {
    for (let at = 0; at < lines.length && grown.length < size; at += 1) {
      if (resources[at]!.resourceType === 'Patient') continue;
      grown.push(lines[at]!.replaceAll(uuid, (id) => (id === patient ? id : renumber(id, copy))));
    }
  }
  return grown;
}

function growBundle(entries: readonly Entry[], size: number): Entry[] {
  const patient = entries.find((entry) => entry.resource.resourceType === 'Patient')?.resource.id;
  const texts = entries.map((entry) => JSON.stringify(entry));
  const grown = [...entries];
  for (let copy = 1; grown.length < size; copy += 1) {
    for (let at = 0; at < entries.length && grown.length < size; at += 1) {
      if (entries[at]!.resource.resourceType === 'Patient') continue;
      const text = texts[at]!.replaceAll(uuid, (id) => (id === patient ? id : renumber(id, copy)));
      grown.push(JSON.parse(text) as Entry);
    }
  }
  return grown;
}

/** Another id of the same shape: the first group carries the number of the copy. */
function renumber(id: string, copy: number): string {
  return `${copy.toString(16).padStart(4, '0')}${id.slice(4)}`;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const copySizes = [10_000, 50_000];
const largestMimic = '10014354.ndjson.gz';
const largestSynthea = 'Evelyn_McCullough_b3e8d121-f742-438c-92e3-02135e4543d5.json.gz';
const mimicQuestions = [
  'What was the last urine output?',
  'Which antibiotics were prescribed during the first ICU stay?',
];
const syntheaQuestions = ['What is the latest creatinine?', 'Which medications is the patient taking?'];
