// Telemetry of the command, as a collector on loopback receives it: spans by name, counts, and no word of a record.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliPath, runCli } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'fhir-hopper-telemetry-'));
const record = join(folder, 'record-of-secretname.json');
const question = 'What is the last body weight?';
const received: { readonly path: string; readonly body: string; readonly token: unknown }[] = [];
const collector = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    // Strings stand in protobuf as they are.
    const body = Buffer.concat(chunks).toString('latin1');
    received.push({ path: request.url ?? '', body, token: request.headers['x-token'] });
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
});
let endpoint = '';

beforeAll(async () => {
  await cliPath();
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const patient = {
    resourceType: 'Patient',
    id: 'secretid',
    name: [{ family: 'Secretname' }],
    birthDate: '1950-01-01',
  };
  const weight = {
    resourceType: 'Observation',
    id: 'w1',
    status: 'final',
    code: { text: 'Body weight' },
    subject: { reference: 'Patient/secretid' },
    effectiveDateTime: '2020-01-01',
    valueQuantity: { value: 70.5, unit: 'kg' },
  };
  const entry = [patient, weight].map((resource) => ({ resource }));
  writeFileSync(record, JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry }));
});
afterAll(() => {
  collector.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it('sends load, project, linearize, calls and tools, says so first, and tells nothing of the record', async () => {
    const run = await runCli(['ask', record, question], {
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-token=t1',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=ward',
      },
    });
    expect(run.exit).toBe(0);
    expect(run.stdout).toContain('70.5');
    expect(run.stderr.split('\n').slice(0, 2)).toEqual([
      `telemetry: names, counts and times of what is done go to ${new URL(endpoint).host}; no record text`,
      'offline: nothing else leaves this machine',
    ]);
    expect(received.map(({ path, token }) => [path, token])).toEqual([['/v1/traces', 't1']]);
    const body = received[0]?.body ?? '';
    for (const name of ['command', 'load', 'project', 'linearize', 'ask', 'model_call', 'tool']) {
      expect(body).toContain(`fhir_hopper.${name}`);
    }
    for (const name of ['service.name', 'fhir-hopper', 'deployment.environment', 'fhir_hopper.nodes']) {
      expect(body).toContain(name);
    }
    for (const word of ['ecretname', 'secretid', 'eight', '70.5', 'kg', '1950', 'Observation', question]) {
      expect(body).not.toContain(word);
    }
  });

  it('is silent unless asked, and when switched off', async () => {
    const before = received.length;
    const endpoints = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
    for (const env of [
      {},
      { ...endpoints, OTEL_SDK_DISABLED: 'true' },
      { ...endpoints, OTEL_TRACES_EXPORTER: 'none' },
    ]) {
      const run = await runCli(['ask', record, question], { env });
      expect(run.stderr.split('\n')[0]).toBe('offline: nothing leaves this machine');
    }
    expect(received.length).toBe(before);
  });

  it('says what it does not speak', async () => {
    const run = await runCli(['ask', record, question], {
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    });
    expect(run.exit).toBe(2);
    expect(run.stderr).toBe('fhir-hopper: Expected http/protobuf in OTEL_EXPORTER_OTLP_PROTOCOL; found "grpc".\n');
  });

  it('loses its spans rather than the answer when the collector is down', async () => {
    const started = Date.now();
    const run = await runCli(['ask', record, question], {
      env: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:9/v1/traces' },
    });
    expect(run.exit).toBe(0);
    expect(run.stdout).toContain('70.5');
    expect(run.stderr).toMatch(/the collector did not take the spans/);
    expect(Date.now() - started).toBeLessThan(15_000);
  });
});
