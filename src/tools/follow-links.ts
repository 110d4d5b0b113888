// follow_links: the references of a node, out and in, with what they lead to.
import { z } from 'zod';
import type { Episode, EpisodeGraph, Link } from '../graph/episode-graph.ts';
import { parseFold, renderFold } from '../linearization/fold.ts';
import { plural, renderHeader } from '../linearization/render.ts';
import { didYouMean } from '../plan/nearest.ts';
import { createTool, isFailure } from './create-tool.ts';
import type { GraphTool, ToolFailure, ToolItem } from './graph-tool.ts';
import { itemOf, lineOf } from './hit.ts';
import { findNode, readTypes } from './name-arguments.ts';
import { pageOf } from './page.ts';
import type { ToolContext } from './tool-context.ts';

/** Edges out in element order, then in by (label, key), then what an Encounter holds without naming it. */
export function createFollowLinks(context: ToolContext): GraphTool {
  const { graph } = context;
  return createTool({
    name: 'follow_links',
    description:
      'Show what a resource refers to (out) and what refers to it (in), by element label. An Encounter\'s incoming links are its members. Example: {"id":"e3","direction":"in","type":"Procedure"}',
    inputSchema,
    run({ id, direction = 'both', label, type, limit = defaultLimit, cursor }, repairs) {
      const start = startOf(context, id, repairs);
      if (isFailure(start)) return start;
      const types = readTypes(graph, type, repairs);
      if (isFailure(types)) return types;
      const all = start.edges.filter((edge) => direction === 'both' || edge.direction === direction);
      const labels = [...new Set(all.map((edge) => edge.label))].sort();
      const wanted = label?.toLowerCase();
      if (wanted !== undefined && all.length > 0 && !labels.some((each) => matchesLabel(each, wanted))) {
        return {
          ok: false,
          code: 'invalid-argument',
          text: `${start.handle} has no link labelled "${label}".${didYouMean(label ?? '', labels)} Its labels: ${labels.join(', ')}.`,
        };
      }
      const edges = all.filter(
        (edge) =>
          (wanted === undefined || matchesLabel(edge.label, wanted)) &&
          (types === undefined || (edge.other !== undefined && types.includes(graph.nodes[edge.other]?.type ?? ''))),
      );
      return pageOf(
        context,
        { tool: 'follow_links', bound: { key: start.key, direction, label: wanted, types }, cursor, limit, repairs },
        {
          head: `${plural(edges.length, 'link')} of ${start.line}`,
          summary: edges.length > 1 ? [`By label: ${countLabels(context, edges)}`] : [],
          total: edges.length,
          entry: (at) => entryOf(context, edges[at] as Edge),
        },
      );
    },
  });
}

interface Edge {
  readonly direction: 'out' | 'in';
  readonly label: string;
  /** Node at the other end; `undefined` when dangling. */
  readonly other: number | undefined;
  readonly link: Link | undefined;
  /** How a member without a link came into the visit. */
  readonly placed?: string;
}

/**
 * What the links are of: a node, or a visit without one (a group of orphans) or a fold (a series as one line), whose
 * members stand for its links.
 */
interface Start {
  readonly key: string;
  readonly handle: string;
  readonly line: string;
  readonly edges: readonly Edge[];
}

function startOf(context: ToolContext, id: string, repairs: string[]): Start | ToolFailure {
  const { graph } = context;
  const bare = graph.find(id.trim()) === undefined ? graph.findEpisode(id.trim()) : undefined;
  if (bare !== undefined && bare.encounter === undefined) {
    const { key, handle, members } = bare;
    return {
      key,
      handle,
      line: renderHeader(graph, bare),
      edges: members.map((member) => memberEdge(context, member)),
    };
  }
  const fold = parseFold(graph, id);
  const series = fold && episodeOf(graph, fold[0] ?? -1);
  if (fold && series) {
    const edges = fold.map((member): Edge => ({ direction: 'in', label: 'member', other: member, link: undefined }));
    return { key: id.trim(), handle: id.trim(), line: renderFold(graph, fold, series), edges };
  }
  const node = findNode(graph, id, repairs);
  if (isFailure(node)) return node;
  const { key, handle, index } = node;
  return { key, handle, line: lineOf(graph, index), edges: edgesOf(context, index) };
}

