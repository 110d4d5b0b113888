// aggregate: exact answers over the whole record.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { plural } from '../linearization/render.ts';
import { allNodesOf } from '../plan/basis.ts';
import type { AggregatePlan } from '../plan/plan.ts';
import type { Basis, PlanGroup, PlanResult, PlanValue } from '../plan/plan-result.ts';
import { runPlan } from '../plan/run-plan.ts';
import { aggregateArguments, readPlan } from './aggregate-plan.ts';
import { createTool, isFailure } from './create-tool.ts';
import type { GraphTool, ToolItem } from './graph-tool.ts';
import { countConcepts, lineOf } from './hit.ts';
import { pageOf } from './page.ts';
import type { ToolContext } from './tool-context.ts';
import { keepWholeBasis } from './whole-basis.ts';

/** Values or groups of a plan in its order, in pages; what they rest on, what was left out and why. */
export function createAggregate(context: ToolContext): GraphTool {
  return createTool({
    name: 'aggregate',
    description:
      'Compute over ALL matching resources, never a page: count, exists, first, last, min, max, mean, sum … with unit, n and the handles it rests on. Use it for how many, ever, latest, highest, average, total, how long since. "give" says what to answer of the chosen ones (with min/max, "time" says when). Example: {"op":"max","text":"creatinine","type":"Observation","time":"2141","episode":"last hospital visit"}; {"op":"count","type":"MedicationRequest","where":{"route":"IV"},"group_by":"month"}',
    inputSchema: aggregateArguments,
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
      const entries = entriesOf(context.graph, plan, result);
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
      // A number over many shows all of them, whatever it lists.
      return { ...page, shown: result.basis.count, total: result.basis.count };
    },
  });
}

interface Entry {
  readonly line: string;
  readonly item: ToolItem;
}

/** One number or word computed from many, rather than a list of what nodes say. */
function isComputed(result: PlanResult): boolean {
  return (
    result.groups.length === 0 && result.values.length > 0 && result.values.every((value) => value.keys.length === 0)
  );
}

function entriesOf(graph: EpisodeGraph, plan: AggregatePlan, result: PlanResult): readonly Entry[] {
  if (result.groups.length > 0) return result.groups.map((group) => groupEntry(group, plan.groupBy === undefined));
  return result.values.map((value) => valueEntry(graph, value, result.basis));
}

/** @param isTally a list of names, whose number is how often each occurs; else a group without a value has none */
function groupEntry({ group, values, n, basis }: PlanGroup, isTally: boolean): Entry {
  const said = values.map(sayValue).join('; ');
  const [only, second] = values;
  const value = second === undefined ? (only?.value ?? (isTally ? n : undefined)) : said;
  const without = isTally ? `${n}` : `nothing to compute (n ${n})`;
  const item = {
    key: `group/${group}`,
    text: group,
    ...(value === undefined ? {} : { value }),
    ...(only?.unit === undefined ? {} : { unit: only.unit }),
    n,
    keys: basis.keys,
  };
  return {
    line: values.length === 0 ? `${group}: ${without}` : `${group}: ${said}${only?.value === n ? '' : ` (n ${n})`}`,
    item: withWholeBasis(item, basis),
  };
}

/** The item, with all its nodes beside it when it lists only some. */
function withWholeBasis(item: ToolItem, basis: Basis): ToolItem {
  if (basis.count > basis.keys.length) keepWholeBasis(item, allNodesOf(basis));
  return item;
}

function valueEntry(graph: EpisodeGraph, value: PlanValue, basis: Basis): Entry {
  const node = value.keys.length === 0 ? undefined : graph.find(value.keys[0] ?? '');
  const keys = value.keys.length === 0 ? basis.keys : value.keys;
  const handles = value.keys.slice(0, mostHandles).map((key) => graph.find(key)?.handle ?? key);
  const from = handles.length === 0 ? '' : ` [${handles.join(', ')}${value.keys.length > mostHandles ? ' …' : ''}]`;
  const item = {
    key: node?.key ?? `aggregate/${basis.digest}`,
    ...(node === undefined ? {} : { handle: node.handle, type: node.type, text: graph.text(node.index).concept }),
    value: value.value,
    ...(value.unit === undefined ? {} : { unit: value.unit }),
    ...(value.time === undefined ? {} : { time: value.time }),
    ...(value.note === undefined ? {} : { note: value.note }),
    keys,
  };
  return {
    line: `${sayValue(value)}${value.time === undefined || value.time === value.value ? '' : `, ${value.time}`}${value.note === undefined ? '' : ` (${value.note})`}${from}`,
    item: value.keys.length === 0 ? withWholeBasis(item, basis) : item,
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
    ...[select.concepts, select.codes, select.categories, select.statuses].map((names) => names?.join('/')),
    select.text === undefined ? undefined : `"${select.text}"`,
    select.component,
    ...Object.entries(select.named ?? {}).map(([role, names]) => `${role} ${names.join('/')}`),
    select.value === undefined
      ? undefined
      : `${select.value.op} ${select.value.number} ${select.value.unit ?? ''}`.trim(),
    select.keys === undefined ? undefined : `${select.keys.length} given`,
  ].filter((each) => each !== undefined);
  const visits = window?.episodes === undefined ? undefined : `in ${plural(window.episodes.length, 'visit')}`;
  const by = groupBy === undefined ? undefined : `by ${groupBy}`;
  const words = [plan.reduce.op, ...(what.length === 0 ? ['everything'] : what), window?.time?.text, visits, by];
  return words.filter((word) => word !== undefined).join(' ');
}

/** What the answer rests on: the one line, or handles with the first and last line and the concepts. */
function basisLines(graph: EpisodeGraph, { basis, outcome }: PlanResult): readonly string[] {
  const [first, last] = [basis.first, basis.last].map((key) => graph.find(key ?? ''));
  if (outcome === 'empty' || first === undefined || last === undefined) return [];
  if (first === last) return [`Source: ${lineOf(graph, first.index)}`];
  const told = basis.handles.slice(0, mostHandles).join(', ');
  const rest = basis.count <= mostHandles ? '' : ` … ${last.handle} (${basis.count} in all, digest ${basis.digest})`;
  const lines = [`Rests on ${told}${rest}.`];
  if (basis.count <= basis.keys.length) {
    lines.push(
      `About: ${countConcepts(
        graph,
        basis.keys.map((key) => graph.find(key)?.index ?? -1),
      )}`,
    );
  }
  return [...lines, `First: ${lineOf(graph, first.index)}`, `Last: ${lineOf(graph, last.index)}`];
}

function leftOutLines({ leftOut }: PlanResult): readonly string[] {
  return leftOut.map(
    ({ text, basis }) =>
      `Left out: ${basis.count} ${text}: ${basis.handles.slice(0, mostHandles).join(', ')}${basis.count > mostHandles ? ' …' : ''}.`,
  );
}

const defaultLimit = 50;
const mostHandles = 10;
