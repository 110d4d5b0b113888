// Gold plans: one hand-written aggregate plan per question template, its slots filled from the words of each question.

import type { TimeWindow } from '../../src/fhir/clinical-time.ts';
import type { EpisodeGraph } from '../../src/graph/episode-graph.ts';
import type { AggregatePlan, PlanWindow, Selection } from '../../src/plan/plan.ts';
import type { PlanResult } from '../../src/plan/plan-result.ts';
import { runPlan } from '../../src/plan/run-plan.ts';
import { normalName } from '../../src/plan/selection-index.ts';
import { english } from '../../src/question/english-table.ts';
import { intersect, readTimePhrases, type TimeReading, timeWindow } from '../../src/question/time-phrase.ts';
import { findVisits, resolveVisit } from '../../src/question/visit-phrase.ts';
import { visitsOfKind } from '../../src/question/visits.ts';
import { fold } from '../../src/question/words.ts';

/** A question of a set, with the answer the set gives. */
export interface GoldQuestion {
  readonly set: string;
  readonly template: string;
  readonly record: string;
  readonly question: string;
  readonly now: string | undefined;
  readonly answer: readonly unknown[];
  /** The set's reference query, where it has one. */
  readonly query?: string;
}

/** One row of `test/cases/gold-plans.json`. */
export interface GoldPlan {
  readonly set: string;
  readonly template: string;
  /** Slots by name: where the names come from that may stand in the question. */
  readonly slots?: Readonly<Record<string, NameSource>>;
  /** A plan in which `$name` stands for a slot's names, `$position` for first or last, `$unit` for the unit asked for. */
  readonly plan: Omit<AggregatePlan, 'window'>;
  /** What of the question bounds the nodes. */
  readonly window?: readonly ('time' | 'visit')[];
  readonly by?: PlanWindow['by'];
  /** The visit meant where the question names none, or another: `any hospital visit`, as the set's tables know no other. */
  readonly within?: string;
  /** The set's own words for what the record says. */
  readonly words?: Readonly<Record<string, string>>;
  /** What is done with the result to compare it: as it is, as one number, or whether there is any. */
  readonly answer?: 'values' | 'exists';
}

export interface NameSource {
  readonly of: 'concept' | 'role';
  readonly role?: string;
  readonly types: readonly string[];
  readonly categories?: readonly string[];
}

/** How a set reads its time phrases. */
export type SetDialect = 'natural' | 'set';

/** The plan of a question, and what it gives on the record. */
export function runGoldPlan(
  gold: GoldPlan,
  question: GoldQuestion,
  graph: EpisodeGraph,
  names: ReadonlyMap<string, readonly string[]>,
  dialect: SetDialect,
): { readonly plan: AggregatePlan; readonly result: PlanResult } {
  const { slots, rest } = fillSlots(gold, question, names);
  const ordered = orderWords(rest, gold.window?.includes('visit') === true);
  const position = /\b(?:last|latest|most recent(?:ly)?|final(?:ly)?)\b/.test(ordered) ? -1 : 1;
  const filled = JSON.parse(
    JSON.stringify(gold.plan, (_key, value: unknown) => {
      if (value === '$position') return position;
      if (value === '$unit') return /\bhours?\b/.test(rest) ? 'h' : 'd';
      if (Array.isArray(value))
        return value.flatMap((each) =>
          typeof each === 'string' && each.startsWith('$') ? (slots.get(each.slice(1)) ?? []) : [each],
        );
      return value;
    }),
  ) as Omit<AggregatePlan, 'window'> & { readonly select: Selection };
  const window = windowOf(gold, rest, graph, dialect);
  const plan: AggregatePlan = { ...filled, ...(window === undefined ? {} : { window }) };
  return { plan, result: runPlan(graph, plan) };
}

