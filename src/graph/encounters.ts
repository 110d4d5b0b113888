// Encounters as episodes: their nesting, their spans, and what stands in for an end that nobody wrote.
import { formatTime, type Now } from '../fhir/clinical-time.ts';
import type { RecordIssue } from '../fhir/record.ts';
import type { RecordZone } from '../fhir/record-zone.ts';
import { asObjects, type FhirResource } from '../fhir/resource.ts';
import { finishTime, readPeriodTime } from '../fhir/time-element.ts';
import { compareEpisodes, type EpisodeDraft } from './episode-draft.ts';
import { joinSpans, type Span, spanOf, startSpanOf } from './span.ts';
import type { TimedNode } from './timed-node.ts';

/** The episode of a loaded Encounter, spanning what is written in it. An open end is not closed yet. */
export function draftEncounter(node: TimedNode, index: number, zone: RecordZone, deltaMs: number): EpisodeDraft {
  const { resource, key, time } = node;
  const status = typeof resource.status === 'string' ? resource.status : '';
  const closed = time?.endText !== undefined;
  const written = time === undefined ? undefined : spanOf(time);
  const earlier = time === undefined ? undefined : earlierLocation(resource, time.startMs, zone, deltaMs);
  const opening = earlier === undefined ? written : joinSpans(written, earlier.span);
  return {
    key,
    kind: 'encounter',
    encounter: index,
    parent: undefined,
    written: time,
    opening,
    span: opening,
    endFrom: closed ? 'written' : 'none',
    open: !closed && inProgress.has(status),
    happened: !notHappened.has(status),
    widened: earlier?.reason,
    order: 0,
  };
}

/** The episode of an Encounter that is named but not loaded. */
export function draftNotLoaded(key: string): EpisodeDraft {
  return {
    key,
    kind: 'not-loaded',
    encounter: undefined,
    parent: undefined,
    written: undefined,
    opening: undefined,
    span: undefined,
    endFrom: 'none',
    open: false,
    happened: true,
    widened: undefined,
    order: 0,
  };
}

/** The start of the first location period that begins before the encounter, at most δ before it. */
function earlierLocation(
  resource: FhirResource,
  startMs: number,
  zone: RecordZone,
  deltaMs: number,
): { span: Span; reason: string } | undefined {
  let earliest: { span: Span; reason: string } | undefined;
  for (const location of asObjects(resource.location)) {
    const period = readPeriodTime(location.period, 'location.period');
    if (period?.start === undefined) continue;
    const time = finishTime(period, zone);
    if (time.startMs >= startMs || startMs - time.startMs > deltaMs) continue;
    if (earliest !== undefined && earliest.span.startMs <= time.startMs) continue;
    earliest = { span: startSpanOf(time), reason: `location.period begins ${formatTime(time)}, before the encounter` };
  }
  return earliest;
}

/**
 * Cut every cycle of `partOf`, so that nesting is a forest: of the episodes in a cycle the first in E loses its parent.
 *
 * @returns one issue per cycle
 */
export function cutCycles(drafts: readonly EpisodeDraft[]): RecordIssue[] {
  const issues: RecordIssue[] = [];
  const done = new Set<EpisodeDraft>();
  for (const draft of drafts) {
    const path = new Set<EpisodeDraft>();
    let at: EpisodeDraft | undefined = draft;
    while (at !== undefined && !done.has(at) && !path.has(at)) {
      path.add(at);
      at = at.parent;
    }
    if (at !== undefined && path.has(at)) {
      const cycle = [...path].slice([...path].indexOf(at));
      const first = cycle.reduce((best, each) => (compareEpisodes(each, best) < 0 ? each : best));
      first.parent = undefined;
      issues.push({
        severity: 'warning',
        code: 'part-of-cycle',
        message: `${cycle.length} encounters are part of one another in a circle; ${first.key} is taken as the outermost`,
        key: first.key,
        element: 'partOf',
      });
    }
    for (const each of path) done.add(each);
  }
  return issues;
}

/**
 * Give every episode its span: what is written, else what its explicit members and nested episodes say (model.md §2).
 * An open end is *now* for an encounter in progress, else the last time of its explicit members, else the end of its
 * start day; the next start may only shorten it.
 *
 * @param memberSpan the span of an episode's explicit members
 */
export function closeSpans(
  drafts: readonly EpisodeDraft[],
  memberSpan: ReadonlyMap<EpisodeDraft, Span>,
  now: Now,
): void {
  const bottomUp = childrenFirst(drafts);
  const nested = new Map<EpisodeDraft, Span>();
  for (const draft of bottomUp) {
    const inside = memberSpan.get(draft);
    if (draft.written === undefined) {
      draft.span = joinSpans(inside, nested.get(draft));
      draft.endFrom = draft.span === undefined ? 'none' : 'members';
    } else if (draft.endFrom !== 'written') closeOpenEnd(draft, inside, now);
    const { parent } = draft;
    if (parent !== undefined && parent.written === undefined) {
      const joined = joinSpans(nested.get(parent), draft.span);
      if (joined !== undefined) nested.set(parent, joined);
    }
  }
  shortenToNextStart(drafts, bottomUp);
}

