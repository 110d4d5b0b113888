// Walks every folder of test data and accounts for each resource: in a graph, or named in the issues with its reason.
// Run: npm run records [-- FOLDER]   (default ../shared/data; a folder of that is fine too)
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readSource } from '../src/adapters/sources/read-source.ts';
import { HopperError, toHopperError } from '../src/errors.ts';
import { assembleRecord, listPatients } from '../src/fhir/assemble-record.ts';
import { keyOf } from '../src/fhir/identity.ts';
import type { SourceContent } from '../src/fhir/record.ts';
import type { EpisodeGraph } from '../src/graph/episode-graph.ts';
import { projectGraph } from '../src/graph/project.ts';

interface Tally {
  files: number;
  patients: number;
  /** Resources read, as entries. */
  read: number;
  /** Distinct resources that some patient's graph holds, contained ones not counted. */
  inGraph: number;
  /** Distinct resources that only the issues name. */
  inIssues: number;
  lost: number;
  refused: string[];
  nodes: number;
  undated: number;
  readonly links: Map<string, number>;
  readonly placements: Map<string, number>;
  seconds: number;
}

/** Folders that are one source each; in the others every file stands for itself. */
const wholeFolders = new Set(['bulk-ndjson', 'smart-stu3', 'smart-pro-stu3']);
/** Folders without FHIR records in them. */
const otherFolders = new Set(['questions', 'sql-on-fhir']);

const root = process.argv[2] ?? '../shared/data';
if (!existsSync(root)) {
  console.log(`No test data at ${root}; nothing to walk. Give its folder as an argument.`);
} else {
  const folders = readdirSync(root).filter(
    (name) => statSync(join(root, name)).isDirectory() && !otherFolders.has(name),
  );
  const rows: Record<string, unknown>[] = [];
  const refusals: string[] = [];
  let lost = 0;
  for (const folder of folders.length > 0 ? folders.sort() : ['.']) {
    const tally = await walkFolder(join(root, folder), wholeFolders.has(folder));
    refusals.push(...tally.refused.map((message) => `${folder}: ${message}`));
    lost += tally.lost;
    rows.push(rowOf(folder, tally));
  }
  console.table(rows);
  if (refusals.length > 0)
    console.log(`Refused, each with its reason:\n${refusals.map((line) => `- ${line}`).join('\n')}`);
  console.log(lost === 0 ? 'Every resource is accounted for.' : `${lost} resources are unaccounted for.`);
  process.exitCode = lost === 0 ? 0 : 1;
}

async function walkFolder(folder: string, isOneSource: boolean): Promise<Tally> {
  const tally: Tally = {
    files: 0,
    patients: 0,
    read: 0,
    inGraph: 0,
    inIssues: 0,
    lost: 0,
    refused: [],
    nodes: 0,
    undated: 0,
    links: new Map(),
    placements: new Map(),
    seconds: 0,
  };
  const files = readdirSync(folder).filter((name) => !(name === 'index.json'));
  tally.files = files.length;
  const started = performance.now();
  for (const path of isOneSource ? [folder] : files.map((name) => join(folder, name))) {
    try {
      walkSource(await readSource(path), tally);
    } catch (error) {
      const failure = toHopperError(error);
      if (!(error instanceof HopperError)) console.error(error);
      tally.refused.push(failure.message);
    }
  }
  tally.seconds = (performance.now() - started) / 1000;
  return tally;
}

function walkSource(content: SourceContent, tally: Tally): void {
  tally.read += content.entries.length;
  const patients = listPatients(content);
  if (patients.length === 0) {
    // Nobody's resources: said in one line, which names the source; nothing else is expected of them.
    tally.inIssues += new Set(content.entries.map(({ resource, fullUrl }) => keyOf(resource, fullUrl))).size;
    assembleRecord(content);
    return;
  }
  const inGraph = new Set<string>();
  const named = new Set<string>();
  for (const { key } of patients) {
    const record = assembleRecord(content, { patient: key });
    for (const issue of record.issues) {
      if (issue.key !== undefined) named.add(issue.key);
      for (const one of issue.keys ?? []) named.add(one);
    }
    const graph = projectGraph(record);
    for (const node of graph.nodes) if (!node.key.includes('#')) inGraph.add(node.key);
    countGraph(graph, tally);
  }
  tally.patients += patients.length;
  const keys = new Set(content.entries.map(({ resource, fullUrl }) => keyOf(resource, fullUrl)));
  for (const key of keys) {
    if (inGraph.has(key)) tally.inGraph++;
    else if (named.has(key)) tally.inIssues++;
    else tally.lost++;
  }
}

function countGraph(graph: EpisodeGraph, tally: Tally): void {
  tally.nodes += graph.nodes.length;
  for (const node of graph.nodes) {
    if (node.time === undefined) tally.undated++;
    add(tally.placements, node.placement?.how ?? 'background');
    for (const link of graph.linksFrom(node.index))
      add(tally.links, link.outcome === 'resolved' ? link.form : `${link.form} ${link.outcome}`);
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function rowOf(folder: string, tally: Tally): Record<string, unknown> {
  const { files, patients, read, inGraph, inIssues, lost, refused, nodes, undated, links, placements, seconds } = tally;
  return {
    folder,
    files,
    refused: refused.length,
    patients,
    read,
    inGraph,
    inIssues,
    lost,
    nodes,
    undated,
    references: told(links),
    placed: told(placements),
    seconds: seconds.toFixed(1),
  };
}

function told(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
