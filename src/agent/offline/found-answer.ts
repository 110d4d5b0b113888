// Results of the tools as a typed answer that reads well.
import type { EpisodeGraph, GraphNode } from '../../graph/episode-graph.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import type { QuestionReading } from '../../question/reading.ts';
import type { ToolItem, ToolSuccess } from '../../tools/graph-tool.ts';
import type { Derivation } from '../answer.ts';
import type { DraftAnswer } from '../parse-answer.ts';
import { placeOf, scopeOf, subjectOf, timeWords, valueWords } from './words.ts';

type DraftValue = DraftAnswer['values'][number];

/**
 * The answer in what an `aggregate` call found, over all its pages.
 *
 * @param denials found entries that state that there is none (`No known allergies`), beside others that say what there is
 */
export function foundAnswer(
  graph: EpisodeGraph,
  reading: QuestionReading,
  plan: AggregatePlan,
  pages: readonly ToolSuccess[],
  denials: readonly GraphNode[] = [],
): DraftAnswer {
  const items = pages.flatMap((page) => page.items).map(mergeTies);
  const last = pages.at(-1);
  const said = say({
    graph,
    reading,
    plan,
    items,
    total: pages[0]?.total ?? items.length,
    results: pages.map((_, page) => `r${page + 1}`),
  });
  const conflict =
    denials.length === 0
      ? []
      : [
          `But the record also states ${denials.map(({ index, key }) => `"${graph.text(index).concept}" (${key})`).join(', ')}.`,
        ];
  const kept = [...new Set(items.flatMap(({ note }) => (typeof note === 'string' ? [note] : [])))].filter((note) =>
    /converted/.test(note),
  );
  const unread = last?.next === undefined ? [] : [`… and more: these are the first ${items.length}.`];
  const treatments = (pages[0]?.text ?? '').split('\n').filter((line) => /^(Left out|Note): /.test(line));
  return {
    status: 'answered',
    text: [...said.lines, ...conflict, ...unread, ...kept.map((note) => `Note: ${note}.`), ...treatments].join('\n'),
    values: said.values,
    citations: [...new Set([...said.citations, ...(reading.visit?.keys ?? [])])],
    absence: conflict.length > 0 ? 'conflicting' : null,
    reading: reading.reads,
    dependsOnNow: reading.time.usesNow || reading.operation === 'elapsed',
  };
}

interface Said {
  readonly lines: readonly string[];
  readonly values: DraftValue[];
  readonly citations: string[];
}

/** A group's value that several share (`250 ml; 250 ml`) as the one it is. */
function mergeTies(item: ToolItem): ToolItem {
  const parts = typeof item.value === 'string' && item.unit !== undefined ? item.value.split('; ') : [];
  const number = Number(parts[0]?.replace(` ${item.unit}`, ''));
  return parts.length > 1 && new Set(parts).size === 1 && Number.isFinite(number) ? { ...item, value: number } : item;
}

/** What was found, with the ids under which the conversation knows the result's pages. */
interface Found {
  readonly graph: EpisodeGraph;
  readonly reading: QuestionReading;
  readonly plan: AggregatePlan;
  readonly items: readonly ToolItem[];
  readonly total: number;
  readonly results: readonly string[];
}

/** The one way of saying that fits what came back. */
function say(found: Found): Said {
  if (found.plan.groupBy !== undefined) return groups(found);
  if (found.plan.reduce.op === 'distinct') return distinct(found);
  if (found.reading.compares !== undefined) return compared(found);
  if (isComputed(found.items)) return computed(found);
  const facts = stated(found);
  return found.reading.operation === 'exists'
    ? {
        ...facts,
        lines: [found.reading.negated ? 'Recorded:' : 'Yes.', ...facts.lines],
        values: [yes(facts, found.reading.negated)],
      }
    : facts;
}

/** Whether something was found in a chosen fact (the last test): there are names, so yes; or no, where none were asked for. */
function yes(facts: Said, negated: boolean): DraftValue {
  return { value: !negated, unit: null, time: null, how: 'exists', cite: [...facts.citations] };
}

