// "Not recorded", with its kind and what would settle it.
import { compareToWindow } from '../../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../../graph/episode-graph.ts';
import { renderLine } from '../../linearization/render.ts';
import type { QuestionReading } from '../../question/reading.ts';
import type { ToolSuccess } from '../../tools/graph-tool.ts';
import type { AbsenceKind } from '../answer.ts';
import type { DraftAnswer } from '../parse-answer.ts';
import { isElsewhere, scopeOf, subjectOf, timeWords } from './words.ts';

/** What the tools found while looking. */
export interface Searched {
  /** The complete search that came back empty. */
  readonly empty: ToolSuccess;
  /** The same search without the question's times and visits, where it had any. */
  readonly outside: ToolSuccess | undefined;
  /** Other entries of the same kind, where one by name was asked for. */
  readonly related: ToolSuccess | undefined;
}

/** The answer when nothing matched. */
export function absentAnswer(graph: EpisodeGraph, reading: QuestionReading, searched: Searched): DraftAnswer {
  const { empty, outside, related } = searched;
  const kind = kindOf(graph, reading, empty, outside);
  const isPart = reading.asked.kind === 'name' && (reading.kind === 'patient' || reading.operation === 'exists');
  const whole = reading.kind === 'patient' ? 'the patient' : subjectOf(reading);
  const subject = isPart ? `${missingOf(reading)} of ${whole}` : whole;
  const none = noVisitThen(graph, reading);
  const where = reading.visit?.absent === undefined ? `${scopeOf(reading)}${none}` : ` (${reading.visit.absent})`;
  const nearby = kind === 'filtered-out' ? outside?.items[0] : undefined;
  const others = (related?.items ?? []).slice(0, mostOthers);
  const left = empty.text.split('\n').flatMap(usefulLine);
  const elsewhere = reading.concepts
    .filter((concept) => isElsewhere(reading, concept))
    .flatMap(({ concepts }) => concepts);
  const lines = [
    `Not recorded: ${subject}${where}.`,
    ...(nearby === undefined
      ? []
      : [`Outside of that, the latest is${timeWords(nearby.time ?? String(nearby.value))} (${nearby.key}).`]),
    ...(others.length === 0
      ? []
      : [`Recorded instead: ${others.map(({ value, key }) => `${value} (${key})`).join(', ')}.`]),
    ...(elsewhere.length === 0 ? [] : [`By that name the record has ${elsewhere.slice(0, mostOthers).join(', ')}.`]),
    ...left,
  ];
  return {
    status: 'not-recorded',
    text: lines.join('\n'),
    values:
      reading.operation === 'exists'
        ? [{ value: reading.negated, how: 'exists', cite: [] }]
        : reading.operation === 'count'
          ? [{ value: 0, how: 'count', cite: [] }]
          : [],
    citations: [
      ...(nearby === undefined ? [] : [nearby.key]),
      ...others.map(({ key }) => key),
      ...(reading.visit?.keys ?? []),
    ],
    absence: kind,
    reading: reading.reads,
    wouldSettle: settling(graph, reading, kind, empty),
    dependsOnNow: reading.time.usesNow,
  };
}

/** What a search says beside "nothing": what it left out, and the name nearest to one that is not there. */
function usefulLine(line: string): readonly string[] {
  if (line.startsWith('Left out')) return [line];
  const near = /^No .*?(Did you mean .*)$/.exec(line)?.[1];
  return near === undefined ? [] : [near];
}

/** That there was no such visit at the time asked about, so nothing could be during it. */
function noVisitThen(graph: EpisodeGraph, { visit, time }: QuestionReading): string {
  const window = time.window;
  if (visit === undefined || visit.relation !== 'during' || window === undefined) return '';
  const isThen = visit.episodes.some((index) => {
    const episode = graph.episodes[index]?.time;
    return episode === undefined || compareToWindow(episode, window, { by: 'overlap' }) !== 'outside';
  });
  return isThen || visit.episodes.length === 0 ? '' : ' (no such visit at that time)';
}

