// The offline answerer: rules behind the same interface as any model. Deterministic, no network, no weights.
import type {
  LanguageModelV3,
  LanguageModelV3Content,
  LanguageModelV3GenerateResult,
  LanguageModelV3Prompt,
} from '@ai-sdk/provider';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { Dialect } from '../question/time-phrase.ts';
import type { ToolResult } from '../tools/graph-tool.ts';
import { streamOf } from './gather-stream.ts';
import { decide, type Exchange } from './offline/decide.ts';
import type { DraftAnswer } from './parse-answer.ts';
import { offlineProvider } from './tool-session.ts';

export interface OfflineModelOptions {
  /** What relative time phrases mean. @default 'natural' */
  readonly dialect?: Dialect;
  /** How 03/04/2150 is read. @default the language's: month first in English */
  readonly dateOrder?: 'month-first' | 'day-first';
  /** Whether a prescription counts from when it was written or from when its supply begins. @default 'written' */
  readonly prescribedAt?: 'written' | 'supply';
}

/**
 * A model that reads the question by rules, calls the tools it is offered, and writes the typed answer from their
 * results; what it can't read in a question it says.
 *
 * @param graph the record that the question is about: names in a question are read as the record writes them
 */
export function createOfflineModel(graph: EpisodeGraph, options: OfflineModelOptions = {}): LanguageModelV3 {
  const generate = async (prompt: LanguageModelV3Prompt, mayCall: boolean): Promise<LanguageModelV3GenerateResult> => {
    const exchanges = exchangesIn(prompt);
    const action = decide(graph, questionIn(prompt), exchanges, {
      ...options,
      dialect: options.dialect ?? 'natural',
      mayCall,
    });
    return reply('call' in action ? callPart(action.call, exchanges.length) : textPart(action.draft));
  };
  return {
    specificationVersion: 'v3',
    provider: offlineProvider,
    modelId: 'offline',
    supportedUrls: {},
    doGenerate: ({ prompt, toolChoice, tools }) =>
      generate(prompt, toolChoice?.type !== 'none' && (tools ?? []).length > 0),
    async doStream({ prompt, toolChoice, tools }) {
      return { stream: streamOf(await generate(prompt, toolChoice?.type !== 'none' && (tools ?? []).length > 0)) };
    },
  };
}

/** The question: what follows the last `Question:` of the first user message. */
function questionIn(prompt: LanguageModelV3Prompt): string {
  const opening = prompt.find((message) => message.role === 'user');
  const text = opening?.content.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? '';
  const marker = '\nQuestion: ';
  const at = text.lastIndexOf(marker);
  const question = at < 0 ? text : text.slice(at + marker.length);
  return (question.split('\n\n')[0] ?? '').trim();
}

/** Calls and their results, in order. */
function exchangesIn(prompt: LanguageModelV3Prompt): readonly Exchange[] {
  const results = new Map<string, ToolResult>();
  for (const message of prompt) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) {
      if (part.type !== 'tool-result') continue;
      const data = 'providerOptions' in part.output ? part.output.providerOptions?.[offlineProvider] : undefined;
      const text = 'value' in part.output ? String(part.output.value) : '';
      results.set(part.toolCallId, (data as ToolResult | undefined) ?? { ok: false, code: 'unknown-tool', text });
    }
  }
  return prompt.flatMap((message) =>
    message.role !== 'assistant'
      ? []
      : message.content.flatMap((part): readonly Exchange[] => {
          const result = part.type === 'tool-call' ? results.get(part.toolCallId) : undefined;
          return part.type === 'tool-call' && result !== undefined
            ? [{ tool: part.toolName, args: part.input as Exchange['args'], result }]
            : [];
        }),
  );
}

function callPart(call: { readonly tool: string; readonly args: unknown }, number: number): LanguageModelV3Content {
  return {
    type: 'tool-call',
    toolCallId: `offline-${number + 1}`,
    toolName: call.tool,
    input: JSON.stringify(call.args),
  };
}

function textPart(draft: DraftAnswer): LanguageModelV3Content {
  return { type: 'text', text: JSON.stringify(draft) };
}

/** Rules spend no tokens. */
function reply(part: LanguageModelV3Content): LanguageModelV3GenerateResult {
  const unified = part.type === 'tool-call' ? 'tool-calls' : 'stop';
  return {
    content: [part],
    finishReason: { unified, raw: unified },
    usage: {
      inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 0, text: 0, reasoning: 0 },
    },
    warnings: [],
  };
}
