// The APIs of providers as imitations write them: one family per wire format, each as its provider documents it.
import {
  anthropicStream,
  anthropicUsage,
  bedrockStream,
  geminiStream,
  openaiChatStream,
  openaiResponsesStream,
} from './provider-streams.ts';

/** What an imitation says next, in words that every family can be made from. */
export interface NeutralReply {
  readonly text?: string;
  /** `args` as JSON text, so that malformed ones can be sent too. */
  readonly toolCalls?: readonly { readonly name: string; readonly args: string }[];
  /** `null`: the reply says nothing of tokens; `cached` absent: nor of a cache. */
  readonly usage?: { readonly input: number; readonly cached?: number; readonly output: number } | null;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, whatever the family. */
  readonly body?: string;
  /** What happens after half of the body: the connection is cut, the body just ends, or nothing more comes. */
  readonly breaks?: 'cut' | 'end' | 'stall';
  /** A request for a stream is refused, or answered with a whole reply all the same. */
  readonly noStream?: 'refused' | 'ignored';
  /** Never answer. */
  readonly hang?: boolean;
}

/** How one API family writes a reply and its errors. */
export interface ApiFamily {
  readonly name: string;
  /** Model spec for `createModel`. */
  readonly spec: string;
  readonly env: Readonly<Record<string, string>>;
  readonly basePath: string;
  readonly path: RegExp;
  reply(reply: NeutralReply): unknown;
  /** Whether a request asks for a stream. */
  wantsStream(path: string, body: Record<string, unknown>): boolean;
  /** The reply as the bytes of a stream. */
  stream(reply: NeutralReply, body: Record<string, unknown>): Buffer;
  readonly streamType: string;
  error(status: number): unknown;
  /** The tool choice that closes the tools; `undefined` where the API has none and the last message alone asks for an answer. */
  readonly closedChoice: 'none' | undefined;
  /** The tool choice of a request, in the words of the AI SDK. */
  toolChoice(body: Record<string, unknown>): string | undefined;
  toolCount(body: Record<string, unknown>): number;
  maxTokens(body: Record<string, unknown>): unknown;
  /** Whether malformed arguments can be sent at all (for some, arguments are JSON values on the wire). */
  readonly canMalform: boolean;
  /** Whether the provider's SDK takes a stream without usage (Anthropic's schema requires it, and its API always sends it). */
  readonly usageOptional: boolean;
}

const serverSentEvents = 'text/event-stream';
const asksForStream = (_: string, body: Record<string, unknown>) => body.stream === true;

const anthropic: ApiFamily = {
  name: 'Anthropic Messages',
  spec: 'anthropic:claude-sonnet-4-5',
  env: { ANTHROPIC_API_KEY: 'test-key' },
  basePath: '/v1',
  path: /^\/v1\/messages$/,
  closedChoice: 'none',
  canMalform: true,
  wantsStream: asksForStream,
  stream: anthropicStream,
  streamType: serverSentEvents,
  usageOptional: false,
  reply: ({ text, toolCalls = [], usage = { input: 100, cached: 90, output: 7 } }) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...toolCalls.map((call, index) => ({
        type: 'tool_use',
        id: `toolu_${index}`,
        name: call.name,
        input: JSON.parse(call.args),
      })),
    ],
    stop_reason: toolCalls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    ...(usage === null ? {} : { usage: anthropicUsage(usage) }),
  }),
  error: (status) => ({
    type: 'error',
    error: { type: status === 529 ? 'overloaded_error' : 'api_error', message: 'refused' },
  }),
  toolChoice: (body) => (body.tool_choice as { type: string } | undefined)?.type,
  toolCount: (body) => (body.tools as unknown[] | undefined)?.length ?? 0,
  maxTokens: (body) => body.max_tokens,
};

