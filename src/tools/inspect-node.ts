// inspect_node: one or several resources whole, as readable lines, long ones in pages.
import { z } from 'zod';
import { asArray, isObject } from '../fhir/resource.ts';
import type { Episode, GraphNode } from '../graph/episode-graph.ts';
import { plural, renderHeader } from '../linearization/render.ts';
import { didYouMean } from '../plan/nearest.ts';
import { createTool, isFailure } from './create-tool.ts';
import type { GraphTool, ToolFailure, ToolItem } from './graph-tool.ts';
import { countConcepts, itemOf, lineOf } from './hit.ts';
import { findNode, unfold } from './name-arguments.ts';
import { cursorAt, readCursor, recordReasons, repairLines } from './page.ts';
import { resourceLines } from './resource-lines.ts';
import type { ToolContext } from './tool-context.ts';

/** Resources in the order asked; a page ends at a line break or, inside a long line, at a blank. */
export function createInspectNode(context: ToolContext): GraphTool {
  const { graph } = context;
  return createTool({
    name: 'inspect_node',
    description:
      'Show resources whole: every element, notes and attachments decoded, references with names. Long ones come in pages (cursor). Example: {"ids":["o17","Encounter/abc"]}; one element: {"ids":["d2"],"path":"content[0].attachment"}',
    inputSchema,
    run({ ids, path, cursor }, repairs) {
      const sections: Section[] = [];
      for (const id of unfold(graph, ids)) {
        const section = sectionOf(context, id, path, repairs);
        if (isFailure(section)) return section;
        sections.push(section);
      }
      const bound = { keys: sections.map((section) => section.item.key), path };
      const offset = readCursor(context, { tool: 'inspect_node', bound, cursor }, lengthOf(sections));
      if (typeof offset !== 'number') return offset;
      const page = cut(context, sections, offset, repairLines(repairs));
      const next =
        page.end < lengthOf(sections) ? cursorAt(context, { tool: 'inspect_node', bound }, page.end) : undefined;
      const reasons = [
        ...(next === undefined && offset === 0
          ? []
          : [
              `characters ${offset + 1}–${page.end} of ${lengthOf(sections)}${next === undefined ? '' : `; more with cursor "${next}"`}`,
            ]),
        ...recordReasons(graph.record.completeness),
      ];
      return {
        ok: true,
        text: [...repairLines(repairs), page.text, ...(reasons.length === 0 ? [] : [`(${reasons.join('; ')})`])].join(
          '\n',
        ),
        items: page.items,
        shown: page.items.length,
        total: sections.length,
        complete: reasons.length === 0,
        ...(reasons.length === 0 ? {} : { reason: reasons.join('; ') }),
        ...(next === undefined ? {} : { next }),
      };
    },
  });
}

interface Section {
  readonly text: string;
  readonly item: ToolItem;
}

function sectionOf(
  context: ToolContext,
  id: string,
  path: string | undefined,
  repairs: string[],
): Section | ToolFailure {
  const { graph } = context;
  const bare = graph.find(id.trim()) === undefined ? graph.findEpisode(id.trim()) : undefined;
  if (bare !== undefined && bare.encounter === undefined) return episodeSection(context, bare);
  const node = findNode(graph, id, repairs);
  if (isFailure(node)) return node;
  const element = path === undefined ? undefined : elementAt(node, path);
  if (isFailure(element)) return element;
  const lines = [headOf(context, node), ...resourceLines(graph, node.index, element)];
  if (path === undefined) lines.push(...surroundings(context, node));
  return { text: lines.join('\n'), item: itemOf(graph, node.index) };
}

function headOf(context: ToolContext, node: GraphNode): string {
  const { placement } = node;
  const episode = placement === undefined ? undefined : context.graph.episodes[placement.episode];
  const where = episode === undefined ? 'background' : `visit ${episode.handle}, placed ${placement?.how ?? ''}`;
  return `${node.handle} ${node.key} (${where})${node.time === undefined ? ' undated' : ''}`;
}

