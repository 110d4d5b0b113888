// Rules first: no model where they are sure; their findings within the page's budget where they are not.
import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphOf, smallGraph } from '../../test/support/small-graph.ts';
import type { FhirResource } from '../fhir/resource.ts';
import { countTokens } from '../linearization/token-counter.ts';
import { type ScriptedStep, scriptedModel } from '../testing/scripted-model.ts';
import { syntheticRecord } from '../testing/synthetic-record.ts';
import type { AgentEvent } from './agent-event.ts';
import { type AskOptions, ask, startAsk } from './ask.ts';
import { createReplayModel } from './replay-model.ts';

const graph = smallGraph();
const sureQuestion = 'What was the latest potassium?';
const unsureQuestion = 'What was the latest potassium by the moonlit harbour wall?';
const k2 = graph.find('Observation/k2')?.handle ?? '';
const modelAnswer = JSON.stringify({
  status: 'answered',
  text: 'Potassium once was 5.2 mmol/L.',
  values: [{ value: 5.2, unit: 'mmol/L', cite: [k2] }],
  citations: [k2],
  absence: null,
});

async function run(question: string, replies: readonly ScriptedStep[], options: AskOptions = {}) {
  const model = scriptedModel(replies);
  const events: AgentEvent[] = [];
  const answer = await ask(graph, question, {
    model,
    offlineFirst: true,
    ...options,
    onEvent: (event) => events.push(event),
  });
  return { answer, model, events };
}

function openingOf(request: LanguageModelV3CallOptions | undefined): string {
  const content = request?.prompt.find(({ role }) => role === 'user')?.content;
  return Array.isArray(content) ? content.map((part) => (part.type === 'text' ? part.text : '')).join('') : '';
}

describe('where rules are sure', () => {
  it('is not kept from answering by what bounds a model', async () => {
    const limits = { maxTokens: 1, maxSteps: 1, maxCostUsd: 0.0000001, price: { input: 3, output: 15 } };
    const alone = await ask(graph, sureQuestion, limits);
    expect(alone).toMatchObject({ status: 'answered', stopReason: 'answered', usage: { calls: 0 } });
    const { answer, model } = await run(sureQuestion, [], limits);
    expect(answer).toMatchObject({ text: alone.text, offlineFirst: { used: true } });
    expect(model.requests).toEqual([]);
  });

  it('gives their answer, calls no model, and says what that saved at least', async () => {
    const { answer, model, events } = await run(sureQuestion, []);
    const alone = await ask(graph, sureQuestion);

    expect(model.requests).toEqual([]);
    expect(answer).toMatchObject({
      text: alone.text,
      values: alone.values,
      citations: alone.citations,
      unsupported: [],
    });
    expect(answer.offlineFirst).toMatchObject({ used: true, threshold: 0.9, hintTokens: 0 });
    expect(answer.usage).toMatchObject({ calls: 0, inputTokens: 0, savedAtLeast: { calls: 1 } });
    expect(events[1]).toMatchObject({ type: 'notice', code: 'offline-first' });
    expect(events.filter(({ type }) => type === 'run-start' || type === 'run-end')).toHaveLength(2);
    expect(events.at(-1)).toEqual({ type: 'run-end', answer });
  });

  it('counts as saved what the model is sent when it is asked after all', async () => {
    const { answer } = await run(sureQuestion, []);
    const { model } = await run(sureQuestion, [modelAnswer], { offlineFirst: false, mend: false });
    const [request] = model.requests;
    const system = request?.prompt.find(({ role }) => role === 'system')?.content as string;
    // The definitions of the tools are sent too: their names alone are a lower bound of a lower bound.
    const sent = countTokens(system) + countTokens(openingOf(request));
    expect(answer.usage.savedAtLeast?.inputTokens).toBeGreaterThan(sent);
  });
});

describe('what ranks for the model', () => {
  it('is fetched only when it is asked', async () => {
    let fetched = 0;
    let ranked = 0;
    const rankForModel = async () => {
      fetched += 1;
      const scorer = () => {
        ranked += 1;
        return new Float64Array(graph.nodes.length);
      };
      return { scorer, scorerName: 'late' };
    };
    const sure = await run(sureQuestion, [], { rankForModel });
    expect([fetched, ranked]).toEqual([0, 0]);
    expect(sure.answer.usage.savedAtLeast?.inputTokens).toBeGreaterThan(0);
    await run(unsureQuestion, [modelAnswer], { rankForModel, mend: false });
    expect([fetched, ranked]).toEqual([1, 1]);
  });
});

