// The size of what every call carries, and the price of a fixed conversation.
import { describe, expect, it } from 'vitest';
import { smallGraph } from '../../test/support/small-graph.ts';
import { countTokens } from '../linearization/token-counter.ts';
import { createGraphTools } from '../tools/graph-tools.ts';
import { promptTokens } from './model-loop.ts';
import { systemPrompt } from './prompt.ts';

const graph = smallGraph();

describe('the system prompt with the tool schemas', () => {
  it.each(['full', 'paper'] as const)('is at most 2,500 tokens (%s)', (profile) => {
    const tools = createGraphTools(graph, { profile });
    const system = systemPrompt(tools.map(({ name }) => name));
    const tokens = promptTokens(system, { tools, countTokens });

    process.stdout.write(
      `${profile}: system prompt ${countTokens(system)} tokens, with ${tools.length} tools ${tokens}\n`,
    );
    expect(tokens).toBeLessThanOrEqual(2500);
  });

  it('tells of a tool only when it is offered', () => {
    expect(systemPrompt(['search_graph'])).not.toContain('aggregate');
  });
});
