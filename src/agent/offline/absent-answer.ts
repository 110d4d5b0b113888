// "Not recorded", with its kind and what would settle it.
import type { EpisodeGraph } from '../../graph/episode-graph.ts';
import type { QuestionReading } from '../../question/reading.ts';
import type { ToolSuccess } from '../../tools/graph-tool.ts';
import type { AbsenceKind } from '../answer.ts';
import type { DraftAnswer } from '../parse-answer.ts';
import { scopeOf, subjectOf, timeWords } from './words.ts';

/**
 * The answer when nothing matched.
 *
 * @param empty the complete search that came back empty
 * @param outside the same search without the question's times and visits, where it had any
 */
export function absentAnswer(
  graph: EpisodeGraph,
  reading: QuestionReading,
  empty: ToolSuccess | undefined,
  outside: ToolSuccess | undefined,
): DraftAnswer {
  const kind = kindOf(graph, reading, outside);
  const subject = subjectOf(reading);
  const where = reading.visit?.absent === undefined ? scopeOf(reading) : ` (${reading.visit.absent})`;
  const nearby = kind === 'filtered-out' ? outside?.items[0] : undefined;
  const left = (empty?.text ?? '').split('\n').filter((line) => /^(Left out|No ) ?/.test(line));
  const lines = [
    `Not recorded: ${subject}${where}.`,
    ...(nearby === undefined
      ? []
      : [`Outside of that, the latest is${timeWords(nearby.time ?? String(nearby.value))} (${nearby.key}).`]),
    ...left,
  ];
  return {
    status: 'not-recorded',
    text: lines.join('\n'),
    values:
      reading.operation === 'exists'
        ? [{ value: false, how: 'exists', cite: [] }]
        : reading.operation === 'count'
          ? [{ value: 0, how: 'count', cite: [] }]
          : [],
    citations: nearby === undefined ? [] : [nearby.key],
    absence: kind,
    reading: reading.reads,
    wouldSettle: settling(graph, reading, kind),
    dependsOnNow: reading.time.usesNow,
  };
}

function kindOf(graph: EpisodeGraph, reading: QuestionReading, outside: ToolSuccess | undefined): AbsenceKind {
  if (outside !== undefined && outside.items.length > 0) return 'filtered-out';
  const { state, reasons } = graph.record.completeness;
  if (state === 'partial')
    return reasons.some((reason) => /polic|security|withheld|redact/i.test(reason)) ? 'withheld' : 'not-loaded';
  return reading.visit?.absent === undefined ? 'absent' : 'filtered-out';
}

/** What would settle the question, where something would. */
function settling(graph: EpisodeGraph, reading: QuestionReading, kind: AbsenceKind): string | null {
  if (kind === 'filtered-out') return 'ask without the time or visit, or with another one';
  if (kind === 'not-loaded' || kind === 'withheld') return graph.record.completeness.reasons[0] ?? null;
  const unknown = reading.unknown[0];
  return unknown === undefined
    ? 'a source that records it: the loaded record is whole as far as its source says'
    : `another name for "${unknown}": search_graph lists the words of this record`;
}
