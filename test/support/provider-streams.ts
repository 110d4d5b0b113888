// Replies as event streams, in the wire format that each API family documents: server-sent events, or AWS event frames.
import { crc32 } from 'node:zlib';
import type { NeutralReply } from './provider-families.ts';

const usualUsage = { input: 100, cached: 90, output: 7 };

/** Usage as Anthropic counts it: input without what was read from the cache. */
export function anthropicUsage({ input, cached, output }: NonNullable<NeutralReply['usage']>): object {
  return {
    input_tokens: input - (cached ?? 0),
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: cached === undefined ? undefined : 0,
    output_tokens: output,
  };
}

/** Anthropic: Messages, streaming. Arguments come as pieces of JSON text. */
export function anthropicStream({ text, toolCalls = [], usage = usualUsage }: NeutralReply): Buffer {
  const events: Record<string, unknown>[] = [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        ...(usage === null ? {} : { usage: anthropicUsage({ ...usage, output: 1 }) }),
      },
    },
    { type: 'ping' },
  ];
  const block = (start: object, deltas: readonly object[]) => {
    const index = events.filter(({ type }) => type === 'content_block_start').length;
    events.push({ type: 'content_block_start', index, content_block: start });
    for (const delta of deltas) events.push({ type: 'content_block_delta', index, delta });
    events.push({ type: 'content_block_stop', index });
  };
  if (text !== undefined) {
    block(
      { type: 'text', text: '' },
      pieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
    );
  }
  for (const [index, { name, args }] of toolCalls.entries()) {
    block(
      { type: 'tool_use', id: `toolu_${index}`, name, input: {} },
      pieces(args).map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
    );
  }
  const reason = toolCalls.length > 0 ? 'tool_use' : 'end_turn';
  events.push({
    type: 'message_delta',
    delta: { stop_reason: reason, stop_sequence: null },
    ...(usage === null ? {} : { usage: { output_tokens: usage.output } }),
  });
  events.push({ type: 'message_stop' });
  return serverSentEvents(events, ({ type }) => String(type));
}

/** Gemini: streamGenerateContent with `alt=sse`. A call comes whole. */
export function geminiStream({ text, toolCalls = [], usage = usualUsage }: NeutralReply): Buffer {
  const chunk = (parts: readonly object[], rest: object = {}) => ({
    candidates: [{ content: { role: 'model', parts }, index: 0, ...rest }],
  });
  const calls = toolCalls.map(({ name, args }) => ({ functionCall: { name, args: JSON.parse(args) } }));
  const usageMetadata =
    usage === null
      ? undefined
      : {
          promptTokenCount: usage.input,
          cachedContentTokenCount: usage.cached,
          candidatesTokenCount: usage.output,
          totalTokenCount: usage.input + usage.output,
        };
  return serverSentEvents([
    ...pieces(text ?? '').map((piece) => chunk([{ text: piece }])),
    { ...chunk(calls, { finishReason: 'STOP' }), usageMetadata },
  ]);
}

/** OpenAI: chat completions. Tokens come in a last chunk, where the request asks for them. */
export function openaiChatStream(
  { text, toolCalls = [], usage = usualUsage }: NeutralReply,
  body: Record<string, unknown>,
): Buffer {
  const chunk = (rest: object) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'local-model',
    ...rest,
  });
  const choice = (delta: object, reason: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason: reason }] });
  const call = (index: number, part: object) => choice({ tool_calls: [{ index, ...part }] });
  const wantsUsage = (body.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true;
  const events = [
    choice({ role: 'assistant', content: '' }),
    ...pieces(text ?? '').map((piece) => choice({ content: piece })),
    ...toolCalls.flatMap(({ name, args }, index) => [
      call(index, { id: `call_${index}`, type: 'function', function: { name, arguments: '' } }),
      ...pieces(args).map((piece) => call(index, { function: { arguments: piece } })),
    ]),
    choice({}, toolCalls.length > 0 ? 'tool_calls' : 'stop'),
    ...(usage === null || !wantsUsage
      ? []
      : [
          chunk({
            choices: [],
            usage: {
              prompt_tokens: usage.input,
              completion_tokens: usage.output,
              total_tokens: usage.input + usage.output,
              prompt_tokens_details: usage.cached === undefined ? undefined : { cached_tokens: usage.cached },
            },
          }),
        ]),
  ];
  return Buffer.concat([serverSentEvents(events), Buffer.from('data: [DONE]\n\n')]);
}

