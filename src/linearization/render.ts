// The words of the page: a node as one line, an episode's header, the marker of a gap.
import { type ClinicalTime, formatTime } from '../fhir/clinical-time.ts';
import type { NamedReference } from '../fhir/resource-text.ts';
import type { Episode, EpisodeGraph, GraphNode } from '../graph/episode-graph.ts';
import type { LinearizationGap } from './linearization.ts';

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
  const phrases = new Phrases(concept);
  phrases.add(value);
  phrases.addNames(names);
  if (retracted || !plainStatuses.has(status)) phrases.add(status);
  phrases.add(cutText(oneLine(note), graph.nodes[index]?.handle ?? '', cut.note));
  return phrases.join();
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
  const header = ['##', episode.handle, time, words, parent, count].filter(isFilled).join(' ');
  return cutLine(header, episode.handle);
}

/** What a visit was: its type, class and service, where it took place, its status where it says more than that it is over. */
function encounterWords(graph: EpisodeGraph, index: number): string {
  const { concept, value, names, retracted, status } = graph.text(index);
  const phrases = new Phrases(plainVisits.has(concept.toLowerCase()) ? '' : concept);
  phrases.add(value);
  phrases.addNames(names.filter(({ role }) => headerRoles.has(role ?? '')));
  if (retracted || !plainStatuses.has(status)) phrases.add(status);
  return phrases.join();
}

/** Handle, time and words as one line: no date twice, no line without end. */
function writeLine(handle: string, time: string, body: string, cut: LineLengths = usualLengths): string {
  return cutText(sayDaysOnce([handle, time, body].filter(isFilled).join(' ')), handle, cut.line);
}

/** A node's time as it stands under its episode's header. */
function timeUnder(episode: Episode, node: GraphNode): string {
  const words = timeWords(node.time);
  if (!episode.time || words === '') return words;
  if (node.time?.borrowedFrom === episode.key) return '';
  const header = timeWords(episode.time);
  if (words === header || words === header.split(' → ')[0]) return '';
  return withoutDay(words, dayOfHeader(episode));
}

/** The names that a concept doesn't hold, each after its label. */
export function namePhrases(concept: string, names: readonly NamedReference[]): string {
  const phrases = new Phrases(concept);
  phrases.addNames(names);
  return phrases.join().slice(oneLine(concept).length).trim();
}

/** Phrases of one line: each said once, the first after the concept, all others after a semicolon. */
class Phrases {
  readonly #said: string[];
  readonly #concept: string;

  constructor(concept: string) {
    this.#concept = oneLine(concept);
    this.#said = [];
  }

  add(phrase: string): void {
    const words = oneLine(phrase);
    if (words !== '' && !this.#says(words)) this.#said.push(words);
  }

  /** Names after their labels, those of one label together: `at Emergency Department, Medicine`. */
  addNames(names: readonly NamedReference[]): void {
    let label: string | undefined;
    for (const name of names) {
      const words = oneLine(name.name);
      if (words === '' || name.said || this.#says(words)) continue;
      if (label === nameLabel(name)) {
        this.#said.push(`${this.#said.pop()}, ${words}`);
        continue;
      }
      label = nameLabel(name);
      this.#said.push([label, words].filter(isFilled).join(' '));
    }
  }

  join(): string {
    let line = this.#concept;
    this.#said.forEach((words, place) => {
      line += `${place > 0 ? '; ' : line === '' ? '' : ' '}${words}`;
    });
    return line;
  }

  #says(words: string): boolean {
    const small = words.toLowerCase();
    if (containsPhrase(this.#concept, small)) return true;
    for (const earlier of this.#said) if (containsPhrase(earlier, small)) return true;
    return false;
  }
}

/** A line that names each day once: where a day comes again with a time, the time stands alone. */
export function sayDaysOnce(line: string): string {
  if (!twoDays.test(line)) return line;
  const said = new Set<string>();
  return line.replace(dayPattern, (day, rest: string | undefined) => {
    if (!said.has(day.slice(0, dayLength))) {
      said.add(day.slice(0, dayLength));
      return day;
    }
    return rest ? rest : 'same day';
  });
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

/** A text on one line: runs of blanks and line breaks become one space. */
export function oneLine(text: string): string {
  return oddBlanks.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
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
  if (!episode.time) return undefined;
  const words = formatTime(episode.time);
  const days = words.match(/\d{4}-\d{2}-\d{2}/g) ?? [];
  return days.length === 1 ? days[0] : undefined;
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

/** The word before a referenced name: by its role, else by the element's own name. */
function nameLabel({ element, role }: NamedReference): string {
  const last =
    element
      .split('.')
      .at(-1)
      ?.replace(/Reference$/, '') ?? '';
  const label = elementLabels[last] ?? roleLabels[role ?? ''];
  if (label !== undefined) return label;
  return last.replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
}

/** Whether a phrase (in lower case) stands in an earlier one word for word, without regard to case. */
function containsPhrase(earlier: string, small: string): boolean {
  if (earlier.length < small.length) return false;
  const text = earlier.toLowerCase();
  return text === small || ` ${text} `.includes(` ${small} `);
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
/** What is said before a referenced name, by its role (text-table.ts). */
const roleLabels: Readonly<Record<string, string>> = {
  drug: '',
  place: 'at',
  organization: 'at',
  performer: 'by',
  practitioner: 'by',
  reason: 'for',
  reasons: 'for',
  specimen: 'specimen',
  member: 'with',
  organism: 'organism',
};
/** Elements that a label of their own says better than their role's. */
const elementLabels: Readonly<Record<string, string>> = { generalPractitioner: 'GP' };
/** Roles that a header names. */
const headerRoles = new Set(['place', 'organization', 'reason']);
/** Visit types that say no more than that there was one. */
const plainVisits = new Set(['patient encounter procedure', 'patient encounter procedure (procedure)', 'encounter']);
/** A day, and the time after it where there is one. */
const dayPattern = /\d{4}-\d{2}-\d{2}(?: (\d{2}:\d{2}(?::\d{2})?)|())/g;
const twoDays = /\d{4}-\d{2}-\d{2}.*\d{4}-\d{2}-\d{2}/s;
/** Blanks that one line doesn't have: at its ends, in runs, or other than spaces. */
const oddBlanks = /^\s|\s$|\s\s|[^\S ]/;
const dayLength = 10;
/** Where a page cuts what is long, in characters. */
export interface LineLengths {
  readonly note: number;
  readonly line: number;
}

const usualLengths: LineLengths = { note: 160, line: 600 };
/** Nothing is cut. */
export const fullLengths: LineLengths = { note: Number.POSITIVE_INFINITY, line: Number.POSITIVE_INFINITY };
