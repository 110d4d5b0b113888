// filter_time: what happened in a span of time or a visit, in order.
import { z } from 'zod';
import { formatTime } from '../fhir/clinical-time.ts';
import { plural } from '../linearization/render.ts';
import { sortByTime } from '../plan/order.ts';
import { selectNodes } from '../plan/select.ts';
import { createWindowTest } from '../plan/window.ts';
import { createTool, isFailure } from './create-tool.ts';
import type { GraphTool } from './graph-tool.ts';
import { countConcepts, itemOf, lineOf } from './hit.ts';
import { readEpisodes, readTypes } from './name-arguments.ts';
import { pageOf } from './page.ts';
import { readWindow } from './time-argument.ts';
import type { ToolContext } from './tool-context.ts';

/** Events by (time, key), ascending or descending; undated members of an asked visit come last. */
export function createFilterTime(context: ToolContext): GraphTool {
  const { graph } = context;
  return createTool({
    name: 'filter_time',
    description:
      'List what happened between start and end (both inclusive, local days) or in a visit, in time order, with total, first and last. Narrow it by type and text or code. Example: {"start":"2141-03-01","end":"2141-03-31","type":"MedicationRequest","order":"desc"}',
    inputSchema,
    run({ start, end, type, code, text, episode, order = 'asc', limit = defaultLimit, cursor }, repairs) {
      const types = readTypes(graph, type, repairs);
      if (isFailure(types)) return types;
      const episodes = readEpisodes(graph, episode, repairs);
      if (isFailure(episodes)) return episodes;
      const window = readWindow(graph, { start, end });
      if (isFailure(window)) return window;
      const selected = selectNodes(graph, {
        ...(types === undefined ? {} : { types }),
        ...(code === undefined ? {} : { codes: [code] }),
        ...(text === undefined ? {} : { text }),
        includeRetracted: true,
      });
      const outcomeOf = createWindowTest(graph, {
        ...(window === undefined ? {} : { time: window }),
        ...(episodes === undefined ? {} : { episodes: episodes.map((each) => each.index) }),
      });
      const outcomes = selected.nodes.map((index) => [index, outcomeOf(index)] as const);
      const inside = outcomes.filter(([, outcome]) => outcome === 'inside').map(([index]) => index);
      const dated = episodes === undefined ? inside.filter((index) => graph.nodes[index]?.time !== undefined) : inside;
      const events = sortByTime(dated, (index) => graph.nodes[index]?.time, order === 'desc');
      const uncertain = outcomes.filter(([, outcome]) => outcome === 'uncertain').map(([index]) => index);
      const undated = outcomes.filter(([, outcome]) => outcome === 'undated').length + (inside.length - dated.length);
      return pageOf(
        context,
        { tool: 'filter_time', bound: { start, end, types, code, text, episode, order }, cursor, limit, repairs },
        {
          head: `${plural(events.length, 'event')} ${window?.text ?? 'at any time'}${describeEnds(context, events)}.`,
          summary: [...selected.notes, ...(events.length > 1 ? [`By concept: ${countConcepts(graph, events)}`] : [])],
          total: events.length,
          entry: (at) => ({ line: lineOf(graph, events[at] ?? -1), item: itemOf(graph, events[at] ?? -1) }),
          partial: [
            ...(uncertain.length === 0
              ? []
              : [`${uncertain.length} more may lie in it, their dates being coarser: ${handles(context, uncertain)}`]),
            ...(undated === 0 || type === undefined ? [] : [`${undated} more of this type have no date`]),
          ],
        },
      );
    },
  });
}

function describeEnds(context: ToolContext, events: readonly number[]): string {
  const times = events.map((index) => context.graph.nodes[index]?.time).filter((time) => time !== undefined);
  const [one, other] = [times[0], times[times.length - 1]];
  if (one === undefined || other === undefined || times.length < 2) return '';
  const [first, last] = one.startMs <= other.startMs ? [one, other] : [other, one];
  return `, first ${formatTime(first)}, last ${formatTime(last)}`;
}

function handles(context: ToolContext, nodes: readonly number[]): string {
  const told = nodes.slice(0, mostHandles).map((index) => context.graph.nodes[index]?.handle ?? '');
  return told.join(', ') + (nodes.length > mostHandles ? ' …' : '');
}

const defaultLimit = 30;
const mostHandles = 10;

const inputSchema = z.strictObject({
  start: z.string().optional().describe('first day or time: 2141, 2141-03-12, 2141-03-12 08:15'),
  end: z.string().optional().describe('last day or time, inclusive'),
  type: z.string().optional().describe('FHIR type, or several with commas'),
  code: z.string().optional().describe('exact code'),
  text: z.string().optional().describe('words that must all occur'),
  episode: z.string().optional().describe('visit: e3, or words'),
  order: z.enum(['asc', 'desc']).optional(),
  limit: z.int().min(1).max(200).optional(),
  cursor: z.string().optional(),
});
