import { describe, expect, it } from 'vitest';
import { graphOf } from '../../test/support/graph-of.ts';
import type { FhirResource } from '../fhir/resource.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { createLexicalScorer } from './lexical.ts';

const lab = (id: string, display: string, code: string, time: string, value = 5): FhirResource => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  category: [{ coding: [{ code: 'laboratory', display: 'Laboratory' }] }],
  code: { coding: [{ system: 'http://loinc.org', code, display }] },
  effectiveDateTime: time,
  valueQuantity: { value, unit: 'mmol/L' },
});
const graph = graphOf([
  lab('glucose-1', 'Glucose', '2345-7', '2140-01-05T08:00:00Z'),
  lab('glucose-2', 'Glucose', '2345-7', '2140-06-05T08:00:00Z'),
  lab('glucose-3', 'Glucose', '2345-7', '2141-03-05T08:00:00Z'),
  lab('sodium', 'Sodium', '2951-2', '2141-03-05T08:00:00Z', 140),
  {
    resourceType: 'MedicationRequest',
    id: 'furosemide',
    status: 'active',
    medicationReference: { reference: 'Medication/f' },
    authoredOn: '2141-03-01T08:00:00Z',
  },
  { resourceType: 'Medication', id: 'f', code: { text: 'Furosemide' } },
  { resourceType: 'Specimen', id: 's', type: { text: 'Urine' }, collection: { collectedDateTime: '2141-03-02' } },
  {
    resourceType: 'Observation',
    id: 'culture',
    status: 'final',
    code: { text: 'Culture' },
    effectiveDateTime: '2141-03-02',
    valueString: 'no growth',
    specimen: { reference: 'Specimen/s' },
  },
]);

/** Keys that score, best first, ties by key. */
function ranked(of: EpisodeGraph, text: string): string[] {
  const scores = createLexicalScorer()(of, { text });
  const scoring = of.nodes.filter(({ index }) => (scores[index] ?? 0) > 0);
  return scoring
    .sort((a, b) => (scores[b.index] ?? 0) - (scores[a.index] ?? 0) || a.index - b.index)
    .map(({ key }) => key);
}

function scoreOf(text: string, key: string): number {
  return createLexicalScorer()(graph, { text })[graph.find(key)?.index ?? -1] ?? Number.NaN;
}

describe('createLexicalScorer', () => {
  it('puts what the question names first', () => {
    expect(ranked(graph, 'glucose')[0]).toMatch(/^Observation\/glucose/);
    expect(scoreOf('glucose', 'Observation/sodium')).toBeLessThan(scoreOf('glucose', 'Observation/glucose-1'));
  });

  it('knows a drug by the name of the medication it refers to, and by lay words', () => {
    expect(ranked(graph, 'furosemide').slice(0, 2)).toContain('MedicationRequest/furosemide');
    expect(ranked(graph, 'water pill')).toContain('MedicationRequest/furosemide');
    expect(ranked(graph, 'blood sugar')[0]).toMatch(/^Observation\/glucose/);
  });

  it('knows a resource by its code', () => {
    expect(ranked(graph, '2951-2')[0]).toBe('Observation/sodium');
  });

  it('follows first and last', () => {
    expect(ranked(graph, 'What was the last glucose?')[0]).toBe('Observation/glucose-3');
    expect(ranked(graph, 'What was the first glucose?')[0]).toBe('Observation/glucose-1');
  });

  it('follows the time that a question names', () => {
    const inside = scoreOf('glucose in 2141', 'Observation/glucose-3');
    expect(inside).toBeGreaterThan(2 * scoreOf('glucose in 2141', 'Observation/glucose-2'));
  });

  it('reaches a test through its specimen', () => {
    expect(ranked(graph, 'Which specimen was tested last?')).toContain('Observation/culture');
  });

  it('is never negative, and zero where nothing is asked', () => {
    for (const text of ['glucose', 'the', '', '¿?', 'x'.repeat(50_000)]) {
      for (const score of createLexicalScorer()(graph, { text })) expect(score).toBeGreaterThanOrEqual(0);
    }
    expect(ranked(graph, 'the')).toEqual([]);
  });
});
