// `npm run conformance`: the official MCP conformance suite against the product and against the same factory with fixtures,
// and the Inspector's command line against the built product. Both need Node 22, which npm brings into throw-away folders.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serve } from '@hono/node-server';
import { createApp } from '../src/http/create-app.ts';
import { createMcpSessions } from '../src/http/mcp-sessions.ts';
import { createMcpServer } from '../src/mcp/create-mcp-server.ts';
import { createRecordShelf } from '../src/mcp/record-shelf.ts';
import { addConformanceFixtures } from '../test/conformance/fixtures.ts';
import { smallGraph } from '../test/support/small-graph.ts';
import { runInspector } from './conformance/inspector.ts';
import { installWithNode22 } from './conformance/node-22.ts';

const node22 = installWithNode22(
  'fhir-hopper-conformance',
  ['@modelcontextprotocol/conformance@0.1.16'],
  'conformance',
);

const product = await run('the product', (server) => server);
const fixtures = await run('the same factory with fixtures', addConformanceFixtures);
const needsFixture = [...product]
  .filter(([name, passed]) => !passed && fixtures.get(name) === true)
  .map(([name]) => name);
const failed = [...fixtures].filter(([, passed]) => !passed).map(([name]) => name);
console.log(`product alone: ${[...product.values()].filter(Boolean).length} of ${product.size} scenarios pass`);
console.log(`need a fixture tool, resource or prompt, and pass with it: ${needsFixture.join(', ')}`);
console.log(failed.length === 0 ? 'none fails' : `fail: ${failed.join(', ')}`);
const folder = twoPatients();
const inspected = await runInspector('examples/record.json.gz', folder);
rmSync(folder, { recursive: true });
console.log(inspected.length === 0 ? 'inspector: every tool listed and called' : inspected.join('\n'));
process.exit(failed.length + inspected.length === 0 ? 0 : 1);

async function run(name: string, dress: typeof addConformanceFixtures): Promise<ReadonlyMap<string, boolean>> {
  const shelf = createRecordShelf([{ name: 'p', label: '', load: async () => smallGraph() }]);
  const sessions = createMcpSessions(() => dress(createMcpServer(shelf, { version: '0' })));
  const app = createApp({ sessions, records: 1, hostNames: ['localhost', '127.0.0.1'] });
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const output = await runSuite(`http://localhost:${port}/mcp`);
  server.close();
  await sessions.close();
  const results = new Map(
    [...output.matchAll(/^([✓✗]) ([\w-]+):/gmu)].map(([, mark, scenario]) => [scenario ?? '', mark === '✓']),
  );
  console.log(`${name}: ${[...results].map(([scenario, passed]) => `${passed ? '✓' : '✗'} ${scenario}`).join('  ')}`);
  return results;
}

/** Runs under Node 22, beside this process, which serves. */
async function runSuite(url: string): Promise<string> {
  const suite = spawn(node22.command('conformance'), ['server', '--url', url], {
    env: node22.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return text(suite.stdout);
}

/** A folder with a record of two patients. */
function twoPatients(): string {
  const made = mkdtempSync(join(tmpdir(), 'fhir-hopper-patients-'));
  const lines = ['a', 'b'].flatMap((id) => [
    { resourceType: 'Patient', id, birthDate: '1970-01-01' },
    { resourceType: 'Condition', id: `c-${id}`, subject: { reference: `Patient/${id}` }, code: { text: 'Asthma' } },
  ]);
  writeFileSync(join(made, 'patients.ndjson'), lines.map((line) => JSON.stringify(line)).join('\n'));
  return made;
}
