// How fast a bulk export of many patients is read one by one: resources a second, and peak memory.
// Run: npx tsx bench/bulk.ts [PATIENTS]
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPatients } from '../src/adapters/sources/read-patients.ts';

const [, script = '', first = '1000', into] = process.argv;
if (into === undefined) await measure(Number(first));
else console.log(writeExport(into, Number(first)));

async function measure(patients: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hopper-bulk-bench-'));
  try {
    // Written by another process, so that what it needed is not counted here.
    const total = Number(
      execFileSync(process.execPath, [...process.execArgv, script, String(patients), folder], { encoding: 'utf8' }),
    );
    let peak = 0;
    let records = 0;
    let largest = 0;
    const before = process.memoryUsage().rss;
    const started = performance.now();
    for await (const record of readPatients(folder)) {
      records++;
      largest = Math.max(largest, record.resources.length);
      peak = Math.max(peak, process.memoryUsage().rss);
    }
    const seconds = (performance.now() - started) / 1000;
    console.log(
      `${records} patients, ${total} resources in ${seconds.toFixed(1)} s: ${Math.round(total / seconds)} resources/s`,
    );
    console.log(
      `largest record ${largest} resources; peak memory ${toMegabytes(peak)} MB, ${toMegabytes(before)} MB of it before`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file per type, several parts each, patients in random order; sizes from 20 to 1,000 resources. */
function writeExport(into: string, count: number): number {
  let state = 42;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const lines: { file: string; line: string }[] = [];
  let total = 0;
  const put = (resource: { resourceType: string }) => {
    total++;
    lines.push({ file: `${resource.resourceType}.${Math.floor(random() * 4)}.ndjson`, line: JSON.stringify(resource) });
  };
  for (let index = 0; index < 500; index++) put(practitioner(index));
  for (let index = 0; index < count; index++) {
    put({ resourceType: 'Patient', ...named(`p${index}`) });
    const size = Math.round(20 * 50 ** random());
    for (let item = 0; item < size; item++) put(observation(index, item, random()));
  }
  for (let index = lines.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [lines[index], lines[other]] = [lines[other] as (typeof lines)[number], lines[index] as (typeof lines)[number]];
  }
  const files = groupLines(lines);
  for (const [file, texts] of files) appendFileSync(join(into, file), `${texts.join('\n')}\n`);
  return total;
}

function groupLines(lines: readonly { file: string; line: string }[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const { file, line } of lines) {
    const known = files.get(file);
    if (known === undefined) files.set(file, [line]);
    else known.push(line);
  }
  return files;
}

function named(id: string) {
  return { id, name: [{ family: `Family${id}`, given: ['Given'] }] };
}

function practitioner(index: number) {
  return { resourceType: 'Practitioner', ...named(`d${index}`) };
}

function observation(patient: number, item: number, chance: number) {
  return {
    resourceType: 'Observation',
    id: `o${patient}-${item}`,
    status: 'final',
    category: [
      { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }] },
    ],
    code: { coding: [{ system: 'http://loinc.org', code: '8867-4', display: 'Heart rate' }], text: 'Heart rate' },
    subject: { reference: `Patient/p${patient}` },
    performer: [{ reference: `Practitioner/d${Math.floor(chance * 500)}` }],
    effectiveDateTime: new Date(1.6e12 + Math.floor(chance * 1e11)).toISOString(),
    valueQuantity: {
      value: Math.round(50 + chance * 70),
      unit: 'beats/minute',
      system: 'http://unitsofmeasure.org',
      code: '/min',
    },
  };
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1024 ** 2);
}
