import { describe, expect, it } from 'vitest';
import { graphOf } from '../../test/support/graph-of.ts';
import { overviewScores } from './overview.ts';

describe('overviewScores', () => {
  it('counts the newest of each thing in full, earlier ones less, and claims not at all', () => {
    const weight = (id: string, time: string) => ({
      resourceType: 'Observation',
      id,
      status: 'final',
      code: { text: 'Weight' },
      effectiveDateTime: time,
    });
    const graph = graphOf([
      weight('old', '2140-01-01'),
      weight('new', '2141-01-01'),
      { resourceType: 'Condition', id: 'c', code: { text: 'Asthma' } },
      { resourceType: 'Claim', id: 'claim', created: '2141-01-01' },
    ]);
    const scores = overviewScores(graph);
    const scoreOf = (key: string) => scores[graph.find(key)?.index ?? -1];
    expect(scoreOf('Observation/new')).toBe(0.4);
    expect(scoreOf('Observation/old')).toBe(0.2);
    expect(scoreOf('Condition/c')).toBe(1);
    expect(scoreOf('Claim/claim')).toBe(0);
  });
});
