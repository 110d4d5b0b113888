// What the tools cost a model before the first question.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { countTokens } from '../src/linearization/token-counter.ts';
import { createGraphTools } from '../src/tools/graph-tools.ts';
import { smallGraph } from './support/small-graph.ts';

it('all tool schemas together stay under 2,000 tokens', () => {
  const tokens = createGraphTools(smallGraph()).map(({ name, description, inputSchema }) => {
    const told = { name, description, parameters: z.toJSONSchema(inputSchema) };
    return { name, tokens: countTokens(JSON.stringify(told)) };
  });
  const total = tokens.reduce((sum, each) => sum + each.tokens, 0);
  console.info(`tool schemas: ${total} tokens (${tokens.map((each) => `${each.name} ${each.tokens}`).join(', ')})`);
  expect(total).toBeLessThan(2_000);
});
