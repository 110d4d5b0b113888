// The answer to "any allergy?" when the record itself says that there is none.
import type { EpisodeGraph, GraphNode } from '../../graph/episode-graph.ts';
import type { QuestionReading } from '../../question/reading.ts';
import type { ToolSuccess } from '../../tools/graph-tool.ts';
import type { DraftAnswer } from '../parse-answer.ts';
import { statesNone } from '../states-none.ts';
import { timeWords } from './words.ts';

/** Nodes of a result, apart: those that state that there is none, and the others. */
export interface ByStatement {
  readonly none: readonly GraphNode[];
  readonly some: readonly GraphNode[];
}

export function byStatement(graph: EpisodeGraph, results: readonly ToolSuccess[]): ByStatement {
  const keys = results.flatMap(({ items }) =>
    items.flatMap((item) => [item.key, ...(Array.isArray(item.keys) ? item.keys.map(String) : [])]),
  );
  const nodes = [...new Set(keys)].flatMap((key) => graph.find(key) ?? []);
  const says = ({ index }: GraphNode) => {
    const { concept, codings } = graph.text(index);
    return [concept, ...codings.map(({ code }) => code)].some(statesNone);
  };
  return { none: nodes.filter(says), some: nodes.filter((node) => !says(node)) };
}

/** "No", with the entry that says so. */
export function noneStatedAnswer(
  graph: EpisodeGraph,
  reading: QuestionReading,
  none: readonly GraphNode[],
): DraftAnswer {
  const keys = none.map(({ key }) => key);
  const [first] = none;
  const said =
    first === undefined ? '' : `"${graph.text(first.index).concept}"${timeWords(first.time?.text.slice(0, 10))}`;
  return {
    status: 'answered',
    text: `No: the record states ${said} (${keys.slice(0, 2).join(', ')}).`,
    values: [{ value: false, how: 'exists', cite: keys }],
    citations: keys,
    absence: null,
    reading: reading.reads,
  };
}
