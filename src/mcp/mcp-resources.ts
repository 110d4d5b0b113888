// A record's page, timeline and nodes as MCP resources under `fhir-hopper://`.
import {
  type McpServer,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { makePage } from '../agent/make-page.ts';
import { toHopperError } from '../errors.ts';
import { timelineSvg, timelineText } from '../graph/timeline.ts';
import { countTokens } from '../linearization/token-counter.ts';
import { completeNodeId, completeNodeType, nodeJson } from './node-resource.ts';
import type { OpenRecord, RecordShelf } from './record-shelf.ts';
import { inTime } from './waiting.ts';

/** Register the resources of every record on the shelf, with completion of record names and node keys. */
export function registerResources(server: McpServer, shelf: RecordShelf): void {
  const completeRecord = (value: string): string[] => completeRecordName(shelf, value);

  for (const view of views) {
    const listed = shelf.entries.slice(
      0,
      shelf.entries.length > MAX_LISTED_WHOLE && view !== views[0] ? 0 : MAX_LISTED,
    );
    const unlisted = shelf.entries.length - listed.length;
    const others = unlisted > 0 ? ` For ${unlisted} more records by their names (list_patients).` : '';
    const template = new ResourceTemplate(`fhir-hopper://{record}/${view.path}`, {
      list: () => ({
        resources: listed.map((entry) => ({
          uri: `fhir-hopper://${encodeURIComponent(entry.name)}/${view.path}`,
          name: `${view.name} of ${entry.name}`,
          title: entry.label === '' ? view.title : `${view.title}, ${entry.label}`,
          // What stands for all of them stands in the template.
          description: shelf.entries.length > 1 ? undefined : view.description,
          mimeType: view.mimeType,
        })),
      }),
      complete: { record: completeRecord },
    });
    server.registerResource(
      view.name,
      template,
      { title: view.title, description: `${view.description}${others}`, mimeType: view.mimeType },
      (uri, { record }, context) =>
        readSafely(async () => {
          const read = await inTime(context, view.name, () => open(shelf, uri, record));
          return textContents(uri, view.mimeType, view.write(read));
        }),
    );
  }

  const nodeTemplate = new ResourceTemplate('fhir-hopper://{record}/node/{type}/{id}', {
    list: undefined,
    complete: {
      record: completeRecord,
      type: async (value, context) => completeNodeType(await graphOf(shelf, context?.arguments?.record), value),
      id: async (value, context) =>
        completeNodeId(await graphOf(shelf, context?.arguments?.record), context?.arguments?.type, value),
    },
  });
  server.registerResource(
    'node',
    nodeTemplate,
    { title: 'One resource', description: NODE_DESCRIPTION, mimeType: 'application/fhir+json' },
    (uri, { record, type, id }, context) =>
      readSafely(async () => {
        const { graph } = await inTime(context, 'node', () => open(shelf, uri, record));
        const node = graph.find(`${one(type)}/${one(id)}`);
        if (node === undefined) throw new ResourceNotFoundError(uri.href);
        return textContents(uri, 'application/fhir+json', nodeJson(node));
      }),
  );
}

interface RecordView {
  readonly name: string;
  readonly title: string;
  readonly path: string;
  readonly description: string;
  readonly mimeType: string;
  readonly write: (record: OpenRecord) => string;
}

const views: readonly RecordView[] = [
  {
    name: 'page',
    title: 'Page of the record',
    path: 'page',
    description: 'The record linearized under 4,000 tokens, in time order, with handles.',
    mimeType: 'text/plain',
    write: (record) => makePage(record.graph, 'summary of the record').text,
  },
  {
    name: 'timeline',
    title: 'Timeline',
    path: 'timeline',
    description: 'Episodes with spans, nesting, placement counts and gaps, as text.',
    mimeType: 'text/plain',
    write: (record) => latestLines(timelineText(record.graph)),
  },
  {
    name: 'timeline_svg',
    title: 'Timeline, drawn',
    path: 'timeline.svg',
    description: 'The same timeline as SVG.',
    mimeType: 'image/svg+xml',
    write: (record) => timelineSvg(record.graph),
  },
];

async function open(shelf: RecordShelf, uri: URL, record: string | readonly string[] | undefined): Promise<OpenRecord> {
  try {
    return await shelf.open(one(record));
  } catch (error) {
    if (toHopperError(error).code === 'not-found') throw new ResourceNotFoundError(uri.href);
    throw error;
  }
}

/** A foreign error's message may quote the record, and the SDK would pass it on: only our own go out. */
async function readSafely(read: () => Promise<ReadResourceResult>): Promise<ReadResourceResult> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof ResourceNotFoundError ? error : new Error(toHopperError(error).message);
  }
}

/** Half-typed names of records are no failure: they complete to nothing. */
async function graphOf(shelf: RecordShelf, record: string | undefined): Promise<OpenRecord['graph'] | undefined> {
  try {
    return (await shelf.open(record)).graph;
  } catch {
    return undefined;
  }
}

/** Names of records that begin so, in any case, and those whose label holds the words; the SDK cuts what is too many. */
export function completeRecordName(shelf: RecordShelf, value: string): string[] {
  const words = value.trim().toLowerCase();
  return shelf.entries
    .filter(({ name, label }) => startsWith(name, value) || (words !== '' && label.toLowerCase().includes(words)))
    .map(({ name }) => name);
}

function startsWith(text: string, value: string): boolean {
  return text.toLowerCase().startsWith(value.toLowerCase());
}

/** The text, or where it is too long for a model its first line and as many of the last ones as fit. */
function latestLines(text: string): string {
  const [first = '', ...lines] = text.split('\n');
  let room = MAX_TEXT_TOKENS - countTokens(`${first}\n`) - MARK_TOKENS;
  let start = lines.length;
  while (start > 0) {
    room -= countTokens(`${lines[start - 1]}\n`);
    if (room < 0) break;
    start -= 1;
  }
  const mark = start === 0 ? [] : [`[… ${start} earlier lines left out; filter_time lists what happened then]`];
  return [first, ...mark, ...lines.slice(start)].join('\n');
}

function textContents(uri: URL, mimeType: string, text: string): ReadResourceResult {
  return { contents: [{ uri: uri.href, mimeType, text }] };
}

/** A template variable as one decoded value; one that is no percent-encoding is taken as it is written. */
function one(value: string | readonly string[] | undefined): string {
  const text = typeof value === 'string' ? value : (value?.[0] ?? '');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const NODE_DESCRIPTION =
  'A FHIR resource of the record as JSON, long attachments left out; contained ones by the id of their container, # and their own.';
/** With more records than that, a list names the page of each alone, and templates the rest. */
const MAX_LISTED_WHOLE = 10;
const MAX_LISTED = 50;
const MAX_TEXT_TOKENS = 8000;
const MARK_TOKENS = 40;
