// Scripted conversations: what the loop does with each kind of model.
import { describe, expect, it } from 'vitest';
import { smallGraph } from '../../test/support/small-graph.ts';
import { type ScriptedStep, scriptedModel } from '../testing/scripted-model.ts';
import { createGraphTools } from '../tools/graph-tools.ts';
import type { AgentEvent } from './agent-event.ts';
import { makePage } from './make-page.ts';
import { type AgentOptions, finalAnswer, runAgent } from './run-agent.ts';

const graph = smallGraph();
const tools = createGraphTools(graph);
const question = 'What was the latest potassium?';
const page = makePage(graph, question, { budgetTokens: 600 });
const k3 = graph.find('Observation/k3')?.handle ?? '';
const right = {
  status: 'answered',
  text: 'Latest potassium: 4.1 mmol/L on 2141-03-12 08:15.',
  values: [{ value: 4.1, unit: 'mmol/L', time: '2141-03-12 08:15', cite: [k3] }],
  citations: [k3],
  absence: null,
};
const json = (changes: object = {}) => JSON.stringify({ ...right, ...changes });
const search = (query: string) => ({ tool: 'search_graph', args: { query } });

async function run(replies: readonly ScriptedStep[], options: Partial<AgentOptions> = {}) {
  const model = scriptedModel(replies);
  const events: AgentEvent[] = [];
  const answer = await finalAnswer(runAgent({ graph, model, question, page, tools, ...options }), (event) =>
    events.push(event),
  );
  return { answer, model, events };
}

