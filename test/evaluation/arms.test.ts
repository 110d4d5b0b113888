// Every arm on one case with a scripted model: what is asked, what is counted, and how it is graded.
import { describe, expect, it } from 'vitest';
import { createEmbeddingScorer } from '../../src/adapters/models/embedding-scorer.ts';
import { createDuckDbTables } from '../../src/adapters/storage/duckdb-tables.ts';
import type { CaseResult, ResultStore } from '../../src/evaluation/case-result.ts';
import type { EvalCase } from '../../src/evaluation/eval-case.ts';
import { type Arm, type EvaluateOptions, evaluate } from '../../src/evaluation/evaluate.ts';
import { gradeCase } from '../../src/evaluation/graders.ts';
import type { RankRecord } from '../../src/evaluation/strategies/hopper.ts';
import { allStrategies } from '../../src/evaluation/strategies/index.ts';
import type { Strategy } from '../../src/evaluation/strategy.ts';
import { summarise } from '../../src/evaluation/summary.ts';
import { createHashEmbedder } from '../../src/testing/hash-embedder.ts';
import { scriptedModel } from '../../src/testing/scripted-model.ts';
import { smallGraph } from '../support/small-graph.ts';

const evalCase: EvalCase = {
  id: '1',
  dataset: 'questions',
  record: 'p',
  question: 'What was the last potassium?',
  context: '',
  now: undefined,
  kind: 'latest value',
  expected: [[4.1]],
  goldKeys: ['Observation/k3'],
};

const finalAnswer = JSON.stringify({
  status: 'answered',
  text: 'The last potassium was 4.1 mmol/L.',
  values: [{ value: 4.1, unit: 'mmol/L' }],
  citations: ['Observation/k3'],
});

const usage = { input: 1000, cacheRead: 400, cacheWrite: 100, output: 50, reasoning: 10 };

function memoryStore(results: CaseResult[] = []): ResultStore {
  return {
    read: async () => [...results],
    append: async (result) => {
      results.push(result);
    },
  };
}

function options(arms: readonly Arm[], more: Partial<EvaluateOptions> = {}): EvaluateOptions {
  return {
    cases: [evalCase],
    arms,
    store: memoryStore(),
    grade: gradeCase,
    loadGraph: async () => smallGraph(),
    clockMs: () => 0,
    ...more,
  };
}

describe('arms', () => {
  const strategies = allStrategies({ cases: [evalCase], createTables: createDuckDbTables });

  it.each(
    strategies
      .filter(({ name, needsModel }) => needsModel && name !== 'offline-first')
      .map((strategy) => [strategy.name, strategy] as const),
  )('%s: one call is counted to the token and graded by its value', async (name, strategy) => {
    const model = scriptedModel([{ text: finalAnswer, usage }]);
    const [result] = await evaluate(options([{ name, strategy, model }]));
    model.assertDone();
    expect(result?.verdict?.correct).toBe(true);
    expect(result?.usage).toMatchObject({
      calls: 1,
      inputTokens: 1000,
      peakInputTokens: 1000,
      lastInputTokens: 1000,
      outputTokens: 50,
    });
  });

  it('asks no model what rules are sure of, and the model what they are not', async () => {
    const strategy = strategies.find(({ name }) => name === 'offline-first');
    if (strategy === undefined) throw new Error('no offline-first');
    const unused = scriptedModel([]);
    const [sure] = await evaluate(options([{ name: 'offline-first', strategy, model: unused }]));
    expect(sure).toMatchObject({
      outcome: 'answered',
      verdict: { correct: true },
      usage: { calls: 0, inputTokens: 0, savedAtLeast: { calls: 1 } },
    });

    const model = scriptedModel([{ text: finalAnswer, usage }]);
    const unsure = {
      ...evalCase,
      question: 'Would the last potassium, roughly speaking, have been fine to Eve Smith?',
    };
    const [asked] = await evaluate(
      options([{ name: 'offline-first', strategy, model }], { cases: [unsure], store: memoryStore() }),
    );
    model.assertDone();
    expect(asked?.usage).toMatchObject({ calls: 1, inputTokens: 1000 });
  });

  it('counts tool steps as a sum, and the keys that tools showed as seen', async () => {
    const strategy = strategies.find(({ name }) => name === 'hopper');
    if (strategy === undefined) throw new Error('no hopper');
    const model = scriptedModel([
      { toolCalls: [{ tool: 'search_graph', args: { query: 'potassium' } }], usage },
      { text: finalAnswer, usage: { ...usage, input: 1500 } },
    ]);
    const [result] = await evaluate(options([{ name: 'hopper', strategy, model }]));
    expect(result?.usage).toMatchObject({
      calls: 2,
      inputTokens: 2500,
      peakInputTokens: 1500,
      lastInputTokens: 1500,
      outputTokens: 100,
    });
    expect(result?.evidence).toMatchObject({ gold: 1, onPage: 1, seen: 1 });
  });

  it('refuses an over-long page, and cuts it in the arm that says so', async () => {
    const small = allStrategies({ cases: [evalCase], createTables: createDuckDbTables, windowTokens: 20 });
    const arms = ['flowsheet', 'flowsheet-cut'].map((name): Arm => {
      const strategy = small.find((each) => each.name === name);
      if (strategy === undefined) throw new Error(name);
      return { name, strategy, model: scriptedModel([{ text: finalAnswer, usage }]) };
    });
    const results = await evaluate(options(arms));
    expect(results.map(({ outcome }) => outcome)).toEqual(['context-too-long', 'answered']);
  });

  it('lets the SQL flowsheet query its tables and nothing else', async () => {
    const strategy = strategies.find(({ name }) => name === 'flowsheet-sql');
    if (strategy === undefined) throw new Error('no flowsheet-sql');
    const seen: string[] = [];
    const look = (sql: string) => ({ toolCalls: [{ tool: 'query_sql', args: { sql } }], usage });
    const model = scriptedModel([
      look("SELECT key, value_number FROM observation WHERE display = 'Potassium' ORDER BY time DESC LIMIT 1"),
      look("SELECT * FROM read_csv('/etc/passwd')"),
      (request) => {
        seen.push(JSON.stringify(request.prompt));
        return { text: finalAnswer, usage };
      },
    ]);
    const [result] = await evaluate(options([{ name: 'flowsheet-sql', strategy, model }]));
    expect(result?.verdict?.correct).toBe(true);
    expect(seen[0]).toContain('Observation/k');
    expect(seen[0]).toMatch(/external access|disabled/i);
    expect(seen[0]).not.toContain('root:');
  });

  it('tries a failing model again and records it; counts what fails in the end as wrong', async () => {
    const strategy = strategies.find(({ name }) => name === 'page-only');
    if (strategy === undefined) throw new Error('no page-only');
    const failing = scriptedModel(Array.from({ length: 12 }, () => ({ error: new Error('boom') })));
    const results = await evaluate(options([{ name: 'page-only', strategy, model: failing }], { retries: 1 }));
    expect(results[0]).toMatchObject({ outcome: 'failed', retries: 1 });
    expect(summarise(results, 1).arms[0]).toMatchObject({ right: 0, failed: 1, accuracy: 0 });
  });

  it('measures pages alone when no model is named', async () => {
    const arms = strategies
      .filter(({ needsModel }) => needsModel)
      .map((strategy): Arm => ({ name: strategy.name, strategy, model: undefined }));
    const results = await evaluate(options(arms));
    expect(results.every(({ outcome, pageTokens }) => outcome === 'not-run' && (pageTokens ?? 0) > 0)).toBe(true);
    expect(summarise(results, 1).arms.every(({ accuracy }) => accuracy === undefined)).toBe(true);
  });

  it('goes on where a run was killed, and gives the same results', async () => {
    const arms = strategies
      .filter(({ needsModel }) => !needsModel)
      .map((strategy): Arm => ({ name: strategy.name, strategy, model: undefined }));
    const cases = Array.from({ length: 5 }, (_, at) => ({ ...evalCase, id: String(at) }));
    const whole = await evaluate(options(arms, { cases }));
    for (let killed = 0; killed < 10; killed += 1) {
      const stored: CaseResult[] = [];
      const stop = new AbortController();
      const dying = evaluate(
        options(arms, {
          cases,
          store: memoryStore(stored),
          signal: stop.signal,
          onProgress: ({ done }) => {
            if (done === killed * 2 + 1) stop.abort();
          },
        }),
      );
      await dying.catch(() => undefined);
      const again = await evaluate(options(arms, { cases, store: memoryStore(stored) }));
      expect(again).toEqual(whole);
      expect(stored.length).toBe(whole.length);
    }
  });
});

