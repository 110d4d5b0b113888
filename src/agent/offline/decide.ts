// What the offline answerer does next: ask a tool, or answer. A function of question, record and results so far.
import type { EpisodeGraph } from '../../graph/episode-graph.ts';
import { planOf } from '../../plan/from-reading.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import { readQuestion } from '../../question/read-question.ts';
import { answerConfidence, type QuestionReading } from '../../question/reading.ts';
import type { Dialect } from '../../question/time-phrase.ts';
import type { ToolResult, ToolSuccess } from '../../tools/graph-tool.ts';
import type { DraftAnswer } from '../parse-answer.ts';
import { absentAnswer, bareAnswer } from './absent-answer.ts';
import { ageAnswer, isAgeAtEvent, momentOfEvent, momentOfLife } from './age-answer.ts';
import { type AggregateArguments, aggregateArguments, withoutScope } from './aggregate-arguments.ts';
import { ageLines, asksForActive, endedAnswer, isOver, nodesNamed } from './ended-answer.ts';
import { foundAnswer } from './found-answer.ts';
import { byStatement, noneStatedAnswer } from './none-stated.ts';
import { notUnderstood } from './not-understood.ts';
import { scopeOf, subjectOf } from './words.ts';

/** A tool call made so far, with its result. */
export interface Exchange {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: ToolResult;
}

export type Action =
  | { readonly call: { readonly tool: string; readonly args: unknown } }
  | { readonly draft: DraftAnswer };

export interface DecideOptions {
  readonly dialect: Dialect;
  readonly dateOrder?: 'month-first' | 'day-first';
  /** Whether a prescription counts from when it was written or from when its supply begins. @default 'written' */
  readonly prescribedAt?: 'written' | 'supply';
  /** False on the last call. */
  readonly mayCall: boolean;
}

/** One step of the answerer. The same inputs give the same action. */
export function decide(
  graph: EpisodeGraph,
  question: string,
  exchanges: readonly Exchange[],
  options: DecideOptions,
): Action {
  const reading = readQuestion(graph, question, {
    now: graph.now,
    dialect: options.dialect,
    ...(options.dateOrder === undefined ? {} : { dateOrder: options.dateOrder }),
    ...(options.prescribedAt === undefined ? {} : { prescribedAt: options.prescribedAt }),
  });
  const asked = exchanges.filter(({ tool }) => tool !== 'inspect_node');
  const action = decideReading(graph, reading, asked, options);
  if (!('draft' in action)) return action;
  // What time is counted from is cited, so it is looked at.
  const event = (reading.visit?.keys ?? []).filter((key) => action.draft.citations.includes(key));
  const isSeen = event.length === 0 || asked.length < exchanges.length;
  if (!isSeen && options.mayCall) return call('inspect_node', { ids: event.slice(0, mostOfEvent) });
  return { draft: { ...action.draft, confidence: reading.confidence } };
}

function decideReading(
  graph: EpisodeGraph,
  reading: QuestionReading,
  exchanges: readonly Exchange[],
  options: DecideOptions,
): Action {
  const problem = notUnderstood(reading, answerConfidence);
  if (problem !== undefined) return { draft: problem };
  if (reading.operation === 'age') return decideAge(graph, reading, exchanges, options);
  const plan = planOf(reading);
  if (plan === undefined) return { draft: unplanned(reading) };
  const [first] = exchanges;
  if (first === undefined) return call('aggregate', { ...aggregateArguments(graph, plan), limit: mostEntries });
  if (!first.result.ok) return { draft: refused(reading, first.result.text) };
  const pages = pagesOf(exchanges);
  const next = pages.at(-1)?.next;
  if (next !== undefined && options.mayCall && pages.length < mostPages) {
    return call('aggregate', { ...(first.args as AggregateArguments), cursor: next });
  }
  if (isEmpty(first.result, reading)) return decideAbsence(graph, reading, plan, exchanges, options);
  const { none, some } = byStatement(graph, pages);
  if (none.length > 0 && some.length === 0 && reading.operation === 'exists') {
    return { draft: noneStatedAnswer(graph, reading, none) };
  }
  const found = foundAnswer(graph, reading, plan, pages, some.length > 0 ? none : []);
  return {
    draft: asksForActive(reading) && reading.operation === 'exists' ? onNow(graph, reading, pages, found) : found,
  };
}

