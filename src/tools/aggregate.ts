// aggregate: exact answers over the whole record.
import { z } from 'zod';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { plural } from '../linearization/render.ts';
import type { AggregatePlan, PlanWindow, Projection, Reduction } from '../plan/plan.ts';
import type { Basis, PlanGroup, PlanResult, PlanValue } from '../plan/plan-result.ts';
import { runPlan } from '../plan/run-plan.ts';
import { normalName, selectionIndex } from '../plan/selection-index.ts';
import type { Selection } from '../question/selection.ts';
import { createTool, isFailure } from './create-tool.ts';
import type { GraphTool, ToolFailure, ToolItem } from './graph-tool.ts';
import { countConcepts, lineOf } from './hit.ts';
import { findNode, readEpisodes, readTypes } from './name-arguments.ts';
import { pageOf } from './page.ts';
import { readWindow } from './time-argument.ts';
import type { ToolContext } from './tool-context.ts';

/** Values or groups of a plan in its order, in pages; what they rest on, what was left out and why. */
export function createAggregate(context: ToolContext): GraphTool {
  return createTool({
    name: 'aggregate',
    description:
      'Compute over ALL matching resources, never a page: count, exists, first, last, min, max, mean, sum … with unit, n and the handles it rests on. Use it for how many, ever, latest, highest, average, total, how long since. "give" says what to answer of the chosen ones (with min/max, "time" says when). Example: {"op":"max","text":"creatinine","type":"Observation","time":"2141","episode":"last hospital visit"}; {"op":"count","type":"MedicationRequest","where":{"route":"IV"},"group_by":"month"}',
    inputSchema,
    run(args, repairs) {
      const plan = readPlan(context, args, repairs);
      if (isFailure(plan)) return plan;
      const result = runPlan(context.graph, plan);
      if (result.outcome === 'not-computable') {
        return {
          ok: false,
          code: 'not-computable',
          text: [
            `${describe(plan)}: not computable, ${result.reason ?? ''}.`,
            ...leftOutLines(result),
            ...result.notes,
          ].join('\n'),
        };
      }
      const { limit = defaultLimit, cursor, ...bound } = args;
      const entries = entriesOf(context.graph, result);
      const page = pageOf(
        context,
        { tool: 'aggregate', bound, cursor, limit, repairs },
        {
          head: headOf(plan, result),
          summary: [...result.notes, ...basisLines(context.graph, result), ...leftOutLines(result)],
          total: entries.length,
          entry: (at) => entries[at] as Entry,
          partial: result.completeness.reasons.filter(
            (reason) => !context.graph.record.completeness.reasons.includes(reason),
          ),
        },
      );
      if (!page.ok || !isComputed(result)) return page;
      return { ...page, shown: Math.min(result.basis.keys.length, result.basis.count), total: result.basis.count };
    },
  });
}

type Args = z.infer<typeof inputSchema>;

interface Entry {
  readonly line: string;
  readonly item: ToolItem;
}

function readPlan(context: ToolContext, args: Args, repairs: string[]): AggregatePlan | ToolFailure {
  const { graph } = context;
  const types = readTypes(graph, args.type, repairs);
  if (isFailure(types)) return types;
  const episodes = readEpisodes(graph, args.episode, repairs);
  if (isFailure(episodes)) return episodes;
  const time = readWindow(graph, { time: args.time });
  if (isFailure(time)) return time;
  const keys: string[] = [];
  for (const id of args.ids ?? []) {
    const node = findNode(graph, id, repairs);
    if (isFailure(node)) return node;
    keys.push(node.key);
  }
  const value = args.value === undefined ? undefined : readComparison(args.value);
  if (isFailure(value)) return value;
  const select: Selection = {
    ...(types === undefined ? {} : { types }),
    ...codeOrConcept(graph, args.code),
    ...(args.text === undefined ? {} : { text: args.text }),
    ...(args.category === undefined ? {} : { categories: [args.category] }),
    ...(args.status === undefined ? {} : { statuses: [args.status] }),
    ...(args.where === undefined ? {} : { named: asLists(args.where) }),
    ...(value === undefined ? {} : { value }),
    ...(args.component === undefined ? {} : { component: args.component }),
    ...(args.ids === undefined ? {} : { keys }),
  };
  const window: PlanWindow = {
    ...(time === undefined ? {} : { time }),
    ...(episodes === undefined ? {} : { episodes: episodes.map((each) => each.index) }),
  };
  const { give, role } = readGive(args.give);
  const descending = args.op === 'elapsed' ? {} : args.order === 'desc' ? { order: 'time-descending' as const } : {};
  return {
    select,
    ...(Object.keys(window).length === 0 ? {} : { window }),
    ...descending,
    reduce: reductionOf(args, give ?? 'concept'),
    ...(give === undefined ? {} : { project: give }),
    ...(role === undefined ? {} : { role }),
    ...(args.at === undefined ? {} : { at: args.at }),
    ...(args.group_by === undefined ? {} : { groupBy: args.group_by }),
    ...(args.unit === undefined ? {} : { unit: args.unit }),
  };
}