function closeOpenEnd(draft: EpisodeDraft, members: Span | undefined, now: Now): void {
  const start = draft.opening as Span;
  if (draft.open && now.ms > start.startMs) {
    draft.endFrom = 'now';
    draft.span = { ...start, endMs: now.ms, localEndMs: now.localMs, endUnitMs: 0 };
  } else if (members !== undefined && members.endMs > start.endMs) {
    draft.endFrom = 'members';
    draft.span = { ...members, startMs: start.startMs, localStartMs: start.localStartMs };
  } else {
    const endOfDay = (Math.floor(start.localStartMs / dayMs) + 1) * dayMs;
    const localEndMs = Math.max(endOfDay, start.localEndMs);
    draft.endFrom = 'start-day';
    draft.span = { ...start, localEndMs, endMs: start.startMs + localEndMs - start.localStartMs, endUnitMs: 0 };
  }
}

/** The next start is that of the next encounter that took place, begins later and is no part of this one, nor its whole. */
function shortenToNextStart(drafts: readonly EpisodeDraft[], bottomUp: readonly EpisodeDraft[]): void {
  const sorted = drafts.filter((draft) => draft.written !== undefined && draft.happened).sort(compareEpisodes);
  const family = numberFamilies(bottomUp);
  const enter = Int32Array.from(sorted, (draft) => family.get(draft)?.enter ?? -1);
  const leave = Int32Array.from(sorted, (draft) => family.get(draft)?.leave ?? -1);
  const starts = Float64Array.from(sorted, ({ span }) => span?.startMs ?? 0);
  for (const draft of drafts) {
    const { span } = draft;
    const own = family.get(draft);
    if (span === undefined || own === undefined || draft.written === undefined || draft.endFrom === 'written') continue;
    for (
      let at = firstAfter(starts, span.startMs);
      at < sorted.length && (starts[at] as number) < span.endMs;
      at += 1
    ) {
      const [from, to] = [enter[at] as number, leave[at] as number];
      const isKin = (from >= own.enter && to <= own.leave) || (from <= own.enter && to >= own.leave);
      if (isKin) continue;
      const next = sorted[at]?.span as Span;
      const localEndMs = Math.max(next.localStartMs, span.localStartMs + 1);
      draft.span = { ...span, endMs: next.startMs, localEndMs, endUnitMs: 0 };
      draft.endFrom = 'next-start';
      break;
    }
  }
}

/** Position of the first value greater than a given one in a sorted list. */
function firstAfter(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Every episode after those nested in it; no recursion, so a chain may be as long as the record. */
function childrenFirst(drafts: readonly EpisodeDraft[]): EpisodeDraft[] {
  const waiting = new Map<EpisodeDraft, number>();
  for (const { parent } of drafts) if (parent !== undefined) waiting.set(parent, (waiting.get(parent) ?? 0) + 1);
  const ready = drafts.filter((draft) => !waiting.has(draft));
  for (let at = 0; at < ready.length; at += 1) {
    const parent = (ready[at] as EpisodeDraft).parent;
    if (parent === undefined) continue;
    const left = (waiting.get(parent) ?? 0) - 1;
    waiting.set(parent, left);
    if (left === 0) ready.push(parent);
  }
  return ready;
}

/** Numbers by which one look tells whether an episode is nested in another: its interval lies in the other's. */
function numberFamilies(
  bottomUp: readonly EpisodeDraft[],
): ReadonlyMap<EpisodeDraft, { enter: number; leave: number }> {
  const size = new Map<EpisodeDraft, number>();
  for (const draft of bottomUp) {
    const own = (size.get(draft) ?? 0) + 1;
    size.set(draft, own);
    if (draft.parent !== undefined) size.set(draft.parent, (size.get(draft.parent) ?? 0) + own);
  }
  const numbers = new Map<EpisodeDraft, { enter: number; leave: number }>();
  const next = new Map<EpisodeDraft, number>();
  let roots = 0;
  for (let at = bottomUp.length - 1; at >= 0; at -= 1) {
    const draft = bottomUp[at] as EpisodeDraft;
    const own = size.get(draft) ?? 1;
    const enter = draft.parent === undefined ? roots : (next.get(draft.parent) ?? 0);
    if (draft.parent === undefined) roots += own;
    else next.set(draft.parent, enter + own);
    numbers.set(draft, { enter, leave: enter + own });
    next.set(draft, enter + 1);
  }
  return numbers;
}

const dayMs = 86_400_000;
/** FHIR R4 and R5 encounter-status codes of an encounter that still goes on. */
const inProgress: ReadonlySet<string> = new Set(['in-progress', 'arrived', 'triaged', 'onleave', 'on-hold']);
const notHappened: ReadonlySet<string> = new Set(['cancelled', 'entered-in-error']);
