// A recorded run as a model: the same replies again, over the record as it is now.
import type { LanguageModelV3, LanguageModelV3Content, LanguageModelV3GenerateResult } from '@ai-sdk/provider';
import { type ErrorCode, HopperError } from '../errors.ts';
import type { AgentEvent } from './agent-event.ts';
import { streamOf } from './gather-stream.ts';
import { offlineProvider } from './tool-session.ts';

/**
 * A model that gives the replies of a trace in order, without any provider: the loop, the tools and the check run anew.
 *
 * @throws (on a call) when the run asks for more replies than were recorded: the recorded run's own failure, else
 *   `model-failed`
 */
export function createReplayModel(trace: readonly AgentEvent[]): LanguageModelV3 {
  const replies = trace.flatMap((event) => (event.type === 'model-reply' ? [event] : []));
  const start = trace.find((event) => event.type === 'run-start');
  const end = trace.findLast((event) => event.type === 'run-end');
  const modelId = start?.type === 'run-start' ? start.model : 'replay';
  let next = 0;
  const reply = async (): Promise<LanguageModelV3GenerateResult> => {
    const event = replies[next];
    next += 1;
    if (event === undefined) {
      const { error } = end?.answer ?? {};
      if (error !== undefined) throw new HopperError(error.code as ErrorCode, error.message);
      throw new HopperError(
        'model-failed',
        `The trace holds ${replies.length} replies; the run asked for one more. The record, the question or the tools differ from the recorded run's.`,
      );
    }
    const unified =
      event.finish === 'tool-calls' || event.finish === 'length' || event.finish === 'content-filter'
        ? event.finish
        : ('stop' as const);
    return {
      content: [...event.content] as LanguageModelV3Content[],
      finishReason: { unified, raw: event.finish },
      usage: { inputTokens: none, outputTokens: { total: 0, text: 0, reasoning: 0 } },
      warnings: [],
    };
  };
  return {
    specificationVersion: 'v3',
    // Rules are run as rules again: on larger results, counting nothing.
    provider: modelId === 'offline' ? offlineProvider : 'replay',
    modelId,
    supportedUrls: {},
    doGenerate: reply,
    doStream: async () => ({ stream: streamOf(await reply()) }),
  };
}

const none = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 };
