// Placement and episodes, case by case from test/cases/placement.json and test/cases/episodes.json.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { graphOf } from '../../test/support/graph-of.ts';
import { HopperError } from '../errors.ts';
import type { FhirResource } from '../fhir/resource.ts';
import type { EpisodeGraph } from './episode-graph.ts';
import { graphJson } from './graph-json.ts';

interface GraphCase {
  readonly rule: string;
  readonly options?: { readonly now?: string; readonly deltaHours?: number };
  readonly resources: readonly FhirResource[];
  readonly placed?: Readonly<Record<string, string>>;
  readonly reasons?: Readonly<Record<string, string>>;
  readonly borrowed?: Readonly<Record<string, string>>;
  readonly order?: readonly string[];
  readonly episodes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly issues?: readonly string[];
}

const cases = (name: string): GraphCase[] =>
  JSON.parse(readFileSync(new URL(`../../test/cases/${name}.json`, import.meta.url), 'utf8'));

describe.each(['placement', 'episodes'])('%s', (name) => {
  it.each(cases(name))('$rule', (given) => {
    const { now, deltaHours } = given.options ?? {};
    const graph = graphOf(given.resources, {
      ...(now === undefined ? {} : { now }),
      ...(deltaHours === undefined ? {} : { deltaMs: deltaHours * 3_600_000 }),
    });
    const json = graphJson(graph);
    for (const [key, place] of Object.entries(given.placed ?? {}))
      expect(`${key}: ${placeOf(graph, key)}`).toBe(`${key}: ${place}`);
    for (const [key, reason] of Object.entries(given.reasons ?? {}))
      expect(graph.find(key)?.placement?.reason).toBe(reason);
    if (given.borrowed !== undefined) expect(json.borrowed).toEqual(given.borrowed);
    if (given.order !== undefined) expect(json.episodes.map(({ key }) => key)).toEqual(given.order);
    for (const [key, expected] of Object.entries(given.episodes ?? {})) {
      expect(json.episodes.find((episode) => episode.key === key)).toMatchObject(expected);
    }
    const told = graph.issues
      .filter(({ code }) => graphCodes.has(code))
      .map(({ code, key, element }) => `${code} ${key} ${element}`);
    expect(told).toEqual(given.issues ?? []);
  });
});

