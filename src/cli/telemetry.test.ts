import { afterEach, expect, it, vi } from 'vitest';
import { withTelemetry } from './telemetry.ts';

vi.mock('node:module', () => ({
  createRequire: () => (name: string) => {
    throw new Error(`Cannot find module ${name}`);
  },
}));
afterEach(() => vi.unstubAllEnvs());

it('names the packages that are missing, before any work', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318');
  const work = vi.fn(async () => 0);
  await expect(withTelemetry('ask', work)).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringMatching(
      /package @opentelemetry\/sdk-trace-node beside fhir-hopper; add it with: npm install @opentelemetry\/sdk-trace-node@2 .*exporter-trace-otlp-proto.*OTEL_SDK_DISABLED=true/,
    ),
  });
  expect(work).not.toHaveBeenCalled();
});

it('takes no endpoint that is no address', async () => {
  for (const endpoint of ['localhost:4318', 'not a url', 'http://']) {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint);
    await expect(withTelemetry('ask', async () => 0)).rejects.toThrow(`found ${JSON.stringify(endpoint)}`);
  }
});

it('needs no package where nobody asks for telemetry', async () => {
  expect(await withTelemetry('ask', async () => 7)).toBe(7);
});
