// The records a server offers, by name: opened when first asked for, the longest unused closed when too many are open.
import { HopperError } from '../errors.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { didYouMean } from '../plan/nearest.ts';
import type { GraphTool } from '../tools/graph-tool.ts';
import { createGraphTools } from '../tools/graph-tools.ts';
import type { PageContext } from '../tools/tool-context.ts';
import type { ResultMode } from './mcp-result.ts';
import { pageContextOf } from './page-context.ts';

/** A record that may be opened. */
export interface ShelfEntry {
  /** How clients name it: the Patient's id. Unique on the shelf. */
  readonly name: string;
  /** For people, e.g. the patient's name and number; may be empty. */
  readonly label: string;
  load(): Promise<EpisodeGraph>;
}

/** A record ready to be asked. */
export interface OpenRecord {
  readonly name: string;
  readonly graph: EpisodeGraph;
  /** The graph tools, their results measured as they will be sent. */
  toolsFor(results: ResultMode): readonly GraphTool[];
  /** What the pages of other tools are cut by. */
  pageContext(results: ResultMode): PageContext;
}

/** Shared by all sessions of one process: graphs are read-only, so nothing of one session reaches another. */
export interface RecordShelf {
  /** In the order given. */
  readonly entries: readonly ShelfEntry[];
  /**
   * The entry a name means: the name itself, with or without `Patient/`, in any case; or a whole label that is nobody
   * else's. May be left out when there is one record.
   *
   * @throws `not-found` for an unknown name, `invalid-input` for no name among several
   */
  find(name: string | undefined): ShelfEntry;
  /**
   * Opening goes on when a caller stops waiting, as others may wait for it too; when it fails, the next call tries again.
   *
   * @throws as `find`, and what reading the record throws
   */
  open(name: string | undefined): Promise<OpenRecord>;
}

export interface RecordShelfOptions {
  /** Graphs kept in memory at once. @default 16 */
  readonly maxOpen?: number;
  /** Upper bound of one tool result, in tokens. @default 8000 */
  readonly maxResultTokens?: number;
}

/** @throws `invalid-input` when there is no entry */
export function createRecordShelf(entries: readonly ShelfEntry[], options: RecordShelfOptions = {}): RecordShelf {
  if (entries.length === 0)
    throw new HopperError('invalid-input', 'Expected at least one record to serve, found none.');
  const maxOpen = options.maxOpen ?? DEFAULT_MAX_OPEN;
  const maxResultTokens = options.maxResultTokens ?? DEFAULT_MAX_RESULT_TOKENS;
  const find = createFinder(entries);
  // A Map keeps insertion order, so its first key is the longest unused.
  const opened = new Map<string, Promise<OpenRecord>>();

  return {
    entries,
    find,
    async open(name) {
      const entry = find(name);
      const known = opened.get(entry.name);
      const record = known ?? entry.load().then((graph) => openRecord(entry.name, graph, maxResultTokens));
      opened.delete(entry.name);
      opened.set(entry.name, record);
      if (known === undefined) {
        record.catch(() => {
          if (opened.get(entry.name) === record) opened.delete(entry.name);
        });
        const oldest = opened.keys().next();
        if (opened.size > maxOpen && oldest.done !== true) opened.delete(oldest.value);
      }
      return record;
    },
  };
}

function openRecord(name: string, graph: EpisodeGraph, maxResultTokens: number): OpenRecord {
  const tools = new Map<ResultMode, readonly GraphTool[]>();
  const pageContext = (results: ResultMode) => pageContextOf(graph, results, maxResultTokens);
  return {
    name,
    graph,
    pageContext,
    toolsFor(results) {
      const { entryTokens, maxResultTokens: most } = pageContext(results);
      const made = tools.get(results) ?? createGraphTools(graph, { maxResultTokens: most, entryTokens });
      tools.set(results, made);
      return made;
    },
  };
}

function createFinder(entries: readonly ShelfEntry[]): RecordShelf['find'] {
  const exact = new Map(entries.map((entry) => [entry.name, entry]));
  const plain = new Map<string, ShelfEntry | undefined>();
  for (const entry of entries) {
    for (const name of new Set([plainName(entry.name), plainName(entry.label)])) {
      plain.set(name, plain.has(name) ? undefined : entry);
    }
  }
  return (name) => {
    const [first] = entries;
    if (name === undefined && entries.length === 1 && first !== undefined) return first;
    if (name === undefined) {
      throw new HopperError(
        'invalid-input',
        `Expected \`record\`, since ${entries.length} records are served: ${told(entries)}.`,
      );
    }
    const wanted = name.trim().replace(/^Patient\//i, '');
    const entry = exact.get(wanted) ?? plain.get(plainName(wanted));
    if (entry !== undefined) return entry;
    const near = didYouMean(wanted, [...exact.keys()]);
    throw new HopperError('not-found', `No record with that name is served here.${near} Served: ${told(entries)}.`);
  };
}

function told(entries: readonly ShelfEntry[]): string {
  const names = entries.slice(0, NAMES_IN_ERROR).map(({ name }) => name);
  const more = entries.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more (list_patients)` : ''}`;
}

function plainName(name: string): string {
  return name.trim().toLowerCase();
}

const DEFAULT_MAX_OPEN = 16;
const DEFAULT_MAX_RESULT_TOKENS = 8000;
const NAMES_IN_ERROR = 10;