const gemini: ApiFamily = {
  name: 'Gemini generateContent',
  spec: 'google:gemini-2.5-flash',
  env: { GEMINI_API_KEY: 'test-key' },
  basePath: '/v1beta',
  path: /^\/v1beta\/models\/gemini-2\.5-flash:(generateContent|streamGenerateContent)$/,
  closedChoice: 'none',
  canMalform: false,
  wantsStream: (path) => /:streamGenerateContent\?alt=sse$/.test(path),
  stream: geminiStream,
  streamType: serverSentEvents,
  usageOptional: true,
  reply: ({ text, toolCalls = [], usage = { input: 100, cached: 90, output: 7 } }) => ({
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            ...(text === undefined ? [] : [{ text }]),
            ...toolCalls.map((call) => ({ functionCall: { name: call.name, args: JSON.parse(call.args) } })),
          ],
        },
        finishReason: 'STOP',
      },
    ],
    ...(usage === null
      ? {}
      : {
          usageMetadata: {
            promptTokenCount: usage.input,
            cachedContentTokenCount: usage.cached,
            candidatesTokenCount: usage.output,
            totalTokenCount: usage.input + usage.output,
          },
        }),
  }),
  error: (status) => ({ error: { code: status, message: 'refused', status: 'INTERNAL' } }),
  toolChoice: (body) => {
    const mode = (body.toolConfig as { functionCallingConfig?: { mode?: string } } | undefined)?.functionCallingConfig
      ?.mode;
    return mode?.toLowerCase();
  },
  toolCount: (body) =>
    (body.tools as { functionDeclarations?: unknown[] }[] | undefined)?.[0]?.functionDeclarations?.length ?? 0,
  maxTokens: (body) => (body.generationConfig as { maxOutputTokens?: number } | undefined)?.maxOutputTokens,
};

const openaiChat: ApiFamily = {
  name: 'OpenAI chat completions',
  spec: 'openai-compatible:local-model',
  env: {},
  basePath: '/v1',
  path: /^\/v1\/chat\/completions$/,
  closedChoice: 'none',
  canMalform: true,
  wantsStream: asksForStream,
  stream: openaiChatStream,
  streamType: serverSentEvents,
  usageOptional: true,
  reply: ({ text, toolCalls = [], usage = { input: 100, cached: 90, output: 7 } }) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'local-model',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text ?? null,
          ...(toolCalls.length === 0
            ? {}
            : {
                tool_calls: toolCalls.map((call, index) => ({
                  id: `call_${index}`,
                  type: 'function',
                  function: { name: call.name, arguments: call.args },
                })),
              }),
        },
        finish_reason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
      },
    ],
    ...(usage === null
      ? {}
      : {
          usage: {
            prompt_tokens: usage.input,
            completion_tokens: usage.output,
            total_tokens: usage.input + usage.output,
            prompt_tokens_details: usage.cached === undefined ? undefined : { cached_tokens: usage.cached },
          },
        }),
  }),
  error: () => ({ error: { message: 'refused', type: 'invalid_request_error', param: null, code: null } }),
  toolChoice: (body) => (typeof body.tool_choice === 'string' ? body.tool_choice : undefined),
  toolCount: (body) => (body.tools as unknown[] | undefined)?.length ?? 0,
  maxTokens: (body) => body.max_tokens,
};

const openaiResponses: ApiFamily = {
  name: 'OpenAI responses',
  spec: 'openai:gpt-5-mini',
  env: { OPENAI_API_KEY: 'test-key' },
  basePath: '/v1',
  path: /^\/v1\/responses$/,
  closedChoice: 'none',
  canMalform: true,
  wantsStream: asksForStream,
  stream: (reply) => openaiResponsesStream(reply, wholeResponse(reply)),
  streamType: serverSentEvents,
  usageOptional: true,
  reply: wholeResponse,
  error: () => ({ error: { message: 'refused', type: 'server_error', param: null, code: null } }),
  toolChoice: (body) => (typeof body.tool_choice === 'string' ? body.tool_choice : undefined),
  toolCount: (body) => (body.tools as unknown[] | undefined)?.length ?? 0,
  maxTokens: (body) => body.max_output_tokens,
};

