// Series of one thing within an episode (ICU vitals, repeated doses) as one line, and the handle that unfolds it.
import type { NamedReference, ResourceText, Wording } from '../fhir/resource-text.ts';
import type { ResourceValue } from '../fhir/resource-value.ts';
import type { Episode, EpisodeGraph } from '../graph/episode-graph.ts';
import { graphWordings } from '../question/graph-wordings.ts';
import { oneLine, sayDaysOnce } from './one-line.ts';
import { namePhrases } from './phrases.ts';
import { cutLine, dayOfHeader, firstWords, timeWords, withoutDay } from './render.ts';

/** Members of one series, in the order of their episode: node indices. */
export type FoldMembers = readonly number[];

/**
 * The series of an episode: at least three nodes of one type that say the same thing (concept, code, names of what they
 * refer to, unit), in member order. Retracted nodes and nodes with a note stand alone. Depends on the record alone.
 *
 * Source: model.md §4, series folding.
 */
export function seriesOf(graph: EpisodeGraph, { members }: Episode): readonly FoldMembers[] {
  return groupSeries(graph, members);
}

/** The series of an episode whose concepts are among those marked (`markConcepts`). */
export function seriesAmong(graph: EpisodeGraph, { members }: Episode, marked: Uint8Array): readonly FoldMembers[] {
  const { wordingOf } = graphWordings(graph);
  const nodes: number[] = [];
  for (let place = 0; place < members.length; place++) {
    const index = members[place] as number;
    if (marked[wordingOf[index] as number] === 1) nodes.push(index);
  }
  return nodes.length < fewestFolded ? [] : groupSeries(graph, nodes);
}

/** Marks, by number, the wordings whose concept some node with φ > 0 has: only their series can be on offer. */
export function markConcepts(graph: EpisodeGraph, saliency: Float64Array): Uint8Array {
  const { wordings, wordingOf } = graphWordings(graph);
  const concepts = new Set<string>();
  for (let index = 0; index < saliency.length; index++) {
    if ((saliency[index] as number) > 0) concepts.add((wordings[wordingOf[index] as number] as Wording).concept);
  }
  return Uint8Array.from(wordings, ({ concept }) => (concepts.has(concept) ? 1 : 0));
}

function groupSeries(graph: EpisodeGraph, nodes: readonly number[]): readonly FoldMembers[] {
  const groups: number[][] = [];
  const byConcept = new Map<string, number[][]>();
  for (const index of nodes) {
    const node = graph.nodes[index];
    if (!node || !foldedTypes.has(node.type)) continue;
    const text = graph.text(index);
    if (text.retracted || text.note !== '') continue;
    let ofConcept = byConcept.get(text.concept);
    if (!ofConcept) {
      ofConcept = [];
      byConcept.set(text.concept, ofConcept);
    }
    const group = groupOf(graph, ofConcept, node.type, text);
    if (group) group.push(index);
    else {
      const started = [index];
      ofConcept.push(started);
      groups.push(started);
    }
  }
  return groups.filter((group) => group.length >= fewestFolded);
}

/** The group that a node of this type and text belongs to. */
function groupOf(
  graph: EpisodeGraph,
  groups: readonly number[][],
  type: string,
  text: ResourceText,
): number[] | undefined {
  for (const group of groups) {
    const first = group[0] as number;
    if (graph.nodes[first]?.type === type && sayTheSame(graph.text(first), text)) return group;
  }
  return undefined;
}

/** Whether two texts of one concept differ in nothing but their numbers: same code, measures with units, and referred names. */
function sayTheSame(a: ResourceText, b: ResourceText): boolean {
  const coding = a.codings[0];
  const other = b.codings[0];
  if (
    coding !== other &&
    ((coding?.code ?? '') !== (other?.code ?? '') || (coding?.system ?? '') !== (other?.system ?? ''))
  )
    return false;
  if (a.values.length !== b.values.length || a.names.length !== b.names.length) return false;
  for (let place = 0; place < a.values.length; place++) {
    const one = a.values[place] as ResourceValue;
    const two = b.values[place] as ResourceValue;
    if (one.name !== two.name || (one.ucum ?? one.unit ?? '') !== (two.ucum ?? two.unit ?? '')) return false;
  }
  for (let place = 0; place < a.names.length; place++) {
    const one = a.names[place] as NamedReference;
    const two = b.names[place] as NamedReference;
    if (one.name !== two.name || one.element !== two.element) return false;
  }
  return true;
}

