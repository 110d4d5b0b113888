// One suite for every API family: what the agent needs of a provider, against an imitation on loopback.
import { afterEach, describe, expect, it } from 'vitest';
import { createModel } from '../../src/adapters/models/create-model.ts';
import type { AgentEvent } from '../../src/agent/agent-event.ts';
import type { Answer } from '../../src/agent/answer.ts';
import { makePage } from '../../src/agent/make-page.ts';
import { type AgentOptions, finalAnswer, runAgent } from '../../src/agent/run-agent.ts';
import { createGraphTools } from '../../src/tools/graph-tools.ts';
import { type ApiFamily, apiFamilies, type NeutralReply } from '../support/provider-families.ts';
import { type ProviderServer, startProvider } from '../support/provider-servers.ts';
import { smallGraph } from '../support/small-graph.ts';

const graph = smallGraph();
const tools = createGraphTools(graph);
const question = 'What was the latest potassium?';
const page = makePage(graph, question, { budgetTokens: 600 });
const handle = graph.find('Observation/k3')?.handle ?? '';
const answerJson = JSON.stringify({
  status: 'answered',
  text: 'Latest potassium: 4.1 mmol/L on 2141-03-12 08:15.',
  values: [{ value: 4.1, unit: 'mmol/L', time: '2141-03-12 08:15', cite: [handle] }],
  citations: [handle],
  absence: null,
});
const search = (query: string) => ({ name: 'search_graph', args: JSON.stringify({ query }) });

let server: ProviderServer | undefined;
afterEach(() => server?.close());

async function askFamily(
  family: ApiFamily,
  replies: readonly NeutralReply[],
  options: Partial<AgentOptions> = {},
  onEvent: (event: AgentEvent) => void = () => undefined,
): Promise<Answer> {
  server = await startProvider(family, replies);
  const model = createModel(family.spec, { baseUrl: server.baseUrl, env: family.env, firstDelayMs: 5, attempts: 3 });
  return finalAnswer(runAgent({ graph, model, question, page, tools, ...options }), onEvent);
}

/** Whether each request asked for a stream. */
function streamed(family: ApiFamily): readonly boolean[] {
  return (server?.requests ?? []).map(({ path, body }) => family.wantsStream(path, body));
}

