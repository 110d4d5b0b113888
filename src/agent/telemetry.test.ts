import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { expect, it } from 'vitest';
import { smallGraph } from '../../test/support/small-graph.ts';
import { ask } from './ask.ts';

it('tells each model and tool call as a span, without a word of the record', async () => {
  const exporter = new InMemorySpanExporter();
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  const graph = smallGraph();

  await ask(graph, 'What was the latest potassium?');
  expect(exporter.getFinishedSpans()).toEqual([]);

  await ask(graph, 'What was the latest potassium?', { telemetry: true });
  const spans = exporter.getFinishedSpans();
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['ai.generateText', 'ai.generateText.doGenerate', 'ai.toolCall']),
  );
  const told = JSON.stringify(spans.map(({ name, attributes, events }) => ({ name, attributes, events })));
  expect(told.toLowerCase()).not.toContain('potassium');
  expect(told).not.toContain('4.1');
});
