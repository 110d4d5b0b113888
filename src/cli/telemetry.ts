// OpenTelemetry for the command, off unless the standard OTEL_* variables of the environment ask for it.
import { createRequire } from 'node:module';
import type * as Exporter from '@opentelemetry/exporter-trace-otlp-proto';
import type * as Resources from '@opentelemetry/resources';
import type * as Sdk from '@opentelemetry/sdk-trace-node';
import manifest from '../../package.json' with { type: 'json' };
import { inSpan } from '../agent/spans.ts';
import { HopperError } from '../errors.ts';
import { note, noteDestination } from './output.ts';

/**
 * Runs a command with its spans sent to the collector that the environment names, as OTLP over HTTP. Endpoint, headers,
 * sampling and the rest are read from the environment by OpenTelemetry itself. Spans hold names, counts and times.
 *
 * @param command its name alone: the words after it hold the question
 * @throws `invalid-input` when the packages are missing, the endpoint is no address, or another exporter or protocol is
 *   asked for
 */
export async function withTelemetry<Result>(command: string, work: () => Promise<Result>): Promise<Result> {
  if (!isAskedFor(process.env)) return work();
  const stop = start(process.env);
  try {
    return await inSpan(true, 'command', { 'fhir_hopper.command': command }, work);
  } finally {
    await stop();
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

function isAskedFor(env: Environment): boolean {
  const exporter = env.OTEL_TRACES_EXPORTER?.trim() ?? '';
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true' || exporter === 'none') return false;
  return exporter !== '' || endpointOf(env) !== '';
}

function endpointOf(env: Environment): string {
  return (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT || '').trim();
}

function start(env: Environment): () => Promise<void> {
  requireValue('OTEL_TRACES_EXPORTER', env.OTEL_TRACES_EXPORTER, 'otlp');
  requireValue('OTEL_EXPORTER_OTLP_PROTOCOL', env.OTEL_EXPORTER_OTLP_PROTOCOL, protocol);
  requireValue('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL, protocol);
  requireAddress(endpointOf(env));
  const sdk = load<typeof Sdk>('@opentelemetry/sdk-trace-node');
  const resources = load<typeof Resources>('@opentelemetry/resources');
  const { OTLPTraceExporter } = load<typeof Exporter>('@opentelemetry/exporter-trace-otlp-proto');
  const own = { 'service.name': manifest.name, 'service.version': manifest.version };
  // Nothing is asked of the process: its arguments hold the question.
  const named = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new sdk.NodeTracerProvider({
    resource: resources.defaultResource().merge(resources.resourceFromAttributes(own)).merge(named),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  noteDestination(
    `telemetry: names, counts and times of what is done go to ${hostOf(endpointOf(env))}; no record text`,
  );
  return () => stopInTime(provider);
}

function hostOf(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : defaultCollector;
}

/** A collector that is down must not hold up a person. */
async function stopInTime(provider: Sdk.NodeTracerProvider): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), longestGoodbyeMs);
  });
  try {
    await Promise.race([provider.shutdown(), late]);
  } catch {
    note('telemetry: the collector did not take the spans; they are lost.');
  } finally {
    clearTimeout(timer);
  }
}

function requireValue(name: string, value: string | undefined, wanted: string): void {
  const given = value?.trim() ?? '';
  if (given === '' || given === wanted) return;
  throw new HopperError('invalid-input', `Expected ${wanted} in ${name}; found ${JSON.stringify(given)}.`);
}

/** OpenTelemetry would pass over another address without a word, and send nothing or to its default. */
function requireAddress(endpoint: string): void {
  if (endpoint === '' || /^https?:\/\/[^/]/.test(endpoint)) return;
  throw new HopperError(
    'invalid-input',
    `Expected http(s)://host:port in OTEL_EXPORTER_OTLP_ENDPOINT; found ${JSON.stringify(endpoint)}.`,
  );
}

function load<Module>(name: string): Module {
  try {
    return createRequire(import.meta.url)(name) as Module;
  } catch (error) {
    throw new HopperError(
      'invalid-input',
      `OTEL_* variables ask for telemetry: expected the package ${name} beside fhir-hopper; add it with: npm install ${peers}. Or set OTEL_SDK_DISABLED=true.`,
      { cause: error },
    );
  }
}

const peers =
  '@opentelemetry/sdk-trace-node@2 @opentelemetry/resources@2 @opentelemetry/exporter-trace-otlp-proto@0.223';
const protocol = 'http/protobuf';
const longestGoodbyeMs = 3000;
/** OpenTelemetry's own. */
const defaultCollector = 'localhost:4318';
