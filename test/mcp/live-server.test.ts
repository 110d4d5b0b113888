// The MCP server over a live FHIR server: greeted at once however slow that is, the rest said where not everything came.
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startFhirServer, type TestServerOptions } from '../support/fhir-server.ts';
import { callText, connectOverStdio } from '../support/mcp-client.ts';
import { rawResources } from '../support/raw-record.ts';
import { cliPath, runCli } from '../support/run-cli.ts';

const resources = rawResources(join(import.meta.dirname, '..', '..', 'examples', 'record.json.gz'));
const patient = resources.find(({ resourceType }) => resourceType === 'Patient')!.id;

describe('a record on a live server', () => {
  let cli: string;
  beforeAll(async () => {
    cli = await cliPath();
  });

  async function serving<Result>(
    options: Partial<TestServerOptions>,
    use: (client: Awaited<ReturnType<typeof connectOverStdio>>, connectedMs: number) => Promise<Result>,
  ): Promise<Result> {
    const server = await startFhirServer({ resources, ...options });
    const startedMs = performance.now();
    const client = await connectOverStdio([cli, 'mcp', '--server', server.url, '--patient', patient]);
    try {
      return await use(client, performance.now() - startedMs);
    } finally {
      await client.close();
      await server.close();
    }
  }

  it('answers from all of it', async () => {
    await serving({}, async (client) => {
      const standing = resources.filter(
        (one) => one.resourceType === 'Observation' && one.status !== 'entered-in-error',
      );
      const text = await callText(client, 'aggregate', { op: 'count', type: 'Observation' });
      expect(text).toContain(`count Observation: ${standing.length}.`);
      expect(text).toContain('"complete":true');
    });
  });

  it('greets its client before a slow server has answered, and answers when it has', async () => {
    const late = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 12_000));
    const intercept: TestServerOptions['intercept'] = (context) =>
      context.req.path.endsWith('$everything') ? late() : undefined;
    await serving({ intercept }, async (client, connectedMs) => {
      expect(connectedMs).toBeLessThan(9_000);
      expect((await client.listTools()).tools.length).toBe(9);
      const told: string[] = [];
      const { content } = await client.callTool(
        { name: 'search_graph', arguments: { query: 'creatinine' } },
        { onprogress: ({ message = '' }) => told.push(message) },
      );
      expect(JSON.stringify(content)).toContain('Creatinine');
      expect(told.length).toBeGreaterThan(1);
    });
  });

  it('says in every result that the record is not whole, and what is missing', async () => {
    const intercept: TestServerOptions['intercept'] = (context) =>
      context.req.path.endsWith('/Observation')
        ? context.json({ resourceType: 'OperationOutcome', issue: [] }, 403)
        : undefined;
    await serving({ hasEverything: false, intercept }, async (client) => {
      for (const [name, args] of [
        ['aggregate', { op: 'max', text: 'creatinine' }],
        ['search_graph', { query: 'creatinine' }],
        ['filter_time', { type: 'Observation' }],
        ['linearize', { question: 'creatinine', budget: 7500 }],
        ['ask_offline', { question: 'What was the highest creatinine?' }],
      ] as const) {
        const text = await callText(client, name, args);
        expect(text, name).toContain('"complete":false');
        expect(text, name).toMatch(/Observation/);
      }
    });
  });

  it('says what is wrong when the server refuses', async () => {
    const server = await startFhirServer({ resources, access: 'bearer' });
    const { exit, stdout, stderr } = await runCli(['mcp', '--server', server.url, '--patient', patient]);
    await server.close();
    expect({ exit, stdout }).toEqual({ exit: 5, stdout: '' });
    expect(stderr).toMatch(/^fhir-hopper: .*401/m);
  });
});
