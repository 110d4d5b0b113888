// Imitations of the providers' APIs on loopback.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiFamily, NeutralReply } from './provider-families.ts';

export interface ProviderServer {
  /** To be given as base URL. */
  readonly baseUrl: string;
  /** Parsed bodies of the requests, in order, with their paths. */
  readonly requests: readonly {
    readonly path: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: Record<string, unknown>;
  }[];
  close(): Promise<void>;
}

/** Starts an imitation that gives `replies` in order, the last one for ever. */
export async function startProvider(family: ApiFamily, replies: readonly NeutralReply[]): Promise<ProviderServer> {
  const requests: { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const body = JSON.parse(Buffer.concat(chunks).toString());
      requests.push({ path, headers: request.headers, body });
      const reply = replies[Math.min(requests.length, replies.length) - 1] ?? {};
      if (reply.hang === true) return;
      const isKnown = family.path.test(path.split('?')[0] ?? '');
      send(
        isKnown ? messageOf(family, reply, path, body) : { status: 404, ...jsonOf(family.error(404)) },
        reply,
        response,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${family.basePath}`,
    requests,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Message {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

function messageOf(family: ApiFamily, reply: NeutralReply, path: string, request: Record<string, unknown>): Message {
  const status = reply.status ?? 200;
  if (reply.body !== undefined) {
    const type = reply.body.startsWith('<') ? 'text/html' : 'application/json';
    return { status, type, body: Buffer.from(reply.body) };
  }
  if (status >= 400) return { status, ...jsonOf(family.error(status)) };
  const streams = family.wantsStream(path, request);
  if (streams && reply.noStream === 'refused') {
    return { status: 400, ...jsonOf({ error: { message: 'stream is not supported by this model' } }) };
  }
  if (!streams || reply.noStream === 'ignored') return { status, ...jsonOf(family.reply(reply)) };
  return { status, type: family.streamType, body: family.stream(reply, request) };
}

function jsonOf(value: unknown): Omit<Message, 'status'> {
  return { type: 'application/json', body: Buffer.from(JSON.stringify(value)) };
}

function send({ status, type, body }: Message, reply: NeutralReply, response: ServerResponse): void {
  response.writeHead(status, { 'content-type': type, ...reply.headers });
  if (reply.breaks === undefined) {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, Math.floor(body.length / 2)));
  if (reply.breaks === 'end') response.end();
  if (reply.breaks === 'cut') setTimeout(() => response.destroy(), 10);
}