function wholeResponse({ text, toolCalls = [], usage = { input: 100, cached: 90, output: 7 } }: NeutralReply) {
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model: 'gpt-5-mini',
    status: 'completed',
    output: [
      ...(text === undefined
        ? []
        : [
            {
              type: 'message',
              id: 'msg_1',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text, annotations: [] }],
            },
          ]),
      ...toolCalls.map((call, index) => ({
        type: 'function_call',
        id: `fc_${index}`,
        call_id: `call_${index}`,
        name: call.name,
        arguments: call.args,
        status: 'completed',
      })),
    ],
    ...(usage === null
      ? {}
      : {
          usage: {
            input_tokens: usage.input,
            input_tokens_details: usage.cached === undefined ? undefined : { cached_tokens: usage.cached },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: usage.input + usage.output,
          },
        }),
  };
}

const bedrockConverse: ApiFamily = {
  name: 'Bedrock Converse',
  spec: 'bedrock:us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  env: { AWS_ACCESS_KEY_ID: 'test-id', AWS_SECRET_ACCESS_KEY: 'test-secret', AWS_REGION: 'us-east-1' },
  basePath: '',
  path: /^\/model\/us\.anthropic\.claude-sonnet-4-5-20250929-v1%3A0\/converse(-stream)?$/,
  closedChoice: undefined,
  canMalform: true,
  wantsStream: (path) => path.endsWith('/converse-stream'),
  stream: bedrockStream,
  streamType: 'application/vnd.amazon.eventstream',
  usageOptional: true,
  reply: ({ text, toolCalls = [], usage = { input: 100, cached: 90, output: 7 } }) => ({
    metrics: { latencyMs: 12 },
    output: {
      message: {
        role: 'assistant',
        content: [
          ...(text === undefined || text === '' ? [] : [{ text }]),
          ...toolCalls.map((call, index) => ({
            toolUse: { toolUseId: `tooluse_${index}`, name: call.name, input: JSON.parse(call.args) },
          })),
        ],
      },
    },
    stopReason: toolCalls.length > 0 ? 'tool_use' : 'end_turn',
    ...(usage === null
      ? {}
      : {
          usage: {
            inputTokens: usage.input - (usage.cached ?? 0),
            outputTokens: usage.output,
            totalTokens: usage.input + usage.output,
            cacheReadInputTokens: usage.cached,
            cacheWriteInputTokens: usage.cached === undefined ? undefined : 0,
          },
        }),
  }),
  error: () => ({ message: 'refused' }),
  toolChoice: (body) => {
    const choice = (body.toolConfig as { toolChoice?: Record<string, unknown> } | undefined)?.toolChoice;
    return choice === undefined ? undefined : Object.keys(choice)[0];
  },
  toolCount: (body) => (body.toolConfig as { tools?: unknown[] } | undefined)?.tools?.length ?? 0,
  maxTokens: (body) => (body.inferenceConfig as { maxTokens?: number } | undefined)?.maxTokens,
};

/** Azure OpenAI: the responses API of a deployment, at another address and with another header for the key. */
const azure: ApiFamily = {
  ...openaiResponses,
  name: 'Azure OpenAI responses',
  spec: 'azure:my-gpt',
  env: { AZURE_API_KEY: 'test-key' },
  basePath: '/openai/v1',
  path: /^\/openai\/v1\/responses$/,
};

/** Vertex AI: generateContent of a publisher's model, with an API key. */
const vertex: ApiFamily = {
  ...gemini,
  name: 'Vertex generateContent',
  spec: 'vertex:gemini-2.5-flash',
  env: { GOOGLE_VERTEX_API_KEY: 'test-key' },
  basePath: '/v1/publishers/google',
  path: /^\/v1\/publishers\/google\/models\/gemini-2\.5-flash:(generateContent|streamGenerateContent)$/,
};

/** Every family that the core speaks, and those of optional packages. */
export const apiFamilies: readonly ApiFamily[] = [
  anthropic,
  gemini,
  openaiChat,
  openaiResponses,
  bedrockConverse,
  azure,
  vertex,
];