function reductionOf(args: Args, by: Projection): Reduction {
  if (args.op === 'distinct') return { op: 'distinct', by };
  if (args.op === 'nth') return { op: 'nth', n: args.n ?? 1 };
  return { op: args.op };
}

/** An exact code, or the exact name of a concept, whichever names more; an unknown one stays a code, so that its note names the nearest. */
function codeOrConcept(graph: EpisodeGraph, code: string | undefined): Selection {
  if (code === undefined) return {};
  const index = selectionIndex(graph);
  const named = index.concepts.get(normalName(code))?.length ?? 0;
  const isConcept = !code.includes('|') && named > 0 && named >= (index.codes.get(normalName(code))?.length ?? 0);
  return isConcept ? { concepts: [code] } : { codes: [code] };
}

/** `give` is one of the projections, else a role or element path to name. */
function readGive(give: string | undefined): { readonly give?: Projection; readonly role?: string } {
  if (give === undefined) return {};
  const word = give.trim().toLowerCase();
  return projections.has(word) ? { give: word as Projection } : { give: 'name', role: give.trim() };
}

function readComparison(text: string): NonNullable<Selection['value']> | ToolFailure {
  const [, op = '=', number = '', unit = ''] =
    /^\s*(<=|>=|!=|<|>|=)?\s*(-?\d+(?:[.,]\d+)?)\s*(.*?)\s*$/.exec(text) ?? [];
  if (number === '') {
    return {
      ok: false,
      code: 'invalid-argument',
      text: `"value" must be a comparison such as "> 7.0 mg/dL"; found "${text.slice(0, 40)}".`,
    };
  }
  return {
    op: op as NonNullable<Selection['value']>['op'],
    number: Number(number.replace(',', '.')),
    ...(unit === '' ? {} : { unit }),
  };
}

function asLists(
  where: Readonly<Record<string, string | readonly string[]>>,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(where).map(([role, names]) => [role, typeof names === 'string' ? [names] : names]),
  );
}

/** One number or word computed from many, rather than a list of what nodes say. */
function isComputed(result: PlanResult): boolean {
  return (
    result.groups.length === 0 && result.values.length > 0 && result.values.every((value) => value.keys.length === 0)
  );
}

function entriesOf(graph: EpisodeGraph, result: PlanResult): readonly Entry[] {
  if (result.groups.length > 0) return result.groups.map((group) => groupEntry(group));
  return result.values.map((value) => valueEntry(graph, value, result.basis));
}

function groupEntry({ group, values, n, basis }: PlanGroup): Entry {
  const said = values.map(sayValue).join('; ');
  const [only, second] = values;
  const value = second === undefined ? (only?.value ?? n) : said;
  return {
    line: values.length === 0 ? `${group}: ${n}` : `${group}: ${said}${only?.value === n ? '' : ` (n ${n})`}`,
    item: {
      key: `group/${group}`,
      text: group,
      value,
      ...(only?.unit === undefined ? {} : { unit: only.unit }),
      n,
      keys: basis.keys,
    },
  };
}

function valueEntry(graph: EpisodeGraph, value: PlanValue, basis: Basis): Entry {
  const node = value.keys.length === 0 ? undefined : graph.find(value.keys[0] ?? '');
  const keys = value.keys.length === 0 ? basis.keys : value.keys;
  const handles = value.keys.slice(0, mostHandles).map((key) => graph.find(key)?.handle ?? key);
  const from = handles.length === 0 ? '' : ` [${handles.join(', ')}${value.keys.length > mostHandles ? ' …' : ''}]`;
  return {
    line: `${sayValue(value)}${value.time === undefined || value.time === value.value ? '' : `, ${value.time}`}${value.note === undefined ? '' : ` (${value.note})`}${from}`,
    item: {
      key: node?.key ?? `aggregate/${basis.digest}`,
      ...(node === undefined ? {} : { handle: node.handle, type: node.type, text: graph.text(node.index).concept }),
      value: value.value,
      ...(value.unit === undefined ? {} : { unit: value.unit }),
      ...(value.time === undefined ? {} : { time: value.time }),
      keys,
    },
  };
}

function sayValue({ value, unit }: PlanValue): string {
  const said = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
  return unit === undefined ? said : `${said} ${unit}`;
}

