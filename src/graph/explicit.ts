// Explicit membership: the encounter that a resource names itself.
import { encounterPaths } from '../fhir/encounter-link.ts';
import { asObjects, type FhirResource, type FhirVersion } from '../fhir/resource.ts';
import { lastingTypes } from '../fhir/resource-table-corrections.ts';
import { draftNotLoaded } from './encounters.ts';
import type { EpisodeDraft } from './episode-draft.ts';
import type { LinkStore } from './link-store.ts';
import type { DraftPlacement, Placements } from './membership.ts';
import { holds, joinSpans, type Span, spanOf, startSpanOf } from './span.ts';
import type { TimedNode } from './timed-node.ts';

/** The encounters a node names, each once, when they are several: the places it could have. */
export interface EncounterNaming {
  readonly node: number;
  readonly offers: readonly DraftPlacement[];
}

/** Episodes by the Encounter's key; those not loaded are added as they are named. */
export interface EpisodeRegister {
  readonly byKey: Map<string, EpisodeDraft>;
  readonly byNode: Map<number, EpisodeDraft>;
}

/**
 * Find every node's encounter links, and the `partOf` of every Encounter. A node that names one encounter is placed.
 *
 * @returns the nodes that name several
 */
export function readEncounterLinks(
  nodes: readonly TimedNode[],
  links: LinkStore,
  register: EpisodeRegister,
  placements: Placements,
): EncounterNaming[] {
  const several: EncounterNaming[] = [];
  const offerOf = createOffers(links.labels);
  const encounterLabels = createLabelTable(links.labels);
  const partOf = Uint8Array.from(links.labels, (label) => (label === 'partOf' ? 1 : 0));
  const inExtension = Uint8Array.from(links.labels, (label) => (label === 'extension.valueReference' ? 1 : 0));
  for (let node = 0; node < nodes.length; node += 1) {
    const { type, version, background, resource } = nodes[node] as TimedNode;
    if (type === 'Encounter') {
      const own = register.byNode.get(node);
      const parent = offersOf(node, links, register, partOf, offerOf)[0]?.episode;
      if (own !== undefined && parent !== undefined && parent !== own) own.parent = parent;
      continue;
    }
    if (background) continue;
    let offers = offersOf(node, links, register, encounterLabels(type, version), offerOf);
    if (offers.length === 0 && hasLink(node, links, inExtension) && hasEncounterExtension(resource))
      offers = offersOf(node, links, register, inExtension, offerOf);
    if (offers.length === 1) placements[node] = offers[0];
    else if (offers.length > 1) several.push({ node, offers });
  }
  return several;
}

/** Whether a node has a link with a wanted label. */
function hasLink(node: number, { starts, label }: LinkStore, wanted: Uint8Array): boolean {
  const end = starts[node + 1] ?? 0;
  for (let at = starts[node] ?? 0; at < end; at += 1) if (wanted[label[at] as number] === 1) return true;
  return false;
}

/** Types without an encounter element carry it in the extension `encounter-associatedEncounter`. */
function hasEncounterExtension({ extension }: FhirResource): boolean {
  if (extension === undefined) return false;
  return asObjects(extension).some(({ url }) => typeof url === 'string' && url.endsWith('associatedEncounter'));
}

/** By type and version: for each label of the link store, whether it leads to an Encounter. Each type is worked out once. */
function createLabelTable(labels: readonly string[]): (type: string, version: FhirVersion) => Uint8Array {
  const byVersion = new Map<FhirVersion, Map<string, Uint8Array>>();
  return (type, version) => {
    let byType = byVersion.get(version);
    if (byType === undefined) {
      byType = new Map();
      byVersion.set(version, byType);
    }
    let wanted = byType.get(type);
    if (wanted === undefined) {
      const paths = encounterPaths(type, version);
      wanted = Uint8Array.from(labels, (label) => (paths.has(label) ? 1 : 0));
      byType.set(type, wanted);
    }
    return wanted;
  };
}