describe('where rules are not sure', () => {
  it("puts what they found into the model's first prompt, and the model's answer stands", async () => {
    const { answer, model, events } = await run(unsureQuestion, [modelAnswer], { mend: false });

    const opening = openingOf(model.requests[0]);
    expect(opening).toMatch(
      /<hint>\n[\s\S]*may be wrong[\s\S]*they would answer, with confidence 0\.\d+: Latest Potassium: 4\.1/,
    );
    expect(opening).toMatch(/"potassium" was taken for Potassium \(exact\): 3 resources, o1 … o3/);
    expect(opening).toMatch(/not used: .*moonlit/);
    expect(answer).toMatchObject({ status: 'answered', values: [{ value: 5.2 }], unsupported: [] });
    expect(answer.reading).toBeUndefined();
    expect(answer.offlineFirst).toMatchObject({
      used: false,
      reason: 'below-threshold',
      found: { values: [{ value: 4.1 }], citations: [{ key: 'Observation/k3' }] },
    });
    expect(answer.usage).toMatchObject({ calls: 1 });
    expect(answer.usage.savedAtLeast).toBeUndefined();
    expect(events.filter(({ type }) => type === 'run-start' || type === 'run-end')).toHaveLength(2);
    expect(events.at(-1)).toEqual({ type: 'run-end', answer });
  });

  it.each([
    ['a threshold that even an exact reading misses', sureQuestion, 1, 'below-threshold'],
    ['a question that rules can not act on', 'What should I prescribe for the potassium?', 0.9, 'not-understood'],
  ])('asks the model with %s', async (_, question, offlineFirst, reason) => {
    const { answer, model } = await run(question, [modelAnswer], { offlineFirst, mend: false });
    expect(model.requests).toHaveLength(1);
    expect(answer.offlineFirst).toMatchObject({ used: false, reason });
  });

  it('counts the handles of the hint as shown', async () => {
    const k3 = graph.find('Observation/k3')?.handle ?? '';
    const cited = modelAnswer.replaceAll(k2, k3).replaceAll('5.2', '4.1');
    const { model } = await run(unsureQuestion, [cited], { mend: false, budgetTokens: 500 });
    const hint = /<hint>[\s\S]*<\/hint>\n/.exec(openingOf(model.requests[0]))?.[0] ?? '';
    expect(hint).toContain(k3);

    const shown = (given: string | undefined) =>
      ask(graph, 'Potassium?', {
        model: scriptedModel([cited]),
        mend: false,
        ...(given === undefined ? {} : { hint: given }),
        scorer: () => new Float64Array(graph.nodes.length),
        budgetTokens: 60,
      });
    expect((await shown(undefined)).unsupported).toContainEqual({
      claim: k3,
      reason: 'cites a resource that was never shown',
    });
    expect((await shown(hint)).unsupported).toEqual([]);
  });

  it('keeps the failure of a model a failure, and tells what rules found', async () => {
    const { answer } = await run(unsureQuestion, [{ error: new Error('connection refused') }]);
    expect(answer).toMatchObject({ status: 'failed', values: [], citations: [], error: { code: 'model-failed' } });
    expect(answer.text.split('\n')[0]).toBe(answer.error?.message);
    expect(answer.text).toMatch(/Rules alone .* may be wrong: Latest Potassium: 4\.1 mmol\/L/);
    expect(answer.offlineFirst?.found?.values).toMatchObject([{ value: 4.1 }]);
  });

  it('is replayed from its trace with the same hint', async () => {
    const { answer, events } = await run(unsureQuestion, [modelAnswer], { mend: false });
    const start = events.find((event) => event.type === 'run-start');
    expect(start?.hint).toContain('may be wrong');
    const again = await ask(graph, unsureQuestion, {
      model: createReplayModel(events),
      mend: false,
      hint: start?.hint ?? '',
    });
    expect(again).toMatchObject({ values: answer.values, citations: answer.citations, unsupported: [] });
  });

  it('never spends more than the budget on page and hint together', async () => {
    const bundle = syntheticRecord(7, { resources: 400 }) as unknown as {
      readonly entry: readonly { readonly resource: FhirResource }[];
    };
    const large = graphOf(bundle.entry.map(({ resource }) => resource));
    const words = ['glucose', 'blood pressure', 'aspirin', 'weight', 'nothing of that name'];
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 150, max: 3000 }), fc.constantFrom(...words), async (budgetTokens, word) => {
        const model = scriptedModel([modelAnswer]);
        const answer = await ask(large, `Tell me all of the story of ${word}, please, with its ups and downs`, {
          model,
          offlineFirst: 1,
          budgetTokens,
          mend: false,
        });
        const opening = openingOf(model.requests[0]);
        const page = /<record>\n([\s\S]*)\n<\/record>\n/.exec(opening)?.[1] ?? '';
        const hint = /<hint>\n[\s\S]*\n<\/hint>\n/.exec(opening)?.[0] ?? '';
        expect(countTokens(hint)).toBe(answer.offlineFirst?.hintTokens);
        expect(countTokens(page) + countTokens(hint)).toBeLessThanOrEqual(budgetTokens);
      }),
      { numRuns: 25 },
    );
  });
});

it('needs a model to come after the rules', () => {
  expect(() => startAsk(graph, sureQuestion, { offlineFirst: true })).toThrow(/^Expected a model for questions/);
});

it('stops before the model when cancelled while rules work', async () => {
  const { answer, model } = await run(unsureQuestion, [], { signal: AbortSignal.abort() });
  expect(answer).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
  expect(model.requests).toEqual([]);
});
