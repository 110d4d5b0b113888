// The page of a record that fits: everything, without gaps.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { assemblePage, type Page, type PageInput } from './page.ts';
import type { PageLines } from './page-lines.ts';
import { type ReservedBlock, reservedBlock } from './reserved.ts';

/** Whether all lines together could fit; renders no more of them than it takes to see that they can't. */
export function mayFitWhole(graph: EpisodeGraph, lines: PageLines, budget: number): boolean {
  let left = budget - graph.nodes.length * fewestTokensOfLine;
  for (const { index, type } of graph.nodes) {
    if (left < 0) return false;
    if (type !== 'Encounter' && type !== 'Patient') left -= lines.cost(index) - fewestTokensOfLine;
  }
  return left >= 0;
}

/** Everything: all members of all episodes, and all of the background. */
export function wholePage(
  frame: Pick<PageInput, 'graph' | 'saliency' | 'lines' | 'fixed'>,
  extent: 'whole' | 'full',
): Page {
  const { graph, lines } = frame;
  const reserved = patientOnly(graph, lines);
  const standing = new Set(reserved.nodes);
  const members = (list: readonly number[], encounter?: number): number[] =>
    list.filter((index) => index !== encounter && !standing.has(index));
  const sections = graph.episodes.map((episode) => {
    const items = members(episode.members, episode.encounter);
    return { episode, members: items, items, series: [] };
  });
  const rest = members(graph.background);
  const undated = rest.length === 0 ? [] : [{ episode: undefined, members: rest, items: rest, series: [] }];
  const all = [...sections, ...undated];
  const choices = all.map(({ items }) => ({ shown: true, items: items.map((_, place) => place), series: [] }));
  return assemblePage({ ...frame, reserved, sections: all, choices, extent });
}

function patientOnly(graph: EpisodeGraph, lines: PageLines): ReservedBlock {
  const block = reservedBlock(graph, lines, Number.POSITIVE_INFINITY);
  const [line] = block.lines;
  if (!line) return block;
  return { lines: [line], nodes: graph.patient === undefined ? [] : [graph.patient], tokens: line.tokens };
}

/** No line has fewer tokens than this: the least that lines not yet counted will need. */
const fewestTokensOfLine = 4;
