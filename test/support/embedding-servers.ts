// Imitations of the providers' APIs for embeddings on loopback, in the wire format each documents.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHashEmbedder } from '../../src/testing/hash-embedder.ts';

/** What an imitation does with one request instead of answering it. */
export interface EmbeddingFault {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is. */
  readonly body?: string;
  /** Close the connection after half of the body. */
  readonly cut?: boolean;
  /** Never answer. */
  readonly hang?: boolean;
  /** One vector less than was asked for. */
  readonly short?: boolean;
  /** Vectors without a number in them. */
  readonly empty?: boolean;
  /** Say nothing of tokens. */
  readonly noUsage?: boolean;
}

export interface EmbeddingServer {
  readonly baseUrl: string;
  /** Texts of each request, in order. */
  readonly texts: readonly (readonly string[])[];
  readonly bodies: readonly Record<string, unknown>[];
  readonly headers: readonly NodeJS.Dict<string | string[]>[];
  close(): Promise<void>;
}

/** How one API family asks for vectors and gets them. */
export interface EmbeddingFamily {
  readonly name: string;
  /** As given to `--embeddings`. */
  readonly spec: string;
  readonly env: Readonly<Record<string, string>>;
  readonly basePath: string;
  readonly path: RegExp;
  readonly dimensions: number;
  /** Whether the API tells tokens. */
  readonly tellsTokens: boolean;
  textsOf(body: Record<string, unknown>): readonly string[];
  reply(vectors: readonly (readonly number[])[], tokens: number | undefined, body: Record<string, unknown>): unknown;
}

/** Starts an imitation; `faults` meet the first requests in order, later ones are answered. */
export async function startEmbeddingServer(
  family: EmbeddingFamily,
  faults: readonly (EmbeddingFault | undefined)[] = [],
): Promise<EmbeddingServer> {
  const texts: (readonly string[])[] = [];
  const bodies: Record<string, unknown>[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const embedder = createHashEmbedder({ dimensions: family.dimensions });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    const fault = faults[bodies.length] ?? {};
    const isKnown = family.path.test(request.url ?? '');
    bodies.push(body);
    headers.push(request.headers);
    if (fault.hang === true) return;
    const asked = isKnown ? family.textsOf(body) : [];
    texts.push(asked);
    const status = isKnown ? (fault.status ?? 200) : 404;
    const { embeddings, usage } = await embedder.doEmbed({ values: [...asked] });
    const some = fault.short === true ? embeddings.slice(1) : embeddings;
    const vectors = fault.empty === true ? some.map(() => []) : some;
    const tokens = fault.noUsage === true ? undefined : usage?.tokens;
    const good = family.reply(vectors, tokens, body);
    const sent = fault.body ?? JSON.stringify(status < 400 ? good : { error: { code: status, message: 'refused' } });
    const type = sent.startsWith('<') ? 'text/html' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...fault.headers });
    if (fault.cut !== true) response.end(sent);
    else {
      response.write(sent.slice(0, sent.length / 2));
      setTimeout(() => response.destroy(), 10);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${family.basePath}`,
    texts,
    bodies,
    headers,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const partsText = (content: unknown) => (content as { parts: { text: string }[] }).parts[0]?.text ?? '';

const gemini: EmbeddingFamily = {
  name: 'Gemini batchEmbedContents',
  spec: 'google:gemini-embedding-001',
  env: { GEMINI_API_KEY: 'test-key' },
  basePath: '/v1beta',
  path: /^\/v1beta\/models\/gemini-embedding-001:(batchEmbedContents|embedContent)$/,
  dimensions: 3072,
  tellsTokens: false,
  textsOf: (body) =>
    'requests' in body
      ? (body.requests as { content: unknown }[]).map(({ content }) => partsText(content))
      : [partsText(body.content)],
  reply: (vectors, _, body) =>
    'requests' in body
      ? { embeddings: vectors.map((values) => ({ values })) }
      : { embedding: vectors.length === 0 ? undefined : { values: vectors[0] } },
};

const openai: EmbeddingFamily = {
  name: 'OpenAI embeddings',
  spec: 'openai:text-embedding-3-small',
  env: { OPENAI_API_KEY: 'test-key' },
  basePath: '/v1',
  path: /^\/v1\/embeddings$/,
  dimensions: 1536,
  tellsTokens: true,
  textsOf: (body) => body.input as string[],
  reply: (vectors, tokens, body) => ({
    object: 'list',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    model: body.model,
    ...(tokens === undefined ? {} : { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
  }),
};

const openaiCompatible: EmbeddingFamily = {
  ...openai,
  name: 'OpenAI-compatible embeddings',
  spec: 'openai-compatible:nomic-embed-text',
  env: {},
  dimensions: 64,
};

export const embeddingFamilies: readonly EmbeddingFamily[] = [gemini, openai, openaiCompatible];
