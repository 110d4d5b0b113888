// "Is he on it?" where what is recorded is over: stopped, ended, or too old to tell.
import type { EpisodeGraph, GraphNode } from '../../graph/episode-graph.ts';
import { wholeTime } from '../../plan/scope.ts';
import type { QuestionReading } from '../../question/reading.ts';
import type { ToolSuccess } from '../../tools/graph-tool.ts';
import type { DraftAnswer } from '../parse-answer.ts';
import { timeWords } from './words.ts';

/** Whether a question asks for what goes on now: the reading narrows lasting things to the active ones. */
export function asksForActive({ select }: QuestionReading): boolean {
  return select.statuses?.includes('active') === true;
}

/** Nodes that results name, latest first. */
export function nodesNamed(graph: EpisodeGraph, results: readonly ToolSuccess[]): readonly GraphNode[] {
  const keys = results.flatMap(({ items }) =>
    items.flatMap((item) => [item.key, ...(Array.isArray(item.keys) ? item.keys.map(String) : [])]),
  );
  const nodes = [...new Set(keys)].flatMap((key) => graph.find(key) ?? []);
  const start = (node: GraphNode) => node.time?.startMs ?? Number.NEGATIVE_INFINITY;
  return nodes.sort((a, b) => start(b) - start(a) || (a.key < b.key ? -1 : 1));
}

/** Whether an entry is over at *now*: its status says so, or its end lies before. */
export function isOver(graph: EpisodeGraph, node: GraphNode): boolean {
  const { status } = graph.text(node.index);
  if (status !== '' && !goingOn.has(status)) return true;
  const time = wholeTime(node);
  return time?.endText !== undefined && time.endMs <= graph.now.ms;
}

/**
 * The answer to a question for what goes on, when all there is of it is over.
 *
 * @param over entries by that name, latest first; at least one
 */
export function endedAnswer(graph: EpisodeGraph, reading: QuestionReading, over: readonly GraphNode[]): DraftAnswer {
  const [latest] = over as readonly [GraphNode];
  const cited = over.slice(0, mostCited).map(({ key }) => key);
  const more = over.length > 1 ? `, the latest of ${over.length}` : '';
  const asksWhether = reading.operation === 'exists';
  const no = asksWhether ? (reading.negated ? 'Yes: ' : 'No: ') : 'None now: ';
  return {
    status: asksWhether ? 'answered' : 'not-recorded',
    text: `${no}${graph.text(latest.index).concept} is recorded, ${endWords(graph, latest)}${more} (${latest.key}).`,
    values: asksWhether ? [{ value: reading.negated, how: 'exists', cite: cited }] : [],
    citations: cited,
    absence: asksWhether ? null : 'filtered-out',
    reading: reading.reads,
    dependsOnNow: true,
  };
}

/** A line for entries that count as going on but whose latest is old; none otherwise. */
export function ageLines(graph: EpisodeGraph, found: readonly GraphNode[]): readonly string[] {
  const [latest] = found;
  const time = latest?.time;
  if (time === undefined || graph.now.ms - time.startMs < oldMs || graph.now.from === 'none') return [];
  return [`The latest entry is${timeWords(time.text.slice(0, 10))}: whether it goes on since then is not recorded.`];
}

/** `stopped on 2012-03-04`, `completed; last recorded on 2011-03-04`, `ended on 2012-03-04`. */
function endWords(graph: EpisodeGraph, node: GraphNode): string {
  const { status } = graph.text(node.index);
  const word = status === '' || goingOn.has(status) ? 'ended' : status;
  const end = wholeTime(node)?.endText;
  if (end !== undefined) return `${word}${timeWords(end.slice(0, 10))}`;
  const begun = node.time?.text.slice(0, 10);
  return begun === undefined ? word : `${word}; last recorded${timeWords(begun)}`;
}

/** Statuses of what goes on. Source: FHIR R4 medication-request-status, condition-clinical, allergyintolerance-clinical. */
const goingOn: ReadonlySet<string> = new Set(['active', 'recurrence', 'relapse', 'intended', 'in-progress', 'unknown']);
const mostCited = 20;
const oldMs = 365 * 86_400_000;
