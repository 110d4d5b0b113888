import { describe, expect, it } from 'vitest';
import { graphOf } from '../../test/support/graph-of.ts';
import type { FhirResource } from '../fhir/resource.ts';
import { pageLines } from './page-lines.ts';
import { renderGap, renderHeader, renderLine, renderMember } from './render.ts';
import { countTokens } from './token-counter.ts';

const visit = (id: string, start: string, end: string, more: object = {}): FhirResource => ({
  resourceType: 'Encounter',
  id,
  status: 'finished',
  class: { code: 'IMP', display: 'inpatient encounter' },
  period: { start, end },
  subject: { reference: 'Patient/p' },
  ...more,
});
const potassium = (id: string, time: string, more: object = {}): FhirResource => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '2823-3', display: 'Potassium' }] },
  effectiveDateTime: time,
  valueQuantity: { value: 4.1, unit: 'mmol/L' },
  encounter: { reference: 'Encounter/v' },
  subject: { reference: 'Patient/p' },
  ...more,
});

describe('renderLine and renderMember', () => {
  const stay = visit('v', '2141-03-12T07:00:00-05:00', '2141-03-14T12:00:00-05:00');
  const day = visit('v', '2141-03-12T07:00:00-05:00', '2141-03-12T12:00:00-05:00');
  const lineOf = (resources: FhirResource[], render: typeof renderLine): string => {
    const graph = graphOf(resources);
    return render(graph, graph.find('Observation/o')?.index ?? -1);
  };

  it('says handle, time, concept and value', () => {
    const line = lineOf([stay, potassium('o', '2141-03-12T08:15:00-05:00')], renderLine);
    expect(line).toBe('o1 2141-03-12 08:15 Potassium 4.1 mmol/L');
  });

  it('keeps the day under the header of several days, and leaves it out under one of a single day', () => {
    const at = potassium('o', '2141-03-12T08:15:00-05:00');
    expect(lineOf([stay, at], renderMember)).toBe('o1 2141-03-12 08:15 Potassium 4.1 mmol/L');
    expect(lineOf([day, at], renderMember)).toBe('o1 08:15 Potassium 4.1 mmol/L');
  });

  it('leaves out a time that is the start of the visit', () => {
    expect(lineOf([day, potassium('o', '2141-03-12T07:00:00-05:00')], renderMember)).toBe('o1 Potassium 4.1 mmol/L');
  });

  it('shows a status that is not the plain one', () => {
    const wrong = potassium('o', '2141-03-12T08:15:00-05:00', { status: 'entered-in-error' });
    expect(lineOf([stay, wrong], renderLine)).toContain('entered-in-error');
  });

  it('says no day twice', () => {
    const inserted = potassium('o', '2141-03-12T08:15:00-05:00', {
      code: { text: 'Line insertion' },
      valueQuantity: undefined,
      valueDateTime: '2141-03-12T06:00:00-05:00',
    });
    expect(lineOf([stay, inserted], renderLine)).toBe('o1 2141-03-12 08:15 Line insertion 06:00');
  });

  it('cuts a long note at a word, with its length and handle', () => {
    const note = 'Seen today and doing well. '.repeat(2_000);
    const line = lineOf([stay, potassium('o', '2141-03-12T08:15:00-05:00', { note: [{ text: note }] })], renderLine);
    expect(line.length).toBeLessThan(700);
    expect(line).toMatch(/\S… \[53,999 characters; inspect_node o1\]$/);
  });
});

describe('renderHeader', () => {
  it('says span, class, place, and how much is shown', () => {
    const place = { resourceType: 'Location', id: 'l', name: 'Cardiology' };
    const stay = visit('v', '2141-03-12T07:00:00-05:00', '2141-03-14T12:00:00-05:00', {
      location: [{ location: { reference: 'Location/l' } }],
    });
    const graph = graphOf([stay, place, potassium('o', '2141-03-12T08:15:00-05:00')]);
    const header = renderHeader(graph, graph.episodes[0] as (typeof graph.episodes)[number], 0);
    expect(header).toBe('## e1 2141-03-12 07:00 → 2141-03-14 12:00 inpatient encounter at Cardiology (0 of 1)');
  });

  it('is counted at its longest', () => {
    const stay = visit('v', '2141-03-12T07:00:00-05:00', '2141-03-14T12:00:00-05:00');
    const many = Array.from({ length: 1_200 }, (_, at) => potassium(`o${at}`, '2141-03-12T08:15:00-05:00'));
    const graph = graphOf([stay, ...many]);
    const lines = pageLines(graph, countTokens);
    const [episode] = graph.episodes;
    if (!episode) throw new Error('no episode');
    for (const shown of [0, 7, 99, 1_000, 1_200]) {
      expect(lines.header(episode, shown).tokens).toBeLessThanOrEqual(lines.headerCost(episode));
    }
  });
});

describe('renderGap', () => {
  it('says how much and which days it hides', () => {
    expect(renderGap({ episodes: 12, resources: 340, from: '2141-03-21', to: '2145-01-01' })).toBe(
      '[GAP 12 episodes, 340 resources, 2141-03-21 → 2145-01-01]',
    );
    expect(renderGap({ episodes: 1, resources: 1, from: '2141-03-21', to: '2141-03-21' })).toBe(
      '[GAP 1 episode, 1 resource, 2141-03-21]',
    );
    expect(renderGap({ episodes: 0, resources: 3 })).toBe('[GAP 3 resources without date]');
  });
});
