// The graph as data and as a text for people.
import { describe, expect, it } from 'vitest';
import { graphOf } from '../../test/support/graph-of.ts';
import { describeGraph, graphJson } from './graph-json.ts';

const graph = graphOf([
  { resourceType: 'Patient', id: 'p', gender: 'female', name: [{ text: 'Ada Example' }] },
  {
    resourceType: 'Encounter',
    id: 'a',
    status: 'finished',
    type: [{ text: 'Ward stay' }],
    period: { start: '2141-03-10T08:00:00-05:00', end: '2141-03-12' },
  },
  { resourceType: 'Condition', id: 'c', encounter: { reference: 'Encounter/a' } },
  {
    resourceType: 'Observation',
    id: 'o',
    encounter: { reference: 'Encounter/gone' },
    effectiveDateTime: '2141-04-19',
    performer: [{ reference: 'urn:uuid:0' }],
  },
  { resourceType: 'Observation', id: 'odd', effectiveDateTime: '2141-02-30' },
]);

describe('graphJson', () => {
  it('is plain data with the fields of the contract', () => {
    const json = graphJson(graph);
    expect(JSON.parse(JSON.stringify(json))).toEqual(json);
    expect(json).toMatchObject({
      patient: 'Patient/p',
      background: ['Observation/odd', 'Patient/p'],
      borrowed: { 'Condition/c': 'Encounter/a' },
      links: { dangling: { relative: 1, urn: 1 } },
      issues: [{ code: 'unreadable-date', key: 'Observation/odd', element: 'effectiveDateTime' }],
    });
    expect(json.episodes).toEqual([
      {
        handle: 'e1',
        key: 'Encounter/a',
        kind: 'encounter',
        start: '2141-03-10T08:00:00-05:00',
        end: '2141-03-12',
        endFrom: 'written',
        open: false,
        parent: null,
        widened: null,
        members: {
          explicit: ['Encounter/a', 'Condition/c'],
          structural: [],
          enclosed: [],
          preceding: [],
          synthetic: [],
        },
      },
      {
        handle: 'e2',
        key: 'Encounter/gone',
        kind: 'not-loaded',
        start: '2141-04-19',
        end: '2141-04-19',
        endFrom: 'members',
        open: false,
        parent: null,
        widened: null,
        members: { explicit: ['Observation/o'], structural: [], enclosed: [], preceding: [], synthetic: [] },
      },
    ]);
  });
});

describe('describeGraph', () => {
  it('tells patient, episodes, placements, links and issues', () => {
    const text = describeGraph(graph);
    expect(text).toContain('Patient Patient/p: Ada Example');
    expect(text).toMatch(/^ {2}e1 {2}2141-03-10 08:00 → 2141-03-12 {2}Ward stay.* {2}1 explicit$/m);
    expect(text).toContain('Encounter/gone (not loaded)');
    expect(text).toContain('Times: 1 borrowed, 0 members undated');
    expect(text).toMatch(/dangling: relative 1, urn 1/);
    expect(text).toContain('unreadable-date: 1');
  });
});
