import { describe, expect, it } from 'vitest';
import { createUsageLedger, readCallTokens } from './usage-ledger.ts';

const call = { input: 1000, cacheRead: 0, cacheWrite: 0, output: 100, reasoning: 0, estimated: false };
const model = { input: 3, output: 15, basis: 'prices of X' };
const vectors = { input: 0.15, output: 0, basis: 'prices of X' };

describe('what embeddings add to a ledger', () => {
  it('tokens beside the calls, and their price', () => {
    const ledger = createUsageLedger(model, () => ({ tokens: 1_000_000, price: vectors }));
    ledger.add(call);
    expect(ledger.total()).toMatchObject({
      calls: 1,
      inputTokens: 1000,
      embeddingTokens: 1_000_000,
      costUsd: 0.1545,
      costBasis: 'prices of X',
    });
  });

  it('the whole cost where no other model costs', () => {
    const ledger = createUsageLedger(undefined, () => ({ tokens: 2000, price: vectors }));
    ledger.add({ ...call, input: 0, output: 0 });
    expect(ledger.total()).toMatchObject({ embeddingTokens: 2000, costUsd: 0.0003 });
  });

  it('a word where only they have no price', () => {
    const ledger = createUsageLedger(model, () => ({ tokens: 2000 }));
    ledger.add(call);
    expect(ledger.total()).toMatchObject({
      costUsd: 0.0045,
      costBasis: 'prices of X; embeddings not counted: no price known',
    });
  });

  it('no cost where the calls have no price', () => {
    const ledger = createUsageLedger(undefined, () => ({ tokens: 2000, price: vectors }));
    ledger.add(call);
    expect(ledger.total()).toMatchObject({ embeddingTokens: 2000 });
    expect(ledger.total()).not.toHaveProperty('costUsd');
  });

  it('nothing where there are none', () => {
    const ledger = createUsageLedger(model);
    ledger.add(call);
    expect(ledger.total()).not.toHaveProperty('embeddingTokens');
  });
});

describe('a report of tokens', () => {
  const none = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  const guess = () => ({ input: 500, output: 20 });

  it.each([-500_000, Number.NaN, 1e300, 0.5])('of %d says nothing, and is estimated', (total) =>
    expect(
      readCallTokens(
        {
          inputTokens: { ...none, total, cacheRead: total },
          outputTokens: { total, text: undefined, reasoning: total },
        },
        guess,
      ),
    ).toEqual({ input: 500, cacheRead: 0, cacheWrite: 0, output: 20, reasoning: 0, estimated: true }),
  );

  it('of parts alone is their sum', () =>
    expect(
      readCallTokens(
        {
          inputTokens: { ...none, noCache: 10, cacheRead: 90 },
          outputTokens: { total: 7, text: 7, reasoning: undefined },
        },
        guess,
      ),
    ).toMatchObject({ input: 100, cacheRead: 90, output: 7, estimated: false }));
});
