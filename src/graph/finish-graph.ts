// The finished graph: nodes, episodes, orders, handles and look-ups, made once from what the phases found.
import { type ClinicalTime, isoAt, type Now } from '../fhir/clinical-time.ts';
import type { PatientRecord, RecordIssue } from '../fhir/record.ts';
import type { RecordZone } from '../fhir/record-zone.ts';
import type { ReferenceResolver } from '../fhir/reference.ts';
import type { FhirResource, FhirVersion } from '../fhir/resource.ts';
import { finishTime, writtenRecordedTimeOf } from '../fhir/time-element.ts';
import type { EpisodeDraft } from './episode-draft.ts';
import type { Episode, EpisodeGraph, GraphNode, Placement } from './episode-graph.ts';
import { nameNodes } from './handles.ts';
import type { LinkStore } from './link-store.ts';
import type { DraftPlacement, Placements } from './membership.ts';
import { createNodeTexts } from './node-text.ts';
import type { TimedNode } from './timed-node.ts';

/** All that the phases of `projectGraph` found; episodes in E order and numbered. */
export interface GraphParts {
  readonly record: PatientRecord;
  readonly resolver: ReferenceResolver;
  readonly indexOf: ReadonlyMap<string, number>;
  readonly nodes: readonly TimedNode[];
  readonly episodes: readonly EpisodeDraft[];
  readonly placements: Placements;
  readonly links: LinkStore;
  readonly zone: RecordZone;
  readonly now: Now;
  readonly deltaMs: number;
  readonly issues: readonly RecordIssue[];
}

/** Put the parts together. Nothing changes the graph afterwards. */
export function finishGraph(parts: GraphParts): EpisodeGraph {
  const { record, resolver, indexOf, links, zone, now, deltaMs, issues } = parts;
  const members = sortMembers(parts);
  const depths: number[] = [];
  const episodes = parts.episodes.map((draft, index) => {
    depths.push(draft.parent === undefined ? 0 : (depths[draft.parent.order] ?? 0) + 1);
    return finishEpisode(draft, index, depths[index] ?? 0, members[index] ?? [], parts);
  });
  const placed = episodes.flatMap((episode) => episode.members);
  const background = parts.nodes.flatMap((_, index) => (parts.placements[index] === undefined ? [index] : []));
  const order = [...placed, ...background];
  const handles = nameNodes(
    order,
    (index) => (parts.nodes[index] as TimedNode).type,
    (index) => episodeHandleOf(index, parts),
  );
  const placementOf = createPlacements();
  const nodes = parts.nodes.map((node, index) => {
    const draft = parts.placements[index];
    return new ProjectedNode(node, index, handles[index] as string, draft && placementOf(draft), zone);
  });
  return {
    record,
    nodes,
    episodes,
    background,
    now,
    deltaMs,
    issues,
    patient: indexOf.get(record.patientKey),
    order,
    ...createFinder(nodes, episodes, indexOf),
    linksFrom: links.linksFrom,
    linksTo: links.linksTo,
    eachNeighbour: links.eachNeighbour,
    text: createNodeTexts(record.resources, indexOf, resolver),
  };
}

/** Members by (start, key), undated last, the Encounter itself first. Node order is key order. */
function sortMembers({ nodes, episodes, placements }: GraphParts): number[][] {
  const members: number[][] = episodes.map(() => []);
  placements.forEach((placement, index) => {
    if (placement !== undefined) members[placement.episode.order]?.push(index);
  });
  const starts = Float64Array.from(nodes, ({ time }) => time?.startMs ?? Number.POSITIVE_INFINITY);
  members.forEach((list, episode) => {
    const own = episodes[episode]?.encounter;
    if (own !== undefined) starts[own] = Number.NEGATIVE_INFINITY;
    list.sort((a, b) => {
      const [first, second] = [starts[a] as number, starts[b] as number];
      return first === second ? a - b : first - second;
    });
  });
  return members;
}

function finishEpisode(
  draft: EpisodeDraft,
  index: number,
  depth: number,
  members: readonly number[],
  { nodes }: GraphParts,
): Episode {
  return {
    index,
    handle: `e${index + 1}`,
    key: draft.key,
    kind: draft.kind,
    encounter: draft.encounter,
    time: timeOf(draft, members, nodes),
    endFrom: draft.endFrom,
    open: draft.open,
    parent: draft.parent?.order,
    depth,
    members,
    ...(draft.widened === undefined ? {} : { widened: draft.widened }),
  };
}

