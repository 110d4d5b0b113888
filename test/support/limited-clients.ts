// Clients as they are known to be: what each one's model gets to see of a result, and how it sends arguments.
import type { Client } from '@modelcontextprotocol/client';
import { countTokens } from '../../src/linearization/token-counter.ts';
import type { ResultMode } from '../../src/mcp/mcp-result.ts';
import { contentOf, type ToolResult } from './mcp-client.ts';

/** What a model sees of one result. */
export interface SeenResult {
  readonly isError: boolean;
  /** All of it. */
  readonly text: string;
  readonly shown: number;
  readonly total: number;
  readonly complete: boolean;
  readonly next: string | undefined;
  /** What names the entries of a list: handles in text, keys in data. */
  readonly names: readonly string[];
}

export interface LimitedClient {
  readonly name: string;
  /** The server's mode meant for it. */
  readonly results: ResultMode;
  /** What it forwards to its model. */
  readonly read: (result: ToolResult) => string;
  /** How it sends arguments. @default as objects */
  readonly send?: (args: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** Most tokens of a result before it cuts. */
  readonly capTokens?: number;
  /** How it names a server's tool, and how long such a name may be. */
  readonly nameOf?: (server: string, tool: string) => string;
  readonly maxNameLength?: number;
}

const structuredOf = ({ structuredContent, isError, content }: ToolResult) =>
  structuredContent === undefined && isError !== true ? JSON.stringify(content) : JSON.stringify(structuredContent);

/** Each known limit, with the mode of the server that is meant for it. */
export const limitedClients: readonly LimitedClient[] = [
  { name: 'that cuts results at 25,000 tokens', results: 'text', read: contentOf, capTokens: 25_000 },
  {
    name: 'that cuts data at 25,000 tokens',
    results: 'structured',
    read: (result) => JSON.stringify(result),
    capTokens: 25_000,
  },
  {
    name: 'with names of at most 60 characters',
    results: 'text',
    read: contentOf,
    nameOf: (server, tool) => `mcp__${server}__${tool}`,
    maxNameLength: 60,
  },
  { name: 'that reads content alone', results: 'text', read: contentOf },
  // Claude Code, Codex and others: data if there is any, whatever the text says.
  {
    name: 'that drops content where there is data',
    results: 'text',
    read: (result) => (result.structuredContent === undefined ? contentOf(result) : structuredOf(result)),
  },
  { name: 'that reads structuredContent alone', results: 'structured', read: structuredOf },
  {
    name: 'that sends each argument as a string',
    results: 'text',
    read: contentOf,
    send: (args) =>
      Object.fromEntries(
        Object.entries(args).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
      ),
  },
  {
    name: 'that sends all arguments as one JSON text',
    results: 'text',
    read: contentOf,
    send: (args) => JSON.stringify(args) as unknown as Record<string, unknown>,
  },
];

/** Calls as this client does, and sees what its model sees; throws what its limits would hide. */
export async function callAs(
  limited: LimitedClient,
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<SeenResult> {
  const startedMs = performance.now();
  const sent = limited.send?.(args) ?? args;
  const result = await client.callTool({ name, arguments: sent as Record<string, unknown> });
  if (performance.now() - startedMs > 60_000) throw new Error(`${name} took longer than 60 s`);
  const text = limited.read(result);
  const tokens = countTokens(text);
  if (tokens > (limited.capTokens ?? Number.POSITIVE_INFINITY)) throw new Error(`${name} was cut at ${tokens} tokens`);
  if (tokens > MAX_RESULT_TOKENS) throw new Error(`${name} gave ${tokens} tokens`);
  return { isError: result.isError === true, text, ...pagingIn(text), names: namesIn(text) };
}

/** All pages of a call, by its `next`. */
export async function allPages(
  limited: LimitedClient,
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<readonly SeenResult[]> {
  const pages = [await callAs(limited, client, name, args)];
  for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
    pages.push(await callAs(limited, client, name, { ...args, cursor: next }));
    if (pages.length > MAX_PAGES) throw new Error(`${name} has no last page`);
  }
  return pages;
}

/** Any text that a model sees says it, as the last line or as fields. */
function pagingIn(text: string): Pick<SeenResult, 'shown' | 'total' | 'complete' | 'next'> {
  const field = (name: string) =>
    new RegExp(`"${name}":("([^"]*)"|[\\w.]+)`).exec(text.slice(text.lastIndexOf('"shown"')));
  return {
    shown: Number(field('shown')?.[1]),
    total: Number(field('total')?.[1]),
    complete: field('complete')?.[1] === 'true',
    next: field('next')?.[2],
  };
}

function namesIn(text: string): readonly string[] {
  const data = text.startsWith('{') ? (JSON.parse(text) as Data) : undefined;
  const items = data?.items ?? data?.structuredContent?.items;
  if (items !== undefined) return items.map(({ key }) => key);
  const lines = (data?.text ?? data?.structuredContent?.text ?? text).split('\n');
  return lines.flatMap((line) => /^(?:\S+ [→←] )?([a-z]+\d+)[ ~].*\[[A-Z]\w+(?: e\d+)?\]/.exec(line)?.[1] ?? []);
}

interface Data {
  readonly items?: readonly { readonly key: string }[];
  readonly text?: string;
  readonly structuredContent?: Data;
}

const MAX_RESULT_TOKENS = 8000;
const MAX_PAGES = 200;
