// From a graph and its saliency to the packing problem (1), and back from positions to nodes.
import type { Episode, EpisodeGraph } from '../graph/episode-graph.ts';
import type { PackingEpisode, PackingItem, PackingProblem, PackingSeries } from './packing.ts';
import type { PageLine, PageLines } from './page-lines.ts';
import { type FoldMembers, seriesKinds } from './series-kinds.ts';

/** One stretch of the page: an episode, or the undated rest at the end. */
export interface PageSection {
  /** `undefined`: the section of undated, unlinked nodes. */
  readonly episode: Episode | undefined;
  /** All nodes that a line of this section may show. */
  readonly members: readonly number[];
  /** Nodes behind `PackingEpisode.items`, by position. */
  readonly items: readonly number[];
  readonly series: readonly SectionSeries[];
}

export interface SectionSeries {
  /** Nodes behind `PackingSeries.items`, by position: members with φ > 0. */
  readonly items: readonly number[];
  /** All members, whether or not they score. */
  readonly members: FoldMembers;
  readonly line: PageLine;
}

/** The problem in numbers and the sections it stands for, position by position. */
export interface PageProblem {
  readonly packing: PackingProblem;
  readonly sections: readonly PageSection[];
}

export interface ProblemInput {
  readonly graph: EpisodeGraph;
  readonly saliency: Float64Array;
  readonly lines: PageLines;
  /** Nodes that stand on the page already. */
  readonly excluded: ReadonlySet<number>;
  readonly budget: number;
  readonly fold: boolean;
}

/** Writes (1) for a page: nodes with φ > 0 as items, series of them as exclusive choices. */
export function pageProblem(input: ProblemInput): PageProblem {
  const { graph, lines, budget, saliency } = input;
  const sections: PageSection[] = [];
  const episodes: PackingEpisode[] = [];
  const cleared = episodesOf(graph, input.excluded);
  const inSeries = new Uint8Array(graph.nodes.length);
  for (const episode of graph.episodes) {
    const excluded = cleared.has(episode.index) ? input.excluded : nothing;
    const members = membersOf(episode, excluded);
    const scoring = scored(saliency, members);
    const series = offeredSeries(input, episode, scoring, excluded);
    const headerValue = episode.encounter === undefined ? 0 : (saliency[episode.encounter] ?? 0);
    const items = series.length === 0 ? scoring : outsideOf(series, scoring, inSeries);
    sections.push({ episode, members, items, series });
    episodes.push({
      headerCost: lines.headerCost(episode),
      headerValue,
      items: itemsOf(input, items),
      series: series.map((one) => choiceOf(input, one)),
    });
  }
  const undated = graph.background.filter((index) => isClinical(graph, index) && !input.excluded.has(index));
  if (undated.length > 0) {
    const items = scored(saliency, undated);
    sections.push({ episode: undefined, members: undated, items, series: [] });
    const headerCost = lines.measure(undatedHeader).tokens;
    episodes.push({ headerCost, headerValue: 0, items: itemsOf(input, items), series: [] });
  }
  return { packing: { episodes, gapCost: lines.gapCost, budget }, sections };
}

/** Episodes that hold any of the nodes, by index. */
function episodesOf(graph: EpisodeGraph, nodes: ReadonlySet<number>): ReadonlySet<number> {
  const episodes = new Set<number>();
  for (const index of nodes) {
    const placement = graph.nodes[index]?.placement;
    if (placement) episodes.add(placement.episode);
  }
  return episodes;
}

/** Members but the Encounter, which stands first, and those excluded. */
function membersOf({ members, encounter }: Episode, excluded: ReadonlySet<number>): readonly number[] {
  if (excluded.size > 0) return members.filter((index) => index !== encounter && !excluded.has(index));
  return encounter === undefined ? members : members.slice(1);
}

