// Tools for models that have no tool calling: calls and results as plain text, one call at a time.
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3GenerateResult,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
  LanguageModelV3ToolCall,
} from '@ai-sdk/provider';
import { createStreamGatherer } from './gather-stream.ts';
import { objectsIn } from './loose-json.ts';

/**
 * The model with tool calling made of text: definitions go into the system prompt, calls are read from a reply of the
 * form `{"tool": "name", "args": {…}}`, results come back as the user's words. The loop around it stays the same.
 */
export function withTextTools(model: LanguageModelV3): LanguageModelV3 {
  let calls = 0;
  const readCall = (content: readonly LanguageModelV3Content[], options: LanguageModelV3CallOptions) => {
    const call = mayCall(options) ? findCall(content, options) : undefined;
    if (call === undefined) return undefined;
    calls += 1;
    return toolCall(call, `text-${calls}`);
  };
  return {
    specificationVersion: 'v3',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    async doGenerate(options) {
      const result = await model.doGenerate(plainRequest(options));
      const call = readCall(result.content, options);
      return call === undefined ? result : asToolCall(result, call);
    },
    async doStream(options) {
      const result = await model.doStream(plainRequest(options));
      return { ...result, stream: result.stream.pipeThrough(withCalls((content) => readCall(content, options))) };
    },
  };
}

/** The stream as it comes; at its end the call that its text holds, if it holds one. */
function withCalls(
  read: (content: readonly LanguageModelV3Content[]) => LanguageModelV3ToolCall | undefined,
): TransformStream<LanguageModelV3StreamPart, LanguageModelV3StreamPart> {
  const gathered = createStreamGatherer(() => undefined);
  return new TransformStream({
    transform(part, controller) {
      if (part.type !== 'error') gathered.add(part);
      const call = part.type === 'finish' && gathered.reply() !== undefined ? read(gathered.content()) : undefined;
      if (call !== undefined) controller.enqueue(call);
      controller.enqueue(call === undefined || part.type !== 'finish' ? part : { ...part, ...calling(part) });
    },
  });
}

interface TextCall {
  readonly tool: string;
  readonly args: unknown;
}

function mayCall({ tools = [], toolChoice }: LanguageModelV3CallOptions): boolean {
  return tools.length > 0 && toolChoice?.type !== 'none';
}

/** The request without tools, its history in words. */
function plainRequest(options: LanguageModelV3CallOptions): LanguageModelV3CallOptions {
  const { tools, toolChoice: _, ...rest } = options;
  const described = mayCall(options) ? describeTools(tools ?? []) : '';
  return {
    ...rest,
    prompt: joinUsers(options.prompt.map((message, index) => plainMessage(message, index === 0 ? described : ''))),
  };
}

function plainMessage(message: LanguageModelV3Message, toolText: string): LanguageModelV3Message {
  if (message.role === 'system')
    return { ...message, content: [message.content, toolText].filter(Boolean).join('\n\n') };
  if (message.role === 'assistant') {
    // The text beside a call is the one that held it.
    const called = message.content.some((part) => part.type === 'tool-call');
    const text = message.content
      .map((part) =>
        part.type === 'text' && !called
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
  for (const { tool, args, name, arguments: others } of objectsIn(text)) {
    const named = tool ?? name;
    if (typeof named === 'string' && (known.has(named) || tool !== undefined))
      return { tool: named, args: args ?? others ?? {} };
  }
  return undefined;
}

function asToolCall(
  result: LanguageModelV3GenerateResult,
  call: LanguageModelV3ToolCall,
): LanguageModelV3GenerateResult {
  return { ...result, ...calling(result), content: [...result.content, call] };
}

function toolCall({ tool, args }: TextCall, toolCallId: string): LanguageModelV3ToolCall {
  return { type: 'tool-call', toolCallId, toolName: tool, input: JSON.stringify(args) };
}

/** The end of a reply that calls a tool. */
function calling({ finishReason }: { readonly finishReason: LanguageModelV3FinishReason }) {
  return { finishReason: { unified: 'tool-calls' as const, raw: finishReason.raw } };
}