describe('projectGraph', () => {
  it('refuses a now that is no date', () => {
    expect(() => graphOf([], { now: 'tomorrow' })).toThrow(HopperError);
  });

  it('takes the last event for now, plans and the ends of lasting states left out', () => {
    const graph = graphOf([
      { resourceType: 'Observation', id: 'o', effectiveDateTime: '2141-03-10T08:00:00-05:00' },
      { resourceType: 'Appointment', id: 'a', start: '2150-01-01T00:00:00Z', end: '2150-01-01T01:00:00Z' },
      { resourceType: 'CarePlan', id: 'c', period: { start: '2141-01-01', end: '2149-01-01' } },
    ]);
    expect(graph.now).toMatchObject({ text: '2141-03-10T08:00:00-05:00', from: 'record' });
  });

  it('reads a date as now to its last second, in the offset nearest to it', () => {
    const graph = graphOf([{ resourceType: 'Observation', id: 'o', effectiveDateTime: '2141-03-10T08:00:00-05:00' }], {
      now: '2141-03-11',
    });
    expect(graph.now).toMatchObject({ text: '2141-03-11T23:59:59-05:00', from: 'option' });
  });

  it('finds nodes and episodes by key, handle and bare id', () => {
    const graph = graphOf([
      { resourceType: 'Encounter', id: 'e', status: 'finished', period: { start: '2141-03-10', end: '2141-03-11' } },
      {
        resourceType: 'Observation',
        id: 'second',
        effectiveDateTime: '2141-03-11',
        encounter: { reference: 'Encounter/e' },
      },
      {
        resourceType: 'Observation',
        id: 'first',
        effectiveDateTime: '2141-03-10',
        encounter: { reference: 'Encounter/e' },
      },
      { resourceType: 'Observation', id: 'twice', effectiveDateTime: '2149-03-10' },
      { resourceType: 'Condition', id: 'twice', onsetDateTime: '2149-03-10' },
    ]);
    expect(graph.find('o1')?.key).toBe('Observation/first');
    expect(graph.find('Observation/second')?.handle).toBe('o2');
    expect(graph.find('second')?.handle).toBe('o2');
    expect(graph.find('twice')).toBeUndefined();
    expect(graph.find('e1')?.key).toBe('Encounter/e');
    expect(graph.findEpisode('Encounter/e')?.handle).toBe('e1');
    expect(graph.findEpisode('e')?.handle).toBe('e1');
    expect(graph.findEpisode('e2')?.kind).toBe('synthetic');
    expect(graph.find('e2')).toBeUndefined();
    expect(graph.findEpisode('o1')).toBeUndefined();
  });

  it('keeps links in both directions, dangling ones with their form', () => {
    const graph = graphOf([
      {
        resourceType: 'Observation',
        id: 'o',
        subject: { reference: 'Patient/p' },
        performer: [{ reference: 'Practitioner/x', display: 'Dr X' }],
      },
      { resourceType: 'Condition', id: 'c', subject: { reference: 'Patient/p' } },
    ]);
    const at = graph.find('Observation/o')?.index ?? -1;
    expect(graph.linksFrom(at)).toEqual([
      { from: at, to: graph.patient, label: 'subject', form: 'relative', outcome: 'resolved', display: 'Patient/p' },
      { from: at, to: undefined, label: 'performer', form: 'relative', outcome: 'absent', display: 'Dr X' },
    ]);
    expect(graph.linksTo(graph.patient ?? -1).map(({ from }) => graph.nodes[from]?.key)).toEqual([
      'Condition/c',
      'Observation/o',
    ]);
    expect(graphJson(graph).links).toMatchObject({
      resolved: 2,
      dangling: { relative: 1 },
      danglingOutcomes: { absent: 1 },
    });
  });

  it('keeps a chain of 10,000 encounters, each part of the one before, without a hang', () => {
    const chain = Array.from({ length: 10_000 }, (_, index) => ({
      resourceType: 'Encounter',
      id: `e${String(index).padStart(5, '0')}`,
      status: 'finished',
      period: { start: '2141-03-10T08:00:00Z' },
      ...(index === 0 ? {} : { partOf: { reference: `Encounter/e${String(index - 1).padStart(5, '0')}` } }),
    }));
    const graph = graphOf(chain.toReversed());
    expect(graph.episodes.at(-1)).toMatchObject({ key: 'Encounter/e09999', depth: 9_999 });
  });

  it('shows the record as it was known at a moment', () => {
    const resources = [
      {
        resourceType: 'Observation',
        id: 'known',
        effectiveDateTime: '2141-03-10T08:00:00Z',
        issued: '2141-03-11T08:00:00Z',
      },
      {
        resourceType: 'Observation',
        id: 'late',
        effectiveDateTime: '2141-03-10T08:00:00Z',
        issued: '2141-03-13T08:00:00Z',
      },
      {
        resourceType: 'Procedure',
        id: 'later',
        performedDateTime: '2141-03-14',
        meta: { lastUpdated: '2141-01-01T00:00:00Z' },
      },
      {
        resourceType: 'Procedure',
        id: 'stamped',
        performedDateTime: '2141-03-10',
        meta: { lastUpdated: '2149-01-01T00:00:00Z' },
      },
      { resourceType: 'Condition', id: 'undated' },
      { resourceType: 'Appointment', id: 'planned', start: '2141-06-01T00:00:00Z' },
    ];
    const graph = graphOf(resources, { asKnownAt: '2141-03-12' });
    expect(graph.nodes.map(({ key }) => key)).toEqual([
      'Appointment/planned',
      'Condition/undated',
      'Observation/known',
      'Patient/p',
      'Procedure/stamped',
    ]);
    expect(graph.now).toMatchObject({ text: '2141-03-12T23:59:59Z', from: 'option' });
    expect(graph.issues.at(-1)).toMatchObject({
      code: 'not-known-yet',
      message: '2 resources were written down after 2141-03-12T23:59:59Z and are left out',
    });
  });

  it('tells when a fact was written down, apart from when it happened', () => {
    const graph = graphOf([
      { resourceType: 'Observation', id: 'o', effectiveDateTime: '2141-03-10', issued: '2141-03-12T08:00:00Z' },
      {
        resourceType: 'Procedure',
        id: 'p',
        performedDateTime: '2141-03-10',
        meta: { lastUpdated: '2142-01-01T00:00:00Z' },
      },
      { resourceType: 'Goal', id: 'g', startDate: '2141-03-10' },
    ]);
    expect(graph.find('Observation/o')?.recorded).toMatchObject({
      element: 'issued',
      text: '2141-03-12T08:00:00Z',
      role: 'recorded',
    });
    expect(graph.find('Procedure/p')?.recorded?.element).toBe('meta.lastUpdated');
    expect(graph.find('Goal/g')?.recorded).toBeUndefined();
  });
});

function placeOf(graph: EpisodeGraph, key: string): string {
  const node = graph.find(key);
  if (node === undefined) return 'not in the graph';
  const { placement } = node;
  return placement === undefined ? 'background' : `${placement.how} ${graph.episodes[placement.episode]?.key}`;
}

const graphCodes = new Set(['unreadable-date', 'end-before-start', 'placeholder-date', 'part-of-cycle']);
