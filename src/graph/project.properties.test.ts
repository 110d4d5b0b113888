// What holds for every record: one place for each dated node, the same graph in any order, nothing moved by a shift of dates.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphOf } from '../../test/support/graph-of.ts';
import type { FhirResource, JsonObject } from '../fhir/resource.ts';
import type { EpisodeGraph, GraphNode } from './episode-graph.ts';
import { graphJson } from './graph-json.ts';

describe('projectGraph, on any record', () => {
  it('puts each node in exactly one place, and each dated one in an episode', () => {
    fc.assert(
      fc.property(records, (resources) => {
        const graph = graphOf(resources);
        const seen = [...graph.episodes.flatMap(({ members }) => members), ...graph.background];
        expect(seen.toSorted((a, b) => a - b)).toEqual(graph.nodes.map(({ index }) => index));
        expect(graph.order).toEqual(seen);
        expect(graph.background.filter((index) => graph.nodes[index]?.time !== undefined)).toEqual([]);
        for (const episode of graph.episodes) {
          for (const member of episode.members) expect(graph.nodes[member]?.placement?.episode).toBe(episode.index);
        }
      }),
    );
  });

  it('is chronological: E by start with parents first, members by start, undated last', () => {
    fc.assert(
      fc.property(records, (resources) => {
        const graph = graphOf(resources);
        let latest = Number.NEGATIVE_INFINITY;
        for (const { parent, index, time, members, encounter } of graph.episodes) {
          if (parent !== undefined) expect(parent).toBeLessThan(index);
          // A child that starts before its parent comes right after it; nothing else goes back in time.
          if (parent === undefined) {
            expect(time?.startMs ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(latest);
            latest = time?.startMs ?? Number.POSITIVE_INFINITY;
          }
          const starts = members.filter((member) => member !== encounter).map((member) => startOf(graph, member));
          expect(starts).toEqual(starts.toSorted((a, b) => (a === b ? 0 : a - b)));
        }
      }),
    );
  });

  it('gives every node its own handle, and finds it by that and by its key', () => {
    fc.assert(
      fc.property(records, (resources) => {
        const graph = graphOf(resources);
        expect(new Set(graph.nodes.map(({ handle }) => handle)).size).toBe(graph.nodes.length);
        for (const node of graph.nodes) expect([graph.find(node.handle), graph.find(node.key)]).toEqual([node, node]);
        for (const episode of graph.episodes) {
          expect(graph.findEpisode(episode.handle)).toBe(episode);
          expect(graph.findEpisode(episode.key)).toBe(episode);
        }
      }),
    );
  });

  it('is the same, byte for byte, for any order of input', () => {
    const shuffled = records.chain((resources) =>
      fc.tuple(fc.constant(resources), fc.shuffledSubarray(resources, { minLength: resources.length })),
    );
    fc.assert(
      fc.property(shuffled, ([resources, others]) => {
        expect(bytesOf(graphOf(others))).toBe(bytesOf(graphOf(resources)));
      }),
    );
  });

  it('moves every interval and no placement when all dates are shifted by whole days', () => {
    fc.assert(
      fc.property(records, fc.integer({ min: -40_000, max: 40_000 }), (resources, days) => {
        const graph = graphOf(resources);
        const shifted = graphOf(resources.map((resource) => mapTimes(resource, (text) => shift(text, days))));
        expect(shifted.nodes.map((node) => placeOf(shifted, node))).toEqual(
          graph.nodes.map((node) => placeOf(graph, node)),
        );
        expect(shifted.nodes.map(({ time }) => time?.startMs)).toEqual(
          graph.nodes.map(({ time }) => (time === undefined ? undefined : time.startMs + days * dayMs)),
        );
        expect(shifted.now.ms - graph.now.ms).toBe(
          graph.nodes.some(({ time }) => time !== undefined) ? days * dayMs : 0,
        );
      }),
    );
  });

  it('compares clock times on instants: writing them in another zone changes no encounter', () => {
    fc.assert(
      fc.property(clockRecords, (resources) => {
        const places = (graph: EpisodeGraph) =>
          graph.nodes.map((node) => (node.placement?.how === 'synthetic' ? 'synthetic' : placeOf(graph, node)));
        expect(places(graphOf(resources.map((resource) => mapTimes(resource, rezone))))).toEqual(
          places(graphOf(resources)),
        );
      }),
    );
  });

  it('agrees with a slow, obvious Algorithm 1 on orphans with clock times', () => {
    fc.assert(
      fc.property(clockRecords, (resources) => {
        const graph = graphOf(resources);
        for (const node of graph.nodes) {
          const how = node.placement?.how;
          if (how === 'explicit' || how === 'structural' || node.time === undefined) continue;
          expect(`${node.key} ${how === 'synthetic' ? 'synthetic' : placeOf(graph, node)}`).toBe(
            `${node.key} ${slowPlace(graph, node.time.startMs)}`,
          );
        }
      }),
    );
  });

  it('leaves its input as it was', () => {
    fc.assert(
      fc.property(records, (resources) => {
        const before = JSON.stringify(resources);
        graphOf(resources);
        expect(JSON.stringify(resources)).toBe(before);
      }),
    );
  });
});

function slowPlace(graph: EpisodeGraph, t: number): string {
  const spans = graph.episodes.flatMap((episode) => {
    const { time, encounter, index, key } = episode;
    if (time === undefined || episode.kind === 'synthetic') return [];
    const status = encounter === undefined ? '' : String(graph.nodes[encounter]?.resource.status);
    return status === 'cancelled'
      ? []
      : [
          {
            key,
            index,
            start: time.startMs,
            end: time.endMs,
            isClock: episode.endFrom === 'written' || episode.endFrom === 'members',
          },
        ];
  });
  const holding = spans.filter(({ start, end }) => t >= start - 999 && t < end);
  holding.sort((a, b) => a.end - a.start - (b.end - b.start) || a.index - b.index);
  if (holding[0] !== undefined) return `enclosed ${holding[0].key}`;
  // Ends that were written in seconds lie one second before the exclusive end.
  const before = spans
    .map((span) => ({ ...span, end: span.isClock ? span.end - 1000 : span.end }))
    .filter(({ end }) => end <= t && t - end <= dayMs);
  before.sort((a, b) => b.end - a.end || a.index - b.index);
  return before[0] === undefined ? 'synthetic' : `preceding ${before[0].key}`;
}

function startOf(graph: EpisodeGraph, member: number): number {
  return graph.nodes[member]?.time?.startMs ?? Number.POSITIVE_INFINITY;
}

/** Synthetic episodes are named by date: here by their first member. */
function placeOf(graph: EpisodeGraph, { placement }: GraphNode): string {
  if (placement === undefined) return 'background';
  const episode = graph.episodes[placement.episode];
  const name = episode?.kind === 'synthetic' ? graph.nodes[episode.members[0] ?? -1]?.key : episode?.key;
  return `${placement.how} ${name}`;
}

function bytesOf(graph: EpisodeGraph): string {
  const nodes = graph.nodes.map((node) => ({
    ...node,
    recorded: node.recorded,
    in: graph.linksTo(node.index),
    out: graph.linksFrom(node.index),
  }));
  return JSON.stringify([graphJson(graph), nodes, graph.episodes, graph.order]);
}

function mapTimes(resource: FhirResource, change: (text: string) => string): FhirResource {
  const map = (value: unknown): unknown => {
    if (typeof value === 'string') return /^\d{4}-\d\d-\d\d/.test(value) ? change(value) : value;
    if (Array.isArray(value)) return value.map(map);
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, map(each)]))
      : value;
  };
  return map(resource) as FhirResource;
}