/** The answer when the things are there, but what was asked of them is not. */
export function bareAnswer(
  graph: EpisodeGraph,
  reading: QuestionReading,
  empty: ToolSuccess,
  there: ToolSuccess,
): DraftAnswer {
  const keys = [...new Set(there.items.map(({ key }) => key))];
  const lines = keys.flatMap((key) => {
    const node = graph.find(key);
    return node === undefined ? [] : [`- ${renderLine(graph, node.index).replace(/^\S+ /, '')} (${key})`];
  });
  const more = there.total > keys.length ? ` (${keys.length} of ${there.total} shown)` : '';
  return {
    status: 'not-recorded',
    text: [
      `Not recorded: ${missingOf(reading)} of ${subjectOf(reading)}${scopeOf(reading)}. What is there${more}:`,
      ...lines,
    ].join('\n'),
    values: [],
    citations: keys,
    absence: empty.complete ? 'absent' : 'not-loaded',
    reading: reading.reads,
    wouldSettle: empty.complete ? null : (empty.reason ?? null),
    dependsOnNow: reading.time.usesNow,
  };
}

function missingOf({ asked, operation }: QuestionReading): string {
  if (asked.kind === 'value') return asked.component === 'dose' ? 'a dose as a number' : 'a value';
  if (asked.kind === 'name') return asked.role;
  return asked.kind === 'end' || operation === 'duration' ? 'an end' : asked.kind === 'status' ? 'a status' : 'a date';
}

function kindOf(
  graph: EpisodeGraph,
  reading: QuestionReading,
  empty: ToolSuccess,
  outside: ToolSuccess | undefined,
): AbsenceKind {
  if (outside !== undefined && outside.items.length > 0) return 'filtered-out';
  const { state, reasons } = graph.record.completeness;
  if (state === 'partial')
    return reasons.some((reason) => /polic|security|withheld|redact/i.test(reason)) ? 'withheld' : 'not-loaded';
  // Something that other resources refer to is missing: what was asked may stand there.
  if (!empty.complete) return 'not-loaded';
  return reading.visit?.absent === undefined ? 'absent' : 'filtered-out';
}

/** What would settle the question, where something would. */
function settling(graph: EpisodeGraph, reading: QuestionReading, kind: AbsenceKind, empty: ToolSuccess): string | null {
  if (kind === 'filtered-out') return 'ask without the time or visit, or with another one';
  if (kind === 'not-loaded' || kind === 'withheld') return graph.record.completeness.reasons[0] ?? empty.reason ?? null;
  const unknown = reading.unknown[0];
  return unknown === undefined
    ? `${restsOn(graph, reading)}; a source that holds more would settle it`
    : `another name for "${unknown}": search_graph lists the words of this record`;
}

/** Which resources, of which time, the absence rests on: nothing says what else there should be. */
function restsOn(graph: EpisodeGraph, reading: QuestionReading): string {
  const types = new Set(reading.select.types ?? []);
  const counts = new Map<string, number>();
  let first = '';
  let last = '';
  for (const { type, time } of graph.nodes) {
    if (types.size > 0 && !types.has(type)) continue;
    counts.set(type, (counts.get(type) ?? 0) + 1);
    const day = time?.text.slice(0, 10) ?? '';
    if (day !== '' && (first === '' || day < first)) first = day;
    if (day > last) last = day;
  }
  const held = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, mostTypes);
  const what =
    held.length === 0
      ? `no ${[...types].join(' or ') || 'resources'} at all`
      : held.map(([type, count]) => `${count} ${type}`).join(', ');
  return `rests on ${what}${first === '' ? '' : ` from ${first} to ${last}`}`;
}

/** Other entries of the kind that are named. */
const mostOthers = 8;
const mostTypes = 4;