/** What refers to the node, and its narrative when its elements say nothing else. */
function surroundings(context: ToolContext, node: GraphNode): readonly string[] {
  const { graph } = context;
  const { note } = graph.text(node.index);
  const incoming = graph.linksTo(node.index);
  return [
    ...(note.startsWith('[narrative]') ? [`narrative: ${note.slice('[narrative]'.length).trim()}`] : []),
    ...(incoming.length === 0
      ? []
      : [
          `referred to by ${plural(incoming.length, 'resource')}: ${countConcepts(
            graph,
            incoming.map((link) => link.from),
          )} (follow_links shows them)`,
        ]),
  ];
}

/** A group of orphans or an encounter that was not loaded: its span and its members by concept. */
function episodeSection(context: ToolContext, episode: Episode): Section {
  const { graph } = context;
  const lines = [renderHeader(graph, episode), ...episode.members.map((index) => lineOf(graph, index))];
  return {
    text: lines.join('\n'),
    item: { key: episode.key, handle: episode.handle, text: `${episode.kind} episode` },
  };
}

/** The value at a path such as `content[0].attachment.data`; a list without index means all of it. */
function elementAt(node: GraphNode, path: string): unknown {
  let value: unknown = node.resource;
  for (const step of path.replace(/^[A-Z][A-Za-z]+\./, '').split('.')) {
    const [, name = '', index] = /^([A-Za-z_]+)(?:\[(\d+)\])?$/.exec(step.trim()) ?? [];
    const holders = asArray(value).filter(isObject);
    const found = holders.flatMap((holder) => asArray(holder[name]));
    const wanted = index === undefined ? found : found.slice(Number(index), Number(index) + 1);
    if (wanted.length === 0) {
      const valid = [...new Set(holders.flatMap((holder) => Object.keys(holder)))].sort();
      return {
        ok: false,
        code: 'invalid-argument',
        text: `${node.handle} has no element "${step}" in "${path}".${didYouMean(name, valid)} ${valid.length === 0 ? 'There are no elements inside.' : `Elements there: ${valid.join(', ')}.`}`,
      } satisfies ToolFailure;
    }
    value = wanted.length === 1 ? wanted[0] : wanted;
  }
  return value;
}

function lengthOf(sections: readonly Section[]): number {
  return (
    sections.reduce((sum, section) => sum + section.text.length, 0) +
    Math.max(0, sections.length - 1) * separator.length
  );
}

/** The part of the joined sections that fits from `offset` on, and the items whose text is in it. */
function cut(
  context: ToolContext,
  sections: readonly Section[],
  offset: number,
  opening: readonly string[],
): { text: string; end: number; items: ToolItem[] } {
  const whole = sections.map((section) => section.text).join(separator);
  const room =
    context.maxResultTokens - closingTokens - opening.reduce((sum, line) => sum + context.countTokens(line), 0);
  let end = Math.min(whole.length, offset + room * mostCharactersPerToken);
  while (end > offset + 1 && context.countTokens(whole.slice(offset, end)) > room) {
    end = offset + Math.max(1, Math.floor((end - offset) * shrink));
  }
  if (end < whole.length) end = breakBefore(whole, offset, end);
  const items: ToolItem[] = [];
  let start = 0;
  for (const section of sections) {
    if (start < end && start + section.text.length > offset) items.push(section.item);
    start += section.text.length + separator.length;
  }
  return { text: whole.slice(offset, end), end, items };
}

/** The last line break in the second half of the page, else the last blank, else the very end. */
function breakBefore(text: string, start: number, end: number): number {
  for (const mark of ['\n', ' ']) {
    const at = text.lastIndexOf(mark, end - 1);
    if (at > start + (end - start) / 2) return at + 1;
  }
  // Never between the two halves of a character beyond the basic plane.
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff && end - 1 > start ? end - 1 : end;
}

const separator = '\n\n';
const closingTokens = 80;
const mostCharactersPerToken = 6;
const shrink = 0.85;

const inputSchema = z.strictObject({
  ids: z.array(z.string()).min(1).max(50).describe('handles or Type/id'),
  path: z.string().optional().describe('one element only'),
  cursor: z.string().optional(),
});
