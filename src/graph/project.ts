// From a patient's record to its episodic chronological graph.
import { assembleRecord } from '../fhir/assemble-record.ts';
import type { Now } from '../fhir/clinical-time.ts';
import { keepAlive } from '../fhir/keep-alive.ts';
import type { PatientRecord, RecordIssue } from '../fhir/record.ts';
import type { RecordZone } from '../fhir/record-zone.ts';
import { resolverOf } from '../fhir/reference.ts';
import { recordAsKnownAt } from './as-known-at.ts';
import { borrowTimes } from './borrowed-time.ts';
import { closeSpans, cutCycles, draftEncounter } from './encounters.ts';
import { type EpisodeDraft, sortEpisodes } from './episode-draft.ts';
import type { EpisodeGraph } from './episode-graph.ts';
import { type EpisodeRegister, placeAmongSeveral, readEncounterLinks, spansOfMembers } from './explicit.ts';
import { finishGraph, type GraphParts } from './finish-graph.ts';
import { placeHinted } from './hints.ts';
import { keptRecord } from './kept-record.ts';
import { placeOrphans } from './latent-episodes.ts';
import { createLinkStore, type LinkStore } from './link-store.ts';
import type { Placements } from './membership.ts';
import { lastEvent, readNow } from './record-now.ts';
import { createPartGraph, placeStructural } from './structural.ts';
import { type TimedNode, timeNodes } from './timed-node.ts';

export interface ProjectOptions {
  /** A FHIR date or dateTime; the record's last event when left out. */
  readonly now?: string;
  /** A FHIR date or dateTime: what was written down later is left out, and *now* is this moment unless it is given. */
  readonly asKnownAt?: string;
  /** δ of latent episode inference. @default 86_400_000 (24 h) */
  readonly deltaMs?: number;
}

/**
 * Build the graph of a record: nodes with their times, episodes, memberships with their reasons, links from both ends.
 *
 * The same resources in any order give the same graph. About linear in resources and references.
 *
 * Source: paper Algorithm 1; model.md §1–2.
 * @throws `invalid-input` when `now` or `asKnownAt` is no date
 */
export function projectGraph(record: PatientRecord, options: ProjectOptions = {}): EpisodeGraph {
  graphsMade += 1;
  if (graphsMade === 2) keepCode();
  return finishGraph(findParts(record, options));
}

/** What the phases find, one after another. */
function findParts(
  whole: PatientRecord,
  { asKnownAt, now: asked, deltaMs = defaultDeltaMs }: ProjectOptions,
): GraphParts {
  const record = asKnownAt === undefined ? whole : recordAsKnownAt(whole, asKnownAt);
  const { nodes, zone, issues } = timeNodes(record.resources);
  const given = asked ?? asKnownAt;
  const now = given === undefined ? lastEvent(nodes, zone) : readNow(given, zone);
  const resolver = resolverOf(record.resources);
  const links = createLinkStore(record.resources, resolver);

  const placements: Placements = new Array(nodes.length).fill(undefined);
  const encounters = placeByEncounter(nodes, links, placements, { zone, deltaMs, now });
  placeStructural(nodes, createPartGraph(nodes, links, resolver), links, placements);
  placeHinted(nodes, links, encounters.register, placements, deltaMs);
  borrowTimes(nodes, links, placements);
  const latent = placeOrphans(nodes, encounters.episodes, placements, deltaMs);

  const episodes = sortEpisodes([...encounters.episodes, ...latent]);
  const allIssues = [...record.issues, ...issues, ...encounters.issues];
  return { record, resolver, nodes, episodes, placements, links, now, deltaMs, asKnownAt, issues: allIssues };
}

/** How many graphs were made, so far as it matters: who makes a second one will make more, who asks one record once gains nothing. */
let graphsMade = 0;

/** Let a small graph live on, with its texts and parts, so that code made for graphs does too (`keepAlive`). */
function keepCode(): void {
  const parts = findParts(assembleRecord(keptRecord), {});
  const graph = finishGraph(parts);
  keepAlive([parts, graph, graph.order.map(graph.text)]);
}

interface EncounterPhase {
  readonly register: EpisodeRegister;
  readonly episodes: readonly EpisodeDraft[];
  readonly issues: readonly RecordIssue[];
}

/** Encounters become episodes; whoever names one becomes its member; then their spans are settled. */
function placeByEncounter(
  nodes: readonly TimedNode[],
  links: LinkStore,
  placements: Placements,
  { zone, deltaMs, now }: { readonly zone: RecordZone; readonly deltaMs: number; readonly now: Now },
): EncounterPhase {
  const register: EpisodeRegister = { byKey: new Map(), byNode: new Map() };
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index] as TimedNode;
    if (node.type !== 'Encounter') continue;
    const episode = draftEncounter(node, index, zone, deltaMs);
    register.byKey.set(node.key, episode);
    register.byNode.set(index, episode);
    placements[index] = { episode, how: 'explicit', reason: 'the encounter itself' };
  }
  const several = readEncounterLinks(nodes, links, register, placements);
  const drafts = [...register.byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const issues = cutCycles(drafts);

  // Spans wait for members, and members of several encounters for spans: first those that name one, then all.
  closeSpans(drafts, spansOfMembers(nodes, placements), now);
  sortEpisodes(drafts);
  if (several.length > 0) {
    placeAmongSeveral(several, nodes, placements);
    closeSpans(drafts, spansOfMembers(nodes, placements), now);
  }
  return { register, episodes: sortEpisodes(drafts), issues };
}

const defaultDeltaMs = 24 * 60 * 60 * 1000;
