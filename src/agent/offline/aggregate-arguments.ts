// A plan as the arguments of the `aggregate` tool.
import type { TimeWindow } from '../../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../../graph/episode-graph.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import { runPlan } from '../../plan/run-plan.ts';
import type { Selection } from '../../question/selection.ts';
import { readTimePhrases } from '../../question/time-phrase.ts';

export type AggregateArguments = Readonly<Record<string, unknown>>;

/**
 * Arguments that mean the plan. What the tool's words can't say (several alternative names, several visits, an end
 * inside the window) is selected first over the whole record and handed over as ids.
 */
export function aggregateArguments(graph: EpisodeGraph, plan: AggregatePlan): AggregateArguments {
  const { select, window } = plan;
  const sayable =
    plan.take === undefined &&
    isSaid(graph, window?.time) &&
    isSayable(select) &&
    (window?.episodes === undefined || window.episodes.length === 1) &&
    (window?.by ?? 'start') === 'start';
  const episode = window?.episodes?.[0];
  const chosen = sayable
    ? {
        ...selectionArguments(select),
        ...timeArgument(window?.time?.text),
        ...(episode === undefined ? {} : { episode: graph.episodes[episode]?.handle }),
      }
    : {
        ids: selectedKeys(graph, plan),
        ...(select.component === undefined ? {} : { component: select.component }),
        ...((window?.by ?? 'start') === 'start' ? timeArgument(window?.time?.text) : {}),
      };
  return {
    op: plan.reduce.op,
    ...chosen,
    ...(plan.reduce.op === 'nth' ? { n: plan.reduce.n } : {}),
    ...giveArgument(plan),
    ...(plan.order === 'time-descending' ? { order: 'desc' } : {}),
    ...(plan.at === undefined ? {} : { at: plan.at }),
    ...(plan.groupBy === undefined ? {} : { group_by: plan.groupBy }),
    ...(plan.unit === undefined ? {} : { unit: plan.unit }),
  };
}

/** Whether the words of a window mean it: one that ends between two seconds has none. */
function isSaid(graph: EpisodeGraph, time: TimeWindow | undefined): boolean {
  if (time === undefined || (time.startLocalMs === Number.NEGATIVE_INFINITY) === time.endLocalMs > graph.now.localMs)
    return true;
  const read = readTimePhrases(time.text, graph.now).window;
  return read?.startLocalMs === time.startLocalMs && read.endLocalMs === time.endLocalMs;
}

/** The plan without window and visits, counting; `undefined` when it has neither. */
export function withoutScope(plan: AggregatePlan): AggregatePlan | undefined {
  if (plan.window === undefined) return undefined;
  return { select: plan.select, reduce: { op: 'last' }, project: 'time' };
}

function isSayable(select: Selection): boolean {
  const lists = [select.codes, select.concepts, select.categories, select.statuses];
  const names = (select.concepts?.length ?? 0) + (select.codes?.length ?? 0);
  return (
    lists.every((list) => (list?.length ?? 0) <= 1) &&
    names <= 1 &&
    select.includeRetracted !== true &&
    select.nested === undefined &&
    select.keys === undefined
  );
}

function selectionArguments(select: Selection): AggregateArguments {
  const code = select.codes?.[0] ?? select.concepts?.[0];
  const { value } = select;
  return {
    ...(select.types === undefined ? {} : { type: select.types.join(',') }),
    ...(code === undefined ? {} : { code }),
    ...(select.text === undefined ? {} : { text: select.text }),
    ...(select.categories?.[0] === undefined ? {} : { category: select.categories[0] }),
    ...(select.statuses?.[0] === undefined ? {} : { status: select.statuses[0] }),
    ...(select.named === undefined ? {} : { where: select.named }),
    ...(value === undefined
      ? {}
      : { value: `${value.op} ${value.number}${value.unit === undefined ? '' : ` ${value.unit}`}` }),
    ...(select.component === undefined ? {} : { component: select.component }),
  };
}

function timeArgument(text: string | undefined): AggregateArguments {
  return text === undefined ? {} : { time: text };
}

function giveArgument(plan: AggregatePlan): AggregateArguments {
  const by = plan.reduce.op === 'distinct' ? plan.reduce.by : plan.project;
  if (by === 'name') return plan.role === undefined ? {} : { give: plan.role };
  return by === undefined ? {} : { give: by };
}

/** Every node the plan is about, by key: the whole selection, window and visits applied. */
function selectedKeys(graph: EpisodeGraph, plan: AggregatePlan): readonly string[] {
  const { window, select } = plan;
  const listed = runPlan(graph, {
    select,
    reduce: { op: 'list' },
    project: 'node',
    ...(window === undefined ? {} : { window }),
    ...(plan.at === undefined ? {} : { at: plan.at }),
    ...(plan.take === undefined ? {} : { take: plan.take }),
  });
  return [...new Set(listed.values.flatMap(({ keys }) => keys))];
}
