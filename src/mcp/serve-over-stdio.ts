// MCP over standard input and output: one client, whose every message gets an answer, broken ones too.
import { type Readable, Transform, type Writable } from 'node:stream';
import { INVALID_REQUEST, isSpecType, type McpServer, PARSE_ERROR } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { parseJson } from '../json.ts';

export interface StdioStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

/** Serve until the client goes away or ends the input. */
export async function serveOverStdio(factory: () => McpServer, { stdin, stdout }: StdioStreams): Promise<void> {
  const refuse = (id: unknown, code: number, message: string): void => {
    stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message } })}\n`);
  };
  const lines = stdin.pipe(messageLines(refuse));
  // The line that just fits comes with its line break, and with what follows it in the same chunk.
  const transport = new StdioServerTransport(lines, stdout, { maxBufferSize: 2 * MAX_MESSAGE_BYTES });
  serveStdio(factory, { transport });
  const close = transport.onclose;
  await new Promise<void>((resolve) => {
    transport.onclose = () => {
      close?.();
      resolve();
    };
  });
}

type Refuse = (id: unknown, code: number, message: string) => void;

/** Passes lines on that are JSON-RPC messages, and has the others refused; the SDK would drop them without a word. */
function messageLines(refuse: Refuse): Transform {
  let parts: Buffer[] = [];
  let bytes = 0;
  const take = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= MAX_MESSAGE_BYTES) parts.push(part);
    else parts = [];
  };
  const finish = (): Buffer | undefined => {
    const line = Buffer.concat(parts);
    const isTooLong = bytes > MAX_MESSAGE_BYTES;
    parts = [];
    bytes = 0;
    if (isTooLong) refuse(null, INVALID_REQUEST, `Expected a message of at most ${MAX_MESSAGE_BYTES} bytes.`);
    return !isTooLong && isMessage(line.toString('utf8'), refuse) ? line : undefined;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_BREAK); end >= 0; end = chunk.indexOf(LINE_BREAK, start)) {
        take(chunk.subarray(start, end));
        start = end + 1;
        const line = finish();
        if (line !== undefined) this.push(Buffer.concat([line, Buffer.of(LINE_BREAK)]));
      }
      take(chunk.subarray(start));
      done();
    },
  });
}

function isMessage(line: string, refuse: Refuse): boolean {
  if (line.trim() === '') return false;
  const message = parseJson(line);
  if (message === undefined) {
    refuse(null, PARSE_ERROR, 'Expected one JSON-RPC message a line, found broken JSON.');
    return false;
  }
  if (isSpecType.JSONRPCMessage(message)) return true;
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : undefined;
  const told = typeof id === 'string' || typeof id === 'number' ? id : null;
  refuse(
    told,
    INVALID_REQUEST,
    'Expected a JSON-RPC 2.0 request, notification or response, one a line; found other JSON.',
  );
  return false;
}

const LINE_BREAK = 10;
/** Room for the largest call that is answered by a tool's own refusal. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
