import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AgentEvent } from '../agent/agent-event.ts';
import { watchEvents } from './watch-events.ts';

const usage = {
  calls: 1,
  inputTokens: 1,
  cacheWeightedInputTokens: 1,
  peakInputTokens: 1,
  lastInputTokens: 1,
  outputTokens: 1,
  reasoningTokens: 0,
};
const call: AgentEvent = { type: 'tool-call', step: 1, id: 'c', tool: 'search_graph', args: { query: 'potassium' } };
const text = (words: string): AgentEvent => ({ type: 'text', step: 2, text: words });
const whole: AgentEvent = { type: 'step-end', step: 2, usage };
const terminal = { isTTY: process.stderr.isTTY, columns: process.stderr.columns };
let written = '';

beforeEach(() => {
  written = '';
  vi.useFakeTimers();
  vi.spyOn(process.stderr, 'write').mockImplementation((piece) => {
    written += String(piece);
    return true;
  });
  Object.assign(process.stderr, { isTTY: true, columns: 40 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  Object.assign(process.stderr, terminal);
});

/** What a terminal of one line shows in the end, with the lines above it. */
const shown = () =>
  written
    .split('\n')
    .map((line) => line.split('\r\u001b[K').at(-1))
    .join('\n');

describe('what a person sees of a run', () => {
  it('shows calls as lines and the draft on one line that goes away', () => {
    const watch = watchEvents();
    vi.advanceTimersByTime(1500);
    for (const event of [call, text('Latest '), text('potassium:\n4.1')]) watch(event);
    expect(shown()).toBe('… step 1: search_graph query: potassium\n… unchecked: Latest potassium: 4.1');

    watch(whole);
    expect(shown()).toBe('… step 1: search_graph query: potassium\n');
  });

  it('shows the end of a long draft, without what would move the cursor', () => {
    const watch = watchEvents();
    vi.advanceTimersByTime(1500);
    watch(text(`${'long '.repeat(30)}\u001b[2J\u0007値4.1 mmol/L`));
    const line = shown();
    expect(line).toMatch(/^… unchecked: .*値4\.1 mmol\/L$/);
    expect(line.length).toBeLessThan(40);
    expect(line).not.toMatch(/\p{Cc}/u);
  });

  it('takes a draft back when its stream broke', () => {
    const watch = watchEvents();
    vi.advanceTimersByTime(1500);
    watch(text('Half'));
    watch({ type: 'notice', step: 2, code: 'stream-broken', text: 'the reply broke off' });
    watch(text('Whole'));
    expect(shown()).toBe('… step 2: the reply broke off\n… unchecked: Whole');
  });

  it('is silent in the first second, and where nobody watches', () => {
    const watch = watchEvents();
    for (const event of [call, text('Quick'), whole]) watch(event);
    Object.assign(process.stderr, { isTTY: false });
    const unseen = watchEvents();
    vi.advanceTimersByTime(1500);
    for (const event of [call, text('Unseen')]) unseen(event);
    expect(written).toBe('');
  });
});
