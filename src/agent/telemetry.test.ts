// Spans: one for each page, call and tool, nested under their question, and not a word of what was asked or found.
import { APICallError } from '@ai-sdk/provider';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterEach, expect, it } from 'vitest';
import { smallGraph } from '../../test/support/small-graph.ts';
import { type ScriptedStep, scriptedModel } from '../testing/scripted-model.ts';
import { ask } from './ask.ts';

const exporter = new InMemorySpanExporter();
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
afterEach(() => exporter.reset());
const graph = smallGraph();
const question = 'What was the latest potassium of Secretname?';

/** All that is sent of a span. */
function sent(): string {
  return JSON.stringify(
    exporter.getFinishedSpans().map(({ name, attributes, events, status, links, resource }) => ({
      name,
      attributes,
      events,
      status,
      links,
      resource: resource.attributes,
    })),
  ).toLowerCase();
}

function expectNoWordOfTheRecord(): void {
  for (const word of ['potassium', 'secretname', '4.1', 'mmol', 'heparin', '2141', 'observation/']) {
    expect(sent()).not.toContain(word);
  }
}

it('tells page, calls and tools of a question as spans under it, with counts alone', async () => {
  await ask(graph, question);
  expect(exporter.getFinishedSpans()).toEqual([]);

  await ask(graph, 'What was the latest potassium?', { telemetry: true });
  const spans = exporter.getFinishedSpans();
  expect(spans.map(({ name }) => name)).toEqual([
    'fhir_hopper.linearize',
    'fhir_hopper.model_call',
    'fhir_hopper.tool',
    'fhir_hopper.model_call',
    'fhir_hopper.ask',
  ]);
  const of = (name: string) => spans.find((span) => span.name === `fhir_hopper.${name}`);
  expect(of('model_call')?.parentSpanContext?.spanId).toBe(of('ask')?.spanContext().spanId);
  expect(of('tool')?.spanContext().traceId).toBe(of('ask')?.spanContext().traceId);
  expect(of('tool')?.attributes).toMatchObject({ 'gen_ai.tool.name': 'aggregate', 'fhir_hopper.ok': true });
  expect(of('ask')?.attributes).toMatchObject({ 'fhir_hopper.status': 'answered', 'fhir_hopper.steps': 2 });
  expectNoWordOfTheRecord();
});

const call = (tool: string, args: unknown): ScriptedStep => ({ toolCalls: [{ tool, args }] });
const quoting = new APICallError({
  message: 'No: potassium of Secretname',
  url: 'http://h/v1',
  requestBodyValues: { prompt: 'potassium' },
  statusCode: 400,
  responseBody: 'potassium',
});
it.each<readonly [string, readonly ScriptedStep[]]>([
  ['malformed arguments', [call('search_graph', '{"query": "potassium'), call('search_graph', { limit: 'potassium' })]],
  ['a tool that is none', [call('potassium_of_secretname', { query: 'potassium' }), 'Potassium 4.1 mmol/L.', 'No.']],
  ['an inspected resource', [call('inspect_node', { ids: ['Observation/k3'] }), 'Potassium 4.1 mmol/L.', 'No.']],
  ['a failing call that quotes the prompt', [{ error: quoting }]],
  ['a thrown text', [{ error: 'potassium of Secretname' }]],
  ['a stream that breaks', [{ text: 'Potassium of Secretname', breaks: 'cut' }, 'Potassium 4.1 mmol/L', 'No.']],
])('tells no word of the record after %s', async (_, replies) => {
  await ask(graph, question, { model: scriptedModel(replies), telemetry: true, mend: false });
  expect(exporter.getFinishedSpans().length).toBeGreaterThan(2);
  expectNoWordOfTheRecord();
});
