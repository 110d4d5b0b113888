// An episode while the graph is being built, and the order E of episodes.
import type { ClinicalTime } from '../fhir/clinical-time.ts';
import type { Episode, EpisodeKind } from './episode-graph.ts';
import type { Span } from './span.ts';

/** What is known of an episode so far. Filled by the phases of `projectGraph`, read-only once the graph is finished. */
export interface EpisodeDraft {
  readonly key: string;
  readonly kind: EpisodeKind;
  /** Node index of the Encounter. */
  readonly encounter: number | undefined;
  parent: EpisodeDraft | undefined;
  /** As written in the Encounter; `undefined` when nothing is. */
  readonly written: ClinicalTime | undefined;
  /** The span as written, widened by an earlier ward stay, before an open end is closed. */
  readonly opening: Span | undefined;
  span: Span | undefined;
  endFrom: Episode['endFrom'];
  readonly open: boolean;
  /** Whether it took place at all: a cancelled or mistaken encounter holds nobody's events but its own members. */
  readonly happened: boolean;
  /** Why the span starts before the encounter, for people. */
  widened: string | undefined;
  /** Rank in E. */
  order: number;
}

/**
 * Sort episodes into E: by (start, end descending, key), a parent before its children, those without a span last; and
 * number them.
 *
 * A child that starts before its parent comes right after it. Kahn's algorithm with a heap: N log N, no recursion.
 * Source: model.md §2.
 */
export function sortEpisodes(drafts: readonly EpisodeDraft[]): EpisodeDraft[] {
  const children = new Map<EpisodeDraft, EpisodeDraft[]>();
  const heap = createHeap<EpisodeDraft>((a, b) => compareEpisodes(a, b) < 0);
  for (const draft of drafts) {
    const { parent } = draft;
    if (parent === undefined) heap.push(draft);
    else {
      const siblings = children.get(parent);
      if (siblings === undefined) children.set(parent, [draft]);
      else siblings.push(draft);
    }
  }
  const sorted: EpisodeDraft[] = [];
  for (let next = heap.pop(); next !== undefined; next = heap.pop()) {
    next.order = sorted.push(next) - 1;
    const inside = children.get(next);
    if (inside !== undefined) for (const child of inside) heap.push(child);
  }
  return sorted;
}

/** The order by (start, end descending, key) alone; without a span last. */
export function compareEpisodes(a: EpisodeDraft, b: EpisodeDraft): number {
  const first = a.span;
  const second = b.span;
  if (first !== undefined && second !== undefined) {
    return first.startMs - second.startMs || second.endMs - first.endMs || compareKeys(a.key, b.key);
  }
  if (first === second) return compareKeys(a.key, b.key);
  return first === undefined ? 1 : -1;
}

/** By code units, as everything in the graph is ordered. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export interface Heap<T> {
  readonly size: number;
  push(item: T): void;
  /** The first item, left in. */
  peek(): T | undefined;
  pop(): T | undefined;
}

/** A binary heap: `isBefore` says which of two items comes out first. */
export function createHeap<T>(isBefore: (a: T, b: T) => boolean): Heap<T> {
  const items: T[] = [];
  const swap = (a: number, b: number) => {
    const item = items[a] as T;
    items[a] = items[b] as T;
    items[b] = item;
  };
  const before = (a: number, b: number) => isBefore(items[a] as T, items[b] as T);
  return {
    get size() {
      return items.length;
    },
    push(item) {
      let at = items.push(item) - 1;
      for (let up = (at - 1) >> 1; at > 0 && before(at, up); up = (at - 1) >> 1) {
        swap(at, up);
        at = up;
      }
    },
    peek: () => items[0],
    pop() {
      const first = items[0];
      const last = items.pop();
      if (items.length === 0 || last === undefined) return first;
      items[0] = last;
      for (let at = 0, down = 1; down < items.length; down = 2 * at + 1) {
        if (down + 1 < items.length && before(down + 1, down)) down += 1;
        if (!before(down, at)) break;
        swap(at, down);
        at = down;
      }
      return first;
    },
  };
}
