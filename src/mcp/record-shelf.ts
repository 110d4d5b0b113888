// The records a server offers, by name: opened when first asked for, the longest unused closed when too many are open.
import { HopperError } from '../errors.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { GraphTool } from '../tools/graph-tool.ts';
import { createGraphTools } from '../tools/graph-tools.ts';

/** A record that may be opened. */
export interface ShelfEntry {
  /** How clients name it: the Patient's id. Unique on the shelf. */
  readonly name: string;
  /** For people, e.g. the patient's name; may be empty. */
  readonly label: string;
  load(signal?: AbortSignal): Promise<EpisodeGraph>;
}

/** A record ready to be asked. */
export interface OpenRecord {
  readonly name: string;
  readonly graph: EpisodeGraph;
  readonly tools: readonly GraphTool[];
}

/** Shared by all sessions of one process: graphs are read-only, so nothing of one session reaches another. */
export interface RecordShelf {
  /** In the order given. */
  readonly entries: readonly ShelfEntry[];
  /**
   * @param name a record's name; may be left out when there is one record
   * @throws `not-found` for an unknown name, `invalid-input` for no name among several
   */
  open(name: string | undefined, signal?: AbortSignal): Promise<OpenRecord>;
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
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  // A Map keeps insertion order, so its first key is the longest unused.
  const opened = new Map<string, Promise<OpenRecord>>();

  const load = async (entry: ShelfEntry, signal?: AbortSignal): Promise<OpenRecord> => {
    const graph = await entry.load(signal);
    return { name: entry.name, graph, tools: createGraphTools(graph, { profile: 'full', maxResultTokens }) };
  };

  return {
    entries,
    open(name, signal) {
      const entry = chooseEntry(entries, byName, name);
      const known = opened.get(entry.name);
      const record = known ?? load(entry, signal);
      opened.delete(entry.name);
      opened.set(entry.name, record);
      if (known === undefined) {
        record.catch(() => opened.delete(entry.name));
        const oldest = opened.keys().next();
        if (opened.size > maxOpen && oldest.done !== true) opened.delete(oldest.value);
      }
      return record;
    },
  };
}

function chooseEntry(
  entries: readonly ShelfEntry[],
  byName: ReadonlyMap<string, ShelfEntry>,
  name: string | undefined,
): ShelfEntry {
  const [first] = entries;
  if (name === undefined && entries.length === 1 && first !== undefined) return first;
  const wanted = name?.trim().replace(/^Patient\//i, '');
  const entry = wanted === undefined ? undefined : byName.get(wanted);
  if (entry !== undefined) return entry;
  const names = entries.slice(0, NAMES_IN_ERROR).map((each) => each.name);
  const more = entries.length > names.length ? ` and ${entries.length - names.length} more (list_patients)` : '';
  if (wanted === undefined) {
    throw new HopperError(
      'invalid-input',
      `Expected \`record\`, since ${entries.length} records are served: ${names.join(', ')}${more}.`,
    );
  }
  throw new HopperError('not-found', `No record with that name is served here; served: ${names.join(', ')}${more}.`);
}

const DEFAULT_MAX_OPEN = 16;
const DEFAULT_MAX_RESULT_TOKENS = 8000;
const NAMES_IN_ERROR = 10;
