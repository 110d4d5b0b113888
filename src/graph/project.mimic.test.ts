// Placement on real records: resources of the MIMIC-IV demo by name.
import { describe, expect, it } from 'vitest';
import { loadGraph } from '../../test/support/load-graph.ts';
import { hasSharedData, sharedPath } from '../../test/support/shared-data.ts';

describe.skipIf(!hasSharedData())('MIMIC', () => {
  const admission = 'Encounter/0434e6cd-9a41-5f2e-848b-d767f35fccae';
  it.each([
    ['10001217', 'Observation/1e135193-0477-5dc1-b2d6-da07e29a5165', 'Encounter/d4e47f32-a2bd-5a1b-bebc-f456e25b6b42'],
    ['10015860', 'Observation/05afcbdc-d546-5b85-b6d3-ee8406ca2c38', admission],
    ['10015860', 'Observation/0c0f4af6-7869-5a49-ac05-3c404e21c217', admission],
  ])('record %s: susceptibility %s → organism → test is structural', async (patient, key, encounter) => {
    const graph = await loadGraph(sharedPath('mimic-demo', `${patient}.ndjson.gz`));
    const node = graph.find(key);
    expect(node?.placement).toMatchObject({ how: 'structural' });
    expect(graph.episodes[node?.placement?.episode ?? -1]?.key).toBe(encounter);
    expect(node?.placement?.reason).toMatch(
      /^derivedFrom → Observation\/\S+, derivedFrom → Observation\/\S+, encounter → Encounter\/\S+$/,
    );
  });

  it.each([
    ['10002930', 'Specimen/5c68c421-adaf-5927-b861-e7491ff568c2', 'Encounter/016a5801-e112-5e88-9e92-f370b3ac92e7'],
    ['10014354', 'Specimen/680db8ed-9151-52e1-9089-4fe4f0942b03', 'Encounter/6ce61c69-b795-576f-9674-65bd09c0c46a'],
    ['10015860', 'Specimen/75cd4c18-f2da-5566-b611-9e2714c63199', 'Encounter/470a8785-8c11-5f0c-81a0-60b39de8ddc8'],
  ])(
    'record %s: %s, which links to its patient alone, is enclosed by the stay it was taken in',
    async (patient, key, encounter) => {
      const graph = await loadGraph(sharedPath('mimic-demo', `${patient}.ndjson.gz`));
      const node = graph.find(key);
      expect(graph.linksFrom(node?.index ?? -1).map(({ label }) => label)).toEqual(['subject']);
      expect(node?.placement?.how).toBe('enclosed');
      expect(graph.episodes[node?.placement?.episode ?? -1]?.key).toBe(encounter);
    },
  );

  it('nests every ICU stay in its admission, and lets an earlier ED stay widen it', async () => {
    const graph = await loadGraph(sharedPath('mimic-demo', '10001217.ndjson.gz'));
    expect(graph.episodes.map(({ handle, parent, depth }) => `${handle} in ${parent ?? '-'} at ${depth}`)).toEqual([
      'e1 in - at 0',
      'e2 in 0 at 1',
      'e3 in - at 0',
      'e4 in 2 at 1',
    ]);
    expect(graph.episodes[0]?.widened).toBe(
      'location.period begins 2157-11-18 17:38 → 2157-11-19 01:24, before the encounter',
    );
  });

  it('dates a diagnosis by its encounter, and a dispense by its request', async () => {
    const graph = await loadGraph(sharedPath('mimic-demo', '10001217.ndjson.gz'));
    const lenders = (type: string) =>
      new Set(graph.nodes.filter((node) => node.type === type).map(({ time }) => time?.borrowedFrom?.split('/')[0]));
    expect(lenders('Condition')).toEqual(new Set(['Encounter']));
    expect(lenders('MedicationDispense')).toEqual(new Set(['MedicationRequest']));
  });
});