/** Whether the later value is more, or less, than the earlier one, and by how much. */
function compared(found: Found): Said {
  const difference = computed(found);
  const { items, results } = found;
  const [item] = items;
  if (typeof item?.value !== 'number') return difference;
  const isSo = found.reading.compares === 'more' ? item.value > 0 : item.value < 0;
  return {
    ...difference,
    lines: [`${isSo ? 'Yes' : 'No'}. ${difference.lines.join(' ')}`],
    values: [{ value: isSo, how: 'difference', cite: [...results] }, ...difference.values],
  };
}

/** One number or word computed from many nodes; a trend is two, its direction and its slope. */
function computed({ graph, reading, plan, items, results }: Found): Said {
  const [item] = items as readonly [ToolItem];
  const keys = keysOf(item);
  const how = derivations[plan.reduce.op] ?? 'computed';
  const about = `${subject(graph, reading, items)}${scopeOf(reading)}`;
  const many = keys.length >= mostBasisKeys ? `over ${keys.length}` : String(keys.length);
  const words = items.map(valueWords).join(', ');
  const line =
    how === 'count'
      ? `Number of ${about}: ${words}.`
      : how === 'exists'
        ? // "Yes" to "was he never on it?" would mean either; the value says that it isn't so.
          `${reading.negated ? 'Found' : 'Yes'}: ${about}${which(graph, reading, keys)}, recorded ${keys.length === 1 ? 'once' : `${many} times`}.`
        : `${operationWords[plan.reduce.op] ?? plan.reduce.op} of ${about}: ${words}${keys.length > 1 ? `, from ${many} values` : ''}.`;
  const isTurned = how === 'exists' && reading.negated;
  return {
    lines: [line],
    values: isTurned
      ? [{ value: item.value === false, how, cite: [...results] }]
      : items.map((each) => draftValue(each, how, [...results])),
    citations: keys.length <= mostCited ? [...keys] : [...results],
  };
}

/** Which ones there are of a kind, where they are few and none was asked for by name. */
function which(graph: EpisodeGraph, reading: QuestionReading, keys: readonly string[]): string {
  const names = new Set(keys.flatMap((key) => conceptOfKey(graph, key) ?? []));
  return reading.concepts.length > 0 || names.size === 0 || names.size > mostNames
    ? ''
    : ` (${[...names].sort().join(' / ')})`;
}

/** How many different ones there are, and which. */
function distinct(found: Found): Said {
  const { graph, reading, items, total, results } = found;
  if (reading.frequency !== undefined) return frequent(found, reading.frequency);
  const names = items.map((item) => `- ${item.text ?? ''}${typeof item.n === 'number' ? ` (${item.n})` : ''}`);
  return {
    lines: [`${operationWords.distinct} of ${subject(graph, reading, items)}${scopeOf(reading)}: ${total}.`, ...names],
    values: [{ value: total, how: 'distinct', cite: [...results] }],
    citations: [...results],
  };
}

/** The names that the most facts bear, or so many of them at least; ties share the last place. */
function frequent(
  { graph, reading, items, results }: Found,
  { least = 1, top }: NonNullable<QuestionReading['frequency']>,
): Said {
  const times = (item: ToolItem | undefined) => (typeof item?.n === 'number' ? item.n : 1);
  const enough = Math.max(least, top === undefined ? 0 : times(items[top - 1] ?? items.at(-1)));
  const chosen = items.filter((item) => times(item) >= enough);
  const what = `${subject(graph, reading, items)}${scopeOf(reading)}`;
  const head = top === undefined ? `${capital(what)} at least ${least} times` : `Most frequent of ${what}`;
  return {
    lines: [`${head}: ${chosen.length}.`, ...chosen.map((item) => `- ${item.text ?? ''} (${times(item)})`)],
    values: chosen.map((item) => ({ value: item.text ?? '', how: 'stated', cite: [...results] })),
    citations: [...results],
  };
}

