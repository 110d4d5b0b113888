// The words of the page: a node as one line, an episode's header, the marker of a gap.
import { type ClinicalTime, formatTime } from '../fhir/clinical-time.ts';
import type { NamedReference } from '../fhir/resource-text.ts';
import type { Episode, EpisodeGraph, GraphNode } from '../graph/episode-graph.ts';
import type { LinearizationGap } from './linearization.ts';

/** One node as one line with its handle and its full time: `o17 2141-03-12 08:15 Potassium 4.1 mmol/L (3.5–5.1) H`. */
export function renderLine(graph: EpisodeGraph, index: number): string {
  const node = graph.nodes[index];
  if (!node) return '';
  return cutLine([node.handle, timeWords(node.time), renderBody(graph, index)].filter(isFilled).join(' '), node.handle);
}

/**
 * A node as its line under its episode's header: the day is left out where the header has said it.
 * The line depends on the record alone, never on what else is shown.
 */
export function renderMember(graph: EpisodeGraph, index: number): string {
  const node = graph.nodes[index];
  if (!node) return '';
  const episode = node.placement && graph.episodes[node.placement.episode];
  const time = isBorrowed(node, episode) ? '' : withoutDay(timeWords(node.time), episode && dayOfHeader(episode));
  return cutLine([node.handle, time, renderBody(graph, index)].filter(isFilled).join(' '), node.handle);
}

/** What a node says, without handle and time: concept, value, names of what it refers to, status, first words of a note. */
export function renderBody(graph: EpisodeGraph, index: number): string {
  const text = graph.text(index);
  const said = [text.concept];
  const add = (phrase: string, label = ''): void => {
    const words = oneLine(phrase);
    if (words === '' || said.some((earlier) => containsPhrase(earlier, words))) return;
    said.push(label === '' ? words : `${label} ${words}`);
  };
  add(text.value);
  for (const name of text.names) add(name.name, nameLabel(name));
  if (text.retracted || !plainStatuses.has(text.status)) add(text.status);
  add(firstWords(oneLine(text.note), noteLength));
  const [concept = '', ...rest] = said;
  return joinPhrases(oneLine(concept), rest);
}

/**
 * An episode's header: handle, span, what kind of visit, where, and how many of its resources are shown.
 *
 * @param shown lines under it; left out when everything is shown
 */
export function renderHeader(graph: EpisodeGraph, episode: Episode, shown?: number): string {
  const count = shown === undefined ? '' : `(${shown} of ${memberCount(episode)})`;
  const parent = episode.parent === undefined ? '' : `in ${graph.episodes[episode.parent]?.handle ?? ''}`;
  const words = episode.encounter === undefined ? kindWords[episode.kind] : renderBody(graph, episode.encounter);
  const time = episode.time ? timeWords(episode.time) : 'undated';
  const header = ['##', episode.handle, time, words, parent, count].filter(isFilled).join(' ');
  return cutLine(header, episode.handle);
}

/** Members that are lines of their own: all but the Encounter, which the header shows. */
export function memberCount(episode: Episode): number {
  return episode.members.length - (episode.encounter === undefined ? 0 : 1);
}

/** The marker of a run of skipped episodes: how many, how many resources, and which days it hides. */
export function renderGap({ episodes, resources, from, to }: LinearizationGap): string {
  const span = from === undefined ? '' : from === to ? `, ${from}` : `, ${from} → ${to}`;
  return `[GAP ${plural(episodes, 'episode')}, ${plural(resources, 'resource')}${span}]`;
}

/** `1 episode`, `12 episodes`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A text on one line: runs of blanks and line breaks become one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A line no longer than a page can bear: cut at a word, with its length and where the rest is. */
export function cutLine(line: string, handle: string, longest = longestLine): string {
  if (line.length <= longest) return line;
  return `${firstWords(line, longest)} [${line.length.toLocaleString('en-US')} characters; inspect_node ${handle}]`;
}

/** Whether a node has its time from its own episode's Encounter only: the header has said it. */
function isBorrowed(node: GraphNode, episode: Episode | undefined): boolean {
  return node.time?.borrowedFrom !== undefined && node.time.borrowedFrom === episode?.key;
}

/** The time written in a line; a period within one day names the day once. */
export function timeWords(time: ClinicalTime | undefined): string {
  return time ? formatTime(time) : '';
}

/** The one day of an episode's header, when its span stays within a day. */
export function dayOfHeader(episode: Episode): string | undefined {
  if (!episode.time) return undefined;
  const words = formatTime(episode.time);
  const days = words.match(dayPattern) ?? [];
  return days.length === 1 && !words.includes(' – ') ? days[0] : undefined;
}

/** A written time without a day already said. */
export function withoutDay(words: string, day: string | undefined): string {
  if (day === undefined || !words.startsWith(day)) return words;
  const rest = words.slice(day.length).trim();
  return rest.startsWith('→') ? words : rest;
}

/** The beginning of a text up to a length, cut at a word and marked. */
export function firstWords(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  const end = cut.lastIndexOf(' ');
  return `${end > length / 2 ? cut.slice(0, end) : cut}…`;
}

/** `concept value; more; more`: the value follows the concept at once, all else after a semicolon. */
function joinPhrases(concept: string, rest: readonly string[]): string {
  const [first, ...more] = rest;
  return [first === undefined ? concept : `${concept} ${first}`.trim(), ...more].join('; ');
}

function nameLabel({ element }: NamedReference): string {
  const last = element.split('.').at(-1) ?? '';
  return unlabelled.has(last)
    ? ''
    : last.replace(/Reference$/, '').replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
}

/** Whether a phrase stands in an earlier one word for word, without regard to case. */
function containsPhrase(earlier: string, phrase: string): boolean {
  return (
    ` ${earlier.toLowerCase()} `.includes(` ${phrase.toLowerCase()} `) || earlier.toLowerCase() === phrase.toLowerCase()
  );
}

function isFilled(text: string): boolean {
  return text !== '';
}

const kindWords = { encounter: '', 'not-loaded': 'visit not loaded', synthetic: 'no visit' } as const;

/** Statuses that say nothing beyond the line itself. Source: FHIR R4 status value sets, the value each expects for a settled fact. */
const plainStatuses = new Set([
  '',
  'final',
  'completed',
  'finished',
  'active',
  'current',
  'available',
  'complete',
  'amended',
  'corrected',
]);
/** Elements whose name needs no label: the line says what it is. */
const unlabelled = new Set(['medicationReference', 'medication', 'reference', 'code', 'vaccineCode', 'itemReference']);
const dayPattern = /\d{4}-\d{2}-\d{2}/g;
/** Characters of a note shown in its line. */
const noteLength = 160;
/** Characters of a line before it is cut. */
const longestLine = 600;
