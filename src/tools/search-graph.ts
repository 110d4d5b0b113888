// search_graph: ranked hits for words, with what they are about and when.
import { z } from 'zod';
import { HopperError } from '../errors.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { plural } from '../linearization/render.ts';
import { sortByGraphTime } from '../plan/order.ts';
import { createWindowTest } from '../plan/window.ts';
import { createTool, isFailure } from './create-tool.ts';
import type { GraphTool } from './graph-tool.ts';
import { countConcepts, itemOf, lineOf } from './hit.ts';
import { readEpisodes, readTypes } from './name-arguments.ts';
import { pageOf } from './page.ts';
import { readWindow } from './time-argument.ts';
import type { ToolContext } from './tool-context.ts';

/** Hits by φ descending, ties by time then key; each hit on exactly one page. */
export function createSearchGraph(context: ToolContext): GraphTool {
  const { graph } = context;
  return createTool({
    name: 'search_graph',
    description:
      'Find resources by words, most relevant first. Each hit has its handle, concept, value, time, type and visit; the total and the counts by concept cover all hits. Example: {"query":"creatinine","type":"Observation","time":"since 2141-03"}',
    inputSchema,
    async run({ query, type, episode, time, limit = defaultLimit, cursor }, repairs, signal) {
      const types = readTypes(graph, type, repairs);
      if (isFailure(types)) return types;
      const episodes = readEpisodes(graph, episode, repairs);
      if (isFailure(episodes)) return episodes;
      const window = readWindow(graph, { time });
      if (isFailure(window)) return window;
      if (query.trim() === '') throw new HopperError('invalid-input', 'Expected words in "query", found none.');
      const outcomeOf = createWindowTest(graph, {
        ...(window === undefined ? {} : { time: window }),
        ...(episodes === undefined ? {} : { episodes: episodes.map((each) => each.index) }),
      });
      const scores = await context.scoreNodes(query, signal);
      const ofType = types === undefined ? undefined : new Set(types);
      const found: number[] = [];
      let uncertain = 0;
      for (const node of graph.nodes) {
        if ((scores[node.index] ?? 0) <= 0 || ofType?.has(node.type) === false) continue;
        const outcome = outcomeOf(node.index);
        if (outcome === 'inside') found.push(node.index);
        else if (outcome === 'uncertain' || outcome === 'undated') uncertain++;
      }
      const hits = byRelevance(graph, found, scores);
      const where = [types?.join(', '), window?.text, episodes?.map((each) => each.handle).join(', ')]
        .filter(Boolean)
        .join('; ');
      return pageOf(
        context,
        { tool: 'search_graph', bound: { query, types, episode, time }, cursor, limit, repairs },
        {
          head: `${plural(hits.length, 'hit')} for "${query}"${where === '' ? '' : ` (${where})`}${hits.length > 0 ? ', most relevant first' : ''}.`,
          summary: hits.length > 1 ? [`By concept: ${countConcepts(graph, hits)}`] : [],
          total: hits.length,
          entry: (at) => ({ line: lineOf(graph, hits[at] ?? -1), item: itemOf(graph, hits[at] ?? -1) }),
          partial:
            uncertain === 0
              ? []
              : [
                  `${uncertain} more fit the words, but their dates are missing or too coarse for ${window?.text ?? 'the window'}`,
                ],
        },
      );
    },
  });
}

/** Nodes by score, best first, then by time and key. Most scores are shared by many, so only the different ones are sorted. */
function byRelevance(graph: EpisodeGraph, nodes: readonly number[], scores: Float64Array): readonly number[] {
  const byScore = new Map<number, number[]>();
  for (const index of sortByGraphTime(graph, nodes)) {
    const score = scores[index] ?? 0;
    const same = byScore.get(score);
    if (same === undefined) byScore.set(score, [index]);
    else same.push(index);
  }
  const ranked: number[] = [];
  for (const score of Float64Array.from(byScore.keys()).sort().reverse()) {
    for (const index of byScore.get(score) ?? []) ranked.push(index);
  }
  return ranked;
}

const defaultLimit = 20;

const inputSchema = z.strictObject({
  query: z.string().describe('words: a name, code or value'),
  type: z.string().optional().describe('FHIR type, or several with commas'),
  episode: z.string().optional().describe('visit: handle such as e3, or words such as "last hospital visit"'),
  time: z.string().optional().describe('date or phrase: 2141-03, "since 2141-03-12", "last month"'),
  limit: z.int().min(1).max(200).optional().describe('hits on a page, 20 if not given'),
  cursor: z.string().optional().describe('"next" of the last result'),
});