/** What single nodes say: a value, a time, a name; several when they share the place or are listed. */
function stated({ graph, reading, plan, items }: Found): Said {
  const isDuration = plan.project === 'duration' || plan.reduce.op === 'elapsed';
  const howOf = (item: ToolItem): Derivation =>
    isDuration ? 'elapsed' : keysOf(item).length > 1 ? (derivations[plan.reduce.op] ?? 'stated') : 'stated';
  const values = items.map((item) => draftValue(item, howOf(item), keysOf(item)));
  const citations = [...new Set(items.flatMap(keysOf))];
  const [only, second] = items;
  if (only !== undefined && second === undefined)
    return { lines: [sentence(graph, reading, plan, only)], values, citations };
  const extreme = sharedExtreme(graph, plan, items);
  if (extreme !== undefined) return { lines: [extreme], values, citations };
  const place = placeOf(reading.position);
  const head = `${place === '' ? '' : `${place} `}${subject(graph, reading, items)}${scopeOf(reading)}: ${items.length}${place === '' ? '' : ' at the same time'}`;
  return { lines: [`${capital(head)}`, ...items.map((item) => `- ${itemLine(graph, plan, item)}`)], values, citations };
}

/** One line for a least or greatest value that several nodes share: `Highest Weight: 90.4 kg, 2 times: on …, on … (…).` */
function sharedExtreme(
  graph: EpisodeGraph,
  { reduce, project }: AggregatePlan,
  items: readonly ToolItem[],
): string | undefined {
  const [first] = items;
  const isValue = project === undefined || project === 'value';
  if (first === undefined || !isValue || (reduce.op !== 'min' && reduce.op !== 'max')) return undefined;
  if (items.some(({ value, unit }) => value !== first.value || unit !== first.unit)) return undefined;
  const shown = items.slice(0, mostTimes);
  const more = items.length > shown.length ? ' …' : '';
  const times = shown.map(({ time }) => timeWords(time).trim()).join(', ');
  const keys = [...new Set(shown.flatMap(keysOf))].join(', ');
  const label = partLabel(graph, first, conceptOf(graph, first) ?? '');
  return `${statisticWords[reduce.op]} ${label}: ${valueWords(first)}, ${items.length} times: ${times}${more} (${keys}${more}).`;
}

/** `Latest potassium: 4.1 mmol/L on 2141-03-12 08:15 (Observation/k3).` */
function sentence(graph: EpisodeGraph, reading: QuestionReading, plan: AggregatePlan, item: ToolItem): string {
  const place = statisticWords[plan.reduce.op] ?? placeOf(reading.position);
  const concept = conceptOf(graph, item) ?? subjectOf(reading, true);
  const label =
    item.value === concept || plan.project === 'name' ? subjectOf(reading, true) : partLabel(graph, item, concept);
  const asked = plan.project === 'name' ? plan.role : plan.project === undefined ? undefined : askedWords[plan.project];
  const isPatient = item.type === 'Patient' && asked !== undefined;
  const subject = isPatient ? asked : `${place} ${label}${asked === undefined ? '' : `, ${asked}`}`.trim();
  const until = plan.reduce.op === 'elapsed' ? ` up to now, ${graph.now.text}` : '';
  return `${capital(subject)}: ${valueWords(item)}${whenWords(plan, item)}${until} (${sourceWords(item)}).`;
}

function itemLine(graph: EpisodeGraph, plan: AggregatePlan, item: ToolItem): string {
  const concept = conceptOf(graph, item);
  const label = concept === undefined || concept === item.value ? '' : `${partLabel(graph, item, concept)}: `;
  return `${label}${valueWords(item)}${whenWords(plan, item)} (${sourceWords(item)})`;
}

/** The concept, with the component that this value is of where the resource has several. */
function partLabel(graph: EpisodeGraph, item: ToolItem, concept: string): string {
  const node = graph.find(keysOf(item)[0] ?? item.key);
  const values = node === undefined ? [] : graph.text(node.index).values;
  const name = values.find((value) => value.number === item.value && value.name !== '')?.name;
  return name === undefined || values.length < 2 || concept.toLowerCase().includes(name.toLowerCase())
    ? concept
    : `${concept}, ${name}`;
}

