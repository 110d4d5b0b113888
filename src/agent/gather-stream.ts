// The parts of a model's stream put together to the reply they make, and a reply taken apart again.
import type {
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3GenerateResult,
  LanguageModelV3ResponseMetadata,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider';

export interface StreamGatherer {
  /** @throws what the stream reports as its error */
  add(part: LanguageModelV3StreamPart): void;
  /** What has come so far. */
  content(): LanguageModelV3Content[];
  /** Tokens, where the provider has told them. */
  usage(): LanguageModelV3Usage | undefined;
  /** The whole reply; `undefined` when the stream ended before its reply did. */
  reply(): LanguageModelV3GenerateResult | undefined;
}

/** One for each stream. */
export function createStreamGatherer(onText: (piece: string) => void): StreamGatherer {
  const content: LanguageModelV3Content[] = [];
  const open = new Map<string, number>();
  let finish: Extract<LanguageModelV3StreamPart, { type: 'finish' }> | undefined;
  let response: LanguageModelV3ResponseMetadata = {};

  const start = (type: 'text' | 'reasoning', part: BlockPart) => {
    open.set(`${type} ${part.id}`, content.length);
    content.push({ type, text: '', ...metadataOf(part) });
  };
  const extend = (type: 'text' | 'reasoning', part: BlockPart, delta: string) => {
    const at = open.get(`${type} ${part.id}`);
    const block = at === undefined ? undefined : content[at];
    if (at === undefined || block === undefined || !('text' in block)) return;
    content[at] = { ...block, text: block.text + delta, ...metadataOf(part) };
  };
  const whole = () => content.filter((part) => !('text' in part) || part.text !== '' || part.providerMetadata);

  return {
    add(part) {
      switch (part.type) {
        case 'text-start':
          return start('text', part);
        case 'reasoning-start':
          return start('reasoning', part);
        case 'text-delta':
          extend('text', part, part.delta);
          return onText(part.delta);
        case 'reasoning-delta':
          return extend('reasoning', part, part.delta);
        case 'text-end':
          return extend('text', part, '');
        case 'reasoning-end':
          return extend('reasoning', part, '');
        case 'tool-call':
        case 'tool-result':
        case 'tool-approval-request':
        case 'file':
        case 'source':
          content.push(part);
          return;
        case 'response-metadata': {
          const { type: _, ...metadata } = part;
          response = { ...response, ...metadata };
          return;
        }
        case 'finish':
          finish = part;
          return;
        case 'error':
          throw part.error;
      }
    },
    content: whole,
    usage: () => finish?.usage,
    reply() {
      if (finish === undefined || isCutShort(finish.finishReason)) return undefined;
      const { type: _, ...rest } = finish;
      return { ...rest, content: whole(), response, warnings: [] };
    },
  };
}

/** A reply that is there at once, as a stream: for models that do not come from a provider. */
export function streamOf(reply: LanguageModelV3GenerateResult): ReadableStream<LanguageModelV3StreamPart> {
  return ReadableStream.from(partsOf(reply));
}

function* partsOf({
  content,
  usage,
  finishReason,
}: LanguageModelV3GenerateResult): Generator<LanguageModelV3StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  for (const [index, part] of content.entries()) {
    if (part.type !== 'text' && part.type !== 'reasoning') {
      yield part;
      continue;
    }
    const id = `${index}`;
    yield { type: `${part.type}-start`, id, ...metadataOf(part) };
    yield { type: `${part.type}-delta`, id, delta: part.text };
    yield { type: `${part.type}-end`, id };
  }
  yield { type: 'finish', usage, finishReason };
}

/** Providers end a stream that was closed before its last event with a reason of their own, without the API's word. */
function isCutShort({ unified, raw }: LanguageModelV3FinishReason): boolean {
  return raw === undefined && (unified === 'other' || unified === 'error');
}

interface BlockPart extends WithMetadata {
  readonly id: string;
}

interface WithMetadata {
  readonly providerMetadata?: LanguageModelV3Content['providerMetadata'];
}

/** Signatures that a provider wants back with the conversation. */
function metadataOf({ providerMetadata }: WithMetadata) {
  return providerMetadata === undefined ? {} : { providerMetadata };
}
