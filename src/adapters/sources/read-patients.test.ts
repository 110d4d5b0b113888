// A bulk export of many patients: the same records as when read whole, and nothing left on disk.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleRecord, listPatients } from '../../fhir/assemble-record.ts';
import type { PatientRecord } from '../../fhir/record.ts';
import { type ReadPatientsOptions, readPatients } from './read-patients.ts';
import { readSource } from './read-source.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hopper-bulk-'));
  const ids = Array.from({ length: 40 }, (_, index) => `p${index}`);
  const shuffled = [...ids].sort((a, b) => (a.slice(-1) < b.slice(-1) ? -1 : 1));
  const write = (name: string, resources: readonly object[]) =>
    writeFileSync(join(folder, name), resources.map((resource) => JSON.stringify(resource)).join('\n'));
  write(
    'Patient.ndjson',
    shuffled.map((id) => ({ resourceType: 'Patient', id })),
  );
  const observations = ids.flatMap((id) =>
    [1, 2, 3].map((n) => ({
      resourceType: 'Observation',
      id: `${id}-${n}`,
      note: 'tab\there',
      subject: { reference: `Patient/${id}` },
      performer: [{ reference: `Practitioner/d${n}` }],
    })),
  );
  write(
    'Observation.1.ndjson',
    observations.filter((_, index) => index % 2 === 0),
  );
  write(
    'Observation.2.ndjson',
    observations.filter((_, index) => index % 2 === 1),
  );
  write(
    'Practitioner.ndjson',
    [1, 2, 3, 4].map((n) => ({ resourceType: 'Practitioner', id: `d${n}` })),
  );
  write(
    'Provenance.ndjson',
    ids.map((id) => ({ resourceType: 'Provenance', id: `v-${id}`, target: [{ reference: `Observation/${id}-1` }] })),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function readAll(options: ReadPatientsOptions = {}): Promise<{ records: PatientRecord[]; issueCodes: string[] }> {
  const records: PatientRecord[] = [];
  const run = readPatients(folder, options);
  for (let next = await run.next(); ; next = await run.next()) {
    if (next.done === true)
      return { records, issueCodes: next.value.map(({ code, keys }) => `${code} ${keys?.join()}`) };
    records.push(next.value);
  }
}

describe('readPatients', () => {
  it('gives the same records as the whole source does', async () => {
    const content = await readSource(folder);
    const { records, issueCodes } = await readAll();
    expect(records.map(({ patientKey }) => patientKey).sort()).toEqual(listPatients(content).map(({ key }) => key));
    for (const record of records) {
      const whole = assembleRecord(content, { patient: record.patientKey });
      expect(record.resources).toEqual(whole.resources);
    }
    expect(issueCodes).toEqual(['not-referenced Practitioner/d4']);
  });

  it('gives them in one order, in groups of any size', async () => {
    const usual = await readAll();
    const small = await readAll({ groupBytes: 200 });
    expect(new Set(small.records.map(({ patientKey }) => patientKey))).toEqual(
      new Set(usual.records.map(({ patientKey }) => patientKey)),
    );
    expect(small.records).toHaveLength(40);
    expect((await readAll()).records).toEqual(usual.records);
  });

  it('leaves nothing on disk, also when it is left early', async () => {
    const temporaryFolder = mkdtempSync(join(tmpdir(), 'hopper-temporary-'));
    for await (const _ of readPatients(folder, { temporaryFolder })) {
      expect(readdirSync(temporaryFolder)).toHaveLength(1);
      break;
    }
    await expect(readAll({ temporaryFolder, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(readdirSync(temporaryFolder)).toEqual([]);
    rmSync(temporaryFolder, { recursive: true });
  });
});

describe('readSource with a patient', () => {
  it('keeps one patient and the shared resources, and makes the same record', async () => {
    const all = await readSource(folder);
    const one = await readSource(folder, { patient: 'p7' });
    expect(one.entries).toHaveLength(8);
    const record = assembleRecord(one, { patient: 'p7' });
    const whole = assembleRecord(all, { patient: 'p7' });
    expect(record.resources).toEqual(whole.resources);
    expect(record.issues.map(({ code }) => code)).toContain('other-patients');
  });

  it('reads all when what was asked for is no id', async () => {
    expect(await readSource(folder, { patient: 'Jones' })).toEqual(await readSource(folder));
  });
});
