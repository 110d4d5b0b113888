import type { ModelMessage, ToolModelMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import { countTokens } from '../linearization/token-counter.ts';
import { createConversation } from './conversation.ts';

const page: ModelMessage = { role: 'user', content: 'the page' };
const result = (id: string, lines = 40): ToolModelMessage['content'][number] => ({
  type: 'tool-result',
  toolCallId: `call-${id}`,
  toolName: 'filter_time',
  output: { type: 'text', value: `${id}: ${'o17 Potassium 4.1 mmol/L\n'.repeat(lines)}` },
});
const step = (...ids: readonly string[]): ModelMessage => ({ role: 'tool', content: ids.map((id) => result(id)) });

function conversationOf(budgetTokens: number) {
  const compacted: string[] = [];
  const conversation = createConversation({
    budgetTokens,
    fixedTokens: 100,
    countTokens,
    onCompacted: (ids) => compacted.push(...ids),
  });
  return { conversation, compacted };
}

describe('a conversation', () => {
  it('cuts what one step brought from its end, the first result never, and is full then', () => {
    const { conversation, compacted } = conversationOf(3000);
    const { messages, tokens, full } = conversation.prepare([
      page,
      step('r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8'),
    ]);

    expect(full).toBe(true);
    expect(tokens).toBeLessThanOrEqual(3000);
    expect(compacted[0]).toBe('call-r8');
    expect(compacted.length).toBeLessThan(7);
    const text = JSON.stringify(messages);
    expect(text).toContain('r8 (shortened; call again to see it): o17');
    expect(text).toContain('r1: o17 Potassium');

    const least = conversation.prepare([page, step('r1', 'r2')], 200);
    expect(least.full).toBe(true);
    expect(JSON.stringify(least.messages)).toMatch(/r1: o17 Potassium.*r2 \(shortened/);
  });

  it('shortens old results whole, each once, and keeps the newest', () => {
    const { conversation, compacted } = conversationOf(1200);
    const first = [page, step('r1', 'r2')];
    expect(conversation.prepare(first).full).toBe(false);
    const second = [...first, step('r3')];
    const prepared = conversation.prepare(second);
    expect(prepared.full).toBe(false);
    expect(compacted).toEqual(['call-r2', 'call-r1']);
    expect(JSON.stringify(prepared.messages)).toContain('r3: o17 Potassium');
    conversation.prepare(second, prepared.tokens - 1);
    expect(compacted).toEqual(['call-r2', 'call-r1']);
  });

  it('has no more room than is left to spend', () => {
    const { conversation } = conversationOf(60_000);
    const messages = [page, step('r1', 'r2', 'r3')];
    const { tokens } = conversation.prepare(messages);
    expect(conversation.prepare(messages, tokens)).toMatchObject({ full: false });
    expect(conversation.prepare(messages, tokens - 1)).toMatchObject({ full: true });
  });
});
