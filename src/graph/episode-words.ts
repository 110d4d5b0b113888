// Words for an episode: its span, what it was, and how its members came to it.
import { type ClinicalTime, formatTime, isoAt } from '../fhir/clinical-time.ts';
import type { Episode, EpisodeGraph, PlacementHow } from './episode-graph.ts';

/** The span as written, with a word on an end that nobody wrote. */
export function spanWords({ time, endFrom }: Episode): string {
  if (time === undefined) return 'undated';
  if (endFrom === 'written') return formatTime(time);
  const start = formatTime({ ...time, endMs: time.startMs });
  const last = lastMoment(time);
  const end = last.length > 10 ? last.slice(0, 16).replace('T', ' ') : last;
  const sameDay = start.length > 10 && end.length > 10 && start.slice(0, 10) === end.slice(0, 10);
  if (endFrom === 'members' && (start.startsWith(end) || time.text.length < 10)) return start;
  return `${start} → ${sameDay ? end.slice(11) : end} (${endWords[endFrom]})`;
}

/** What an episode is, in the Encounter's own words where it is loaded. */
export function episodeWords(episode: Episode, graph: EpisodeGraph): string {
  if (episode.kind === 'not-loaded') return `${episode.key} (not loaded)`;
  if (episode.encounter === undefined) return 'no encounter';
  const { concept, categories } = graph.text(episode.encounter);
  return [...new Set([concept, ...categories])].join(', ');
}

/** How many members came to it in which way, the Encounter itself left out: `86 explicit, 2 enclosed`. */
export function placementWords(episode: Episode, graph: EpisodeGraph): string {
  const counts = new Map<PlacementHow, number>();
  for (const index of episode.members) {
    const how = graph.nodes[index]?.placement?.how;
    if (how !== undefined && index !== episode.encounter) counts.set(how, (counts.get(how) ?? 0) + 1);
  }
  const placed = hows.flatMap((how) => (counts.has(how) ? [`${counts.get(how)} ${how}`] : []));
  return placed.length === 0 ? 'no members' : placed.join(', ');
}

/** The end of a span that nobody wrote: a date where it ends with a day, else a date-time. */
export function lastMoment({ endMs, localEndMs }: ClinicalTime): string {
  const iso = isoAt(endMs, localEndMs);
  return localEndMs % dayMs === 0 ? new Date(localEndMs - dayMs).toISOString().slice(0, 10) : iso;
}

/** In the order in which they are tried. */
export const hows: readonly PlacementHow[] = ['explicit', 'structural', 'enclosed', 'preceding', 'synthetic'];
const dayMs = 86_400_000;
const endWords = {
  written: 'written',
  now: 'still open',
  members: 'last member',
  'start-day': 'no end written, its start day',
  'next-start': 'no end written, next start',
  none: 'no end',
} as const;
