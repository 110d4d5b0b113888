// The few web-standard names the core may use. Its type check has no Node and no DOM types, so nothing else exists there.

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
}
