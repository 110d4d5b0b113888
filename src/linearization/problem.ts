// From a graph and its saliency to the packing problem (1), and back from positions to nodes.
import type { Episode, EpisodeGraph } from '../graph/episode-graph.ts';
import { type FoldMembers, renderFold, seriesOf } from './fold.ts';
import type { PackingEpisode, PackingProblem, PackingSeries } from './packing.ts';
import type { PageLine, PageLines } from './page-lines.ts';

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
  const { graph, lines, budget } = input;
  const sections: PageSection[] = [];
  const episodes: PackingEpisode[] = [];
  for (const episode of graph.episodes) {
    const members = episode.members.filter((index) => index !== episode.encounter && !input.excluded.has(index));
    const series = input.fold ? seriesOf(graph, episode).flatMap((folded) => offerSeries(input, episode, folded)) : [];
    const inSeries = new Set(series.flatMap(({ section }) => section.members));
    const items = members.filter((index) => !inSeries.has(index) && (input.saliency[index] ?? 0) > 0);
    sections.push({ episode, members, items, series: series.map(({ section }) => section) });
    episodes.push({
      headerCost: lines.headerCost(episode),
      headerValue: episode.encounter === undefined ? 0 : (input.saliency[episode.encounter] ?? 0),
      items: items.map((index) => itemOf(input, index)),
      series: series.map(({ packing }) => packing),
    });
  }
  const undated = graph.background.filter((index) => isClinical(graph, index) && !input.excluded.has(index));
  if (undated.length > 0) {
    const items = undated.filter((index) => (input.saliency[index] ?? 0) > 0);
    sections.push({ episode: undefined, members: undated, items, series: [] });
    episodes.push({
      headerCost: lines.measure(undatedHeader).tokens,
      headerValue: 0,
      items: items.map((index) => itemOf(input, index)),
      series: [],
    });
  }
  return { packing: { episodes, gapCost: lines.gapCost, budget }, sections };
}

interface OfferedSeries {
  readonly section: SectionSeries;
  readonly packing: PackingSeries;
}

/** A series as an exclusive choice, when at least as many of its members score as make a series worth folding. */
function offerSeries(input: ProblemInput, episode: Episode, folded: FoldMembers): OfferedSeries[] {
  const { graph, saliency, lines } = input;
  const members = folded.filter((index) => !input.excluded.has(index));
  const items = members.filter((index) => (saliency[index] ?? 0) > 0);
  if (items.length < fewestScored || members.length < folded.length) return [];
  const line = lines.measure(renderFold(graph, folded, episode));
  const total = items.reduce((sum, index) => sum + (saliency[index] ?? 0), 0);
  const mean = total / items.length;
  const beside = items.flatMap((index, item) => {
    const value = saliency[index] ?? 0;
    const asked = value > mean * askedFactor ? value - mean : 0;
    const extra = asked + (isAbnormal(graph, index) ? mean * abnormalShare : 0);
    return extra > 0 ? [{ item, extra }] : [];
  });
  return [
    {
      section: { items, members: folded, line },
      packing: {
        items: items.map((index) => itemOf(input, index)),
        fold: { value: total, cost: line.tokens },
        beside,
      },
    },
  ];
}

function itemOf({ saliency, lines }: ProblemInput, index: number): { value: number; cost: number } {
  return { value: saliency[index] ?? 0, cost: lines.cost(index) };
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
const abnormalCodes = /"code":"(?:H|HH|HU|L|LL|LU|A|AA|POS|R)"/;
/** Members of a series that must score before its fold is offered. */
const fewestScored = 2;
/** A member that scores so many times the mean of its series is asked for. */
const askedFactor = 1.5;
/** What a flagged line beside its fold earns, as a share of the series' mean φ. */
const abnormalShare = 0.25;