/** Places by episode and element, each made once: thousands of nodes share one. */
function createOffers(labels: readonly string[]): (episode: EpisodeDraft, label: number) => readonly [DraftPlacement] {
  const known = new Map<EpisodeDraft, (readonly [DraftPlacement])[]>();
  return (episode, label) => {
    let byLabel = known.get(episode);
    if (byLabel === undefined) {
      byLabel = [];
      known.set(episode, byLabel);
    }
    let offer = byLabel[label];
    if (offer === undefined) {
      offer = [{ episode, how: 'explicit', reason: `${labels[label]} → ${episode.key}` }];
      byLabel[label] = offer;
    }
    return offer;
  };
}

function offersOf(
  node: number,
  links: LinkStore,
  register: EpisodeRegister,
  wanted: Uint8Array,
  offerOf: ReturnType<typeof createOffers>,
): readonly DraftPlacement[] {
  let offers: readonly DraftPlacement[] = noOffers;
  const end = links.starts[node + 1] ?? 0;
  for (let at = links.starts[node] ?? 0; at < end; at += 1) {
    const label = links.label[at] as number;
    if (wanted[label] !== 1) continue;
    const loaded = register.byNode.get(links.to[at] as number);
    const episode = loaded ?? namedEpisode(links.missingEncounters.get(at), register);
    if (episode === undefined) continue;
    const offer = offerOf(episode, label);
    if (offers.length === 0) offers = offer;
    else if (!hasEpisode(offers, episode)) offers = [...offers, ...offer];
  }
  return offers;
}

function hasEpisode(offers: readonly DraftPlacement[], episode: EpisodeDraft): boolean {
  return offers.some((offer) => offer.episode === episode);
}

function namedEpisode(key: string | undefined, register: EpisodeRegister): EpisodeDraft | undefined {
  if (key === undefined) return undefined;
  let episode = register.byKey.get(key);
  if (episode === undefined) {
    episode = draftNotLoaded(key);
    register.byKey.set(key, episode);
  }
  return episode;
}

/**
 * Place the nodes that name several encounters: the one whose span holds the node's time wins, the shortest first;
 * else the first in E.
 */
export function placeAmongSeveral(
  namings: readonly EncounterNaming[],
  nodes: readonly TimedNode[],
  placements: Placements,
): void {
  for (const { node, offers } of namings) {
    let best = offers[0];
    for (let at = 1; at < offers.length; at += 1) {
      const offer = offers[at] as DraftPlacement;
      if (best === undefined || isBetter(offer.episode, best.episode, nodes[node]?.time)) best = offer;
    }
    placements[node] = best;
  }
}

function isBetter(a: EpisodeDraft, b: EpisodeDraft, time: TimedNode['time']): boolean {
  const [aHolds, bHolds] = [a, b].map(({ span }) => span !== undefined && time !== undefined && holds(span, time));
  if (aHolds !== bHolds) return aHolds === true;
  const shorter = aHolds ? lengthOf(a) - lengthOf(b) : 0;
  return shorter === 0 ? a.order < b.order : shorter < 0;
}

function lengthOf({ span }: EpisodeDraft): number {
  return span === undefined ? Number.POSITIVE_INFINITY : span.endMs - span.startMs;
}

/**
 * The span of the members of each episode whose own dates don't say where it ends, while all of them are explicit. States that outlast an encounter, and plans, don't stretch it; they count
 * only where an episode has nothing else.
 */
export function spansOfMembers(nodes: readonly TimedNode[], placements: Placements): Map<EpisodeDraft, Span> {
  const events = new Map<EpisodeDraft, Span>();
  const others = new Map<EpisodeDraft, Span>();
  for (let node = 0; node < nodes.length; node += 1) {
    const episode = placements[node]?.episode;
    if (episode === undefined || episode.written?.endText !== undefined) continue;
    const { time, type } = nodes[node] as TimedNode;
    if (time === undefined || type === 'Encounter') continue;
    const isEvent = time.role !== 'planned' && !lastingTypes.has(type);
    const spans = isEvent ? events : others;
    const known = spans.get(episode);
    if (known !== undefined && known.startMs <= time.startMs && time.endMs <= known.endMs) continue;
    spans.set(episode, joinSpans(known, isEvent ? spanOf(time) : startSpanOf(time)) as Span);
  }
  for (const [episode, span] of others) if (!events.has(episode)) events.set(episode, span);
  return events;
}

const noOffers: readonly DraftPlacement[] = [];
