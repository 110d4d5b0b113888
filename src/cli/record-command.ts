// What every command that takes RECORD shares: its options, and reading the record into a graph.
import { type Command, Option } from 'commander';
import { readSource } from '../adapters/sources/read-source.ts';
import { inSpan } from '../agent/spans.ts';
import { HopperError } from '../errors.ts';
import { assembleRecord } from '../fhir/assemble-record.ts';
import type { SourceContent } from '../fhir/record.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { type ProjectOptions, projectGraph } from '../graph/project.ts';
import { type Progress, startProgress } from './output.ts';
import { hostOf, isServerAddress, readFromServer, type ServerOptions, takesServer } from './server-record.ts';
import { readSettings } from './settings.ts';

/** Options of every command that takes RECORD, as commander gives them. */
export interface RecordOptions extends ServerOptions {
  readonly now?: string;
  readonly delta?: string;
  readonly asKnownAt?: string;
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** Declare the argument RECORD and the options that go with it. */
export function takesRecord(command: Command): Command {
  return takesServer(command)
    .argument(
      '<record>',
      'a file or folder of FHIR resources (.json, .ndjson, .xml, each also .gz), - for standard input, or the address of ' +
        'a FHIR server (with --patient); --server <url> says the same',
    )
    .option('--patient <patient>', 'which patient: an id, an identifier value or a name')
    .option('--now <date>', 'the moment questions are relative to (default: the last event of the record)')
    .addOption(
      new Option('--delta <duration>', 'how far from a visit an unlinked event may lie, e.g. 24h').default(
        undefined,
        '24h',
      ),
    )
    .option('--as-known-at <date>', 'leave out what was written down later than this')
    .option('--strict', 'report member names that stand twice in one JSON object')
    .option('--json', 'print data for machines');
}

/**
 * Read RECORD and project it to its graph, telling of progress.
 *
 * @throws HopperError of the source, the patient or the options
 */
export async function loadGraph(path: string, options: RecordOptions): Promise<EpisodeGraph> {
  const projectOptions = await readProjectOptions(options);
  const progress = startProgress();
  try {
    const content = await inSpan(true, 'load', {}, async (tell) => {
      const read = await readRecord(path, options, progress);
      tell({ 'fhir_hopper.resources': read.entries.length, 'fhir_hopper.issues': read.issues.length });
      return read;
    });
    return inSpan(true, 'project', {}, (tell) => {
      progress.stage(`sorting ${content.entries.length} resources`);
      const record = assembleRecord(content, options.patient === undefined ? {} : { patient: options.patient });
      progress.stage(`building the graph of ${record.resources.length} resources`);
      const graph = projectGraph(record, projectOptions);
      tell({ 'fhir_hopper.nodes': graph.nodes.length, 'fhir_hopper.episodes': graph.episodes.length });
      return graph;
    });
  } finally {
    progress.end();
  }
}

/** What RECORD holds: from disk, standard input or a server. */
export function readRecord(path: string, options: RecordOptions, progress: Progress): Promise<SourceContent> {
  if (isServerAddress(path)) {
    progress.stage(`reading ${hostOf(path)}`);
    return readFromServer(path, options, progress.stage);
  }
  progress.stage(`reading ${path === '-' ? 'standard input' : path}`);
  return readSource(path, { stdin: process.stdin, strict: options.strict === true });
}

/** What the options say of the graph: now, what was known when, and δ, which the settings file may hold too. */
export async function readProjectOptions(options: RecordOptions): Promise<ProjectOptions> {
  const delta = options.delta ?? (await readSettings()).delta;
  return {
    ...(options.now === undefined ? {} : { now: options.now }),
    ...(options.asKnownAt === undefined ? {} : { asKnownAt: options.asKnownAt }),
    ...(delta === undefined ? {} : { deltaMs: parseDuration(delta) }),
  };
}

/** Milliseconds of a duration such as `90m`, `24h` or `2d`. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(m|h|d)$/.exec(text.trim());
  const unitMs = match === null ? undefined : durationUnits[match[2] as keyof typeof durationUnits];
  if (match === null || unitMs === undefined) {
    throw new HopperError('invalid-input', `Expected a duration such as 90m, 24h or 2d; found "${text}".`);
  }
  return Number(match[1]) * unitMs;
}

const durationUnits = { m: 60_000, h: 3_600_000, d: 86_400_000 };
