import { describe, expect, it } from 'vitest';
import { graphOf } from '../../test/support/graph-of.ts';
import type { FhirResource } from '../fhir/resource.ts';
import { spreadOverParts } from './spread.ts';

const observation = (id: string, more: object = {}): FhirResource => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { text: id },
  ...more,
});
const graph = graphOf([
  observation('test', { hasMember: [{ reference: 'Observation/organism' }], specimen: { reference: 'Specimen/s' } }),
  observation('organism'),
  observation('antibiotic', { derivedFrom: [{ reference: 'Observation/organism' }] }),
  observation('apart'),
  { resourceType: 'Specimen', id: 's' },
]);

function spreadFrom(key: string): Record<string, number> {
  const scores = new Float64Array(graph.nodes.length);
  scores[graph.find(key)?.index ?? 0] = 1;
  spreadOverParts(graph, scores);
  return Object.fromEntries(graph.nodes.map((node) => [node.key, scores[node.index] ?? 0]));
}

describe('spreadOverParts', () => {
  it('passes a share on over each part link, in either direction', () => {
    const scores = spreadFrom('Observation/test');
    expect(scores['Observation/organism']).toBeCloseTo(0.7);
    expect(scores['Observation/antibiotic']).toBeCloseTo(0.49);
    expect(scores['Observation/apart']).toBe(0);
  });

  it('goes from a specimen to its tests, and not back', () => {
    expect(spreadFrom('Specimen/s')['Observation/test']).toBeCloseTo(0.7);
    expect(spreadFrom('Observation/test')['Specimen/s']).toBe(0);
  });
});
