// Whose resources make a record, run from test/cases/identity.json, and that the order read doesn't matter.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assembleRecord, listPatients } from './assemble-record.ts';
import type { SourceContent } from './record.ts';
import type { FhirResource } from './resource.ts';

interface IdentityCase {
  readonly name: string;
  readonly entries: readonly { readonly fullUrl?: string; readonly resource: FhirResource }[];
  readonly ask?: string;
  readonly expect: {
    readonly patient?: string;
    readonly keys?: readonly string[];
    readonly count?: number;
    readonly issues?: readonly string[];
    readonly values?: Readonly<Record<string, string>>;
    readonly error?: string;
  };
}

const { cases } = JSON.parse(readFileSync(new URL('../../test/cases/identity.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly IdentityCase[];
};

function contentOf(entries: IdentityCase['entries']): SourceContent {
  return {
    entries: entries.map((entry) => ({ ...entry, source: 'case' })),
    issues: [],
    completeness: { state: 'complete', reasons: [] },
  };
}

function read({ entries, ask }: Pick<IdentityCase, 'entries' | 'ask'>) {
  return assembleRecord(contentOf(entries), ask === undefined ? {} : { patient: ask });
}

describe('assembleRecord', () => {
  it.each(cases)('$name', (one) => {
    const { error, patient, keys, count, issues, values } = one.expect;
    if (error !== undefined) return expect(() => read(one)).toThrow(expect.objectContaining({ code: error }));
    const record = read(one);
    if (patient !== undefined) expect(record.patientKey).toBe(patient);
    if (keys !== undefined) expect(record.resources.map(({ key }) => key)).toEqual(keys);
    if (count !== undefined) expect(record.resources).toHaveLength(count);
    if (issues !== undefined) expect(record.issues.map(({ code }) => code)).toEqual(issues);
    for (const [key, value] of Object.entries(values ?? {}))
      expect(record.byKey.get(key)?.resource.valueString).toBe(value);
  });

  it.each(cases.filter((one) => one.expect.error === undefined))('$name: the same in any order', (one) => {
    expect(read({ ...one, entries: [...one.entries].reverse() })).toEqual(read(one));
  });

  it('loses no resource unnamed: each is in the record or in the issues', () => {
    for (const one of cases.filter(({ expect: wanted }) => wanted.error === undefined)) {
      const record = read(one);
      const named = new Set(
        record.issues.flatMap(({ key, keys }) => [...(keys ?? []), ...(key === undefined ? [] : [key])]),
      );
      for (const { resource } of one.entries) {
        const key = `${resource.resourceType}/${resource.id}`;
        if (resource.id !== undefined) expect(record.byKey.has(key) || named.has(key), key).toBe(true);
      }
    }
  });

  it('gives answers about one device to the patient who gave each of them', () => {
    const answers = ['a', 'b'].map((id) => ({
      resource: {
        resourceType: 'QuestionnaireResponse',
        id,
        subject: { reference: 'Device/pump' },
        source: { reference: `Patient/${id}` },
      },
    }));
    for (const id of ['a', 'b']) {
      const { resources } = read({ entries: answers, ask: id });
      expect(resources.map(({ key }) => key)).toEqual([`QuestionnaireResponse/${id}`]);
    }
  });

  it('groups likely duplicates under different ids', () => {
    const fact = {
      resourceType: 'Observation',
      code: { text: 'Weight' },
      effectiveDateTime: '2024-01-01',
      valueQuantity: { value: 80 },
    };
    const subject = { reference: 'Patient/p' };
    const record = read({
      entries: [
        { resource: { ...fact, id: 'b', subject } },
        { resource: { ...fact, id: 'a', subject, meta: { source: 'copy' } } },
        { resource: { ...fact, id: 'c', subject, valueQuantity: { value: 81 } } },
        { resource: { resourceType: 'Observation', id: 'd', code: { text: 'Weight' }, subject } },
        { resource: { resourceType: 'Observation', id: 'e', code: { text: 'Weight' }, subject } },
      ],
    });
    expect(record.duplicates).toEqual([['Observation/a', 'Observation/b']]);
  });

  it('leaves out what is nested too deep, and says so', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const record = read({
      entries: [
        { resource: { resourceType: 'Patient', id: 'p' } },
        { resource: { resourceType: 'Observation', id: 'o', deep } },
      ],
    });
    expect(record.resources.map(({ key }) => key)).toEqual(['Patient/p']);
    expect(record.issues.map(({ code }) => code)).toEqual(['nested-too-deep']);
  });
});

describe('listPatients', () => {
  it('lists loaded and unloaded patients with their ids and names', () => {
    const content = contentOf([
      {
        resource: {
          resourceType: 'Patient',
          id: 'b',
          name: [{ given: ['Ann'], family: 'Example' }],
          identifier: [{ system: 'urn:mrn', value: '1' }],
        },
      },
      { resource: { resourceType: 'Observation', id: 'o', subject: { reference: 'Patient/a' } } },
    ]);
    expect(listPatients(content)).toEqual([
      { key: 'Patient/a', ids: [], names: [] },
      { key: 'Patient/b', ids: ['urn:mrn|1'], names: ['Ann Example'] },
    ]);
  });
});