/** Whether something goes on: what counts as active may have ended, or be old. */
function onNow(
  graph: EpisodeGraph,
  reading: QuestionReading,
  pages: readonly ToolSuccess[],
  found: DraftAnswer,
): DraftAnswer {
  const nodes = nodesNamed(graph, pages);
  if (nodes.length > 0 && nodes.every((node) => isOver(graph, node))) return endedAnswer(graph, reading, nodes);
  return { ...found, text: [found.text, ...ageLines(graph, nodes)].join('\n'), dependsOnNow: true };
}

/** Nothing matched: look at what is near before saying why. */
function decideAbsence(
  graph: EpisodeGraph,
  reading: QuestionReading,
  plan: AggregatePlan,
  exchanges: readonly Exchange[],
  options: DecideOptions,
): Action {
  const wider = overPlan(reading, plan);
  if (wider !== undefined && exchanges.length === 1 && options.mayCall) {
    return call('aggregate', { ...aggregateArguments(graph, wider), limit: mostEntries });
  }
  const past = wider === undefined ? undefined : exchanges[1]?.result;
  const over = past?.ok ? nodesNamed(graph, [past]) : [];
  // What goes on lacks only what is asked of it.
  if (over.length > 0 && over.every((node) => isOver(graph, node))) return { draft: endedAnswer(graph, reading, over) };
  const looked = past === undefined ? 1 : 2;
  const bare = barePlan(reading, plan);
  if (bare !== undefined && exchanges.length === looked && options.mayCall) {
    return call('aggregate', { ...aggregateArguments(graph, bare), limit: mostBare });
  }
  const there = bare === undefined ? undefined : exchanges[looked]?.result;
  if (there?.ok && there.items.length > 0)
    return { draft: bareAnswer(graph, reading, exchanges[0]?.result as ToolSuccess, there) };
  const near = nearPlan(reading, plan);
  const tried = there === undefined ? looked : looked + 1;
  const second = exchanges.slice(tried).find(({ result, args }) => result.ok && args.cursor === undefined);
  if (near !== undefined && second === undefined && options.mayCall) {
    return call('aggregate', aggregateArguments(graph, near));
  }
  const found = second?.result.ok ? second.result : undefined;
  const isOutside = near?.reduce.op !== 'list';
  if (found !== undefined && !isOutside) {
    const { none, some } = byStatement(graph, [found]);
    if (none.length > 0 && some.length === 0) return { draft: noneStatedAnswer(graph, reading, none) };
  }
  const empty = exchanges[0]?.result as ToolSuccess;
  return {
    draft: absentAnswer(graph, reading, {
      empty,
      outside: isOutside ? found : undefined,
      related: isOutside ? undefined : found,
    }),
  };
}

/** What is asked for by name and goes on, whether it goes on or not. */
function overPlan(reading: QuestionReading, plan: AggregatePlan): AggregatePlan | undefined {
  if (!asksForActive(reading) || reading.concepts.length === 0 || reading.unknown.length > 0) return undefined;
  const { statuses: _, component: __, ...select } = plan.select;
  const { window } = plan;
  return { select, reduce: { op: 'list' }, project: 'node', ...(window === undefined ? {} : { window }) };
}

/** The things asked about by name alone, where a value, a date or a part of them was asked for and none stands there. */
function barePlan(reading: QuestionReading, plan: AggregatePlan): AggregatePlan | undefined {
  const isOfThings = reading.operation === 'exists' || reading.operation === 'count' || plan.project === 'concept';
  const isNamed = reading.concepts.length > 0 || reading.asked.kind === 'name';
  if (
    isOfThings ||
    !isNamed ||
    reading.kind === 'patient' ||
    reading.unknown.length > 0 ||
    reading.visit?.absent !== undefined
  )
    return undefined;
  const { component: _, named, ...rest } = plan.select;
  // Names of what is asked for narrow nothing where nobody named one.
  const { asked, concepts } = reading;
  const isFree = (role: string) =>
    asked.kind === 'name' && asked.role === role && concepts.every((each) => each.role !== role);
  const kept = Object.entries(named ?? {}).filter(([role]) => !isFree(role));
  const select = kept.length === 0 ? rest : { ...rest, named: Object.fromEntries(kept) };
  const { window } = plan;
  const { op } = plan.reduce;
  const reduce = op === 'first' || op === 'last' || op === 'nth' ? plan.reduce : ({ op: 'list' } as const);
  return { select, reduce, project: 'node', ...(window === undefined ? {} : { window }) };
}

