// Times in a call's arguments: dates as people write them or ISO, as the record's local days.
import type { TimeWindow } from '../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { intersect, readTimePhrases, timeWindow } from '../question/time-phrase.ts';
import type { ToolFailure } from './graph-tool.ts';

/**
 * The window of `start` and `end` (both inclusive at the precision written) and of a `time` phrase together.
 * `undefined` when none is given. Wall-clock: an offset written with a time is not applied.
 */
export function readWindow(
  graph: EpisodeGraph,
  given: { readonly start?: string | undefined; readonly end?: string | undefined; readonly time?: string | undefined },
): TimeWindow | undefined | ToolFailure {
  const windows: TimeWindow[] = [];
  for (const name of ['start', 'end', 'time'] as const) {
    const text = given[name];
    if (text === undefined) continue;
    const reading = readTimePhrases(text, graph.now);
    if (reading.window === undefined || reading.unread.length > 0) return unreadable(graph, name, text);
    const { startLocalMs, endLocalMs } = reading.window;
    if (name === 'start') windows.push(timeWindow(startLocalMs, Number.POSITIVE_INFINITY));
    else if (name === 'end') windows.push(timeWindow(Number.NEGATIVE_INFINITY, endLocalMs));
    else windows.push(reading.window);
  }
  const window = intersect(windows);
  if (window === undefined || window.startLocalMs < window.endLocalMs) return window;
  const [first, second] = windows;
  return {
    ok: false,
    code: 'invalid-argument',
    text: `The window is empty: it starts ${first?.text ?? ''} and ends ${second?.text ?? ''}. Give a start that is not after the end.`,
  };
}

function unreadable(graph: EpisodeGraph, name: string, text: string): ToolFailure {
  return {
    ok: false,
    code: 'invalid-argument',
    text:
      `"${name}" could not be read as a time: "${text.slice(0, 60)}". ` +
      `Write 2141, 2141-03, 2141-03-12, 2141-03-12 08:15 or a phrase such as "last month" (now is ${graph.now.text}).`,
  };
}