function headOf(plan: AggregatePlan, result: PlanResult): string {
  const [only, second] = result.values;
  const isOne = only !== undefined && second === undefined && only.keys.length === 0;
  const n = plan.reduce.op === 'count' || plan.reduce.op === 'exists' ? '' : ` (n ${result.n})`;
  if (result.outcome === 'empty') return `${describe(plan)}: ${isOne ? sayValue(only) : 'none'}; nothing matches.`;
  if (isOne) return `${describe(plan)}: ${sayValue(only)}${n}.`;
  const several =
    result.groups.length > 0 ? plural(result.groups.length, 'group') : plural(result.values.length, 'value');
  return `${describe(plan)}: ${several}${n}${result.ties.length > 0 ? `, ${result.ties.length} share the place` : ''}.`;
}

function describe(plan: AggregatePlan): string {
  const { select, window, groupBy } = plan;
  const what = [
    select.types?.join('/'),
    select.concepts?.join('/') ?? select.codes?.join('/'),
    select.text === undefined ? undefined : `"${select.text}"`,
    select.component,
    ...Object.entries(select.named ?? {}).map(([role, names]) => `${role} ${names.join('/')}`),
    select.value === undefined ? undefined : `${select.value.op} ${select.value.number}`,
  ].filter((each) => each !== undefined);
  return [
    plan.reduce.op,
    ...(what.length === 0 ? ['everything'] : what),
    window?.time?.text,
    groupBy === undefined ? undefined : `by ${groupBy}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function basisLines(graph: EpisodeGraph, { basis, outcome }: PlanResult): readonly string[] {
  if (outcome === 'empty' || basis.count === 0) return [];
  const nodes = basis.keys.map((key) => graph.find(key)?.index ?? -1);
  const told = basis.handles.slice(0, mostHandles).join(', ');
  const all = basis.count <= mostHandles;
  const ends = all
    ? ''
    : ` … ${basis.last === undefined ? '' : (graph.find(basis.last)?.handle ?? '')} (${basis.count} in all, digest ${basis.digest})`;
  const lines = [`Rests on ${told}${ends}.`];
  if (basis.count > 1 && basis.count <= basis.keys.length) lines.push(`About: ${countConcepts(graph, nodes)}`);
  const [first, last] = [basis.first, basis.last].map((key) => (key === undefined ? undefined : graph.find(key)));
  if (first !== undefined) lines.push(`First: ${lineOf(graph, first.index)}`);
  if (last !== undefined && last !== first) lines.push(`Last: ${lineOf(graph, last.index)}`);
  return lines;
}

function leftOutLines({ leftOut }: PlanResult): readonly string[] {
  return leftOut.map(
    ({ text, basis }) =>
      `Left out: ${basis.count} ${text}: ${basis.handles.slice(0, mostHandles).join(', ')}${basis.count > mostHandles ? ' …' : ''}.`,
  );
}

const defaultLimit = 50;
const mostHandles = 10;
const projections: ReadonlySet<string> = new Set([
  'value',
  'time',
  'end',
  'duration',
  'concept',
  'code',
  'status',
  'node',
]);

const inputSchema = z.strictObject({
  op: z.enum([
    'count',
    'distinct',
    'exists',
    'list',
    'first',
    'last',
    'nth',
    'min',
    'max',
    'mean',
    'median',
    'sum',
    'difference',
    'rate',
    'trend',
    'elapsed',
  ]),
  type: z.string().optional().describe('FHIR type, or several with commas'),
  code: z.string().optional().describe('exact code, system|code or concept name'),
  text: z.string().optional().describe('words that must all occur in concept, codes or referenced names'),
  category: z.string().optional(),
  status: z.string().optional(),
  where: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .optional()
    .describe(
      'exact names by role (drug, route, specimen, organism, place, class, admit-source, performer) or FHIR element',
    ),
  value: z.string().optional().describe('comparison: "> 7 mg/dL"'),
  component: z.string().optional().describe('one of several values: "systolic", "dose"'),
  ids: z.array(z.string()).optional().describe('only these'),
  time: z.string().optional().describe('"2141-03", "since 2141-03-12", "last month"'),
  episode: z.string().optional().describe('visit: e3, or words'),
  give: z.string().optional().describe('value, time, end, duration, concept, code, status, or a role or element'),
  at: z.string().optional().describe('element path of the date that counts where it is written: "issued"'),
  n: z.int().optional().describe('for nth; negative from the end'),
  order: z.enum(['asc', 'desc']).optional(),
  group_by: z.enum(['code', 'day', 'week', 'month', 'year', 'visit', 'type']).optional(),
  unit: z.string().optional().describe('to answer in'),
  limit: z.int().min(1).max(500).optional(),
  cursor: z.string().optional(),
});