/** Names of each source over all records of a set, longest first: a question may name what its own record lacks. */
export function collectNames(source: NameSource, graphs: Iterable<EpisodeGraph>): readonly string[] {
  const names = new Set<string>();
  for (const graph of graphs) {
    for (const node of graph.nodes) {
      if (!source.types.includes(node.type)) continue;
      const text = graph.text(node.index);
      if (source.categories !== undefined && !source.categories.some((each) => text.categories.includes(each)))
        continue;
      const said =
        source.of === 'concept'
          ? [text.concept, ...text.synonyms, ...text.codings.flatMap(({ code, display }) => [code, display])]
          : text.attributes
              .filter(({ role }) => role === source.role)
              .flatMap(({ text: name, codes }) => [name, ...codes]);
      for (const name of said) if (name !== '') names.add(normalName(name));
    }
  }
  return [...names].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

export function sourceName(source: NameSource): string {
  return JSON.stringify(source);
}

/** Values of a result and of an answer in one plain form, so that they can be compared. */
export function sameAnswer(gold: GoldPlan, result: PlanResult, expected: readonly unknown[]): boolean {
  const wanted = expected.filter((value) => value !== null).map(plainValue);
  const got =
    gold.answer === 'exists'
      ? [
          plainValue(
            result.values.length > 0 && result.outcome === 'answered' ? result.values[0]?.value !== false : false,
          ),
        ]
      : result.outcome === 'answered'
        ? result.values.map(({ value }) => plainValue(gold.words?.[String(value)] ?? value))
        : result.values.filter(({ value }) => typeof value !== 'object').map(({ value }) => plainValue(value));
  const a = [...new Set(wanted)].sort();
  const b = [...new Set(got)].sort();
  // FHIRPath's last() takes one of those that share a place; a plan lists them all.
  if (gold.set === 'fhirpath-qa' && result.ties.length > 1)
    return a.length > 0 && a.every((value) => b.some((each) => close(value, each)));
  return a.length === b.length && a.every((value, at) => close(value, b[at] ?? ''));
}

function plainValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  const text = String(value).trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const time = /^(\d{4}-\d{2}-\d{2})(?:[t ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?)?(?:z|[+-]\d{2}:\d{2})?$/.exec(text);
  if (time !== null) return time[2] === undefined ? (time[1] ?? '') : `${time[1]} ${time[2]}${time[3] ?? ':00'}`;
  return text;
}

function close(a: string, b: string): boolean {
  if (a === b) return true;
  const [x, y] = [Number(a), Number(b)];
  return (
    a !== '' &&
    b !== '' &&
    Number.isFinite(x) &&
    Number.isFinite(y) &&
    Math.abs(x - y) <= 1e-4 * Math.max(1, Math.abs(x))
  );
}

/** Names of the slots that stand in the question, and the question without them. */
function fillSlots(gold: GoldPlan, question: GoldQuestion, names: ReadonlyMap<string, readonly string[]>) {
  const slots = new Map<string, readonly string[]>();
  let rest = ` ${question.question.toLowerCase().replaceAll(/\s+/g, ' ')} `;
  for (const [slot, source] of Object.entries(gold.slots ?? {})) {
    const found: string[] = [];
    for (const name of names.get(sourceName(source)) ?? []) {
      const at = placeOf(rest, name);
      if (at < 0) continue;
      found.push(name);
      rest = `${rest.slice(0, at)}…${rest.slice(at + name.length)}`;
    }
    slots.set(slot, found.length === 0 ? ['(not in any record)'] : found);
  }
  return { slots, rest };
}

/** Where a name stands in the text as whole words; -1 when it doesn't. */
function placeOf(text: string, name: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!/[a-z0-9]/.test(text[at - 1] ?? ' ') && !/[a-z0-9]/.test(text[at + name.length] ?? ' ')) return at;
  }
  return -1;
}

/** The question's words, without those of order that belong to a time or, when visits bound it, to a visit. */
function orderWords(rest: string, withVisits: boolean): string {
  const untimed = rest.replaceAll(/\b(?:last|this)\s+(?:year|month|week|day)\b|\/(?:last|this) year/g, '…');
  if (!withVisits) return untimed;
  return untimed.replaceAll(
    /\b(?:first|last|current|this|present)\s+(?:hospital|icu)\s+(?:visit|encounter|stay|admission)\b/g,
    '…',
  );
}

