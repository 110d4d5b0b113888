import { expect, it } from 'vitest';
import { graphOf, smallGraph } from '../../test/support/small-graph.ts';
import { HopperError } from '../errors.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import type { AgentEvent } from './agent-event.ts';
import { ask } from './ask.ts';
import { createReplayModel } from './replay-model.ts';

const graph = smallGraph();
const question = 'What was the latest potassium?';

it('gives the recorded answer again over the same record, without the model that made it', async () => {
  const trace: AgentEvent[] = [];
  const first = await ask(graph, question, { onEvent: (event) => trace.push(event) });
  const kept = JSON.parse(JSON.stringify(trace)) as AgentEvent[];
  const again = await ask(graph, question, { model: createReplayModel(kept) });

  expect(first.status).toBe('answered');
  expect({ ...again, usage: undefined }).toEqual({ ...first, usage: undefined });
});

it('replays a run whose stream broke, and tells its words again', async () => {
  const k3 = graph.find('Observation/k3')?.handle ?? '';
  const reply = JSON.stringify({
    status: 'answered',
    text: 'Latest potassium: 4.1 mmol/L.',
    values: [{ value: 4.1, unit: 'mmol/L', cite: [k3] }],
    citations: [k3],
    absence: null,
  });
  const call = { text: 'I look.', toolCalls: [{ tool: 'aggregate', args: { op: 'last', text: 'potassium' } }] };
  const trace: AgentEvent[] = [];
  const model = scriptedModel([call, { text: reply, breaks: 'cut' }, reply]);
  const first = await ask(graph, question, { model, onEvent: (event) => trace.push(event) });
  const words: string[] = [];
  const again = await ask(graph, question, {
    model: createReplayModel(JSON.parse(JSON.stringify(trace)) as AgentEvent[]),
    onEvent: (event) => {
      if (event.type === 'text') words.push(event.text);
    },
  });

  expect(first).toMatchObject({ status: 'answered', steps: 2, usage: { calls: 3 } });
  expect({ ...again, usage: undefined }).toEqual({ ...first, usage: undefined });
  expect(words).toEqual(['I look.', 'Latest potassium: 4.1 mmol/L.']);
});

it('says so when the run asks for more than was recorded', async () => {
  const answer = await ask(graph, question, { model: createReplayModel([]) });
  expect(answer).toMatchObject({ status: 'failed', error: { code: 'model-failed' } });
  expect(answer.text).toMatch(/holds 0 replies/);
});

it('ends in the failure in which the recorded run ended', async () => {
  const trace: AgentEvent[] = [];
  const call = { toolCalls: [{ tool: 'aggregate', args: { op: 'last', text: 'potassium' } }] };
  const model = scriptedModel([call, { error: new HopperError('model-failed', 'm: the key was refused.') }]);
  const first = await ask(graph, question, { model, onEvent: (event) => trace.push(event) });
  const again = await ask(graph, question, { model: createReplayModel(trace) });

  expect(first).toMatchObject({ status: 'failed', text: 'm: the key was refused.' });
  expect({ ...again, usage: undefined }).toEqual({ ...first, usage: undefined });
});

it('runs rules again on results as large as theirs were', async () => {
  const rates = Array.from({ length: 260 }, (_, number) => ({
    resourceType: 'Observation',
    id: `h${number}`,
    status: 'final',
    code: { text: 'Heart rate' },
    subject: { reference: 'Patient/p' },
    effectiveDateTime: `2141-03-${10 + (number % 20)}T0${number % 9}:15:00Z`,
    valueQuantity: { value: 60 + (number % 37), unit: '/min' },
  }));
  const many = graphOf([{ resourceType: 'Patient', id: 'p' }, ...rates]);
  const trace: AgentEvent[] = [];
  const listing = 'List all heart rates';
  const told = await ask(many, listing, { onEvent: (event) => trace.push(event) });
  expect(told.values).toHaveLength(260);
  expect(await ask(many, listing, { model: createReplayModel(trace) })).toEqual(told);
});