/** Nodes with φ > 0. */
function scored(saliency: Float64Array, nodes: readonly number[]): number[] {
  const found: number[] = [];
  for (let place = 0; place < nodes.length; place++) {
    if ((saliency[nodes[place] as number] as number) > 0) found.push(nodes[place] as number);
  }
  return found;
}

/** The series on offer: as many of their members score as make a series worth folding, and all may be shown. */
function offeredSeries(
  input: ProblemInput,
  episode: Episode,
  scoring: readonly number[],
  excluded: ReadonlySet<number>,
): readonly SectionSeries[] {
  if (!input.fold || scoring.length < fewestScored) return noSeries;
  const offered: SectionSeries[] = [];
  for (const members of seriesKinds(input.graph).seriesWith(episode.members, scoring, fewestScored)) {
    if (excluded.size > 0 && members.some((index) => excluded.has(index))) continue;
    offered.push({ items: scored(input.saliency, members), members, line: input.lines.fold(members, episode) });
  }
  return offered;
}

/** Nodes that no series holds. @param marks of all nodes, of which those in series are set */
function outsideOf(series: readonly SectionSeries[], nodes: readonly number[], marks: Uint8Array): readonly number[] {
  for (const { items } of series) for (const index of items) marks[index] = 1;
  const outside: number[] = [];
  for (let place = 0; place < nodes.length; place++)
    if (marks[nodes[place] as number] === 0) outside.push(nodes[place] as number);
  return outside;
}

/** A series as an exclusive choice. */
function choiceOf(input: ProblemInput, { items, line }: SectionSeries): PackingSeries {
  const { graph, saliency } = input;
  let total = 0;
  for (const index of items) total += saliency[index] as number;
  const mean = total / items.length;
  const beside: { item: number; extra: number }[] = [];
  for (let item = 0; item < items.length; item++) {
    const index = items[item] as number;
    const value = saliency[index] as number;
    const asked = value > mean * askedFactor ? value - mean : 0;
    const extra = asked + (isAbnormal(graph, index) ? mean * abnormalShare : 0);
    if (extra > 0) beside.push({ item, extra });
  }
  return { items: itemsOf(input, items), fold: { value: total, cost: line.tokens }, beside };
}

function itemsOf({ saliency, lines }: ProblemInput, nodes: readonly number[]): PackingItem[] {
  const items = new Array<PackingItem>(nodes.length);
  for (let place = 0; place < nodes.length; place++) {
    const index = nodes[place] as number;
    items[place] = { value: saliency[index] as number, cost: lines.cost(index) };
  }
  return items;
}

/** Whether the sender flagged the value. Source: FHIR Observation.interpretation. */
function isAbnormal(graph: EpisodeGraph, index: number): boolean {
  const interpretation = graph.nodes[index]?.resource.interpretation;
  if (interpretation === undefined) return false;
  return abnormalCodes.test(JSON.stringify(interpretation));
}

/** Whether a node without date and link has something of its own to say, rather than lending its name to others. */
export function isClinical(graph: EpisodeGraph, index: number): boolean {
  return !lenders.has(graph.nodes[index]?.type ?? '');
}

export const undatedHeader = '## Undated';

/** Types whose names stand in the lines that refer to them. */
const lenders = new Set([
  'Patient',
  'Practitioner',
  'PractitionerRole',
  'Organization',
  'Location',
  'Medication',
  'Substance',
  'Device',
  'Group',
  'Person',
  'Provenance',
  'Endpoint',
  'HealthcareService',
]);
const nothing: ReadonlySet<number> = new Set();
const noSeries: readonly SectionSeries[] = [];
const abnormalCodes = /"code":"(?:H|HH|HU|L|LL|LU|A|AA|POS|R)"/;
/** Members of a series that must score before its fold is offered. */
const fewestScored = 2;
/** A member that scores so many times the mean of its series is asked for. */
const askedFactor = 1.5;
/** What a flagged line beside its fold earns, as a share of the series' mean φ. */
const abnormalShare = 0.25;
