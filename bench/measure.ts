// How the benches measure: the least of interleaved rounds, and what memory is kept after a collection.

/**
 * Milliseconds of each job, the least of `rounds`; rounds are interleaved so that noise meets all jobs alike.
 *
 * @param ready run between collecting and timing: a forced collection throws compiled patterns away (the tokenizer's take
 * 5 to 20 ms to compile), which does not happen to a process at work
 */
export async function leastOfRounds<Name extends string>(
  jobs: Readonly<Record<Name, () => unknown>>,
  rounds: number,
  ready: () => unknown = () => undefined,
): Promise<Record<Name, number>> {
  const least = {} as Record<Name, number>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of Object.keys(jobs) as Name[]) {
      collect();
      await ready();
      const started = performance.now();
      await jobs[name]();
      const took = performance.now() - started;
      least[name] = Math.min(least[name] ?? Number.POSITIVE_INFINITY, took);
    }
  }
  return least;
}

/** Bytes that the result of a job keeps alive, heap and buffers. */
export async function retainedBytes(job: () => Promise<unknown>): Promise<number> {
  const before = await used();
  const kept = await job();
  const after = await used();
  // Read after measuring, so that the result is alive while it is measured.
  return kept === undefined ? 0 : after - before;
}

/** Start a garbage collection, where node was started with --expose-gc. */
function collect(): void {
  (globalThis as { readonly gc?: () => void }).gc?.();
}

/** Collects twice, with a turn of the event loop between: what was awaited last is let go only then. */
async function used(): Promise<number> {
  collect();
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
