// Calls that take long: progress for clients that ask for it, and an answer before any client stops waiting.
import type { ServerContext } from '@modelcontextprotocol/server';
import { HopperError } from '../errors.ts';

/**
 * Run a call's work, telling of progress where the client gave a token for it. What takes long is reading a record, which
 * goes on when the call has been answered.
 *
 * @throws `source-failed` after 45 s, as clients give up at 60; `cancelled` as soon as the client cancels
 */
export async function inTime<Result>(
  context: ServerContext,
  tool: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { signal } = context.mcpReq;
  const startedMs = performance.now();
  const seconds = () => Math.round((performance.now() - startedMs) / 1000);
  await tell(context, 0, `${tool} runs`);
  const timer = setInterval(() => tell(context, seconds(), `${tool}: reading the record, ${seconds()} s`), TELL_MS);
  let stop = () => {};
  const end = new Promise<never>((_, reject) => {
    const late = () =>
      reject(new HopperError('source-failed', `The record is still being read after ${seconds()} s. ${AGAIN}`));
    const cancel = () => reject(new HopperError('cancelled', 'Cancelled.'));
    const deadline = setTimeout(late, ANSWER_MS);
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    stop = () => {
      clearInterval(timer);
      clearTimeout(deadline);
      signal.removeEventListener('abort', cancel);
    };
  });
  try {
    return await Promise.race([end, work(signal)]);
  } finally {
    stop();
  }
}

/** A client that is gone by now is no failure of the call. */
async function tell({ mcpReq }: ServerContext, progress: number, message: string): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  await mcpReq
    .notify({ method: 'notifications/progress', params: { progressToken, progress, message } })
    .catch(() => undefined);
}

const AGAIN = 'Reading goes on: send the same call again in a moment.';
const TELL_MS = 5000;
const ANSWER_MS = 45_000;