describe.each(apiFamilies)('$name', (family) => {
  it('answers in one call, with its tokens counted', async () => {
    const answer = await askFamily(family, [{ text: answerJson }]);

    expect(answer.status).toBe('answered');
    expect(answer.unsupported).toEqual([]);
    expect(answer.citations.map(({ key }) => key)).toEqual(['Observation/k3']);
    expect(answer.usage).toMatchObject({ calls: 1, inputTokens: 100, cacheWeightedInputTokens: 19, outputTokens: 7 });
    const body = server?.requests[0]?.body ?? {};
    expect(family.maxTokens(body)).toBe(4096);
    expect(family.toolCount(body)).toBe(tools.length);
  });

  it('runs the tool calls of one step together and hears their results', async () => {
    const answer = await askFamily(family, [
      { toolCalls: [search('potassium'), search('heparin')] },
      { text: answerJson },
    ]);

    expect(answer).toMatchObject({ status: 'answered', steps: 2 });
    const second = JSON.stringify(server?.requests[1]?.body);
    expect(second).toContain('r1:');
    expect(second).toContain('r2:');
    expect(second).toContain('Heparin');
  });

  it('closes the tools on the last call and keeps their definitions', async () => {
    const answer = await askFamily(family, [{ toolCalls: [search('potassium')] }, { text: answerJson }], {
      maxSteps: 2,
    });

    expect(answer).toMatchObject({ status: 'answered', stopReason: 'step-limit', steps: 2 });
    const body = server?.requests[1]?.body ?? {};
    expect(family.toolChoice(body)).toBe(family.closedChoice);
    expect(family.toolCount(body)).toBe(tools.length);
    expect(JSON.stringify(body)).toContain('r1:');
  });

  it.each([
    [400, 1, /refused \(HTTP 400\)/],
    [401, 1, /key was refused \(HTTP 401\)/],
    [404, 1, /no such model or path/],
    [429, 3, /too many requests/],
    [500, 3, /provider failed \(HTTP 500\)/],
    [529, 3, /overloaded/],
  ])('says what HTTP %i means, after %i tries', async (status, tries, words) => {
    const answer = await askFamily(family, [{ status }]);

    expect(answer).toMatchObject({ status: 'failed', stopReason: 'failed', error: { code: 'model-failed' } });
    expect(answer.text).toMatch(words);
    expect(answer.text).not.toContain('\n');
    expect(server?.requests.length).toBe(tries);
  });

  it('waits as long as Retry-After asks, then goes on', async () => {
    const started = Date.now();
    const answer = await askFamily(family, [{ status: 429, headers: { 'retry-after': '1' } }, { text: answerJson }]);

    expect(answer.status).toBe('answered');
    expect(Date.now() - started).toBeGreaterThanOrEqual(950);
  });

  it('tells the words of an answer piece by piece, before the reply is whole, and never its JSON', async () => {
    const events: AgentEvent[] = [];
    const answer = await askFamily(
      family,
      [{ text: 'I look first.', toolCalls: [search('potassium')] }, { text: answerJson }],
      {},
      (event) => events.push(event),
    );

    const wordsOf = (step: number) =>
      events.flatMap((event) => (event.type === 'text' && event.step === step ? [event.text] : []));
    expect(wordsOf(1).join('')).toBe('I look first.');
    expect(wordsOf(2).length).toBeGreaterThan(3);
    expect(wordsOf(2).join('')).toBe(answer.text);
    const order = events.flatMap(({ type }) => (type === 'text' || type === 'model-reply' ? [type] : []));
    expect(order.lastIndexOf('model-reply')).toBe(order.length - 1);
    expect(streamed(family)).toEqual([true, true]);
  });

  it.each(['cut', 'end'] as const)(
    'asks for the whole reply when a stream breaks in the middle (%s), and counts both',
    async (breaks) => {
      const events: AgentEvent[] = [];
      const answer = await askFamily(family, [{ text: answerJson, breaks }, { text: answerJson }], {}, (event) =>
        events.push(event),
      );

      expect(answer).toMatchObject({ status: 'answered', unsupported: [], steps: 1 });
      expect(streamed(family)).toEqual([true, false]);
      expect(answer.usage).toMatchObject({ calls: 2, estimatedCalls: 1, lastInputTokens: 100 });
      expect(answer.usage.inputTokens).toBeGreaterThan(600);
      expect(answer.usage.outputTokens).toBeGreaterThan(7);
      const broken = events.findIndex((event) => event.type === 'notice' && event.code === 'stream-broken');
      const again = events.slice(broken).flatMap((event) => (event.type === 'text' ? [event.text] : []));
      expect(events.slice(0, broken).some(({ type }) => type === 'text')).toBe(true);
      expect(again.join('')).toBe(answer.text);
    },
  );

  it('tries a whole reply again when it is cut, then says that the connection broke', async () => {
    const mended = await askFamily(family, [
      { text: answerJson, breaks: 'cut' },
      { text: answerJson, breaks: 'cut' },
      { text: answerJson },
    ]);
    expect(mended.status).toBe('answered');
    expect(streamed(family)).toEqual([true, false, false]);
    await server?.close();

    const broken = await askFamily(family, [{ text: answerJson, breaks: 'cut' }]);
    expect(broken).toMatchObject({ status: 'failed', error: { code: 'model-failed' }, usage: { calls: 1 } });
    expect(broken.text).toMatch(/connection to 127\.0\.0\.1:\d+ broke/);
    expect(server?.requests.length).toBe(4);
  });

  it.each(['refused', 'ignored'] as const)(
    'takes whole replies where a stream is %s, without asking twice',
    async (noStream) => {
      const answer = await askFamily(family, [
        { toolCalls: [search('potassium')], noStream },
        { toolCalls: [search('potassium')], noStream },
        { text: answerJson, noStream },
      ]);

      expect(answer).toMatchObject({ status: 'answered', steps: 2 });
      expect(streamed(family)).toEqual([true, false, false]);
    },
  );

  it('gives up on a stream that stalls, and counts what it had sent', async () => {
    const answer = await askFamily(family, [{ text: answerJson, breaks: 'stall' }], { callTimeoutMs: 200 });

    expect(answer).toMatchObject({ status: 'failed', usage: { calls: 1, estimatedCalls: 1 } });
    expect(answer.text).toMatch(/did not answer in time/);
    expect(answer.usage.outputTokens).toBeGreaterThan(0);
    expect(server?.requests.length).toBe(1);
  });

  it('stops in the middle of a stream when cancelled, with its words and tokens told', async () => {
    const cancelled = new AbortController();
    const events: AgentEvent[] = [];
    const stalled = { text: answerJson, breaks: 'stall' } as const;
    const answer = await askFamily(family, [stalled], { signal: cancelled.signal }, (event) => {
      events.push(event);
      if (event.type === 'text') cancelled.abort();
    });

    expect(answer).toMatchObject({ status: 'failed', stopReason: 'cancelled', error: { code: 'cancelled' } });
    expect(answer.usage).toMatchObject({ calls: 1, estimatedCalls: 1 });
    expect(answer.usage.inputTokens).toBeGreaterThan(500);
    expect(events.at(-1)?.type).toBe('run-end');
  });

  it('says so when the server speaks HTML', async () => {
    const answer = await askFamily(family, [{ body: '<html><body>Welcome</body></html>' }]);

    expect(answer.status).toBe('failed');
    expect(answer.text).toMatch(/web page.*--base-url/);
  });

  it('goes nowhere else when the server sends it there', async () => {
    const other = await startProvider(family, [{ text: answerJson }]);
    const headers = { location: other.baseUrl };
    const answer = await askFamily(family, [{ status: 307, body: '', headers }]);
    expect(answer.text).toMatch(/127\.0\.0\.1:\d+ sends elsewhere \(HTTP 307\)/);
    expect([server?.requests.length, other.requests.length]).toEqual([1, 0]);
    await other.close();
  });

  it('asks once more after an empty reply, then fails in words', async () => {
    const answer = await askFamily(family, [{ text: '' }]);

    expect(answer).toMatchObject({ status: 'failed', steps: 2 });
    expect(answer.text).toMatch(/returned nothing/);
  });

  it.runIf(family.usageOptional)('counts tokens itself when usage is absent', async () => {
    const answer = await askFamily(family, [{ text: answerJson, usage: null }]);

    expect(answer.status).toBe('answered');
    expect(answer.usage.inputTokens).toBeGreaterThan(500);
  });

  it.runIf(!family.usageOptional)('fails in words when usage is absent though its API promises it', async () => {
    const answer = await askFamily(family, [{ text: answerJson, usage: null }]);

    expect(answer.status).toBe('failed');
    expect(answer.text).toMatch(/expected an answer, found a reply that could not be read/);
  });

  it('counts no cache where the reply says nothing of one', async () => {
    const answer = await askFamily(family, [{ text: answerJson, usage: { input: 100, output: 7 } }]);

    expect(answer.status).toBe('answered');
    expect(answer.usage).toMatchObject({ inputTokens: 100, cacheWeightedInputTokens: 100, outputTokens: 7 });
  });

  it('mends or answers arguments of the wrong shape', async () => {
    const answer = await askFamily(family, [
      {
        toolCalls: [
          { name: 'search_graph', args: '{"Query":"potassium","limit":"5"}' },
          { name: 'search_graph', args: '{"limit":[]}' },
          { name: 'no_such_tool', args: '{}' },
        ],
      },
      { text: answerJson },
    ]);

    expect(answer.status).toBe('answered');
    expect(JSON.stringify(server?.requests[1]?.body)).toContain('r1:');
  });

  it.runIf(family.canMalform)('mends or answers malformed tool arguments', async () => {
    const answer = await askFamily(family, [
      {
        toolCalls: [
          { name: 'search_graph', args: "{'query': 'potassium',}" },
          { name: 'search_graph', args: '{"query": "pot' },
        ],
      },
      { text: answerJson },
    ]);

    expect(answer.status).toBe('answered');
    expect(JSON.stringify(server?.requests[1]?.body)).toContain('r1:');
  });

  it('stops when cancelled', async () => {
    const answer = await askFamily(family, [{ hang: true }], { signal: AbortSignal.timeout(100) });

    expect(answer).toMatchObject({ status: 'failed', usage: { calls: 0 } });
  });

  it('gives up on a slow server', async () => {
    const answer = await askFamily(family, [{ hang: true }], { callTimeoutMs: 100 });

    expect(answer.status).toBe('failed');
    expect(answer.text).toMatch(/did not answer in time/);
  });
});