describe('an embedding model and prices', () => {
  it('rank the arms that rank, are counted once a case, and priced', async () => {
    const graph = smallGraph();
    const asked: string[] = [];
    const rank: RankRecord = async (ranked, question) => {
      asked.push(question);
      let tokens = 0;
      const model = createHashEmbedder();
      const onTokens = (more: number) => {
        tokens += more;
      };
      const { scorer, search, cosine, embedQuery } = await createEmbeddingScorer(ranked, model, { onTokens });
      const questionVector = await embedQuery(question);
      const embedded = () => ({ tokens, price: { input: 1_000_000, output: 0 } });
      return { scorer, cosine, questionVector, search: { scorer: search, embedQuery }, scorerName: 'hash', embedded };
    };
    const names = ['hopper', 'hopper-full', 'page-only', 'published', 'offline-first'];
    const strategies = allStrategies({ cases: [evalCase], createTables: createDuckDbTables, rank });
    expect(strategies.flatMap(({ name, ranks }) => (ranks === true ? [name] : []))).toEqual(names);
    const arms = strategies
      .filter(({ ranks, name }) => ranks === true && name !== 'offline-first')
      .map((strategy) => ({ name: strategy.name, strategy, model: scriptedModel([{ text: finalAnswer, usage }]) }));
    const results = await evaluate(
      options(arms, { loadGraph: async () => graph, priceOf: () => ({ input: 1000, output: 0 }) }),
    );

    expect(asked).toHaveLength(arms.length);
    for (const result of results) {
      expect(result.outcome).toBe('answered');
      const { embeddingTokens = 0, costUsd = 0, cacheWeightedInputTokens = 0 } = result.usage ?? {};
      expect(embeddingTokens).toBeGreaterThan(5);
      expect(costUsd).toBeCloseTo(embeddingTokens + (cacheWeightedInputTokens * 1000) / 1_000_000, 1);
    }
  });

  it('cost of an arm over a plain page is counted too', async () => {
    const strategy = allStrategies({ cases: [evalCase], createTables: createDuckDbTables }).find(
      ({ name }) => name === 'flowsheet',
    ) as Strategy;
    const model = scriptedModel([{ text: finalAnswer, usage: { input: 1_000_000, output: 0 } }], {
      modelId: 'gpt-5-mini',
    });
    const [result] = await evaluate(options([{ name: 'flowsheet', strategy, model }]));
    expect(result?.usage?.costUsd).toBeGreaterThan(0);
  });
});
