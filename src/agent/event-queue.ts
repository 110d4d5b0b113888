// A queue between code that reports and an async generator that tells.

/** What was pushed comes out in order; the reader waits while there is nothing. */
export interface EventQueue<T> {
  push(event: T): void;
  /** No more events: the reader ends after what is left. */
  close(): void;
  [Symbol.asyncIterator](): AsyncIterator<T>;
}

/** A queue for one reader. Unbounded: a run makes some dozens of events. */
export function createEventQueue<T>(): EventQueue<T> {
  const waiting: T[] = [];
  let closed = false;
  let wake: (() => void) | undefined;
  const stir = () => {
    wake?.();
    wake = undefined;
  };
  return {
    push(event) {
      waiting.push(event);
      stir();
    },
    close() {
      closed = true;
      stir();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift() as T;
        if (closed) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