describe('a local model', () => {
  const local = apiFamilies[2] as ApiFamily;

  it('that thinks aloud is heard without its thoughts', async () => {
    const words: string[] = [];
    const thought = `<think>Perhaps {"status":"answered","text":"9.9"}?</think>`;
    const answer = await askFamily(local, [{ text: `${thought}\n${answerJson}` }], {}, (event) => {
      if (event.type === 'text') words.push(event.text);
    });

    expect(answer).toMatchObject({ status: 'answered', unsupported: [], values: [{ value: 4.1 }] });
    expect(words.join('').trim()).toBe(answer.text);
  });

  it('without tool calling gets its tools in plain text', async () => {
    const answer = await askFamily(local, [
      { status: 400, body: '{"error":{"message":"registry.ollama.ai/library/gemma:2b does not support tools"}}' },
      { text: '{"tool": "search_graph", "args": {"query": "potassium"}}' },
      { text: answerJson },
    ]);

    expect(answer).toMatchObject({ status: 'answered', unsupported: [] });
    expect(server?.requests.map(({ body }) => local.toolCount(body))).toEqual([tools.length, 0, 0]);
    expect(JSON.stringify(server?.requests[2]?.body)).toContain('Result of search_graph');
  });
});

describe('a context window smaller than the prompt', () => {
  it.each([
    ['prompt is too long: 210000 tokens > 200000 maximum', 0],
    ['The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', 1],
    ["This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.", 2],
    ['the request exceeds the available context size, try increasing it', 2],
    ['Your input exceeds the context window of this model. Please adjust your input and try again.', 3],
    ['Input is too long for requested model.', 4],
  ] as const)('is said in words, with what was spent: %s', async (message, family) => {
    const answer = await askFamily(apiFamilies[family] as ApiFamily, [
      { toolCalls: [search('potassium')] },
      { status: 400, body: JSON.stringify({ error: { message }, message }) },
    ]);

    expect(answer).toMatchObject({ status: 'failed', error: { code: 'model-failed' }, usage: { calls: 1 } });
    expect(answer.text).toMatch(/longer than the model's context window; use a smaller --budget/);
    expect(server?.requests.length).toBe(2);
  });
});

describe('a refused connection', () => {
  it('names host and port', async () => {
    const closed = await startProvider(apiFamilies[2] as ApiFamily, []);
    await closed.close();
    const model = createModel('openai-compatible:local', { baseUrl: closed.baseUrl, firstDelayMs: 5 });
    const answer = await finalAnswer(runAgent({ graph, model, question, page, tools }));

    expect(answer.text).toMatch(/127\.0\.0\.1:\d+ \(connection refused\)/);
    expect(answer.error?.code).toBe('model-failed');
  });
});

describe('prompt caching', () => {
  it('marks the system prompt, the page and the newest message for Anthropic', async () => {
    const family = apiFamilies[0] as ApiFamily;
    await askFamily(family, [{ toolCalls: [search('potassium')] }, { text: answerJson }]);

    const marks = (value: unknown) => JSON.stringify(value).match(/cache_control/g)?.length ?? 0;
    expect(marks(server?.requests[0]?.body)).toBe(2);
    expect(marks(server?.requests[1]?.body)).toBe(3);
  });

  it('marks the same for Claude on Bedrock, as cache points', async () => {
    const family = apiFamilies.find(({ name }) => name === 'Bedrock Converse') as ApiFamily;
    await askFamily(family, [{ toolCalls: [search('potassium')] }, { text: answerJson }]);

    const marks = (value: unknown) => JSON.stringify(value).match(/cachePoint/g)?.length ?? 0;
    expect(marks(server?.requests[0]?.body)).toBe(2);
    expect(marks(server?.requests[1]?.body)).toBe(3);
  });

  it('leaves them out for models on Bedrock that may refuse them', async () => {
    const family = {
      ...(apiFamilies.find(({ name }) => name === 'Bedrock Converse') as ApiFamily),
      spec: 'bedrock:meta.llama4-scout-17b-instruct-v1:0',
      path: /converse(-stream)?$/,
    };
    await askFamily(family, [{ text: answerJson }]);

    expect(JSON.stringify(server?.requests[0]?.body)).not.toContain('cachePoint');
  });
});