/** The span as a clinical time; its words are the Encounter's, else those of the first and last dated member. */
function timeOf(
  { span, written }: EpisodeDraft,
  members: readonly number[],
  nodes: readonly TimedNode[],
): ClinicalTime | undefined {
  if (span === undefined) return undefined;
  const { startMs, endMs, localStartMs, localEndMs } = span;
  const bounds = { startMs, endMs, localStartMs, localEndMs };
  if (written !== undefined) {
    const { precision, text, endText, element, role } = written;
    return { ...bounds, precision, text, ...(endText === undefined ? {} : { endText }), element, role };
  }
  let first: ClinicalTime | undefined;
  for (const member of members) {
    const time = nodes[member]?.time;
    if (time !== undefined && time.startMs === startMs && first === undefined) first = time;
  }
  const precision = first?.precision ?? 'second';
  const text = first?.text ?? isoAt(startMs, localStartMs);
  return { ...bounds, precision, text, element: 'members', role: 'event' };
}

function episodeHandleOf(index: number, { nodes, placements }: GraphParts): string | undefined {
  const placement = placements[index];
  if (placement === undefined || placement.episode.encounter !== index || nodes[index]?.type !== 'Encounter')
    return undefined;
  return `e${placement.episode.order + 1}`;
}

/** A node that reads when its fact was written down only when asked: most questions never do. */
class ProjectedNode implements GraphNode {
  readonly index: number;
  readonly key: string;
  readonly type: string;
  readonly handle: string;
  readonly resource: FhirResource;
  readonly version: FhirVersion;
  readonly time: ClinicalTime | undefined;
  readonly placement: Placement | undefined;
  readonly #zone: RecordZone;
  #recorded: ClinicalTime | undefined | null = null;

  constructor(node: TimedNode, index: number, handle: string, placement: Placement | undefined, zone: RecordZone) {
    this.index = index;
    this.key = node.key;
    this.type = node.type;
    this.handle = handle;
    this.resource = node.resource;
    this.version = node.version;
    this.time = node.time;
    this.placement = placement;
    this.#zone = zone;
  }

  get recorded(): ClinicalTime | undefined {
    if (this.#recorded === null) {
      const written = writtenRecordedTimeOf(this.resource, this.version);
      this.#recorded = written === undefined ? undefined : finishTime(written, this.#zone);
    }
    return this.#recorded;
  }
}

/** Nodes that share a place while it is found out share it in the graph. */
function createPlacements(): (draft: DraftPlacement) => Placement {
  const finished = new Map<DraftPlacement, Placement>();
  return (draft) => {
    let placement = finished.get(draft);
    if (placement === undefined) {
      placement = { episode: draft.episode.order, how: draft.how, reason: draft.reason };
      finished.set(draft, placement);
    }
    return placement;
  };
}

function createFinder(
  nodes: readonly GraphNode[],
  episodes: readonly Episode[],
  indexOf: ReadonlyMap<string, number>,
): Pick<EpisodeGraph, 'find' | 'findEpisode'> {
  const episodeByName = new Map<string, Episode>();
  for (const episode of episodes) {
    episodeByName.set(episode.handle, episode);
    episodeByName.set(episode.key, episode);
  }
  let byHandle: Map<string, GraphNode> | undefined;
  let byId: Map<string, GraphNode | null> | undefined;
  const find = (name: string): GraphNode | undefined => {
    const index = indexOf.get(name);
    if (index !== undefined) return nodes[index];
    byHandle ??= new Map(nodes.map((node) => [node.handle, node]));
    const named = byHandle.get(name);
    if (named !== undefined) return named;
    byId ??= groupById(nodes);
    return byId.get(name) ?? undefined;
  };
  return {
    find,
    findEpisode(name) {
      const episode = episodeByName.get(name);
      if (episode !== undefined) return episode;
      const node = find(name);
      return node?.type === 'Encounter' ? episodeByName.get(node.handle) : undefined;
    },
  };
}

/** Nodes by bare id; `null` where several have it. */
function groupById(nodes: readonly GraphNode[]): Map<string, GraphNode | null> {
  const byId = new Map<string, GraphNode | null>();
  for (const node of nodes) {
    const id = node.key.slice(node.key.indexOf('/') + 1);
    byId.set(id, byId.has(id) ? null : node);
  }
  return byId;
}
