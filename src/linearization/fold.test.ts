import { describe, expect, it } from 'vitest';
import { graphOf } from '../../test/support/graph-of.ts';
import type { FhirResource } from '../fhir/resource.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { foldHandle, parseFold, renderFold } from './fold.ts';
import { seriesKinds } from './series-kinds.ts';

const stay: FhirResource = {
  resourceType: 'Encounter',
  id: 'v',
  status: 'finished',
  period: { start: '2141-03-12T07:00:00Z', end: '2141-03-14T12:00:00Z' },
};
const pulse = (id: string, hour: number, value: number, more: object = {}): FhirResource => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '8867-4', display: 'Heart rate' }] },
  effectiveDateTime: `2141-03-12T${String(hour).padStart(2, '0')}:00:00Z`,
  valueQuantity: { value, unit: '/min' },
  encounter: { reference: 'Encounter/v' },
  ...more,
});
const three = [pulse('a', 8, 88), pulse('b', 9, 131), pulse('c', 10, 102)];

function seriesIn(graph: EpisodeGraph): string[][] {
  return graph.episodes.flatMap((episode) =>
    seriesKinds(graph)
      .seriesOf(episode.members)
      .map((members) => members.map((index) => graph.nodes[index]?.key ?? '')),
  );
}

describe('seriesOf', () => {
  it('joins three or more of one concept and unit in one episode', () => {
    expect(seriesIn(graphOf([stay, ...three]))).toEqual([['Observation/a', 'Observation/b', 'Observation/c']]);
    expect(seriesIn(graphOf([stay, ...three.slice(0, 2)]))).toEqual([]);
  });

  it('keeps mixed units, retracted values and notes apart', () => {
    const perSecond = pulse('d', 11, 2, { valueQuantity: { value: 2, unit: '/s' } });
    const wrong = pulse('e', 12, 999, { status: 'entered-in-error' });
    const noted = pulse('f', 13, 90, { note: [{ text: 'after exercise' }] });
    expect(seriesIn(graphOf([stay, ...three, perSecond, wrong, noted]))).toHaveLength(1);
    expect(seriesIn(graphOf([stay, ...three, perSecond, wrong, noted]))[0]).toHaveLength(3);
  });
});

describe('renderFold and parseFold', () => {
  const graph = graphOf([stay, ...three]);
  const [episode] = graph.episodes;
  const members = episode ? (seriesKinds(graph).seriesOf(episode.members)[0] ?? []) : [];

  it('says how many, first and last, least and most, unit and span', () => {
    expect(episode && renderFold(graph, members, episode)).toBe(
      'o1~o3 2141-03-12 08:00 → 10:00 Heart rate ×3: 88 → 102, 88–131 /min',
    );
  });

  it('has a handle that gives its members back', () => {
    const handle = foldHandle(graph, members);
    expect(handle).toBe('o1~o3');
    expect(parseFold(graph, handle)).toEqual(members);
    expect(parseFold(graph, ' o1 ~ o3 ')).toEqual(members);
  });

  it.each(['o1~o2', 'o2~o3', 'o1', 'o1~', 'o1~o3~o3', 'x~y', 'o3~o1'])('knows no fold %s', (handle) => {
    expect(parseFold(graph, handle)).toBeUndefined();
  });

  it('sums up what has no number by its commonest phrases', () => {
    const dose = (id: string, hour: number, text: string): FhirResource => ({
      resourceType: 'MedicationRequest',
      id,
      status: 'completed',
      medicationCodeableConcept: { text: 'Heparin' },
      authoredOn: `2141-03-12T${hour}:00:00Z`,
      dosageInstruction: [{ text }],
      encounter: { reference: 'Encounter/v' },
    });
    const doses = graphOf([stay, dose('a', 10, 'once'), dose('b', 11, 'twice'), dose('c', 12, 'twice')]);
    const [first] = doses.episodes;
    const series = first ? (seriesKinds(doses).seriesOf(first.members)[0] ?? []) : [];
    expect(first && renderFold(doses, series, first)).toContain('Heparin ×3: twice | once');
  });
});
