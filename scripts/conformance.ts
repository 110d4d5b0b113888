// `npm run conformance`: the official MCP conformance suite against the product, and against the same factory with fixtures.
// The suite needs Node 22, which npm brings into a throw-away folder.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serve } from '@hono/node-server';
import { createApp } from '../src/http/create-app.ts';
import { createMcpSessions } from '../src/http/mcp-sessions.ts';
import { createMcpServer } from '../src/mcp/create-mcp-server.ts';
import { createRecordShelf } from '../src/mcp/record-shelf.ts';
import { addConformanceFixtures } from '../test/conformance/fixtures.ts';
import { smallGraph } from '../test/support/small-graph.ts';

const packages = ['node@22', '@modelcontextprotocol/conformance@0.1.16'];
const folder = join(tmpdir(), 'fhir-hopper-conformance');
const binaries = join(folder, 'node_modules', '.bin');
if (!existsSync(join(binaries, 'conformance'))) {
  mkdirSync(folder, { recursive: true });
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...packages], { stdio: 'ignore' });
}

const product = await run('the product', (server) => server);
const fixtures = await run('the same factory with fixtures', addConformanceFixtures);
const needsFixture = [...product]
  .filter(([name, passed]) => !passed && fixtures.get(name) === true)
  .map(([name]) => name);
const failed = [...fixtures].filter(([, passed]) => !passed).map(([name]) => name);
console.log(`product alone: ${[...product.values()].filter(Boolean).length} of ${product.size} scenarios pass`);
console.log(`need a fixture tool, resource or prompt, and pass with it: ${needsFixture.join(', ')}`);
console.log(failed.length === 0 ? 'none fails' : `fail: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);

async function run(name: string, dress: typeof addConformanceFixtures): Promise<ReadonlyMap<string, boolean>> {
  const shelf = createRecordShelf([{ name: 'p', label: '', load: async () => smallGraph() }]);
  const sessions = createMcpSessions(async () => dress(await createMcpServer(shelf, { version: '0' })));
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
  const suite = spawn(join(binaries, 'conformance'), ['server', '--url', url], {
    env: { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return text(suite.stdout);
}
