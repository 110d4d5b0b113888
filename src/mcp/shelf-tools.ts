// Tools over the shelf itself: which records there are, and what one of them holds.
import { z } from 'zod';
import type { ToolItem, ToolResult } from '../tools/graph-tool.ts';
import type { OpenRecord, RecordShelf, ShelfEntry } from './record-shelf.ts';
import type { ServerTool } from './server-tool.ts';

/** `list_patients` and `open_record`, for a server of several records. */
export function shelfTools(shelf: RecordShelf): readonly ServerTool[] {
  return [listPatients(shelf), openRecord(shelf)];
}

function listPatients(shelf: RecordShelf): ServerTool {
  return {
    name: 'list_patients',
    description: 'Records served here, by part of a name or id.',
    inputSchema: z.object({ text: z.string().optional(), cursor: z.string().optional() }),
    ofRecord: false,
    call: async (args) => {
      const wanted = String(args.text ?? '')
        .trim()
        .toLowerCase();
      const found = shelf.entries.filter((entry) => `${entry.name} ${entry.label}`.toLowerCase().includes(wanted));
      const start = args.cursor === undefined ? 0 : Number(args.cursor);
      if (!Number.isInteger(start) || start < 0 || start > found.length) {
        return {
          ok: false,
          code: 'bad-cursor',
          text: 'Expected the `next` of an earlier list_patients call as cursor.',
        };
      }
      return pageOfEntries(found, start);
    },
  };
}

function pageOfEntries(found: readonly ShelfEntry[], start: number): ToolResult {
  const page = found.slice(start, start + PAGE_SIZE);
  const end = start + page.length;
  const complete = end === found.length && start === 0;
  const items = page.map((entry): ToolItem => ({ key: `Patient/${entry.name}`, text: entry.label }));
  return {
    ok: true,
    text:
      page.map((entry) => `${entry.name}${entry.label === '' ? '' : `  ${entry.label}`}`).join('\n') ||
      'No record matches.',
    items,
    shown: page.length,
    total: found.length,
    complete,
    ...(complete ? {} : { reason: `records ${start + 1} to ${end} of ${found.length}` }),
    ...(end < found.length ? { next: String(end) } : {}),
  };
}

function openRecord(shelf: RecordShelf): ServerTool {
  return {
    name: 'open_record',
    description: 'What one record holds: resources by type, episodes, completeness.',
    inputSchema: z.object({}),
    ofRecord: true,
    call: async (args, signal) => {
      const record = await shelf.open(typeof args.record === 'string' ? args.record : undefined, signal);
      const items = [...countsByType(record)].map(([type, count]): ToolItem => ({ key: type, type, value: count }));
      const { completeness } = record.graph.record;
      const text = [
        `Record ${record.name}: ${record.graph.nodes.length} resources in ${record.graph.episodes.length} episodes; now ${record.graph.now.text}.`,
        ...items.map((item) => `${item.type}: ${item.value}`),
      ].join('\n');
      const partial = completeness.state === 'partial' ? { reason: completeness.reasons.join('; ') } : {};
      return {
        ok: true,
        text,
        items,
        shown: items.length,
        total: items.length,
        complete: completeness.state === 'complete',
        ...partial,
      };
    },
  };
}

function countsByType(record: OpenRecord): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const node of record.graph.nodes) counts.set(node.type, (counts.get(node.type) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const PAGE_SIZE = 200;
