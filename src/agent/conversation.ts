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
  /** What is old is shortened and the prompt was still too long for another round of tools; what is new is cut to fit. */
  readonly full: boolean;
}

export interface Conversation {
  /**
   * The messages to send for the next call. What was shortened once stays so, for the sake of the cache.
   *
   * @param roomTokens most tokens of this prompt, where there is less room than the budget
   */
  prepare(messages: readonly ModelMessage[], roomTokens?: number): PreparedMessages;
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
    prepare(messages, roomTokens = Number.POSITIVE_INFINITY) {
      const budgetTokens = Math.min(options.budgetTokens, roomTokens);
      const current = () => messages.map((message) => shortened.get(message) ?? message);
      let tokens = total(current());
      const done: string[] = [];
      const replace = (message: ModelMessage, excess: number) => {
        const known = shortened.get(message) ?? message;
        const { shorter, callIds } = shorten(known, excess, options.countTokens);
        shortened.set(message, shorter);
        done.push(...callIds);
        tokens = total(current());
      };
      const results = messages.filter((message) => message.role === 'tool');
      if (tokens > budgetTokens) {
        for (const message of results.slice(0, -1)) {
          if (tokens <= budgetTokens * compactTo) break;
          replace(message, Number.POSITIVE_INFINITY);
        }
      }
      const full = tokens > budgetTokens;
      const newest = results.at(-1);
      // One step may call many tools at once.
      if (full && newest !== undefined) replace(newest, tokens - budgetTokens);
      if (done.length > 0) options.onCompacted(done);
      return { messages: markForCache(current()), tokens, full };
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

/**
 * A tool message with results replaced by the names in them, from its last one on, until so many tokens are saved.
 *
 * @param excess infinite: all of them; else the first stays as it is
 * @returns `callIds` of the results that were replaced
 */
function shorten(
  message: ModelMessage,
  excess: number,
  countTokens: CountTokens,
): { readonly shorter: ModelMessage; readonly callIds: readonly string[] } {
  if (message.role !== 'tool') return { shorter: message, callIds: [] };
  const content = [...message.content];
  const callIds: string[] = [];
  const first = Number.isFinite(excess) ? 1 : 0;
  let left = excess;
  for (let index = content.length - 1; index >= first && left > 0; index -= 1) {
    const part = content[index];
    if (part?.type !== 'tool-result' || isShort(resultText(part.output))) continue;
    const text = resultText(part.output);
    const value = namesOfResult(text);
    content[index] = { ...part, output: { type: 'text', value } };
    callIds.push(part.toolCallId);
    if (Number.isFinite(left)) left -= countTokens(text) - countTokens(value);
  }
  return { shorter: { ...message, content }, callIds };
}

function namesOfResult(text: string): string {
  const id = /^r\d+/.exec(text)?.[0] ?? 'result';
  const names = namesIn(text).filter((name) => name !== id);
  const more = names.length > keptNames ? ` and ${names.length - keptNames} more` : '';
  return `${id} ${shortMark} ${names.slice(0, keptNames).join(', ')}${more}`;
}

function isShort(text: string): boolean {
  return text.startsWith(shortMark, text.indexOf(' ') + 1);
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

const shortMark = '(shortened; call again to see it):';
/** Names kept of a shortened result. */
const keptNames = 30;
/** Once over the budget, shorten down to this share of it, so that the cache is not broken at every step. */
const compactTo = 0.7;
/** Tokens a provider's message frame costs. */
const messageOverhead = 4;
