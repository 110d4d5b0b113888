// The stay that "how long in hospital after the heart attack" is about: the one that the event began with, or the next one.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { unitAround } from './calendar.ts';
import type { VisitKind } from './kind-table.ts';
import type { VisitScope } from './reading.ts';
import { visitsOfKind } from './visits.ts';

/**
 * The first visit of a kind that was not over when an event began, as the one asked about.
 *
 * @param event a scope after an event of the record
 * @returns `undefined` where the event lies inside that visit, which is no visit after it; the scope itself where there
 * is no such visit or the event is none of the record's
 */
export function stayAfter(graph: EpisodeGraph, event: VisitScope, kind: VisitKind): VisitScope | undefined {
  const nodes = (event.keys ?? []).flatMap((key) => graph.find(key) ?? []);
  const begun = Math.min(...nodes.map(({ time }) => time?.localStartMs ?? Number.POSITIVE_INFINITY));
  if (!Number.isFinite(begun)) return event;
  const stay = visitsOfKind(graph, kind).find((index) => (graph.episodes[index]?.time?.localEndMs ?? begun) > begun);
  const start = stay === undefined ? undefined : graph.episodes[stay]?.time?.localStartMs;
  if (stay === undefined || start === undefined) return event;
  // A stay for an illness begins on its day, whichever of the two is written first.
  const isIllness = nodes.every(({ type }) => type === 'Condition');
  if (start < (isIllness ? unitAround(begun, 'day').startMs : begun)) return undefined;
  const { at: _, window: __, ...rest } = event;
  return {
    ...rest,
    relation: 'during',
    window: undefined,
    episodes: [stay],
    name: `the first one after ${event.name}`,
  };
}
