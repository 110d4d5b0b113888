// Series of one thing within an episode (ICU vitals, repeated doses) as one line, and the handle that unfolds it.
import type { ResourceText } from '../fhir/resource-text.ts';
import type { ResourceValue } from '../fhir/resource-value.ts';
import type { Episode, EpisodeGraph } from '../graph/episode-graph.ts';
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
export function seriesOf(graph: EpisodeGraph, episode: Episode): readonly FoldMembers[] {
  const known = seriesByEpisode.get(episode);
  if (known) return known;
  const groups = new Map<string, number[]>();
  for (const index of episode.members) {
    const node = graph.nodes[index];
    if (!node || !foldedTypes.has(node.type)) continue;
    const text = graph.text(index);
    if (text.retracted || text.note !== '') continue;
    const key = seriesKey(node.type, text);
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  }
  const series = [...groups.values()].filter((group) => group.length >= fewestFolded);
  seriesByEpisode.set(episode, series);
  return series;
}

/** The handle of a fold: first and last member, `o17~o93`. Every tool takes it for all its members. */
export function foldHandle(graph: EpisodeGraph, members: FoldMembers): string {
  const handleAt = (place: number): string => graph.nodes[members.at(place) ?? -1]?.handle ?? '';
  return `${handleAt(0)}~${handleAt(-1)}`;
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
  const texts = members.map((index) => graph.text(index));
  const first = texts[0];
  if (!first) return '';
  const time = withoutDay(foldSpan(graph, members), dayOfHeader(episode));
  const words = [foldHandle(graph, members), time, oneLine(first.concept), namePhrases(first.concept, first.names)];
  const body = `${words.filter((word) => word !== '').join(' ')} ×${members.length}`;
  const summary = valuesOver(texts) || phrasesOver(texts);
  return cutLine(sayDaysOnce(summary === '' ? body : `${body}: ${summary}`), foldHandle(graph, members));
}

/** First and last time of the members, the day named once when both share it. */
function foldSpan(graph: EpisodeGraph, members: FoldMembers): string {
  const dated = members.map((index) => graph.nodes[index]?.time).filter((time) => time !== undefined);
  const [first, last] = [timeWords(dated[0]), timeWords(dated.at(-1))];
  if (first === last) return first;
  const day = first.slice(0, dayLength);
  return `${first} → ${last.startsWith(`${day} `) ? last.slice(dayLength + 1) : last}`;
}

/** Numbers over a series, by what is measured: first → last, least–most, unit. */
function valuesOver(texts: readonly ResourceText[]): string {
  const byName = new Map<string, ResourceValue[]>();
  for (const value of texts.flatMap((text) => text.values)) {
    if (value.number === undefined) continue;
    const named = byName.get(value.name);
    if (named) named.push(value);
    else byName.set(value.name, [value]);
  }
  const parts = [...byName].slice(0, mostMeasures).map(([name, values]) => {
    const numbers = values.map(({ number }) => number as number);
    const label = byName.size > 1 || name !== '' ? name : '';
    const unit = values[0]?.unit ?? '';
    const [first, last] = [numbers[0], numbers.at(-1)];
    const range = `${Math.min(...numbers)}–${Math.max(...numbers)}`;
    const change = first === last ? `${first}` : `${first} → ${last}`;
    const spread = Math.min(...numbers) === Math.max(...numbers) ? '' : `, ${range}`;
    return [label, `${change}${spread}`, unit].filter((word) => word !== '').join(' ');
  });
  return parts.join('; ');
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

function seriesKey(type: string, { concept, codings, names, values }: ResourceText): string {
  const coding = codings[0];
  const measures = values.map(({ name, unit, ucum }) => `${name}\u0001${ucum ?? unit ?? ''}`);
  const referred = names.map(({ element, name }) => `${element}\u0001${name}`);
  return [type, concept, coding?.system ?? '', coding?.code ?? '', ...measures, ...referred].join('\u0000');
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
const seriesByEpisode = new WeakMap<Episode, readonly FoldMembers[]>();
