// Tools over the shelf itself: which records there are, and what one of them holds.
import { z } from 'zod';
import { digestOf } from '../plan/digest.ts';
import { createTool } from '../tools/create-tool.ts';
import type { ToolItem, ToolResult } from '../tools/graph-tool.ts';
import { recordReasons, repairLines } from '../tools/page.ts';
import type { OpenRecord, RecordShelf, ShelfEntry } from './record-shelf.ts';
import type { ServerTool } from './server-tool.ts';

/** `list_patients` and `open_record`, for a server of several records. */
export function shelfTools(shelf: RecordShelf): readonly ServerTool[] {
  return [listPatients(shelf), openRecord(shelf)];
}

function listPatients(shelf: RecordShelf): ServerTool {
  const tool = createTool({
    name: 'list_patients',
    description: 'Records served here, by part of a name or id.',
    inputSchema: z.strictObject({ text: z.string().optional(), cursor: z.string().optional() }),
    run({ text = '', cursor }, repairs) {
      const words = text.toLowerCase().split(/\s+/);
      const found = shelf.entries.filter(({ name, label }) => {
        const held = `${name} ${label}`.toLowerCase();
        return words.every((word) => held.includes(word));
      });
      const query = digestOf([words.join(' '), String(shelf.entries.length)]);
      const [, position, digest] = /^(\d{1,9})-(\w+)$/.exec(cursor?.trim() ?? `0-${query}`) ?? [];
      const start = Number(position);
      if (digest === query && (start < found.length || cursor === undefined))
        return pageOfEntries(found, start, query, repairs);
      return {
        ok: false,
        code: 'bad-cursor',
        text: 'Expected the `next` of an earlier list_patients call with the same text as cursor; leave it out to start over.',
      };
    },
  });
  return { ...tool, ofRecord: false, call: (args, _, signal) => tool.call(args, { signal }) };
}

function pageOfEntries(
  found: readonly ShelfEntry[],
  start: number,
  query: string,
  repairs: readonly string[],
): ToolResult {
  const page = found.slice(start, start + PAGE_SIZE);
  const end = start + page.length;
  const next = end < found.length ? `${end}-${query}` : undefined;
  const reason =
    next === undefined && start === 0
      ? undefined
      : `records ${start + 1}–${end} of ${found.length}${next === undefined ? '' : `; more with cursor "${next}"`}`;
  const lines = page.map(({ name, label }) => `${name}${label === '' ? '' : `  ${label}`}`);
  return {
    ok: true,
    text: [
      ...repairLines(repairs),
      ...(lines.length === 0 ? ['No record matches.'] : lines),
      ...(reason === undefined ? [] : [`(${reason})`]),
    ].join('\n'),
    heading: repairLines(repairs).join('\n'),
    items: page.map(({ name, label }): ToolItem => ({ key: `Patient/${name}`, record: name, text: label })),
    shown: page.length,
    total: found.length,
    complete: reason === undefined,
    ...(reason === undefined ? {} : { reason }),
    ...(next === undefined ? {} : { next }),
  };
}

function openRecord(shelf: RecordShelf): ServerTool {
  const inputSchema = z.strictObject({});
  const name = 'open_record';
  const description = 'What one record holds: resources by type, episodes, completeness.';
  return {
    name,
    description,
    inputSchema,
    ofRecord: true,
    async call(args, record, signal) {
      const open = await shelf.open(record);
      return createTool({ name, description, inputSchema, run: (_, repairs) => contentsOf(open, repairs) }).call(args, {
        signal,
      });
    },
  };
}

function contentsOf({ name, graph }: OpenRecord, repairs: readonly string[]): ToolResult {
  const items = [...countsByType(graph)].map(([type, count]): ToolItem => ({ key: type, type, value: count }));
  const reasons = recordReasons(graph.record.completeness);
  const heading = [
    ...repairLines(repairs),
    `Record ${name}: ${graph.nodes.length} resources in ${graph.episodes.length} episodes; now ${graph.now.text}.`,
  ].join('\n');
  const lines = items.map(({ type, value }) => `${type}: ${value}`);
  return {
    ok: true,
    text: [heading, ...lines, ...(reasons.length === 0 ? [] : [`(${reasons.join('; ')})`])].join('\n'),
    heading,
    items,
    shown: items.length,
    total: items.length,
    complete: reasons.length === 0,
    ...(reasons.length === 0 ? {} : { reason: reasons.join('; ') }),
  };
}

function countsByType(graph: OpenRecord['graph']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const node of graph.nodes) counts.set(node.type, (counts.get(node.type) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const PAGE_SIZE = 100;
