// filter_time: what happened in a span of time or a visit, in order.
import { z } from 'zod';
import { formatTime } from '../fhir/clinical-time.ts';
import { plural } from '../linearization/render.ts';
import { missingReasons } from '../plan/missing.ts';
import { sortByGraphTime } from '../plan/order.ts';
import { selectNodes } from '../plan/select.ts';
import { createWindowTest, type WindowOutcome } from '../plan/window.ts';
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
      const select = {
        ...(types === undefined ? {} : { types }),
        ...(code === undefined ? {} : { codes: [code] }),
        ...(text === undefined ? {} : { text }),
        includeRetracted: true,
      };
      const selected = selectNodes(graph, select);
      const span = {
        ...(window === undefined ? {} : { time: window }),
        ...(episodes === undefined ? {} : { episodes: episodes.map((each) => each.index) }),
      };
      const outcomeOf = createWindowTest(graph, span);
      const { inside, uncertain, undated } = sift(selected.nodes, outcomeOf);
      const dated = episodes === undefined ? inside.filter((index) => graph.nodes[index]?.time !== undefined) : inside;
      const events = sortByGraphTime(graph, dated, order === 'desc' || order === 'newest');
      const withoutDate = undated + (inside.length - dated.length);
      return pageOf(
        context,
        { tool: 'filter_time', bound: { start, end, types, code, text, episode, order }, cursor, limit, repairs },
        {
          head: `${plural(events.length, 'event')} ${window?.text ?? 'at any time'}${describeEnds(context, events)}.`,
          summary: [...selected.notes, ...(events.length > 1 ? [`By concept: ${countConcepts(graph, events)}`] : [])],
          total: events.length,
          entry: (at) => ({ line: lineOf(graph, events[at] ?? -1), item: itemOf(graph, events[at] ?? -1) }),
          partial: [
            ...missingReasons(graph, select, span),
            ...(uncertain.length === 0
              ? []
              : [`${uncertain.length} more may lie in it, their dates being coarser: ${handles(context, uncertain)}`]),
            ...(withoutDate === 0 || type === undefined ? [] : [`${withoutDate} more of this type have no date`]),
          ],
        },
      );
    },
  });
}

interface Sifted {
  readonly inside: readonly number[];
  readonly uncertain: readonly number[];
  readonly undated: number;
}

function sift(nodes: readonly number[], outcomeOf: (index: number) => WindowOutcome): Sifted {
  const inside: number[] = [];
  const uncertain: number[] = [];
  let undated = 0;
  for (const node of nodes) {
    const outcome = outcomeOf(node);
    if (outcome === 'inside') inside.push(node);
    else if (outcome === 'uncertain') uncertain.push(node);
    else if (outcome === 'undated') undated++;
  }
  return { inside, uncertain, undated };
}

function describeEnds(context: ToolContext, events: readonly number[]): string {
  const timeOf = (index: number | undefined) => context.graph.nodes[index ?? -1]?.time;
  const one = timeOf(events[0]);
  const other = timeOf(events.findLast((index) => timeOf(index) !== undefined));
  if (one === undefined || other === undefined || events.length < 2) return '';
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
  order: z.enum(['asc', 'desc', 'oldest', 'newest']).optional(),
  limit: z.int().min(1).max(200).optional(),
  cursor: z.string().optional(),
});
