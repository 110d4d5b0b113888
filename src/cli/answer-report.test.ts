import { expect, it } from 'vitest';
import { usageAsText } from './answer-report.ts';

it('tells tokens, cost and whose prices, and what was counted by ourselves', () => {
  const usage = {
    calls: 2,
    inputTokens: 3000,
    cacheWeightedInputTokens: 1200.4,
    peakInputTokens: 2000,
    lastInputTokens: 2000,
    outputTokens: 50,
    reasoningTokens: 0,
  };
  expect(usageAsText(usage)).toBe(
    '2 model calls; input 3000 tokens (cache-weighted 1200, peak 2000, last 2000); output 50, reasoning 0',
  );
  expect(usageAsText({ ...usage, costUsd: 0.01, costBasis: 'prices of X', estimatedCalls: 1 })).toMatch(
    /, \$0\.0100 \(prices of X\); 1 call counted by our own tokenizer$/,
  );
});
