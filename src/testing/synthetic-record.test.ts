import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asObjects, type FhirResource, isResource } from '../fhir/resource.ts';
import { syntheticRecord } from './synthetic-record.ts';

function resourcesOf(bundle: FhirResource): readonly FhirResource[] {
  return asObjects(bundle.entry)
    .map((entry) => entry.resource)
    .filter(isResource);
}

describe('syntheticRecord', () => {
  it('is the same for the same seed, and another for another', () => {
    const once = JSON.stringify(syntheticRecord(3, { resources: 1000 }));
    expect(JSON.stringify(syntheticRecord(3, { resources: 1000 }))).toBe(once);
    expect(JSON.stringify(syntheticRecord(4, { resources: 1000 }))).not.toBe(once);
  });

  it.each([1000, 1500, 3000, 10_000])('has about %i resources', (resources) => {
    const count = resourcesOf(syntheticRecord(1, { resources })).length;
    expect(Math.abs(count - resources) / resources).toBeLessThan(0.05);
  });

  it('resolves every reference, in both styles', () => {
    for (const references of ['relative', 'urn'] as const) {
      const bundle = syntheticRecord(2, { resources: 1000, references });
      const names = new Set(asObjects(bundle.entry).map((entry) => entry.fullUrl));
      for (const one of resourcesOf(bundle)) names.add(`${one.resourceType}/${one.id}`);
      const written = [...JSON.stringify(bundle).matchAll(/"reference":"([^"]+)"/g)].map((match) => match[1]);
      expect(written.length).toBeGreaterThan(1000);
      expect(written.filter((reference) => !names.has(reference))).toEqual([]);
      expect(written.every((reference) => reference?.startsWith('urn:uuid:') === (references === 'urn'))).toBe(true);
    }
  });

  it('measures only what a living patient can have', () => {
    const limits: Readonly<Record<string, readonly [number, number]>> = {
      '2160-0': [0.6, 5],
      '2823-3': [3, 6.5],
      '4548-4': [5, 11],
      '59408-5': [80, 100],
      '8867-4': [45, 150],
      '8310-5': [35.5, 40.5],
      '718-7': [7, 16],
      '98979-8': [8, 105],
    };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (seed) => {
        for (const one of resourcesOf(syntheticRecord(seed, { resources: 1000 }))) {
          if (one.resourceType !== 'Observation' || one.status !== 'final') continue;
          const { code, valueQuantity } = JSON.parse(JSON.stringify(one));
          const limit = limits[code.coding[0].code];
          if (limit === undefined) continue;
          expect(valueQuantity.value).toBeGreaterThanOrEqual(limit[0]);
          expect(valueQuantity.value).toBeLessThanOrEqual(limit[1]);
        }
      }),
      { numRuns: 20 },
    );
  });
});