/** What is worth knowing when nothing matched: the same without times and visits; or every allergy, when one was asked for. */
function nearPlan(reading: QuestionReading, plan: AggregatePlan): AggregatePlan | undefined {
  if (reading.kind === 'allergy' && plan.window === undefined && plan.select.types !== undefined) {
    return { select: { types: plan.select.types }, reduce: { op: 'list' }, project: 'concept' };
  }
  return withoutScope(plan);
}

/** The event first, where the age at one is asked for; then the age. */
function decideAge(
  graph: EpisodeGraph,
  reading: QuestionReading,
  exchanges: readonly Exchange[],
  options: DecideOptions,
): Action {
  const plan = isAgeAtEvent(reading) ? planOf(reading) : undefined;
  const [first] = exchanges;
  if (plan !== undefined && first === undefined) return call('aggregate', aggregateArguments(graph, plan));
  if (plan !== undefined && first?.result.ok && isEmpty(first.result, reading))
    return decideAbsence(graph, reading, plan, exchanges, options);
  if (first !== undefined && !first.result.ok) return { draft: refused(reading, first.result.text) };
  const moment =
    plan !== undefined && first?.result.ok ? momentOfEvent(graph, reading, first.result) : momentOfLife(graph, reading);
  const told = exchanges[plan === undefined ? 0 : 1]?.result;
  if (told === undefined) return call('calculate', { op: 'age', to: moment.to });
  return { draft: told.ok ? ageAnswer(reading, moment, told) : refused(reading, told.text) };
}

function call(tool: string, args: unknown): Action {
  return { call: { tool, args } };
}

/** The pages of the first call, in order. */
function pagesOf(exchanges: readonly Exchange[]): readonly ToolSuccess[] {
  const [first] = exchanges;
  return exchanges.flatMap(({ args, result }) =>
    result.ok && (args === first?.args || args.cursor !== undefined) ? [result] : [],
  );
}

/** Nothing found: no items, a no, or a count of 0 for something that the record has no name for. */
function isEmpty(result: ToolSuccess, reading: QuestionReading): boolean {
  const [first] = result.items;
  if (first === undefined) return true;
  if (reading.operation === 'exists') return first.value === false;
  return first.value === 0 && reading.unknown.length > 0;
}

function unplanned(reading: QuestionReading): DraftAnswer {
  return {
    status: 'not-understood',
    text: `I can't compute this yet: ${reading.reads}. Try to ask for a value, the first or last, a count, a list, or when.`,
    values: [],
    citations: [],
    absence: null,
    reading: reading.reads,
  };
}

/** A tool's refusal as an answer: the record has it, but it can't be computed, or can't be asked so. */
function refused(reading: QuestionReading, text: string): DraftAnswer {
  const [head = '', ...details] = text.split('\n');
  const reason = /not computable, (.*)$/.exec(head)?.[1] ?? head;
  return {
    status: 'not-recorded',
    text: `Can't be computed: ${reading.operation} of ${subjectOf(reading)}${scopeOf(reading)}: ${reason}`,
    values: [],
    citations: [],
    absence: 'not-computable',
    reading: reading.reads,
    wouldSettle: details.slice(0, 2).join(' ') || null,
  };
}

/** Entries asked for at once; a page's tokens may hold fewer. */
const mostEntries = 500;
/** Pages of one list read before the answer says that there is more. */
const mostPages = 8;
/** Resources of one event looked at. */
const mostOfEvent = 20;
/** Entries shown of what is there without what was asked. */
const mostBare = 5;