describe('a run', () => {
  it('answers at step 1, its claims checked', async () => {
    const { answer, model, events } = await run([json()]);

    expect(answer).toMatchObject({
      status: 'answered',
      stopReason: 'answered',
      steps: 1,
      complete: true,
      absence: null,
      unsupported: [],
    });
    expect(answer.citations[0]).toMatchObject({ key: 'Observation/k3', handle: k3, type: 'Observation' });
    expect(answer.claims?.map(({ claim, supported }) => [claim, supported])).toEqual([
      ['4.1 mmol/L (2141-03-12 08:15)', true],
    ]);
    const words = events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
    expect(words.length).toBeGreaterThan(1);
    expect(words.join('')).toBe(answer.text);
    expect(events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1])).toEqual([
      'run-start',
      'step-start',
      'text',
      'model-reply',
      'step-end',
      'claim',
      'run-end',
    ]);
    expect(model.requests[0]?.maxOutputTokens).toBe(4096);
    model.assertDone();
  });

  it('is asked for the answer after 14 rounds of tools, with tools closed but defined', async () => {
    const rounds = Array.from({ length: 14 }, (_, index) => ({ toolCalls: [search(`q${index}`)] }));
    const { answer, model } = await run([...rounds, json()]);

    expect(answer).toMatchObject({ status: 'answered', stopReason: 'step-limit', steps: 15 });
    const last = model.requests[14];
    expect(last?.toolChoice).toEqual({ type: 'none' });
    expect(last?.tools?.length).toBe(tools.length);
    expect(JSON.stringify(last?.prompt.at(-1))).toContain('answer now');
    expect(model.requests[13]?.toolChoice).toEqual({ type: 'auto' });
    model.assertDone();
  });

  it('fails in words when a model calls a tool although none is allowed, and takes what it wrote beside it', async () => {
    const silent = await run([{ toolCalls: [search('a')] }, { toolCalls: [search('b')] }], { maxSteps: 2 });
    expect(silent.answer).toMatchObject({
      status: 'failed',
      stopReason: 'step-limit',
      error: { code: 'model-failed' },
    });
    expect(silent.answer.text).toMatch(/asked for another tool when an answer was due/);

    const spoken = await run([{ toolCalls: [search('a')] }, { text: json(), toolCalls: [search('b')] }], {
      maxSteps: 2,
    });
    expect(spoken.answer).toMatchObject({ status: 'answered', unsupported: [] });
  });

  it('reports a refusal as a failure, and as what it is when it comes in words', async () => {
    const filtered = await run([
      { finish: 'content-filter', text: '' },
      { finish: 'content-filter', text: '' },
    ]);
    expect(filtered.answer.text).toMatch(/declined to answer/);

    const spoken = await run(["I can't help with that.", "I can't help with that."], { mend: false });
    expect(spoken.answer).toMatchObject({
      status: 'answered',
      unsupported: [{ claim: 'the answer', reason: 'cites nothing' }],
    });
  });

  it('points to an earlier result, then refuses, when a call is repeated', async () => {
    const same = { toolCalls: [search('potassium')] };
    const { events } = await run([same, same, same, json()]);

    const results = events.flatMap((event) => (event.type === 'tool-result' ? [event] : []));
    expect(results.map(({ ok }) => ok)).toEqual([true, true, false]);
    expect(results[1]?.text).toMatch(/its result is r1/);
    expect(results[2]?.text).toMatch(/^Refused: this call was made 2 times already/);
  });

  it('runs one tool at a time where asked to, whatever a reply calls beside', async () => {
    const { answer, model, events } = await run(
      [{ toolCalls: [search('potassium'), search('heparin')] }, { toolCalls: [search('heparin')] }, json()],
      { toolCalls: 'single' },
    );

    expect(answer).toMatchObject({ status: 'answered', steps: 3, unsupported: [] });
    expect(events.filter(({ type }) => type === 'tool-call')).toHaveLength(2);
    expect(JSON.stringify(model.requests[0]?.prompt[0])).toContain('Call one tool at a time');
    expect(JSON.stringify(model.requests[0]?.prompt[0])).not.toContain('several things in one step');
    expect(model.requests[0]?.providerOptions).toMatchObject({ openai: { parallelToolCalls: false } });
  });

  it('understands a tool and arguments in the wrong case, and values that arrive as strings', async () => {
    const { events } = await run([
      {
        toolCalls: [
          { tool: 'Search_Graph', args: { Query: 'potassium', LIMIT: '2' } },
          { tool: 'filterTime', args: '{"Order":"DESC","limit":"1","type":"observation",}' },
          { tool: 'inspect_node', args: { IDs: k3 } },
        ],
      },
      json(),
    ]);

    const results = events.flatMap((event) => (event.type === 'tool-result' ? [event] : []));
    expect(results.map(({ tool, ok }) => [tool, ok]).sort()).toEqual([
      ['filter_time', true],
      ['inspect_node', true],
      ['search_graph', true],
    ]);
  });

  it('stops when cancelled, with what was spent', async () => {
    const { answer } = await run([{ toolCalls: [search('a')] }, { hang: true }], { signal: AbortSignal.timeout(200) });

    expect(answer).toMatchObject({ status: 'failed', steps: 2 });
    expect(answer.usage.calls).toBe(1);
    expect(answer.usage.inputTokens).toBeGreaterThan(0);
  });

  it('stops its model when the reader of its events goes away', async () => {
    const model = scriptedModel([{ hang: true }]);
    for await (const event of runAgent({ graph, model, question, page, tools })) if (event.type === 'step-start') break;

    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(model.requests[0]?.abortSignal?.aborted).toBe(true);
  });

  it('has no answer to an empty question', async () => {
    await expect(run([json()], { question: '  ' })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('what a model says', () => {
  it('is read out of fences and words around it', async () => {
    const { answer } = await run([`Here you are:\n\`\`\`json\n${json()}\n\`\`\`\nAnything else?`]);
    expect(answer).toMatchObject({ status: 'answered', steps: 1, unsupported: [] });
  });

  it('is brought into shape by one more call when it is plain text', async () => {
    const { answer, model } = await run([
      `The latest potassium is 4.1 mmol/L (${k3}).`,
      json({ values: [{ value: 4.1, unit: 'mmol/L', time: null, how: 'stated', cite: [k3] }] }),
    ]);
    expect(answer).toMatchObject({ status: 'answered', steps: 2, unsupported: [], values: [{ value: 4.1 }] });
    expect(model.requests[1]?.responseFormat?.type).toBe('json');
  });

  it('is taken as plain text with its handles as citations when it can not be shaped', async () => {
    const { answer } = await run([`The latest potassium is 4.1 mmol/L (${k3}).`, 'No.']);
    expect(answer).toMatchObject({ status: 'answered', unsupported: [] });
    expect(answer.citations.map(({ key }) => key)).toEqual(['Observation/k3']);
  });

  it('is no answer when it is without end, and is not sent back', async () => {
    const { answer, model } = await run(['blah { '.repeat(20_000)]);
    expect(answer).toMatchObject({ status: 'failed', steps: 1, error: { code: 'model-failed' } });
    expect(answer.text).toMatch(/wrote 139999 characters where an answer of at most 4096 tokens was asked for/);
    expect(model.requests).toHaveLength(1);
  });

  it('is checked: an invented citation is reported, and sent back once', async () => {
    const invented = json({ citations: [k3, 'Observation/none'] });
    const stubborn = await run([invented, invented]);
    expect(stubborn.answer.unsupported).toEqual([
      { claim: 'Observation/none', reason: 'cites what is not in the record' },
    ]);
    expect(JSON.stringify(stubborn.model.requests[1]?.prompt.at(-1))).toContain('Observation/none');

    const mended = await run([invented, json()]);
    expect(mended.answer).toMatchObject({ unsupported: [], steps: 2 });
  });

  it.each([
    ['a number', { text: 'Latest potassium: 4.2 mmol/L.', values: [{ value: 4.2, unit: 'mmol/L', cite: [k3] }] }],
    ['a unit', { text: 'Latest potassium: 4.1 mg/dL.', values: [{ value: 4.1, unit: 'mg/dL', cite: [k3] }] }],
    ['a day', { values: [{ value: 4.1, unit: 'mmol/L', time: '2141-03-13', cite: [k3] }] }],
    ['a number in the text alone', { text: 'Latest potassium: 4.7 mmol/L.' }],
    ['a drug in the text alone', { text: 'Latest potassium: 4.1 mmol/L, with heparin sodium.' }],
  ])('is checked: %s that nothing cited bears out', async (_, changes) => {
    const { answer } = await run([json(changes)], { mend: false });
    expect(answer.unsupported.length).toBeGreaterThan(0);
  });

  it.each([
    ['Letzter Kaliumwert: 4,1 mmol/L am 12.03.2141 um 08:15 Uhr.', []],
    ['Dernier potassium : 4,1 mmol/L le 12/03/2141.', []],
    ['Último potasio: 4,1 mmol/L el 12 de marzo de 2141.', []],
    ['最后一次血钾：4.1 mmol/L（2141年3月12日）。', []],
    ['Letzter Kaliumwert: 4,2 mmol/L am 13.03.2141.', ['4,2 mmol/L', '13.03.2141']],
  ])('is checked in other languages too: %s', async (text, unsupported) => {
    const { answer } = await run([json({ text })], { mend: false });
    expect(answer).toMatchObject({ status: 'answered', text });
    expect(answer.unsupported.map(({ claim }) => claim).sort()).toEqual([...unsupported].sort());
  });

  it('may not cite what it was never shown', async () => {
    const bare = {
      ...page,
      text: page.text
        .split('\n')
        .filter((line) => !line.includes(k3))
        .join('\n'),
      shown: page.shown.filter((key) => key !== 'Observation/k3'),
    };
    const { answer } = await run([json()], { page: bare, mend: false });
    expect(answer.unsupported).toContainEqual({ claim: k3, reason: 'cites a resource that was never shown' });
  });

  it('may say "not recorded" only after a complete search came back empty', async () => {
    const absent = JSON.stringify({
      status: 'not-recorded',
      text: 'No troponin is recorded.',
      values: [],
      citations: [],
      absence: 'absent',
    });
    const gap = { ...page, gaps: [{ episodes: 1, resources: 2 }], hidden: ['Observation/k1'] };
    const unsearched = await run([absent], { page: gap, mend: false });
    expect(unsearched.answer.unsupported.map(({ claim }) => claim)).toContain('not recorded');

    const searched = await run(
      [{ toolCalls: [{ tool: 'aggregate', args: { op: 'count', text: 'troponin' } }] }, absent],
      { page: gap, mend: false },
    );
    expect(searched.answer).toMatchObject({ status: 'not-recorded', absence: 'absent', unsupported: [] });
  });
});

describe('limits', () => {
  it('shortens old tool results first, shows one again when asked again, and asks for the answer when nothing is left', async () => {
    const long = (length: number) =>
      ({
        ...tools[1],
        name: 'long',
        description: 'long',
        async call() {
          const text = Array.from({ length }, (_, line) => `${k3} line ${line} of a long result`).join('\n');
          return { ok: true as const, text, items: [], shown: 0, total: 0, complete: true };
        },
      }) as (typeof tools)[number];
    const call = (n: number) => ({ toolCalls: [{ tool: 'long', args: { n } }] });
    const { answer, events, model } = await run([call(1), call(2), call(3), call(1), json()], {
      tools: [long(120)],
      conversationTokens: 3600,
      resultTokens: 2000,
    });

    expect(answer.status).toBe('answered');
    expect(events.some((event) => event.type === 'notice' && event.code === 'compacted')).toBe(true);
    expect(JSON.stringify(model.requests[3]?.prompt)).toContain('shortened; call again to see it');
    const fourth = events.findLast((event) => event.type === 'tool-result');
    expect(fourth?.type === 'tool-result' && fourth.text).toMatch(/^r1: /);

    const full = await run([call(1), json()], { tools: [long(120)], conversationTokens: 2000, resultTokens: 2000 });
    expect(full.answer).toMatchObject({ status: 'answered', stopReason: 'token-limit', steps: 2 });
  });

  it('bounds a result that a tool made too long', async () => {
    const long = {
      ...tools[1],
      name: 'long',
      async call() {
        return {
          ok: true as const,
          text: 'word '.repeat(20).concat('\n').repeat(500),
          items: [],
          shown: 0,
          total: 0,
          complete: true,
        };
      },
    } as (typeof tools)[number];
    const { events } = await run([{ toolCalls: [{ tool: 'long', args: {} }] }, json()], {
      tools: [long],
      resultTokens: 300,
    });
    const result = events.find((event) => event.type === 'tool-result');
    expect(result?.type === 'tool-result' && result.text).toMatch(/more lines cut/);
    expect(result?.type === 'tool-result' && result.text.length).toBeLessThan(2500);
  });

  it('asks for the answer when the money is spent', async () => {
    const { answer } = await run([{ toolCalls: [search('a')], usage: { input: 1_000_000, output: 0 } }, json()], {
      price: { input: 3, output: 15 },
      maxCostUsd: 2,
    });
    expect(answer).toMatchObject({ status: 'answered', stopReason: 'cost-limit', steps: 2 });
    expect(answer.usage.costUsd).toBeGreaterThan(3);
  });

  it('asks for the answer while tokens are left for it, and refuses what the first prompt alone exceeds', async () => {
    const call = { toolCalls: [search('a')], usage: { input: 3000, output: 50 } };
    const { answer, model } = await run([call, call, json()], { maxTokens: 9000 });
    expect(answer).toMatchObject({ status: 'answered', stopReason: 'token-limit', steps: 3 });
    expect(model.requests[2]?.toolChoice).toEqual({ type: 'none' });

    const small = await run([json()], { maxTokens: 500 });
    expect(small.answer).toMatchObject({ status: 'failed', error: { code: 'budget-too-small' }, usage: { calls: 0 } });
    expect(small.answer.text).toMatch(/at most 500 tokens; its first prompt alone has about \d{4}/);
    expect(small.model.requests).toEqual([]);
  });

  it('keeps money for the answer, and spends none where the first prompt alone costs more', async () => {
    const price = { input: 1000, output: 0 };
    const call = { toolCalls: [search('a')], usage: { input: 3000, output: 0 } };
    const { answer } = await run([call, json()], { price, maxCostUsd: 7 });
    expect(answer).toMatchObject({ status: 'answered', stopReason: 'cost-limit', steps: 2 });

    const small = await run([json()], { price, maxCostUsd: 0.5 });
    expect(small.answer).toMatchObject({ status: 'failed', error: { code: 'budget-too-small' }, usage: { calls: 0 } });
    expect(small.answer.text).toMatch(/at most \$0\.5; its first prompt alone costs about \$\d/);
    expect(small.model.requests).toEqual([]);
  });

  it('counts raw, cache-weighted, peak and last input', async () => {
    const { answer } = await run([
      { toolCalls: [search('a')], usage: { input: 1000, cacheWrite: 800, output: 10 } },
      { text: json(), usage: { input: 1500, cacheRead: 1000, cacheWrite: 400, output: 20, reasoning: 5 } },
    ]);
    expect(answer.usage).toMatchObject({
      calls: 2,
      inputTokens: 2500,
      cacheWeightedInputTokens: 200 + 1000 + 100 + 100 + 500,
      peakInputTokens: 1500,
      lastInputTokens: 1500,
      outputTokens: 30,
      reasoningTokens: 5,
    });
  });
});