/** The handle of a fold: first and last member, `o17~o93`. Every tool takes it for all its members. */
export function foldHandle(graph: EpisodeGraph, members: FoldMembers): string {
  const [first, last] = [members[0] ?? -1, members[members.length - 1] ?? -1];
  return `${graph.nodes[first]?.handle ?? ''}~${graph.nodes[last]?.handle ?? ''}`;
}

/** The members that a fold's handle stands for, as node indices in order; `undefined` when it is not one of this record. */
export function parseFold(graph: EpisodeGraph, handle: string): FoldMembers | undefined {
  const [first, last, ...more] = handle.trim().split('~');
  if (!first || !last || more.length > 0) return undefined;
  const [start, end] = [graph.find(first.trim()), graph.find(last.trim())];
  const episode = start?.placement && graph.episodes[start.placement.episode];
  if (!episode || !end) return undefined;
  return seriesOf(graph, episode).find((series) => series[0] === start.index && series.at(-1) === end.index);
}

/** A series as one line: `o17~o93 2141-03-12 08:15 → 2141-03-15 07:00 Heart rate ×74: 88 → 102, 60–131 /min`. */
export function renderFold(graph: EpisodeGraph, members: FoldMembers, episode: Episode): string {
  if (members.length === 0) return '';
  const texts = members.map((index) => graph.text(index));
  const { concept, names } = texts[0] as ResourceText;
  const handle = foldHandle(graph, members);
  const time = withoutDay(foldSpan(graph, members), dayOfHeader(episode));
  let line = handle;
  for (const words of [time, oneLine(concept), namePhrases(concept, names)]) if (words !== '') line += ` ${words}`;
  line += ` ×${members.length}`;
  const summary = valuesOver(texts) || phrasesOver(texts);
  return cutLine(sayDaysOnce(summary === '' ? line : `${line}: ${summary}`), handle);
}

/** First and last time of the members, the day named once when both share it. */
function foldSpan(graph: EpisodeGraph, members: FoldMembers): string {
  const isDated = (index: number): boolean => graph.nodes[index]?.time !== undefined;
  const timeOf = (index: number | undefined): string => timeWords(graph.nodes[index ?? -1]?.time);
  const [first, last] = [timeOf(members.find(isDated)), timeOf(members.findLast(isDated))];
  if (first === last) return first;
  const day = first.slice(0, dayLength);
  return `${first} → ${last.startsWith(`${day} `) ? last.slice(dayLength + 1) : last}`;
}

/** Numbers of one measure over a series. */
interface Measure {
  readonly name: string;
  readonly unit: string;
  readonly first: number;
  last: number;
  least: number;
  most: number;
}

/** Numbers over a series, by what is measured: first → last, least–most, unit. */
function valuesOver(texts: readonly ResourceText[]): string {
  const measures: Measure[] = [];
  for (const { values } of texts) {
    for (const { name, number, unit = '' } of values) {
      if (number === undefined) continue;
      const known = measures.find((measure) => measure.name === name);
      if (known) {
        known.last = number;
        known.least = Math.min(known.least, number);
        known.most = Math.max(known.most, number);
      } else measures.push({ name, unit, first: number, last: number, least: number, most: number });
    }
  }
  return measures.slice(0, mostMeasures).map(measureWords).join('; ');
}

function measureWords({ name, unit, first, last, least, most }: Measure): string {
  const change = first === last ? `${first}` : `${first} → ${last}`;
  const words = least === most ? change : `${change}, ${least}–${most}`;
  return [name, words, unit].filter((word) => word !== '').join(' ');
}

/** Phrases over a series, each up to its first semicolon (what was given, not until when): the commonest two, and how many others. */
function phrasesOver(texts: readonly ResourceText[]): string {
  const counts = new Map<string, number>();
  for (const { value } of texts) {
    const [phrase = ''] = value.split(';');
    if (phrase !== '') counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  }
  const phrases = [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .map(([phrase]) => firstWords(oneLine(phrase), phraseLength));
  const more = phrases.length - mostPhrases;
  return [...phrases.slice(0, mostPhrases), ...(more > 0 ? [`${more} other`] : [])].join(' | ');
}

const foldedTypes = new Set([
  'Observation',
  'MedicationAdministration',
  'MedicationDispense',
  'MedicationRequest',
  'MedicationOrder',
  'MedicationStatement',
]);
const fewestFolded = 3;
const mostMeasures = 3;
const mostPhrases = 2;
const phraseLength = 60;
const dayLength = 10;
