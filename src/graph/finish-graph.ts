// The finished graph: nodes, episodes, orders, handles and look-ups, made once from what the phases found.
import { type ClinicalTime, isoAt, type Now } from '../fhir/clinical-time.ts';
import type { PatientRecord, RecordIssue } from '../fhir/record.ts';
import type { ReferenceResolver } from '../fhir/reference.ts';
import { sortedOrder } from '../fhir/sorted-order.ts';
import type { EpisodeDraft } from './episode-draft.ts';
import type { Episode, EpisodeGraph, GraphNode, Placement } from './episode-graph.ts';
import { createNamer } from './handles.ts';
import type { LinkStore } from './link-store.ts';
import type { DraftPlacement, Placements } from './membership.ts';
import { createNodeTexts } from './node-text.ts';
import type { TimedNode } from './timed-node.ts';

/** All that the phases of `projectGraph` found; episodes in E order and numbered. */
export interface GraphParts {
  readonly record: PatientRecord;
  readonly resolver: ReferenceResolver;
  readonly nodes: readonly TimedNode[];
  readonly episodes: readonly EpisodeDraft[];
  readonly placements: Placements;
  readonly links: LinkStore;
  readonly now: Now;
  readonly deltaMs: number;
  readonly asKnownAt: string | undefined;
  readonly issues: readonly RecordIssue[];
}

/** Put the parts together. Nothing changes the graph afterwards. */
export function finishGraph(parts: GraphParts): EpisodeGraph {
  const { record, resolver, nodes, links, now, deltaMs, asKnownAt, issues } = parts;
  const members = sortMembers(parts);
  const depths: number[] = [];
  const episodes = parts.episodes.map((draft, index) => {
    depths.push(draft.parent === undefined ? 0 : (depths[draft.parent.order] ?? 0) + 1);
    return finishEpisode(draft, index, depths[index] ?? 0, members[index] ?? [], parts);
  });
  const background: number[] = [];
  for (let index = 0; index < nodes.length; index += 1)
    if (parts.placements[index] === undefined) background.push(index);
  const order = orderOf(episodes, background, nodes.length);
  const nameNode = createNamer();
  const placementOf = createPlacements();
  for (let at = 0; at < order.length; at += 1) {
    const index = order[at] as number;
    const node = nodes[index] as TimedNode;
    const draft = parts.placements[index];
    node.handle = episodeHandleOf(node, draft) ?? nameNode(node.type);
    node.placement = draft && placementOf(draft);
  }
  return {
    record,
    nodes,
    episodes,
    background,
    now,
    deltaMs,
    ...(asKnownAt === undefined ? {} : { asKnownAt }),
    issues,
    patient: resolver.placeOf(record.patientKey),
    order,
    ...createFinder(nodes, episodes, resolver),
    linksFrom: links.linksFrom,
    linksTo: links.linksTo,
    eachDangling: links.eachDangling,
    eachNeighbour: links.eachNeighbour,
    text: createNodeTexts(record.resources, resolver),
  };
}

/** Every node: the members of each episode in turn, then the background. */
function orderOf(episodes: readonly Episode[], background: readonly number[], nodes: number): number[] {
  const order: number[] = new Array(nodes);
  let at = 0;
  const add = (indices: readonly number[]): void => {
    for (let each = 0; each < indices.length; each += 1) {
      order[at] = indices[each] as number;
      at += 1;
    }
  };
  for (const { members } of episodes) add(members);
  add(background);
  return order;
}

/** Members by (start, key), undated last, the Encounter itself first. Node order is key order. */
function sortMembers({ nodes, episodes, placements }: GraphParts): number[][] {
  const members: number[][] = episodes.map(() => []);
  const starts = new Float64Array(nodes.length);
  for (let index = 0; index < nodes.length; index += 1)
    starts[index] = nodes[index]?.time?.startMs ?? Number.POSITIVE_INFINITY;
  for (const { encounter } of episodes) if (encounter !== undefined) starts[encounter] = Number.NEGATIVE_INFINITY;
  const sorted = sortedOrder(starts);
  for (let at = 0; at < sorted.length; at += 1) {
    const index = sorted[at] as number;
    const placement = placements[index];
    if (placement !== undefined) members[placement.episode.order]?.push(index);
  }
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

/** An Encounter's handle is that of its episode. */
function episodeHandleOf({ index, type }: TimedNode, placement: DraftPlacement | undefined): string | undefined {
  if (type !== 'Encounter' || placement?.episode.encounter !== index) return undefined;
  return `e${placement.episode.order + 1}`;
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
  resolver: ReferenceResolver,
): Pick<EpisodeGraph, 'find' | 'findEpisode'> {
  const episodeByName = new Map<string, Episode>();
  for (const episode of episodes) {
    episodeByName.set(episode.handle, episode);
    episodeByName.set(episode.key, episode);
  }
  let byHandle: Map<string, GraphNode> | undefined;
  let byId: Map<string, GraphNode | null> | undefined;
  const find = (name: string): GraphNode | undefined => {
    const index = resolver.placeOf(name);
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