function whenWords(plan: AggregatePlan, item: ToolItem): string {
  return plan.project === 'time' || plan.project === 'end' ? '' : timeWords(item.time);
}

function sourceWords(item: ToolItem): string {
  return keysOf(item).slice(0, mostNamed).join(', ');
}

/** One line per group, in the tool's order. */
function groups({ graph, reading, plan, items, results }: Found): Said {
  const how = derivations[plan.reduce.op] ?? 'computed';
  return {
    lines: [
      `${capital(`${operationWords[plan.reduce.op] ?? plan.reduce.op} of ${subject(graph, reading, items)}${scopeOf(reading)} by ${plan.groupBy}`)}:`,
      ...items.map((item) => `- ${item.text ?? ''}: ${valueWords(item)}`),
    ],
    values: items.map((item) => ({
      // A group of more nodes than it lists stands on the whole result.
      ...draftValue(item, how, Number(item.n ?? 0) > keysOf(item).length ? results : keysOf(item)),
      time: /^\d{4}/.test(item.text ?? '') ? (item.text ?? null) : null,
    })),
    citations: [...results],
  };
}

function draftValue(item: ToolItem, how: Derivation, cite: readonly string[]): DraftValue {
  return {
    value: item.value ?? '',
    unit: item.unit ?? null,
    time: how === 'stated' ? (item.time ?? null) : null,
    how,
    cite: [...cite],
  };
}

/** What the found nodes are about, as the record writes it; as the question was read when they are of many names. */
function subject(graph: EpisodeGraph, reading: QuestionReading, items: readonly ToolItem[]): string {
  const named = reading.concepts.some(({ role }) => role === 'concept' || role === 'code');
  const names = new Set(items.flatMap(keysOf).flatMap((key) => conceptOfKey(graph, key) ?? []));
  return named && names.size > 0 && names.size <= mostNames ? [...names].sort().join(' / ') : subjectOf(reading);
}

function isComputed(items: readonly ToolItem[]): boolean {
  return items[0]?.key.startsWith('aggregate/') === true;
}

function keysOf(item: ToolItem): readonly string[] {
  const keys = Array.isArray(item.keys)
    ? (item.keys as readonly unknown[]).filter((key): key is string => typeof key === 'string')
    : [];
  return keys.length > 0 ? keys : item.key.includes('/') && !item.key.startsWith('aggregate/') ? [item.key] : [];
}

function conceptOf(graph: EpisodeGraph, item: ToolItem): string | undefined {
  return conceptOfKey(graph, keysOf(item)[0] ?? item.key);
}

function conceptOfKey(graph: EpisodeGraph, key: string): string | undefined {
  const node = graph.find(key);
  return node === undefined ? undefined : graph.text(node.index).concept;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const derivations: Readonly<Record<string, Derivation>> = {
  count: 'count',
  exists: 'exists',
  distinct: 'distinct',
  min: 'min',
  max: 'max',
  mean: 'mean',
  median: 'median',
  sum: 'sum',
  difference: 'difference',
  elapsed: 'elapsed',
  trend: 'trend',
};
const operationWords: Readonly<Record<string, string>> = {
  count: 'Number',
  distinct: 'Number of different kinds',
  min: 'Lowest',
  max: 'Highest',
  mean: 'Mean',
  median: 'Median',
  sum: 'Sum',
  difference: 'Difference',
  rate: 'Rate',
  trend: 'Trend',
  elapsed: 'Time since',
};
const askedWords: Readonly<Partial<Record<NonNullable<AggregatePlan['project']>, string>>> = {
  end: 'end',
  status: 'status',
  duration: 'duration',
  code: 'code',
};
const statisticWords: Readonly<Record<string, string>> = {
  min: 'Lowest',
  max: 'Highest',
  elapsed: 'Time since',
  difference: 'Difference,',
};
/** Sources listed one by one; beyond that the result stands for them. */
const mostCited = 20;
/** Names of one subject. */
const mostNames = 3;
/** Keys named inside a sentence. */
const mostNamed = 2;
/** Times of one value named inside a sentence. */
const mostTimes = 3;
/** A result lists its nodes up to this many. */
const mostBasisKeys = 100;