function shift(text: string, days: number): string {
  return new Date(Date.parse(text.slice(0, 10)) + days * dayMs).toISOString().slice(0, 10) + text.slice(10);
}

function rezone(text: string): string {
  return `${new Date(Date.parse(text) + 9 * 3_600_000).toISOString().slice(0, 19)}+09:00`;
}

const dayMs = 86_400_000;
const base = Date.parse('2141-01-01T00:00:00Z');
const seconds = fc.integer({ min: 0, max: 20 * 86_400 });
const clock = fc.oneof(
  seconds.map((offset) => `${new Date(base + offset * 1000).toISOString().slice(0, 19)}-05:00`),
  seconds.map((offset) => `${new Date(base + offset * 1000).toISOString().slice(0, 19)}Z`),
);
const dates = fc.oneof(
  clock,
  clock.map((text) => text.slice(0, 10)),
);
const encounterIds = fc.constantFrom('e0', 'e1', 'e2', 'e3', 'gone');
const observationIds = fc.integer({ min: 0, max: 11 }).map((n) => `o${n}`);
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const reference = (type: string, id: string): JsonObject => ({ reference: `${type}/${id}` });

const openPeriod = fc.record({ start: sometimes(dates), end: sometimes(dates) });
const closedPeriod = fc.tuple(clock, clock).map((ends) => {
  const [start, end] = ends.toSorted((a, b) => Date.parse(a) - Date.parse(b));
  return { start, end };
});
const encounterOf = (period: typeof openPeriod) =>
  fc.record({
    period,
    status: fc.constantFrom('finished', 'in-progress', 'cancelled'),
    partOf: sometimes(encounterIds),
  });
const observationOf = (when: fc.Arbitrary<string>) =>
  fc.record({
    when: sometimes(when),
    encounter: fc.option(encounterIds, { nil: undefined, freq: 1 }),
    from: sometimes(observationIds),
  });

const recordsWith = (when: fc.Arbitrary<string>, period: typeof openPeriod): fc.Arbitrary<FhirResource[]> =>
  fc
    .tuple(fc.array(encounterOf(period), { maxLength: 4 }), fc.array(observationOf(when), { maxLength: 12 }))
    .map(([encounters, observations]) => [
      { resourceType: 'Patient', id: 'p' },
      ...encounters.map(({ period: { start, end }, status, partOf }, index) => ({
        resourceType: 'Encounter',
        id: `e${index}`,
        status,
        period: { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) },
        ...(partOf === undefined ? {} : { partOf: reference('Encounter', partOf) }),
      })),
      ...observations.map(({ when: at, encounter, from }, index) => ({
        resourceType: 'Observation',
        id: `o${index}`,
        subject: reference('Patient', 'p'),
        ...(at === undefined ? {} : { effectiveDateTime: at }),
        ...(encounter === undefined ? {} : { encounter: reference('Encounter', encounter) }),
        ...(from === undefined ? {} : { derivedFrom: [reference('Observation', from)] }),
      })),
    ]);
const records = recordsWith(dates, openPeriod);
/** Clock times only, and every encounter has an end: open ends are closed by written days. */
const clockRecords = recordsWith(clock, closedPeriod);