function windowOf(gold: GoldPlan, rest: string, graph: EpisodeGraph, dialect: SetDialect): PlanWindow | undefined {
  const wanted = gold.window ?? [];
  const time = wanted.includes('time') ? timeOf(gold, rest, graph, dialect) : undefined;
  const visit = wanted.includes('visit') ? visitOf(gold, rest, graph) : undefined;
  const bounded = intersect([
    ...(time === undefined ? [] : [time]),
    ...(gold.set === 'fhir-agentbench' && graph.now.from === 'option'
      ? [timeWindow(Number.NEGATIVE_INFINITY, graph.now.localMs + 1)]
      : []),
  ]);
  const isEmpty = bounded !== undefined && bounded.startLocalMs >= bounded.endLocalMs;
  if (bounded === undefined && visit === undefined) return undefined;
  return {
    ...(bounded === undefined ? {} : { time: isEmpty ? timeWindow(0, 1) : bounded }),
    ...(visit === undefined ? {} : { episodes: visit.episodes }),
    ...(gold.by === undefined ? {} : { by: gold.by }),
  };
}

/** The visit a question bounds itself to, else the plan's own. */
function visitOf(
  gold: GoldPlan,
  rest: string,
  graph: EpisodeGraph,
): { readonly episodes: readonly number[] } | undefined {
  const isFixed = gold.within?.startsWith('current') === true;
  const words = isFixed ? `during the ${gold.within}` : rest;
  const mentions = findVisits(words, fold(words), english);
  const mention =
    mentions.find((each) => each.current) ?? mentions.findLast((each) => each.relation !== undefined) ?? mentions[0];
  if (mention !== undefined) return resolveVisit(graph, mention, graph.now.localMs);
  return gold.within === undefined ? undefined : { episodes: visitsOfKind(graph, 'hospital') };
}

/** The window of the question's time phrases, as the set reads them or as anyone would. */
function timeOf(gold: GoldPlan, rest: string, graph: EpisodeGraph, dialect: SetDialect): TimeWindow | undefined {
  if (gold.set === 'fhirpath-qa') {
    const read = readTimePhrases(rest, graph.now, dialect === 'set' ? 'calendar' : 'natural', {
      dateOrder: 'day-first',
    });
    return dialect === 'set' && read.window !== undefined ? shiftedToClockOfNow(graph, read) : read.window;
  }
  return readTimePhrases(rest, graph.now, dialect === 'set' ? 'calendar' : 'natural').window;
}

/** FHIRPath-QA puts now's time of day, as UTC, on the first and last day of every window. */
function shiftedToClockOfNow(graph: EpisodeGraph, { window, phrases }: TimeReading): TimeWindow | undefined {
  if (window === undefined) return undefined;
  const clockMs = ((graph.now.localMs % msInDay) + msInDay) % msInDay;
  const isMoment = phrases.some(({ text }) => /\d:\d\d/.test(text));
  const shift = (localMs: number) => (Number.isFinite(localMs) ? localMs + (isMoment ? 0 : clockMs) : localMs);
  const endMs = isMoment ? window.endLocalMs : shift(window.endLocalMs - msInDay) + 1_000;
  return timeWindow(localOf(graph, shift(window.startLocalMs)), localOf(graph, endMs));
}

/** Wall-clock time at an instant, by the offset of the record's time nearest to it. */
function localOf(graph: EpisodeGraph, instantMs: number): number {
  if (!Number.isFinite(instantMs)) return instantMs;
  let offset = 0;
  let best = Number.POSITIVE_INFINITY;
  for (const { time } of graph.nodes) {
    if (time === undefined || Math.abs(time.startMs - instantMs) >= best) continue;
    best = Math.abs(time.startMs - instantMs);
    offset = time.localStartMs - time.startMs;
  }
  return instantMs + offset;
}

const msInDay = 86_400_000;
