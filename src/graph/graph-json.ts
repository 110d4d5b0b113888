// The graph as data (`graph --json`, model.md §7) and as a text for people.
import { isoAt } from '../fhir/clinical-time.ts';
import type { RecordIssue } from '../fhir/record.ts';
import type { ReferenceForm, ReferenceOutcome } from '../fhir/reference.ts';
import type { Episode, EpisodeGraph, EpisodeKind, GraphNode, PlacementHow } from './episode-graph.ts';
import { episodeWords, hows, lastMoment, placementWords, spanWords } from './episode-words.ts';

/** What `graph --json` prints. Fields are added, never renamed. */
export interface GraphJson {
  readonly patient: string;
  /** ISO date-time, and where it comes from. */
  readonly now: string;
  readonly nowFrom: string;
  readonly deltaHours: number;
  readonly episodes: readonly EpisodeJson[];
  /** Keys of the nodes that are not on the timeline. */
  readonly background: readonly string[];
  readonly links: {
    readonly resolved: number;
    /** Number of dangling links by the form of the reference. */
    readonly dangling: Readonly<Partial<Record<ReferenceForm, number>>>;
    readonly danglingOutcomes: Readonly<Partial<Record<ReferenceOutcome, number>>>;
  };
  /** Keys of the nodes without a time of their own or a borrowed one, people, places and definitions left out. */
  readonly undated: readonly string[];
  /** Keys of the nodes whose time is borrowed, with the key of the lender. */
  readonly borrowed: Readonly<Record<string, string>>;
  readonly issues: readonly RecordIssue[];
}

export interface EpisodeJson {
  readonly handle: string;
  readonly key: string;
  readonly kind: EpisodeKind;
  /** As written where it was written, else an ISO date-time; `null` when nothing is known. */
  readonly start: string | null;
  readonly end: string | null;
  readonly endFrom: Episode['endFrom'];
  readonly open: boolean;
  /** Key of the episode it is part of. */
  readonly parent: string | null;
  readonly widened: string | null;
  /** Keys by the way they were placed, in timeline order. */
  readonly members: Readonly<Record<PlacementHow, readonly string[]>>;
}

/** The whole graph as plain data, in E order. */
export function graphJson(graph: EpisodeGraph): GraphJson {
  const onTimeline = graph.nodes.filter(({ placement }) => placement !== undefined);
  const borrowed = onTimeline.flatMap(({ key, time }) =>
    time?.borrowedFrom === undefined ? [] : [[key, time.borrowedFrom] as const],
  );
  return {
    patient: graph.record.patientKey,
    now: graph.now.text,
    nowFrom: graph.now.from,
    deltaHours: graph.deltaMs / 3_600_000,
    episodes: graph.episodes.map((episode) => episodeJson(episode, graph)),
    background: graph.background.map((index) => keyOf(graph, index)),
    links: countLinks(graph),
    undated: onTimeline.filter(({ time }) => time === undefined).map(({ key }) => key),
    borrowed: Object.fromEntries(borrowed),
    issues: graph.issues,
  };
}

function episodeJson(episode: Episode, graph: EpisodeGraph): EpisodeJson {
  const { handle, key, kind, time, endFrom, open, parent, widened } = episode;
  const members: Record<PlacementHow, string[]> = {
    explicit: [],
    structural: [],
    enclosed: [],
    preceding: [],
    synthetic: [],
  };
  for (const index of episode.members) {
    const node = graph.nodes[index] as GraphNode;
    if (node.placement !== undefined) members[node.placement.how].push(node.key);
  }
  return {
    handle,
    key,
    kind,
    start: time === undefined ? null : widened === undefined ? time.text : isoAt(time.startMs, time.localStartMs),
    end: time === undefined ? null : (time.endText ?? lastMoment(time)),
    endFrom,
    open,
    parent: parent === undefined ? null : (graph.episodes[parent]?.key ?? null),
    widened: widened ?? null,
    members,
  };
}

