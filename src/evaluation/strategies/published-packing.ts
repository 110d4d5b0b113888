// The packing of the authors' public code, re-implemented from its description (published-code.md 1.2–1.8) for comparison.
import { asObject, asText, type FhirResource } from '../../fhir/resource.ts';
import type { EpisodeGraph, GraphNode } from '../../graph/episode-graph.ts';

/** A whole episode of theirs: a stretch of text that is on the page or not. */
interface PublishedEpisode {
  readonly key: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly phantom: boolean;
  readonly nodes: GraphNode[];
}

/** What a page of theirs shows: keys by line, and whether the line names them. */
export interface PublishedPage {
  readonly shown: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
  readonly text: string;
}

/**
 * Whole episodes by their best score, rendered in whole, until the next one fits no more; never split.
 *
 * @param scores similarity in [0, 1] per node, in node order
 * @param measure what their budget counts: words, or tokens
 */
export function publishedPage(
  graph: EpisodeGraph,
  scores: Float64Array,
  budget: number,
  measure: (text: string) => number,
): PublishedPage {
  const scoreOf = (node: GraphNode): number => (scores[node.index] ?? 0) + (boosted.has(node.type) ? 1 : 0);
  const offers = publishedEpisodes(graph).map((episode) => {
    const kept = episode.nodes.filter((node) => scoreOf(node) >= threshold);
    const best = kept.reduce((most, node) => Math.max(most, scoreOf(node)), Number.NEGATIVE_INFINITY);
    const text = [headerOf(episode), ...kept.map((node) => `- ${lineOf(node)}`)].join('\n');
    return { episode, kept, best, text, cost: measure(text) };
  });
  let left = budget;
  const chosen = offers
    .filter(({ best }) => best >= threshold)
    .sort((a, b) => b.best - a.best)
    .filter(({ cost }) => {
      if (cost > left) return false;
      left -= cost;
      return true;
    });
  const nodes = chosen.flatMap(({ kept }) => kept);
  return {
    shown: new Set(nodes.map(({ key }) => key)),
    named: new Set(nodes.filter(isNamed).map(({ key }) => key)),
    text: chosen
      .sort((a, b) => a.episode.startMs - b.episode.startMs)
      .map(({ text }) => text)
      .join('\n\n'),
  };
}

/** Encounters as zero-length windows, orphans into the first that holds them, else a calendar day of their own. */
function publishedEpisodes(graph: EpisodeGraph): PublishedEpisode[] {
  const byId = new Map<string, PublishedEpisode>();
  const spine: PublishedEpisode[] = [];
  for (const node of graph.nodes) {
    const start = node.type === 'Encounter' ? publishedTime(node.resource) : undefined;
    if (start === undefined) continue;
    const day = start.text.length <= 10;
    const episode = {
      key: node.key,
      startMs: start.ms,
      endMs: day ? start.ms + dayMs - 1 : start.ms,
      phantom: false,
      nodes: [node],
    };
    byId.set(node.key.slice('Encounter/'.length), episode);
    spine.push(episode);
  }
  spine.sort((a, b) => a.startMs - b.startMs);
  for (const node of graph.nodes) {
    if (node.type === 'Encounter') continue;
    const reference = asText(asObject(node.resource.encounter)?.reference);
    const linked = reference?.includes('/') === true ? byId.get(reference.split('/').at(-1) ?? '') : undefined;
    const time = publishedTime(node.resource);
    if (linked) linked.nodes.push(node);
    else if (time) placeOrphan(spine, node, time);
  }
  return spine;
}

function placeOrphan(
  spine: PublishedEpisode[],
  node: GraphNode,
  time: { readonly ms: number; readonly text: string },
): void {
  const holding = spine.find(({ startMs, endMs }) => startMs <= time.ms && time.ms <= endMs);
  if (holding) {
    holding.nodes.push(node);
    return;
  }
  const midnight = Date.parse(
    `${time.text.slice(0, 10)}T00:00:00${/(?:Z|[+-]\d\d:\d\d)$/.exec(time.text)?.[0] ?? 'Z'}`,
  );
  const startMs = Number.isNaN(midnight) ? time.ms : midnight;
  const place = spine.findIndex((episode) => episode.startMs > startMs);
  const phantom = { key: node.key, startMs, endMs: startMs + dayMs - 1, phantom: true, nodes: [node] };
  spine.splice(place < 0 ? spine.length : place, 0, phantom);
}

function publishedTime(resource: FhirResource): { readonly ms: number; readonly text: string } | undefined {
  for (const path of timePaths[resource.resourceType] ?? []) {
    const [element = '', part] = path.split('.');
    const text = asText(part === undefined ? resource[element] : asObject(resource[element])?.[part]);
    const ms = text === undefined ? Number.NaN : Date.parse(text);
    if (text !== undefined && !Number.isNaN(ms)) return { ms, text };
  }
  return undefined;
}

function headerOf({ key, startMs, endMs, phantom }: PublishedEpisode): string {
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  return `=== Episode ${key} (${day(startMs)} to ${day(endMs)})${phantom ? ' (Phantom)' : ''} ===`;
}

function lineOf({ type, resource }: GraphNode): string {
  const name = asText(asObject(resource.code)?.text);
  const time = publishedTime(resource)?.text ?? 'N/A';
  if (type === 'Observation') {
    const quantity = asObject(resource.valueQuantity);
    return `Observation, ${name ?? 'N/A'}, Value: ${quantity?.value ?? 'N/A'} ${quantity?.unit ?? ''}, Time: ${time}`;
  }
  if (type === 'Condition') return `Condition, ${name ?? 'N/A'}, Status: N/A, Onset: ${time}`;
  if (type === 'Procedure') return `Procedure, ${name ?? 'N/A'}, Time: ${time}`;
  if (type === 'Encounter') {
    const code = asText(asObject(resource.class)?.code) ?? 'N/A';
    return `Encounter, Class: ${code}, Start: ${time}, End: ${asText(asObject(resource.period)?.end) ?? 'N/A'}`;
  }
  return `${type}, Name: ${name ?? resource.id}, Time: ${time}`;
}

/** Whether their line says what the resource is about; an Encounter's class does. */
function isNamed({ type, resource }: GraphNode): boolean {
  return type === 'Encounter' || asText(asObject(resource.code)?.text) !== undefined;
}

const boosted = new Set(['Condition', 'AllergyIntolerance', 'Patient']);
const threshold = 0.5;
const dayMs = 86_400_000;

/** published-code.md 1.2: the paths tried for a time; every other type has none. */
const timePaths: Readonly<Record<string, readonly string[]>> = {
  Encounter: ['actualPeriod.start', 'period.start', 'period.end'],
  Condition: ['onsetDateTime', 'onsetPeriod.start', 'recordedDate'],
  Procedure: ['occurrenceDateTime', 'occurrencePeriod.start', 'recorded', 'performedDateTime', 'performedPeriod.start'],
  Observation: ['effectiveDateTime', 'effectivePeriod.start', 'effectiveInstant', 'issued'],
  AllergyIntolerance: ['recordedDate', 'onsetDateTime', 'onsetPeriod.start', 'lastOccurrence'],
  Immunization: ['occurrenceDateTime', 'recorded', 'date'],
  MedicationRequest: ['authoredOn', 'effectiveDosePeriod.start'],
  MedicationStatement: ['dateAsserted', 'effectiveDateTime', 'effectivePeriod.start'],
};
