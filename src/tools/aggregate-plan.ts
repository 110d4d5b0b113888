// From the arguments of `aggregate` to a plan.
import { z } from 'zod';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { AggregatePlan, PlanWindow, Projection, Reduction } from '../plan/plan.ts';
import { normalName, selectionIndex } from '../plan/selection-index.ts';
import type { Selection } from '../question/selection.ts';
import { isFailure } from './create-tool.ts';
import type { ToolFailure } from './graph-tool.ts';
import { findNode, readEpisodes, readTypes, unfold } from './name-arguments.ts';
import { readWindow } from './time-argument.ts';
import type { ToolContext } from './tool-context.ts';

export type AggregateArguments = z.infer<typeof aggregateArguments>;

/** The plan that arguments mean; a refusal names what could not be read. */
export function readPlan(
  context: ToolContext,
  args: AggregateArguments,
  repairs: string[],
): AggregatePlan | ToolFailure {
  const { graph } = context;
  const types = readTypes(graph, args.type, repairs);
  if (isFailure(types)) return types;
  const episodes = readEpisodes(graph, args.episode, repairs);
  if (isFailure(episodes)) return episodes;
  const time = readWindow(graph, { time: args.time });
  if (isFailure(time)) return time;
  const keys: string[] = [];
  for (const id of unfold(graph, args.ids ?? [])) {
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

function reductionOf(args: AggregateArguments, by: Projection): Reduction {
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

/** What `aggregate` takes. */
export const aggregateArguments = z.strictObject({
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
