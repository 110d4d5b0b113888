// Hints of membership: what encounters, lists, documents and episodes of care say of resources that name no encounter.
import type { EpisodeDraft } from './episode-draft.ts';
import type { EpisodeRegister } from './explicit.ts';
import type { LinkStore } from './link-store.ts';
import type { Placements } from './membership.ts';
import { holds, startSpanOf } from './span.ts';
import type { TimedNode } from './timed-node.ts';

interface Hint {
  readonly episode: EpisodeDraft;
  readonly reason: string;
}

/**
 * Place nodes that no encounter link and no part-and-whole link reaches, by weaker words in the record: an Encounter that
 * names them (its diagnoses, reasons, appointment), a List or Composition of an encounter that lists them, an
 * EpisodeOfCare or CareTeam that they and encounters share. An undated List follows what it lists, where that all lies in
 * one episode.
 *
 * A hint only counts where it fits: the node is undated, or its time lies within δ of the encounter's span. So a problem
 * list or a summary document never pulls in what happened years before. Of several, the encounter whose span holds the
 * time wins, the shortest first, else the first in E; an undated node follows a shared plan only to a lone encounter.
 *
 * Source: model.md §2 (structural), beyond its list of links: GP Connect consultations are Lists, and many senders name
 * diagnoses only from the Encounter.
 */
export function placeHinted(
  nodes: readonly TimedNode[],
  links: LinkStore,
  register: EpisodeRegister,
  placements: Placements,
  deltaMs: number,
): void {
  placeFrom(encounterHints(nodes, links, register, placements), nodes, placements, deltaMs);
  const containers = nodes.filter(isContainer);
  for (let round = 1; round <= mostRounds; round += 1) {
    const hints = containerHints(containers, nodes, links, placements);
    if (hints.size === 0) break;
    placeFrom(hints, nodes, placements, deltaMs);
  }
  placeFrom(sharedPlanHints(nodes, links, register, placements), nodes, placements, deltaMs);
  placeFrom(contentHints(containers, nodes, links, placements), nodes, placements, deltaMs);
}

function placeFrom(
  hints: ReadonlyMap<number, readonly Hint[]>,
  nodes: readonly TimedNode[],
  placements: Placements,
  deltaMs: number,
): void {
  for (const [node, offered] of hints) {
    const { time } = nodes[node] as TimedNode;
    const fitting = time === undefined ? offered : offered.filter(({ episode }) => fits(episode, time, deltaMs));
    const holding =
      time === undefined
        ? []
        : fitting.filter(({ episode }) => episode.span !== undefined && holds(episode.span, time));
    const best = (holding.length > 0 ? holding : fitting).reduce<Hint | undefined>(
      (chosen, hint) =>
        chosen === undefined || isBetter(hint.episode, chosen.episode, holding.length > 0) ? hint : chosen,
      undefined,
    );
    if (best !== undefined) placements[node] = { episode: best.episode, how: 'structural', reason: best.reason };
  }
}

function isBetter(a: EpisodeDraft, b: EpisodeDraft, byLength: boolean): boolean {
  const length = ({ span }: EpisodeDraft) => (span === undefined ? 0 : span.endMs - span.startMs);
  const shorter = byLength ? length(a) - length(b) : 0;
  return shorter === 0 ? a.order < b.order : shorter < 0;
}

function fits({ span }: EpisodeDraft, time: NonNullable<TimedNode['time']>, deltaMs: number): boolean {
  if (span === undefined) return false;
  const start = startSpanOf(time);
  return start.startMs < span.endMs + deltaMs && start.endMs > span.startMs - deltaMs;
}

/** What Encounters name themselves: `diagnosis.condition`, `reasonReference`, `appointment` … */
function encounterHints(
  nodes: readonly TimedNode[],
  links: LinkStore,
  register: EpisodeRegister,
  placements: Placements,
): Map<number, Hint[]> {
  const hints = new Map<number, Hint[]>();
  for (const [encounter, episode] of register.byNode) {
    eachFrom(links, encounter, (target, label) => {
      if (notMembership.has(label) || !isOpen(target, nodes, placements)) return;
      add(hints, target, { episode, reason: `${label} ← ${episode.key}` });
    });
  }
  return hints;
}