function episodeOf(graph: EpisodeGraph, index: number): Episode | undefined {
  return graph.episodes[graph.nodes[index]?.placement?.episode ?? -1];
}

function memberEdge({ graph }: ToolContext, member: number): Edge {
  const how = graph.nodes[member]?.placement?.how ?? 'structural';
  return { direction: 'in', label: 'member', other: member, link: undefined, placed: how };
}

function edgesOf(context: ToolContext, index: number): readonly Edge[] {
  const { graph } = context;
  const out = graph
    .linksFrom(index)
    .map((link): Edge => ({ direction: 'out', label: link.label, other: link.to, link }));
  const incoming = graph
    .linksTo(index)
    .map((link): Edge => ({ direction: 'in', label: link.label, other: link.from, link }));
  const episode = graph.nodes[index]?.placement?.episode;
  const members = episode === undefined ? undefined : graph.episodes[episode];
  if (members?.encounter !== index) return [...out, ...incoming];
  const linked = new Set(incoming.map((edge) => edge.other));
  const placed = members.members
    .filter((member) => member !== index && !linked.has(member))
    .map((member) => memberEdge(context, member));
  return [...out, ...incoming, ...placed];
}

function entryOf(context: ToolContext, edge: Edge): { readonly line: string; readonly item: ToolItem } {
  const { graph } = context;
  const arrow = edge.direction === 'out' ? '→' : '←';
  const label = edge.placed === undefined ? edge.label : `${edge.label} (${edge.placed})`;
  if (edge.other !== undefined) {
    return {
      line: `${label} ${arrow} ${lineOf(graph, edge.other)}`,
      item: {
        ...itemOf(graph, edge.other),
        direction: edge.direction,
        label: edge.label,
        ...(edge.placed === undefined ? {} : { placed: edge.placed }),
      },
    };
  }
  const target = edge.link?.display ?? 'unnamed';
  const outcome = edge.link?.outcome ?? 'absent';
  return {
    line: `${label} ${arrow} ${target} (${outcome === 'absent' ? 'not in this record' : outcome})`,
    item: { key: target, text: target, direction: edge.direction, label: edge.label, dangling: outcome },
  };
}

function countLabels(context: ToolContext, edges: readonly Edge[]): string {
  const tallies = { out: new Map<string, Map<string, number>>(), in: new Map<string, Map<string, number>>() };
  for (const { direction, label, other } of edges) {
    const type = other === undefined ? 'not loaded' : (context.graph.nodes[other]?.type ?? '');
    const ofLabel = tallies[direction].get(label) ?? new Map<string, number>();
    if (ofLabel.size === 0) tallies[direction].set(label, ofLabel);
    ofLabel.set(type, (ofLabel.get(type) ?? 0) + 1);
  }
  const counts = (['out', 'in'] as const).flatMap((direction) =>
    [...tallies[direction]].flatMap(([label, types]) =>
      Array.from(types, ([type, count]) => [`${label} ${direction === 'out' ? '→' : '←'} ${type}`, count] as const),
    ),
  );
  const sorted = counts.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const told = sorted.slice(0, mostLabels).map(([name, count]) => `${name} ${count}`);
  return told.join(' · ') + (sorted.length > mostLabels ? ` · ${sorted.length - mostLabels} more` : '');
}

/** A label is asked by its whole path, or by its last step. */
function matchesLabel(label: string, wanted: string): boolean {
  const plain = label.toLowerCase();
  return plain === wanted || plain.endsWith(`.${wanted}`) || plain.startsWith(`${wanted}.`);
}

const defaultLimit = 40;
const mostLabels = 12;

const inputSchema = z.strictObject({
  id: z.string().describe('handle or Type/id'),
  direction: z.enum(['out', 'in', 'both']).optional(),
  label: z.string().optional().describe('element, e.g. hasMember, encounter, specimen'),
  type: z.string().optional().describe('FHIR type at the other end'),
  limit: z.int().min(1).max(200).optional(),
  cursor: z.string().optional(),
});
