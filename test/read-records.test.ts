// Every file of the public test data is read, or refused with a message that names it; and quirks met there for real.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSource } from '../src/adapters/sources/read-source.ts';
import { HopperError } from '../src/errors.ts';
import { assembleRecord, listPatients } from '../src/fhir/assemble-record.ts';
import type { PatientRecord } from '../src/fhir/record.ts';
import { createReferenceResolver, eachReference } from '../src/fhir/reference.ts';
import { hasSharedData, sharedPath } from './support/shared-data.ts';

const folders =
  'au-core au-patient-summary bulk-ndjson ccda-converted custom-dstu2 gp-connect-stu3 hl7v2-converted llmonfhir mii-de not-json quirks smart-dstu2-xml smart-stu3 synthea-dstu2 synthea-r4-uscore synthea-stu3 us-core vendor-fixtures'.split(
    ' ',
  );
const files = hasSharedData()
  ? folders.flatMap((folder) => readdirSync(sharedPath(folder)).map((name) => `${folder}/${name}`))
  : [];

function formsIn(record: PatientRecord): ReadonlyMap<string, number> {
  const resolver = createReferenceResolver(record.resources);
  const counts = new Map<string, number>();
  for (const resource of record.resources) {
    eachReference(resource.resource, (reference, path) => {
      const { form, outcome } = resolver.resolve(reference, resource, path);
      counts.set(`${form} ${outcome}`, (counts.get(`${form} ${outcome}`) ?? 0) + 1);
    });
  }
  return counts;
}

describe.skipIf(!hasSharedData())('public records', () => {
  it.each(files)('%s', async (file) => {
    const content = await readSource(sharedPath(file)).catch((error: unknown) => error);
    if (content instanceof HopperError) {
      expect(content.message).toContain(file.slice(file.indexOf('/') + 1));
      expect(file).toMatch(/not-json|funcs_v1/);
      return;
    }
    expect(content).toMatchObject({ completeness: { state: 'complete' } });
    const { entries } = content as Awaited<ReturnType<typeof readSource>>;
    expect(entries.length).toBeGreaterThan(0);
  });

  it('refuses what is broken with its place', async () => {
    const broken = readSource(sharedPath('not-json', 'correctPatientNoDocsStructuredRecordResponse.json.gz'));
    await expect(broken).rejects.toMatchObject({ details: { line: 111, column: 17, offset: 5018 } });
  });

  it('reads each folder in its version', async () => {
    const versions = async (...path: string[]) => assembleRecord(await readSource(sharedPath(...path))).versions[0];
    expect(await versions('synthea-dstu2', 'Emard_Lilli_70.json.gz')).toBe('DSTU2');
    expect(await versions('synthea-stu3', 'Frami_Gino_28.json.gz')).toBe('STU3');
    expect(await versions('gp-connect-stu3', 'gpc-access-structured.json.gz')).toBe('STU3');
    expect(await versions('smart-dstu2-xml')).toBe('DSTU2');
    expect(await versions('us-core')).toBe('R4');
  });

  it('reads a patient without a Patient under the subject that all share', async () => {
    const file = 'malformedStructuredRecordMissingPatientResource.json.gz';
    const record = assembleRecord(await readSource(sharedPath('gp-connect-stu3', file)));
    expect(record.patient).toBeUndefined();
    expect(record.issues.map(({ code }) => code)).toContain('patient-not-loaded');
  });

  it('merges the files of one patient', async () => {
    const content = await readSource(sharedPath('smart-stu3'));
    expect(listPatients(content)).toHaveLength(3);
    expect(assembleRecord(content, { patient: 'smart-1796238' }).resources.length).toBeGreaterThan(600);
  });

  it('finds by identifier who is only referred to by one, once the other file is read too', async () => {
    const folder = await readSource(sharedPath('synthea-r4-uscore'));
    const [first] = listPatients(folder);
    const forms = formsIn(assembleRecord(folder, { patient: first?.key ?? '' }));
    expect(forms.get('conditional resolved')).toBeGreaterThan(400);
    expect(forms.get('conditional absent')).toBeUndefined();
  });
});