/** How many links lead somewhere, and what form and fate the others have. */
export function countLinks(graph: EpisodeGraph): GraphJson['links'] {
  let resolved = 0;
  const dangling: Partial<Record<ReferenceForm, number>> = {};
  const danglingOutcomes: Partial<Record<ReferenceOutcome, number>> = {};
  for (const { index } of graph.nodes) {
    for (const { to, form, outcome } of graph.linksFrom(index)) {
      if (to !== undefined) {
        resolved += 1;
        continue;
      }
      dangling[form] = (dangling[form] ?? 0) + 1;
      danglingOutcomes[outcome] = (danglingOutcomes[outcome] ?? 0) + 1;
    }
  }
  return { resolved, dangling: sortedByName(dangling), danglingOutcomes: sortedByName(danglingOutcomes) };
}

/** The graph for a person to read: patient, episodes, placements, links, and the issues found in the record. */
export function describeGraph(graph: EpisodeGraph): string {
  const { record, episodes, nodes, background, now, deltaMs } = graph;
  const counts = countPlacements(graph);
  const { resolved, dangling } = countLinks(graph);
  const encounters = episodes.filter(({ kind }) => kind === 'encounter').length;
  const notLoaded = episodes.filter(({ kind }) => kind === 'not-loaded').length;
  const missing = Object.entries(dangling).map(([form, count]) => `${form} ${count}`);
  return [
    patientLine(graph),
    `${nodes.length} resources (${record.versions.join(', ') || 'no version known'}), now ${now.text} (${nowWords[now.from]}), δ ${deltaMs / 3_600_000} h`,
    record.completeness.state === 'partial' ? `Partial record: ${record.completeness.reasons.join('; ')}` : undefined,
    '',
    `Episodes: ${episodes.length} (${encounters} encounters, ${notLoaded} encounters not loaded, ${episodes.length - encounters - notLoaded} without encounter)`,
    ...episodes.map((episode) => episodeLine(episode, graph)),
    '',
    `Placed: ${hows.map((how) => `${counts[how]} ${how}`).join(', ')}; background: ${background.length}`,
    `Times: ${counts.borrowed} borrowed, ${counts.undated} members undated`,
    `Links: ${resolved} resolved${missing.length === 0 ? '' : `; dangling: ${missing.join(', ')}`}`,
    ...issueLines(graph.issues),
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}

function patientLine(graph: EpisodeGraph): string {
  const { patient, record } = graph;
  if (patient === undefined) return `Patient ${record.patientKey} (not loaded)`;
  const { concept, value } = graph.text(patient);
  return `Patient ${record.patientKey}: ${value === '' ? concept : `${concept}, ${value}`}`;
}

function episodeLine(episode: Episode, graph: EpisodeGraph): string {
  const indent = '  '.repeat(Math.min(episode.depth, deepestIndent) + 1);
  const widened = episode.widened === undefined ? [] : [`(${episode.widened})`];
  return [
    `${indent}${episode.handle}`,
    spanWords(episode),
    episodeWords(episode, graph),
    placementWords(episode, graph),
    ...widened,
  ].join('  ');
}

function countPlacements(graph: EpisodeGraph): Record<PlacementHow | 'borrowed' | 'undated', number> {
  const counts = { explicit: 0, structural: 0, enclosed: 0, preceding: 0, synthetic: 0, borrowed: 0, undated: 0 };
  for (const { placement, time } of graph.nodes) {
    if (placement === undefined) continue;
    counts[placement.how] += 1;
    if (time === undefined) counts.undated += 1;
    else if (time.borrowedFrom !== undefined) counts.borrowed += 1;
  }
  return counts;
}

/** Issues by code, the first few of each spelt out. */
function issueLines(issues: readonly RecordIssue[]): string[] {
  if (issues.length === 0) return ['Issues: none'];
  const byCode = new Map<string, RecordIssue[]>();
  for (const issue of issues) byCode.set(issue.code, [...(byCode.get(issue.code) ?? []), issue]);
  const lines = [...byCode]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([code, list]) => [
      `  ${code}: ${list.length}`,
      ...list.slice(0, issuesShown).map(({ message }) => `    ${message}`),
      ...(list.length > issuesShown ? [`    … ${list.length - issuesShown} more`] : []),
    ]);
  return [`Issues: ${issues.length}`, ...lines];
}

function keyOf(graph: EpisodeGraph, index: number): string {
  return (graph.nodes[index] as GraphNode).key;
}

function sortedByName<T extends object>(counts: T): T {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1))) as T;
}

const nowWords = {
  option: 'as given',
  question: 'from the question',
  record: "the record's last event",
  none: 'no date in the record; give --now',
} as const;
const issuesShown = 5;
const deepestIndent = 8;
