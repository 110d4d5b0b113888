// A call taken as a stream: how long it may be silent, what is put together, when it is asked for as a whole.
import type { LanguageModelV3, LanguageModelV3StreamPart, LanguageModelV3Usage } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { HopperError } from '../errors.ts';
import { createStreamedCall, type LostReply } from './streamed-call.ts';

const usage: LanguageModelV3Usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 2, text: 2, reasoning: 0 },
};
const stop = { unified: 'stop', raw: 'stop' } as const;
const finish: LanguageModelV3StreamPart = { type: 'finish', usage, finishReason: stop };
const request = { prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }] }] };

function modelOf(stream: () => AsyncIterable<LanguageModelV3StreamPart> | Iterable<LanguageModelV3StreamPart>) {
  const asked: string[] = [];
  const model: LanguageModelV3 = {
    specificationVersion: 'v3',
    provider: 'test',
    modelId: 'test',
    supportedUrls: {},
    async doGenerate() {
      asked.push('whole');
      return { content: [{ type: 'text', text: 'whole' }], finishReason: stop, usage, warnings: [] };
    },
    async doStream() {
      asked.push('stream');
      return { stream: ReadableStream.from(stream()) };
    },
  };
  return { model, asked };
}

async function callOnce(model: LanguageModelV3, silenceMs = 1000) {
  const heard: string[] = [];
  const lost: LostReply[] = [];
  const call = createStreamedCall();
  const options = {
    silenceMs,
    onText: (piece: string) => heard.push(piece),
    onLost: (each: LostReply) => lost.push(each),
  };
  return { reply: await call(model, request, options), heard, lost, again: () => call(model, request, options) };
}

function* said(...words: readonly string[]): Generator<LanguageModelV3StreamPart> {
  yield { type: 'text-start', id: '1' };
  for (const delta of words) yield { type: 'text-delta', id: '1', delta };
  yield { type: 'text-end', id: '1' };
}

describe('a streamed call', () => {
  it('puts text, reasoning with its signature and calls together in order', async () => {
    const call = { type: 'tool-call', toolCallId: 'c', toolName: 'search_graph', input: '{}' } as const;
    const { model } = modelOf(function* () {
      yield { type: 'reasoning-start', id: '0' };
      yield { type: 'reasoning-delta', id: '0', delta: 'Hm.' };
      yield { type: 'reasoning-delta', id: '0', delta: '', providerMetadata: { anthropic: { signature: 's' } } };
      yield { type: 'reasoning-end', id: '0' };
      yield* said('Good ', 'day');
      yield* said();
      yield call;
      yield finish;
    });
    const { reply, heard } = await callOnce(model);

    expect(reply.content).toEqual([
      { type: 'reasoning', text: 'Hm.', providerMetadata: { anthropic: { signature: 's' } } },
      { type: 'text', text: 'Good day' },
      call,
    ]);
    expect(reply).toMatchObject({ finishReason: stop, usage });
    expect(heard).toEqual(['Good ', 'day']);
  });

  it('may take longer than a model may be silent, as long as words come', async () => {
    const { model, asked } = modelOf(async function* () {
      for (let index = 0; index < 8; index += 1) {
        await new Promise((resolve) => setTimeout(resolve, 40));
        yield* said('word ');
      }
      yield finish;
    });
    const { heard } = await callOnce(model, 150);

    expect(heard.length).toBe(8);
    expect(asked).toEqual(['stream']);
  });

  it.each([
    ['reports an error', { type: 'error', error: { type: 'overloaded_error' } } as const],
    ['ends without a reason', { type: 'finish', usage, finishReason: { unified: 'other', raw: undefined } } as const],
  ])('asks for the whole when a stream %s, and for no further stream', async (_, last) => {
    const { model, asked } = modelOf(function* () {
      yield* said('half');
      yield last;
    });
    const { reply, lost, again } = await callOnce(model);
    await again();

    expect(reply.content).toEqual([{ type: 'text', text: 'whole' }]);
    expect(lost).toMatchObject([{ content: [{ type: 'text', text: 'half' }], again: true }]);
    expect(asked).toEqual(['stream', 'whole', 'whole']);
  });

  it("passes on a failure that is the adapter's last word", async () => {
    const { model, asked } = modelOf(() => []);
    const failing = { ...model, doStream: () => Promise.reject(new HopperError('model-failed', 'No.')) };

    await expect(callOnce(failing)).rejects.toThrow('No.');
    expect(asked).toEqual([]);
  });
});
