// The words of the page: a node as one line, an episode's header, the marker of a gap.
import { type ClinicalTime, formatTime } from '../fhir/clinical-time.ts';
import type { Episode, EpisodeGraph, GraphNode } from '../graph/episode-graph.ts';
import type { LinearizationGap } from './linearization.ts';
import { oneLine, onlyDay, sayDaysOnce } from './one-line.ts';
import { addNames, addPhrase, joinPhrases } from './phrases.ts';

/** One node as one line with its handle and its full time: `o17 2141-03-12 08:15 Potassium 4.1 mmol/L (3.5–5.1) H`. */
export function renderLine(graph: EpisodeGraph, index: number): string {
  const node = graph.nodes[index];
  return node ? writeLine(node.handle, timeWords(node.time), renderBody(graph, index)) : '';
}

/**
 * A node as its line under its episode's header: the day, and the start of the visit, are left out where the header
 * has said them. The line depends on the record alone, never on what else is shown.
 *
 * @param cut where notes and lines are cut. @default 160 and 600 characters
 */
export function renderMember(graph: EpisodeGraph, index: number, cut: LineLengths = usualLengths): string {
  const node = graph.nodes[index];
  if (!node) return '';
  const episode = node.placement && graph.episodes[node.placement.episode];
  const time = episode ? timeUnder(episode, node) : timeWords(node.time);
  return writeLine(node.handle, time, renderBody(graph, index, cut), cut);
}

/** What a node says, without handle and time: concept, value, names of what it refers to, status, first words of a note. */
export function renderBody(graph: EpisodeGraph, index: number, cut: LineLengths = usualLengths): string {
  const { concept, value, names, retracted, status, note } = graph.text(index);
  const said = [oneLine(concept)];
  addPhrase(said, value);
  addNames(said, names);
  if (retracted || !plainStatuses.has(status)) addPhrase(said, status);
  if (note !== '') addPhrase(said, cutText(oneLine(note), graph.nodes[index]?.handle ?? '', cut.note));
  return joinPhrases(said);
}

/** The words of a node's line or header in which names of others may stand. */
export function renderNames(graph: EpisodeGraph, index: number): string {
  return graph.nodes[index]?.type === 'Encounter' ? encounterWords(graph, index) : renderBody(graph, index);
}

/**
 * An episode's header: handle, span, what kind of visit, where, and how many of its resources are shown.
 *
 * @param shown lines under it; left out when everything is shown
 */
export function renderHeader(graph: EpisodeGraph, episode: Episode, shown?: number): string {
  const count = shown === undefined ? '' : `(${shown} of ${memberCount(episode)})`;
  const parent = episode.parent === undefined ? '' : `in ${graph.episodes[episode.parent]?.handle ?? ''}`;
  const words = episode.encounter === undefined ? kindWords[episode.kind] : encounterWords(graph, episode.encounter);
  const time = episode.time ? timeWords(episode.time) : 'undated';
  let header = `## ${episode.handle}`;
  for (const part of [time, words, parent, count]) if (part !== '') header += ` ${part}`;
  return cutLine(header, episode.handle);
}

/** What a visit was: its type, class and service, where it took place, its status where it says more than that it is over. */
function encounterWords(graph: EpisodeGraph, index: number): string {
  const { concept, value, names, retracted, status } = graph.text(index);
  const said = [plainVisits.has(concept.toLowerCase()) ? '' : oneLine(concept)];
  addPhrase(said, value);
  addNames(said, names, headerRoles);
  if (retracted || !plainStatuses.has(status)) addPhrase(said, status);
  return joinPhrases(said);
}

/** Handle, time and words as one line: no date twice, no line without end. */
function writeLine(handle: string, time: string, body: string, cut: LineLengths = usualLengths): string {
  let line = handle;
  if (time !== '') line += ` ${time}`;
  if (body !== '') line += ` ${body}`;
  return cutText(sayDaysOnce(line), handle, cut.line);
}

/** A node's time as it stands under its episode's header. */
function timeUnder(episode: Episode, node: GraphNode): string {
  const words = timeWords(node.time);
  if (!episode.time || words === '') return words;
  if (node.time?.borrowedFrom === episode.key) return '';
  const header = headerTime(episode);
  if (words === header.words || words === header.start) return '';
  return withoutDay(words, header.day);
}

/** Members that are lines of their own: all but the Encounter, which the header shows. */
export function memberCount(episode: Episode): number {
  return episode.members.length - (episode.encounter === undefined ? 0 : 1);
}

/** The marker of a run of skipped episodes: how many, how many resources, and which days it hides. */
export function renderGap({ episodes, resources, from, to }: LinearizationGap): string {
  if (episodes === 0) return `[GAP ${plural(resources, 'resource')} without date]`;
  const span = from === undefined ? '' : from === to ? `, ${from}` : `, ${from} → ${to}`;
  return `[GAP ${plural(episodes, 'episode')}, ${plural(resources, 'resource')}${span}]`;
}

/** `1 episode`, `12 episodes`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A line no longer than a page can bear: cut at a word, with its length and where the rest is. */
export function cutLine(line: string, handle: string): string {
  return cutText(line, handle, usualLengths.line);
}

function cutText(text: string, handle: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${firstWords(text, longest)} [${text.length.toLocaleString('en-US')} characters; inspect_node ${handle}]`;
}

/** The time written in a line; a period within one day names the day once. */
export function timeWords(time: ClinicalTime | undefined): string {
  return time ? formatTime(time) : '';
}

/** The one day of an episode's header, when its span stays within a day. */
export function dayOfHeader(episode: Episode): string | undefined {
  return headerTime(episode).day;
}

/** The time of an episode's header: its words, those of its start, and its day when it is the only one. */
interface HeaderTime {
  readonly words: string;
  readonly start: string;
  readonly day: string | undefined;
}

/** An episode's header time, found once. */
function headerTime(episode: Episode): HeaderTime {
  const known = headerTimes.get(episode);
  if (known) return known;
  const words = timeWords(episode.time);
  const arrow = words.indexOf(' → ');
  const time = { words, start: arrow < 0 ? words : words.slice(0, arrow), day: onlyDay(words) };
  headerTimes.set(episode, time);
  return time;
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
/** Roles that a header names. */
const headerRoles = new Set(['place', 'organization', 'reason']);
/** Visit types that say no more than that there was one. */
const plainVisits = new Set(['patient encounter procedure', 'patient encounter procedure (procedure)', 'encounter']);
const headerTimes = new WeakMap<Episode, HeaderTime>();
/** Where a page cuts what is long, in characters. */
export interface LineLengths {
  readonly note: number;
  readonly line: number;
}

const usualLengths: LineLengths = { note: 160, line: 600 };
/** Nothing is cut. */
export const fullLengths: LineLengths = { note: Number.POSITIVE_INFINITY, line: Number.POSITIVE_INFINITY };