/** What placed Lists and Compositions list. */
function containerHints(
  containers: readonly TimedNode[],
  nodes: readonly TimedNode[],
  links: LinkStore,
  placements: Placements,
): Map<number, Hint[]> {
  const hints = new Map<number, Hint[]>();
  for (const { index, key } of containers) {
    const placement = placements[index];
    if (placement === undefined) continue;
    eachFrom(links, index, (target, label) => {
      if (!listsItems(label) || !isOpen(target, nodes, placements)) return;
      add(hints, target, { episode: placement.episode, reason: `${label} ← ${key}, ${placement.reason}` });
    });
  }
  return hints;
}

function isContainer({ type }: TimedNode): boolean {
  return type === 'List' || type === 'Composition';
}

/** The one episode of everything that an undated List or Composition lists. */
function contentHints(
  containers: readonly TimedNode[],
  nodes: readonly TimedNode[],
  links: LinkStore,
  placements: Placements,
): Map<number, Hint[]> {
  const hints = new Map<number, Hint[]>();
  for (const { index, time } of containers) {
    if (time !== undefined || placements[index] !== undefined) continue;
    const episodes = new Set<EpisodeDraft | undefined>();
    let first: { target: number; label: string } | undefined;
    eachFrom(links, index, (target, label) => {
      if (!listsItems(label)) return;
      episodes.add(placements[target]?.episode);
      first ??= { target, label };
    });
    const [episode] = episodes;
    if (episodes.size !== 1 || episode === undefined || first === undefined) continue;
    const { target, label } = first as { target: number; label: string };
    add(hints, index, { episode, reason: `${label} → ${nodes[target]?.key}, ${placements[target]?.reason}` });
  }
  return hints;
}

/** Encounters that name the EpisodeOfCare or CareTeam that a node names. */
function sharedPlanHints(
  nodes: readonly TimedNode[],
  links: LinkStore,
  register: EpisodeRegister,
  placements: Placements,
): Map<number, Hint[]> {
  const encountersOf = new Map<number, EpisodeDraft[]>();
  for (const [encounter, episode] of register.byNode) {
    eachFrom(links, encounter, (target) => {
      if (!sharedPlans.has(nodes[target]?.type ?? '')) return;
      const known = encountersOf.get(target);
      if (known === undefined) encountersOf.set(target, [episode]);
      else known.push(episode);
    });
  }
  const hints = new Map<number, Hint[]>();
  if (encountersOf.size === 0) return hints;
  nodes.forEach((node, index) => {
    if (!isOpen(index, nodes, placements)) return;
    eachFrom(links, index, (target, label) => {
      const episodes = encountersOf.get(target) ?? [];
      if (episodes.length > (node.time === undefined ? 1 : mostSharing)) return;
      for (const episode of episodes)
        add(hints, index, { episode, reason: `${label} → ${nodes[target]?.key} ← ${episode.key}` });
    });
  });
  return hints;
}

function eachFrom(links: LinkStore, node: number, visit: (target: number, label: string) => void): void {
  const end = links.starts[node + 1] ?? 0;
  for (let at = links.starts[node] ?? 0; at < end; at += 1) {
    const target = links.to[at] as number;
    if (target >= 0 && target !== node) visit(target, links.labels[links.label[at] as number] as string);
  }
}

function isOpen(node: number, nodes: readonly TimedNode[], placements: Placements): boolean {
  const { background, type } = nodes[node] as TimedNode;
  return placements[node] === undefined && !background && type !== 'Encounter' && !sharedPlans.has(type);
}

function add(hints: Map<number, Hint[]>, node: number, hint: Hint): void {
  const known = hints.get(node);
  if (known === undefined) hints.set(node, [hint]);
  else if (!known.some(({ episode }) => episode === hint.episode)) known.push(hint);
}

/** `List.entry.item`, `Composition.section.entry` and sections within sections. */
function listsItems(label: string): boolean {
  return label === 'entry.item' || (label.startsWith('section.') && label.endsWith('.entry'));
}

const sharedPlans: ReadonlySet<string> = new Set(['EpisodeOfCare', 'CareTeam']);
/** Links of an Encounter to what is larger than it. */
const notMembership: ReadonlySet<string> = new Set(['partOf', 'episodeOfCare', 'careTeam', 'account', 'basedOn']);
const mostRounds = 3;
/** A plan that more encounters share says nothing of any one of them. */
const mostSharing = 200;
