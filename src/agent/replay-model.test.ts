import { expect, it } from 'vitest';
import { smallGraph } from '../../test/support/small-graph.ts';
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

it('says so when the run asks for more than was recorded', async () => {
  const answer = await ask(graph, question, { model: createReplayModel([]) });
  expect(answer).toMatchObject({ status: 'failed', error: { code: 'model-failed' } });
  expect(answer.text).toMatch(/holds 0 replies/);
});
