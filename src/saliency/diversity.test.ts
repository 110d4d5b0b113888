import { expect, it } from 'vitest';
import { graphOf } from '../../test/support/graph-of.ts';
import { discountRepeats } from './diversity.ts';

it('discounts by rank within a concept, the best first, and leaves zeros at zero', () => {
  const observation = (id: string, text: string) => ({
    resourceType: 'Observation',
    id,
    status: 'final',
    code: { text },
  });
  const graph = graphOf([observation('a', 'Pulse'), observation('b', 'Pulse'), observation('c', 'Weight')]);
  const scores = new Float64Array(graph.nodes.length);
  const at = (id: string): number => graph.find(`Observation/${id}`)?.index ?? -1;
  scores[at('a')] = 0.5;
  scores[at('b')] = 1.1;
  scores[at('c')] = 0.5;
  const discounted = discountRepeats(graph, scores);
  expect([discounted[at('a')], discounted[at('b')], discounted[at('c')]]).toEqual([0.5 / 1.1, 1.1, 0.5]);
  expect(discounted[graph.patient ?? -1]).toBe(0);
});
