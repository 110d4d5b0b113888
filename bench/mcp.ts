// MCP: from start to the first tool answer over stdio, and many sessions over HTTP on several records at once.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { readSource } from '../src/adapters/sources/read-source.ts';
import { assembleRecord } from '../src/fhir/assemble-record.ts';
import { projectGraph } from '../src/graph/project.ts';
import { createApp } from '../src/http/create-app.ts';
import { createMcpSessions } from '../src/http/mcp-sessions.ts';
import { createMcpServer } from '../src/mcp/create-mcp-server.ts';
import { createRecordShelf, type ShelfEntry } from '../src/mcp/record-shelf.ts';
import { callText, connectOverStdio, connectToApp } from '../test/support/mcp-client.ts';
import { hasSharedData, sharedPath } from '../test/support/shared-data.ts';

/** Prints seconds and memory; needs `npm run build` for the first part. */
export async function benchMcp(): Promise<void> {
  if (!hasSharedData()) return;
  const records = largestRecords();
  await startOverStdio(records[0] ?? '');
  await sessionsOverHttp(records.slice(0, RECORDS));
}

/**
 * From the start of the process to the answer of the first tool, as a client sees it, and the processor time that the
 * server took for it, which a loaded machine changes less; the least of the rounds.
 */
async function startOverStdio(path: string): Promise<void> {
  const least = { seconds: Number.POSITIVE_INFINITY, processor: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedMs = performance.now();
    const client = await connectOverStdio(['dist/cli.js', 'mcp', path]);
    await callText(client, 'search_graph', { query: 'heparin' });
    least.seconds = Math.min(least.seconds, (performance.now() - startedMs) / 1000);
    const { pid } = client.transport as StdioClientTransport;
    least.processor = Math.min(least.processor, processorSeconds(pid));
    await client.close();
  }
  console.log(
    `stdio, largest MIMIC record: start to first tool answer ${least.seconds.toFixed(2)} s, of which the server's processor ` +
      `time ${least.processor.toFixed(2)} s; load of the machine ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`,
  );
}

/** User and system time of a process so far, all its threads; where the system keeps it under /proc. */
function processorSeconds(pid: number | null): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function sessionsOverHttp(paths: readonly string[]): Promise<void> {
  const entries = paths.map(
    (path, at): ShelfEntry => ({
      name: `r${at}`,
      label: '',
      load: async () => projectGraph(assembleRecord(await readSource(path))),
    }),
  );
  const shelf = createRecordShelf(entries);
  const sessions = createMcpSessions(() => createMcpServer(shelf, { version: '0' }));
  const app = createApp({ sessions, records: entries.length, hostNames: ['localhost'] });
  const startedMs = performance.now();
  const totals = await Promise.all(
    Array.from({ length: SESSIONS }, async (_, at) => {
      const record = `r${at % entries.length}`;
      const client = await connectToApp(app);
      const text = await callText(client, 'filter_time', { record, limit: 5 });
      return { record, total: Number(/"total":(\d+)/.exec(text)?.[1]) };
    }),
  );
  const byRecord = new Map(totals.map(({ record, total }) => [record, total]));
  const isolated = totals.every(({ record, total }) => byRecord.get(record) === total);
  const memory = (process.memoryUsage().rss / 2 ** 20).toFixed(0);
  console.log(
    `HTTP: ${sessions.size} sessions on ${entries.length} records in ${seconds(startedMs)} s, ${memory} MB resident, ` +
      `${isolated ? 'each sees its own record' : 'RECORDS MIXED'}`,
  );
  await sessions.close();
}

function largestRecords(): readonly string[] {
  return readdirSync(sharedPath('mimic-demo'))
    .filter((name) => name.endsWith('.ndjson.gz'))
    .map((name) => sharedPath('mimic-demo', name))
    .sort((a, b) => statSync(b).size - statSync(a).size);
}

function seconds(startedMs: number): string {
  return ((performance.now() - startedMs) / 1000).toFixed(2);
}

const ROUNDS = 5;
const TICKS_PER_SECOND = 100;
const SESSIONS = 50;
const RECORDS = 10;
