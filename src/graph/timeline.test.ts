// The timeline as text and as SVG.
import { describe, expect, it } from 'vitest';
import { graphOf } from '../../test/support/graph-of.ts';
import { timelineSvg, timelineText } from './timeline.ts';

const graph = graphOf([
  {
    resourceType: 'Encounter',
    id: 'a',
    status: 'finished',
    type: [{ text: 'Ward <& stay>' }],
    period: { start: '2141-03-10T08:00:00-05:00', end: '2141-03-20T08:00:00-05:00' },
  },
  {
    resourceType: 'Encounter',
    id: 'icu',
    status: 'finished',
    type: [{ text: 'ICU stay' }],
    partOf: { reference: 'Encounter/a' },
    period: { start: '2141-03-12T08:00:00-05:00', end: '2141-03-14T08:00:00-05:00' },
  },
  {
    resourceType: 'Observation',
    id: 'o',
    encounter: { reference: 'Encounter/icu' },
    effectiveDateTime: '2141-03-13T08:00:00-05:00',
  },
  { resourceType: 'Observation', id: 'orphan', effectiveDateTime: '2141-04-19' },
  { resourceType: 'Encounter', id: 'undated', status: 'finished' },
]);

describe('timelineText', () => {
  it('shows spans, nesting, placement counts and pauses longer than δ', () => {
    expect(
      timelineText(graph, { barWidth: 0 })
        .split('\n')
        .map((line) => line.trimEnd()),
    ).toEqual([
      'Timeline of Patient/p: 4 episodes, 2141-03-10 to 2141-04-19; now 2141-04-19T23:59:59-05:00',
      'e1  2141-03-10 08:00 → 2141-03-20 08:00  Ward <& stay>  no members',
      '  e2  2141-03-12 08:00 → 2141-03-14 08:00  ICU stay  1 explicit',
      '  … 30 days without an episode',
      'e3  2141-04-19  no encounter  1 synthetic',
      expect.stringMatching(/^e4 {2}undated {2}/),
      'Not on the timeline: 1 resources',
    ]);
  });

  it('draws each bar where the episode lies in the record', () => {
    const bars = timelineText(graph, { barWidth: 10 })
      .split('\n')
      .flatMap((line) => /│(.{10})│/.exec(line)?.[1] ?? []);
    expect(bars).toEqual(['███       ', '█         ', '         ·', '          ']);
  });

  it('says so when a record has no episode', () => {
    expect(timelineText(graphOf([]))).toContain('0 episodes');
    expect(timelineSvg(graphOf([]))).toContain('</svg>');
  });
});

describe('timelineSvg', () => {
  const svg = timelineSvg(graph);
  it('has a row per episode, with its words escaped', () => {
    expect(svg.match(/<g>/g)).toHaveLength(4);
    expect(svg).toContain('Ward &#60;&#38; stay&#62;');
    expect(svg).not.toContain('<& ');
  });

  it('draws the nested stay inside its admission', () => {
    const [outer, inner] = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/g)].map(
      ([, x, , width]) => [Number(x), Number(x) + Number(width)] as const,
    );
    expect(inner?.[0]).toBeGreaterThan(outer?.[0] ?? 0);
    expect(inner?.[1]).toBeLessThan(outer?.[1] ?? 0);
  });
});
