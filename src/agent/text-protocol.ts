// Tools for models that have no tool calling: calls and results as plain text, one call at a time.
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3GenerateResult,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
} from '@ai-sdk/provider';
import { readJson } from './repair-call.ts';

/**
 * The model with tool calling made of text: definitions go into the system prompt, calls are read from a reply of the
 * form `{"tool": "name", "args": {…}}`, results come back as the user's words. The loop around it stays the same.
 */
export function withTextTools(model: LanguageModelV3): LanguageModelV3 {
  let calls = 0;
  return {
    specificationVersion: 'v3',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    async doGenerate(options) {
      const mayCall = (options.tools ?? []).length > 0 && options.toolChoice?.type !== 'none';
      const result = await model.doGenerate(plainRequest(options, mayCall));
      const call = mayCall ? findCall(result.content, options) : undefined;
      if (call === undefined) return result;
      calls += 1;
      return asToolCall(result, call, `text-${calls}`);
    },
    doStream: (options) => model.doStream(plainRequest(options, false)),
  };
}

interface TextCall {
  readonly tool: string;
  readonly args: unknown;
}

/** The request without tools, its history in words. */
function plainRequest(options: LanguageModelV3CallOptions, mayCall: boolean): LanguageModelV3CallOptions {
  const { tools, toolChoice: _, ...rest } = options;
  const described = mayCall ? describeTools(tools ?? []) : '';
  return {
    ...rest,
    prompt: joinUsers(options.prompt.map((message, index) => plainMessage(message, index === 0 ? described : ''))),
  };
}

function plainMessage(message: LanguageModelV3Message, toolText: string): LanguageModelV3Message {
  if (message.role === 'system')
    return { ...message, content: [message.content, toolText].filter(Boolean).join('\n\n') };
  if (message.role === 'assistant') {
    const text = message.content
      .map((part) =>
        part.type === 'text'
          ? part.text
          : part.type === 'tool-call'
            ? JSON.stringify({ tool: part.toolName, args: part.input })
            : '',
      )
      .filter(Boolean)
      .join('\n');
    return { role: 'assistant', content: [{ type: 'text', text }] };
  }
  if (message.role !== 'tool') return message;
  const results = message.content.flatMap((part) =>
    part.type === 'tool-result' && 'value' in part.output
      ? [`Result of ${part.toolName}:\n${String(part.output.value)}`]
      : [],
  );
  return { role: 'user', content: [{ type: 'text', text: results.join('\n\n') }] };
}

/** Neighbouring messages of the user as one: many chat templates insist on turns. */
function joinUsers(prompt: LanguageModelV3Prompt): LanguageModelV3Prompt {
  const joined: LanguageModelV3Message[] = [];
  for (const message of prompt) {
    const last = joined.at(-1);
    if (message.role === 'user' && last?.role === 'user')
      joined[joined.length - 1] = { ...last, content: [...last.content, ...message.content] };
    else joined.push(message);
  }
  return joined;
}

function describeTools(tools: NonNullable<LanguageModelV3CallOptions['tools']>): string {
  const lines = tools.flatMap((tool) =>
    tool.type === 'function'
      ? [`- ${tool.name}: ${tool.description ?? ''} Arguments: ${JSON.stringify(tool.inputSchema.properties ?? {})}`]
      : [],
  );
  return [
    'Tools. To use one, reply with one JSON object and nothing else: {"tool": "search_graph", "args": {"query": "potassium"}}. One tool at a time; its result comes in the next message. When you know enough, reply with the answer object instead.',
    ...lines,
  ].join('\n');
}

/** The first object in the reply that names a tool. */
function findCall(
  content: readonly LanguageModelV3Content[],
  options: LanguageModelV3CallOptions,
): TextCall | undefined {
  if (content.some((part) => part.type === 'tool-call')) return undefined;
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const known = new Set((options.tools ?? []).map(({ name }) => name));
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start + 1)) {
    for (let end = text.lastIndexOf('}'); end > start; end = text.lastIndexOf('}', end - 1)) {
      const value = readJson(text.slice(start, end + 1));
      if (typeof value !== 'object' || value === null) continue;
      const { tool, args, name, arguments: others } = value as Readonly<Record<string, unknown>>;
      const named = tool ?? name;
      if (typeof named === 'string' && (known.has(named) || tool !== undefined))
        return { tool: named, args: args ?? others ?? {} };
      break;
    }
  }
  return undefined;
}

function asToolCall(result: LanguageModelV3GenerateResult, call: TextCall, id: string): LanguageModelV3GenerateResult {
  return {
    ...result,
    content: [
      ...result.content.filter((part) => part.type === 'reasoning'),
      { type: 'tool-call', toolCallId: id, toolName: call.tool, input: JSON.stringify(call.args) },
    ],
    finishReason: { unified: 'tool-calls', raw: result.finishReason.raw },
  };
}
