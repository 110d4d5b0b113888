// A series of one thing within an episode (ICU vitals, repeated doses) as one line, and the handle that unfolds it.
import type { ResourceText } from '../fhir/resource-text.ts';
import type { Episode, EpisodeGraph } from '../graph/episode-graph.ts';
import { oneLine, sayDaysOnce } from './one-line.ts';
import { namePhrases } from './phrases.ts';
import { cutLine, dayOfHeader, firstWords, timeWords, withoutDay } from './render.ts';
import { type FoldMembers, seriesKinds } from './series-kinds.ts';

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
  return seriesKinds(graph)
    .seriesOf(episode.members)
    .find((series) => series[0] === start.index && series.at(-1) === end.index);
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

const mostMeasures = 3;
const mostPhrases = 2;
const phraseLength = 60;
const dayLength = 10;
