import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectInMemory, contentOf } from '../../test/support/mcp-client.ts';
import { smallGraph } from '../../test/support/small-graph.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { createRecordShelf, type RecordShelf } from './record-shelf.ts';

/** A record that is read when the test says so. */
function slowShelf(): { shelf: RecordShelf; arrive: () => void; fail: (error: Error) => void; loads: () => number } {
  const waiting: PromiseWithResolversLike[] = [];
  const load = () =>
    new Promise<EpisodeGraph>((resolve, reject) => {
      waiting.push({ resolve, reject });
    });
  return {
    shelf: createRecordShelf([{ name: 'p', label: '', load }]),
    arrive: () => waiting.at(-1)?.resolve(smallGraph()),
    fail: (error) => waiting.at(-1)?.reject(error),
    loads: () => waiting.length,
  };
}

interface PromiseWithResolversLike {
  resolve(graph: EpisodeGraph): void;
  reject(error: Error): void;
}

const search = { name: 'search_graph', arguments: { query: 'potassium' } };

describe('a record that takes long to read', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('keeps nobody waiting for the tools, nor longer than 45 s for an answer, and is read on', async () => {
    vi.useFakeTimers();
    const { shelf, arrive, loads } = slowShelf();
    const client = await connectInMemory(createMcpServer(shelf, { version: '0' }));
    expect((await client.listTools()).tools.length).toBe(9);
    expect(loads()).toBe(0);
    const call = client.callTool(search);
    await vi.advanceTimersByTimeAsync(46_000);
    const late = await call;
    expect(late.isError).toBe(true);
    expect(contentOf(late)).toBe(
      'The record is still being read after 45 s. Reading goes on: send the same call again in a moment.',
    );
    const again = client.callTool(search);
    arrive();
    expect(contentOf(await again)).toContain('4.1');
    expect(loads()).toBe(1);
  });

  it('tells of progress, with a number that grows, to a client that asks', async () => {
    vi.useFakeTimers();
    const { shelf, arrive } = slowShelf();
    const client = await connectInMemory(createMcpServer(shelf, { version: '0' }));
    const told: number[] = [];
    const call = client.callTool(search, { onprogress: ({ progress }) => told.push(progress) });
    await vi.advanceTimersByTimeAsync(16_000);
    arrive();
    expect(contentOf(await call)).toContain('4.1');
    expect(told).toEqual([0, 5, 10, 15]);
  });

  it('goes on for the others when one client cancels', async () => {
    const { shelf, arrive } = slowShelf();
    const clients = await Promise.all([0, 1].map(() => connectInMemory(createMcpServer(shelf, { version: '0' }))));
    const stop = new AbortController();
    const [cancelled, waiting] = clients.map((client, at) =>
      client.callTool(search, at === 0 ? { signal: stop.signal } : {}),
    );
    stop.abort();
    await expect(cancelled).rejects.toThrow();
    arrive();
    expect(contentOf((await waiting)!)).toContain('4.1');
  });

  it('is tried again by the next call when reading failed', async () => {
    const { shelf, arrive, fail, loads } = slowShelf();
    const client = await connectInMemory(createMcpServer(shelf, { version: '0' }));
    const first = client.callTool(search);
    await vi.waitUntil(() => loads() === 1);
    fail(new Error('potassium 9.9'));
    const failed = await first;
    expect(failed.isError).toBe(true);
    expect(contentOf(failed)).not.toContain('9.9');
    const second = client.callTool(search);
    await vi.waitUntil(() => loads() === 2);
    arrive();
    expect(contentOf(await second)).toContain('4.1');
  });
});
