// The messages of one question: cached prefix first, old tool results shortened when the budget is short.
import type { ModelMessage } from 'ai';
import type { CountTokens } from '../linearization/token-counter.ts';
import { namesIn } from './parse-answer.ts';

export interface ConversationOptions {
  /** Most tokens of one prompt, all messages together. */
  readonly budgetTokens: number;
  /** Tokens of system prompt and tool definitions, which every call carries. */
  readonly fixedTokens: number;
  readonly countTokens: CountTokens;
  /** Told the ids of the tool calls whose results were shortened. */
  readonly onCompacted: (callIds: readonly string[]) => void;
}

export interface PreparedMessages {
  readonly messages: ModelMessage[];
  readonly tokens: number;
  /** Nothing is left to shorten and the prompt is still too long for another round of tools. */
  readonly full: boolean;
}

export interface Conversation {
  /** The messages to send for the next call. What was shortened once stays so, for the sake of the cache. */
  prepare(messages: readonly ModelMessage[]): PreparedMessages;
}

/** One per question. Costs one tokenizer pass over each message once. */
export function createConversation(options: ConversationOptions): Conversation {
  const counted = new WeakMap<ModelMessage, number>();
  const shortened = new Map<ModelMessage, ModelMessage>();
  const tokensOf = (message: ModelMessage): number => {
    const known = counted.get(message);
    if (known !== undefined) return known;
    const tokens = options.countTokens(textOf(message)) + messageOverhead;
    counted.set(message, tokens);
    return tokens;
  };
  const total = (messages: readonly ModelMessage[]) =>
    messages.reduce((sum, message) => sum + tokensOf(message), options.fixedTokens);

  return {
    prepare(messages) {
      let current = messages.map((message) => shortened.get(message) ?? message);
      let tokens = total(current);
      if (tokens > options.budgetTokens) {
        const old = messages.filter((message) => message.role === 'tool' && !shortened.has(message)).slice(0, -1);
        const done: string[] = [];
        for (const message of old) {
          if (tokens <= options.budgetTokens * compactTo) break;
          shortened.set(message, shorten(message));
          done.push(...callIdsOf(message));
          current = messages.map((each) => shortened.get(each) ?? each);
          tokens = total(current);
        }
        if (done.length > 0) options.onCompacted(done);
      }
      return { messages: markForCache(current), tokens, full: tokens > options.budgetTokens };
    },
  };
}

/** Marks the page and the newest message as ends of a cached prefix (Anthropic; others cache by themselves). */
function markForCache(messages: readonly ModelMessage[]): ModelMessage[] {
  const last = messages.length - 1;
  return messages.map((message, index) =>
    index === 0 || index === last
      ? { ...message, providerOptions: { ...message.providerOptions, ...cacheMark } }
      : message,
  );
}

/** Marks the end of a prefix that a provider's prompt cache should keep. */
export const cacheMark = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const;

/** A tool message with each result replaced by the names in it. */
function shorten(message: ModelMessage): ModelMessage {
  if (message.role !== 'tool') return message;
  const content = message.content.map((part) => {
    if (part.type !== 'tool-result') return part;
    const text = resultText(part.output);
    const id = /^r\d+/.exec(text)?.[0] ?? 'result';
    const names = namesIn(text).filter((name) => name !== id);
    const more = names.length > keptNames ? ` and ${names.length - keptNames} more` : '';
    const value = `${id} (shortened; call again to see it): ${names.slice(0, keptNames).join(', ')}${more}`;
    return { ...part, output: { type: 'text' as const, value } };
  });
  return { ...message, content };
}

function callIdsOf(message: ModelMessage): readonly string[] {
  if (message.role !== 'tool') return [];
  return message.content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : []));
}

function resultText(output: { readonly type: string; readonly value?: unknown }): string {
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value ?? '');
}

function textOf(message: ModelMessage): string {
  if (typeof message.content === 'string') return message.content;
  return message.content
    .map((part) => {
      if (part.type === 'text' || part.type === 'reasoning') return part.text;
      if (part.type === 'tool-call') return `${part.toolName} ${JSON.stringify(part.input)}`;
      return part.type === 'tool-result' ? resultText(part.output) : '';
    })
    .join('\n');
}

/** Names kept of a shortened result. */
const keptNames = 30;
/** Once over the budget, shorten down to this share of it, so that the cache is not broken at every step. */
const compactTo = 0.7;
/** Tokens a provider's message frame costs. */
const messageOverhead = 4;
