// References of every form, run from test/cases/references.json, and properties of finding and taking apart.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gatherResources } from './gather.ts';
import { createReferenceResolver, eachReference } from './reference.ts';
import { parseReference } from './reference-form.ts';
import type { FhirResource, JsonObject } from './resource.ts';

interface ReferenceCase {
  readonly name: string;
  readonly entries: readonly { readonly fullUrl?: string; readonly resource: FhirResource }[];
  readonly from: string;
  readonly path: string;
  readonly expect: {
    readonly form: string;
    readonly outcome: string;
    readonly key?: string;
    readonly slip?: string;
    readonly display?: string;
  } | null;
}

const { cases } = JSON.parse(readFileSync(new URL('../../test/cases/references.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly ReferenceCase[];
};

function resolveCase(one: ReferenceCase, entries = one.entries) {
  const content = {
    entries: entries.map((entry) => ({ ...entry, source: 'case' })),
    issues: [],
    completeness: { state: 'complete', reasons: [] },
  } as const;
  const { resources } = gatherResources(content);
  const from = resources.find(({ key }) => key === one.from);
  if (from === undefined) throw new Error(`${one.from} is not in the case`);
  const found: JsonObject[] = [];
  eachReference(from.resource, (reference, path) => {
    if (path === one.path) found.push(reference);
  });
  return found[0] === undefined ? null : createReferenceResolver(resources).resolve(found[0], from, one.path);
}

describe('references', () => {
  it.each(cases)('$name', (one) => {
    const resolution = resolveCase(one);
    if (one.expect === null) return expect(resolution).toBeNull();
    expect(resolution).toMatchObject(one.expect);
    expect(resolution?.key).toBe(one.expect.key);
    expect(resolution?.slip).toBe(one.expect.slip);
  });

  it.each(cases)('$name: the same in any order', (one) => {
    expect(resolveCase(one, [...one.entries].reverse())).toEqual(resolveCase(one));
  });
});

describe('createReferenceResolver', () => {
  it('leads each source to its own of two resources with one id, whoever asks first', () => {
    const entriesOf = (source: string, value: number) => [
      { source, resource: { resourceType: 'Observation', id: 'o', valueInteger: value } },
      { source, resource: { resourceType: 'DiagnosticReport', id: source, result: { reference: 'Observation/o' } } },
    ];
    const { resources } = gatherResources({
      entries: [...entriesOf('a', 1), ...entriesOf('b', 2)],
      issues: [],
      completeness: { state: 'complete', reasons: [] },
    });
    const resolver = createReferenceResolver(resources);
    const reports = resources.filter(({ resource }) => resource.resourceType === 'DiagnosticReport');
    const values = reports.map((report) => {
      const { key } = resolver.resolve(report.resource.result as JsonObject, report, 'result');
      return resources.find((resource) => resource.key === key)?.resource.valueInteger;
    });
    expect(values).toEqual([1, 2]);
  });
});

describe('eachReference', () => {
  it('names paths without indices, in element order', () => {
    const seen: string[] = [];
    const resource = {
      resourceType: 'Encounter',
      participant: [{ individual: { reference: 'Practitioner/1' } }, { individual: { display: 'Dr Who' } }],
      location: [{ location: { reference: 'Location/1' } }],
    };
    eachReference(resource, (reference, path) =>
      seen.push(`${path} ${String(reference.reference ?? reference.display)}`),
    );
    expect(seen).toEqual([
      'participant.individual Practitioner/1',
      'participant.individual Dr Who',
      'location.location Location/1',
    ]);
  });

  it('does not enter contained resources', () => {
    const contained = [{ resourceType: 'Provenance', target: [{ reference: '#' }] }];
    let count = 0;
    eachReference({ resourceType: 'Observation', contained }, () => count++);
    expect(count).toBe(0);
  });

  it('takes no identifier, coding or quantity for a reference', () => {
    const resource = {
      resourceType: 'Observation',
      identifier: [{ system: 'a', value: 'b' }],
      code: { coding: [{ display: 'Heart rate' }] },
      valueQuantity: { value: 1 },
      related: [{ reference: { system: 'a', value: 'b' } }],
    };
    let count = 0;
    eachReference(resource, () => count++);
    expect(count).toBe(0);
  });

  it('ends on any JSON, however deep', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        eachReference({ resourceType: 'X', value }, () => undefined);
      }),
    );
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level++) deep = { a: deep };
    eachReference({ resourceType: 'X', deep }, () => undefined);
  });
});

describe('parseReference', () => {
  it('never throws, and gives back the type and id it was made of', () => {
    fc.assert(fc.property(fc.string(), (text) => parseReference(text).form.length > 0));
    const id = fc.stringMatching(/^[A-Za-z0-9.-]{1,64}$/).filter((text) => !/^\.+$/.test(text));
    fc.assert(
      fc.property(fc.constantFrom('Patient', 'Observation', 'MedicationRequest'), id, (type, one) => {
        expect(parseReference(`${type}/${one}`)).toMatchObject({ form: 'relative', type, id: one });
        expect(parseReference(`https://a.example/fhir/${type}/${one}/_history/2`)).toMatchObject({
          form: 'versioned',
          type,
          id: one,
          versionId: '2',
        });
      }),
    );
  });
});
