// A graph as data for machines (model.md §7) and as a page for people.
import type { RecordIssue } from '../fhir/record.ts';
import type { Episode, EpisodeGraph, PlacementHow } from '../graph/episode-graph.ts';

interface EpisodeData {
  readonly handle: string;
  readonly key: string;
  readonly kind: Episode['kind'];
  readonly start: string | null;
  readonly end: string | null;
  /** Key of the episode it is part of. */
  readonly parent: string | null;
  /** Keys of the members by how they were placed, each list in timeline order. */
  readonly members: Readonly<Record<PlacementHow, readonly string[]>>;
}

interface LinkCounts {
  readonly resolved: number;
  readonly dangling: Readonly<Record<string, number>>;
}

/** `graph --json`: every node stands in exactly one list of members or in `background`. */
export function graphAsData(graph: EpisodeGraph) {
  return {
    patient: graph.record.patientKey,
    now: graph.now.text,
    deltaHours: graph.deltaMs / 3_600_000,
    resources: graph.nodes.length,
    versions: graph.record.versions,
    completeness: graph.record.completeness,
    episodes: graph.episodes.map((episode) => episodeData(graph, episode)),
    background: graph.background.map((index) => graph.nodes[index]!.key),
    links: countLinks(graph),
    duplicates: graph.record.duplicates,
    issues: graph.record.issues,
  };
}

/** `graph` for people: the patient, how resources were placed, the episodes, links and issues. */
export function graphAsText(graph: EpisodeGraph): string {
  const { record } = graph;
  const placed = countPlacements(graph);
  const links = countLinks(graph);
  const dangling = Object.entries(links.dangling);
  const lines = [
    `Patient     ${record.patientKey}${record.patient === undefined ? ' (not loaded)' : ` ${graph.text(graph.patient!).concept}`}`,
    `Resources   ${graph.nodes.length} (${typeCounts(graph)})`,
    `Episodes    ${graph.episodes.length}`,
    `Placed      ${[...placed].map(([how, count]) => `${count} ${how}`).join(', ') || 'none'}; ${graph.background.length} background`,
    `Links       ${links.resolved} resolved${dangling.map(([form, count]) => `, ${count} dangling (${form})`).join('')}`,
    `Now         ${graph.now.text} (from the ${graph.now.from})`,
    ...record.completeness.reasons.map((reason) => `Incomplete  ${reason}`),
    '',
    ...graph.episodes.map((episode) => episodeLine(graph, episode)),
    ...issueLines(record.issues),
  ];
  return lines.join('\n');
}

function episodeData(graph: EpisodeGraph, episode: Episode): EpisodeData {
  const members: Record<PlacementHow, string[]> = {
    explicit: [],
    structural: [],
    enclosed: [],
    preceding: [],
    synthetic: [],
  };
  for (const index of episode.members) {
    const node = graph.nodes[index]!;
    members[node.placement?.how ?? 'explicit'].push(node.key);
  }
  const parent = episode.parent === undefined ? undefined : graph.episodes[episode.parent];
  return {
    handle: episode.handle,
    key: episode.key,
    kind: episode.kind,
    start: episode.time === undefined ? null : spanStart(episode),
    end: episode.time === undefined ? null : spanEnd(episode),
    parent: parent?.key ?? null,
    members,
  };
}

function episodeLine(graph: EpisodeGraph, episode: Episode): string {
  const name = episode.encounter === undefined ? kindNames[episode.kind] : graph.text(episode.encounter).concept;
  const span = episode.time === undefined ? 'undated' : `${spanStart(episode)} → ${spanEnd(episode) ?? 'open'}`;
  const counts = new Map<string, number>();
  for (const index of episode.members) {
    const how = graph.nodes[index]!.placement?.how ?? 'explicit';
    counts.set(how, (counts.get(how) ?? 0) + 1);
  }
  const placed = [...counts].map(([how, count]) => `${count} ${how}`).join(', ');
  return `${'  '.repeat(episode.depth)}${episode.handle}  ${span}  ${name}  [${placed}]`;
}

function issueLines(issues: readonly RecordIssue[]): string[] {
  if (issues.length === 0) return [];
  const groups = new Map<string, RecordIssue[]>();
  for (const issue of issues) {
    const group = groups.get(issue.code);
    if (group === undefined) groups.set(issue.code, [issue]);
    else group.push(issue);
  }
  const lines = ['', `Issues found in the record: ${issues.length}`];
  for (const [code, group] of groups) {
    lines.push(`  ${code}: ${group.length}, e.g. ${group[0]!.message}`);
  }
  return lines;
}

function countPlacements(graph: EpisodeGraph): Map<string, number> {
  const counts = new Map<string, number>();
  for (const how of ['explicit', 'structural', 'enclosed', 'preceding', 'synthetic'] satisfies PlacementHow[]) {
    const count = graph.nodes.filter((node) => node.placement?.how === how).length;
    if (count > 0) counts.set(how, count);
  }
  return counts;
}

function countLinks(graph: EpisodeGraph): LinkCounts {
  let resolved = 0;
  const dangling: Record<string, number> = {};
  for (const node of graph.nodes) {
    for (const link of graph.linksFrom(node.index)) {
      if (link.to !== undefined) resolved += 1;
      else dangling[link.form] = (dangling[link.form] ?? 0) + 1;
    }
  }
  return { resolved, dangling };
}

function typeCounts(graph: EpisodeGraph): string {
  const counts = new Map<string, number>();
  for (const node of graph.nodes) counts.set(node.type, (counts.get(node.type) ?? 0) + 1);
  const ranked = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const shown = ranked.slice(0, typesShown).map(([type, count]) => `${count} ${type}`);
  return [...shown, ...(ranked.length > typesShown ? [`${ranked.length - typesShown} more types`] : [])].join(', ');
}

function spanStart(episode: Episode): string {
  return wallClock(episode.time!.localStartMs);
}

/** The last moment of the span; `null` while it has no end. */
function spanEnd(episode: Episode): string | null {
  const end = episode.time!.localEndMs;
  return Number.isFinite(end) ? wallClock(end) : null;
}

/** Written local time, `2141-03-12T08:15`. */
function wallClock(localMs: number): string {
  return new Date(localMs).toISOString().slice(0, 16);
}

const typesShown = 8;
const kindNames: Readonly<Record<Episode['kind'], string>> = {
  encounter: 'visit',
  'not-loaded': 'visit that is named but not loaded',
  synthetic: 'events without a visit',
};