/** OpenAI: responses. */
export function openaiResponsesStream(reply: NeutralReply, whole: object): Buffer {
  const { text, toolCalls = [] } = reply;
  const items = [
    ...(text === undefined ? [] : [textItem(text)]),
    ...toolCalls.map((call, index) => callItem(call, index)),
  ];
  const events = [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [], usage: null } },
    ...items.flatMap((item, index) => item.map((event) => ({ ...event, output_index: index }))),
    { type: 'response.completed', response: whole },
  ];
  return serverSentEvents(
    events.map((event, index) => ({ ...event, sequence_number: index })),
    ({ type }) => String(type),
  );
}

function textItem(text: string) {
  const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] };
  const part = { type: 'output_text', text, annotations: [] };
  const at = { item_id: 'msg_1', content_index: 0 };
  return [
    { type: 'response.output_item.added', item },
    { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
    ...pieces(text).map((delta) => ({ type: 'response.output_text.delta', ...at, delta })),
    { type: 'response.output_text.done', ...at, text },
    { type: 'response.content_part.done', ...at, part },
    { type: 'response.output_item.done', item: { ...item, status: 'completed', content: [part] } },
  ];
}

function callItem({ name, args }: { readonly name: string; readonly args: string }, index: number) {
  const item = { type: 'function_call', id: `fc_${index}`, call_id: `call_${index}`, name };
  const at = { item_id: item.id };
  return [
    { type: 'response.output_item.added', item: { ...item, arguments: '', status: 'in_progress' } },
    ...pieces(args).map((delta) => ({ type: 'response.function_call_arguments.delta', ...at, delta })),
    { type: 'response.function_call_arguments.done', ...at, arguments: args },
    { type: 'response.output_item.done', item: { ...item, arguments: args, status: 'completed' } },
  ];
}

/** Bedrock: ConverseStream, in frames of `application/vnd.amazon.eventstream`. */
export function bedrockStream({ text, toolCalls = [], usage = usualUsage }: NeutralReply): Buffer {
  const blocks = [
    ...(text === undefined || text === '' ? [] : [{ deltas: pieces(text).map((piece) => ({ text: piece })) }]),
    ...toolCalls.map(({ name, args }, index) => ({
      start: { toolUse: { toolUseId: `tooluse_${index}`, name } },
      deltas: pieces(args).map((piece) => ({ toolUse: { input: piece } })),
    })),
  ];
  return Buffer.concat([
    frame('messageStart', { role: 'assistant' }),
    ...blocks.flatMap((block, contentBlockIndex) => [
      ...('start' in block ? [frame('contentBlockStart', { contentBlockIndex, start: block.start })] : []),
      ...block.deltas.map((delta) => frame('contentBlockDelta', { contentBlockIndex, delta })),
      frame('contentBlockStop', { contentBlockIndex }),
    ]),
    frame('messageStop', { stopReason: toolCalls.length > 0 ? 'tool_use' : 'end_turn' }),
    ...(usage === null
      ? []
      : [
          frame('metadata', {
            metrics: { latencyMs: 12 },
            usage: {
              inputTokens: usage.input - (usage.cached ?? 0),
              outputTokens: usage.output,
              totalTokens: usage.input + usage.output,
              cacheReadInputTokens: usage.cached,
              cacheWriteInputTokens: usage.cached === undefined ? undefined : 0,
            },
          }),
        ]),
  ]);
}

function serverSentEvents(
  events: readonly Record<string, unknown>[],
  nameOf?: (event: Record<string, unknown>) => string,
): Buffer {
  const lines = events.map((event) => {
    const name = nameOf === undefined ? '' : `event: ${nameOf(event)}\n`;
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return Buffer.from(lines.join(''));
}

/** One AWS event frame: lengths, their checksum, headers, payload, checksum of it all. */
function frame(eventType: string, payload: object): Buffer {
  const headers = Buffer.concat(
    Object.entries({ ':event-type': eventType, ':content-type': 'application/json', ':message-type': 'event' }).map(
      ([name, value]) => {
        const length = Buffer.alloc(2);
        length.writeUInt16BE(value.length);
        return Buffer.concat([
          Buffer.from([name.length]),
          Buffer.from(name),
          Buffer.from([7]),
          length,
          Buffer.from(value),
        ]);
      },
    ),
  );
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(headers.length + body.length + 16);
  prelude.writeUInt32BE(headers.length, 4);
  const content = Buffer.concat([prelude, checksum(prelude), headers, body]);
  return Buffer.concat([content, checksum(content)]);
}

function checksum(bytes: Buffer): Buffer {
  const written = Buffer.alloc(4);
  written.writeUInt32BE(crc32(bytes));
  return written;
}

/** A text in pieces of a few characters, as models write it. */
function pieces(text: string): readonly string[] {
  return text.match(/[\s\S]{1,9}/g) ?? [];
}
