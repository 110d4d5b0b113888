// calculate: ages, time between dates, unit conversion.
import { z } from 'zod';
import type { TimeWindow } from '../fhir/clinical-time.ts';
import { ageAt, type Interval, intervalBetween, type LocalTime } from '../plan/interval.ts';
import { didYouMean } from '../plan/nearest.ts';
import { convertUnit, findAnalyte, knownAnalytes } from '../plan/units.ts';
import { startSpan } from '../plan/window.ts';
import { createTool, isFailure } from './create-tool.ts';
import type { GraphTool, ToolFailure, ToolItem, ToolResult } from './graph-tool.ts';
import { lineOf } from './hit.ts';
import { repairLines } from './page.ts';
import { readWindow } from './time-argument.ts';
import type { ToolContext } from './tool-context.ts';

/** Exact arithmetic on dates and quantities. */
export function createCalculate(context: ToolContext): GraphTool {
  return createTool({
    name: 'calculate',
    description:
      'Exact age, interval or unit conversion. Dates may be written, be a handle, "now" or "birth". Examples: {"op":"interval","from":"o17","to":"now","unit":"days"}; {"op":"age","to":"2141-03-12"}; {"op":"convert","value":90,"unit":"mg/dL","to_unit":"mmol/L","analyte":"glucose"}',
    inputSchema,
    run(args, repairs) {
      if (args.op === 'convert') return convert(args, repairs);
      const from = readMoment(context, args.op === 'age' ? 'birth' : args.from, 'from');
      if (isFailure(from)) return from;
      const to = readMoment(context, args.to ?? 'now', 'to');
      if (isFailure(to)) return to;
      const unit = args.unit ?? 'days';
      const isInYears = args.op === 'age' && (args.unit === undefined || /^y(ears?)?$/i.test(args.unit.trim()));
      const interval = isInYears ? ageAt(from.time, to.time) : intervalBetween(from.time, to.time, unit);
      if (interval === undefined)
        return refuse(
          'invalid-argument',
          `"${unit}" is not a unit of time; use minutes, hours, days, weeks, months or years.`,
        );
      const words = args.op === 'age' ? `Age on ${to.name}` : `From ${from.name} to ${to.name}`;
      return intervalResult(words, interval, [...from.lines, ...to.lines], [...from.keys, ...to.keys], repairs);
    },
  });
}

type Args = z.infer<typeof inputSchema>;

interface Moment {
  readonly time: LocalTime;
  readonly name: string;
  readonly lines: readonly string[];
  readonly keys: readonly string[];
}

/** A moment by date, handle, key, `now` or `birth`. */
function readMoment(context: ToolContext, text: string | undefined, argument: string): Moment | ToolFailure {
  const { graph } = context;
  if (text === undefined)
    return refuse('invalid-argument', `"${argument}" is missing: a date, a handle, "now" or "birth".`);
  const word = text.trim().toLowerCase();
  if (word === 'now' && graph.now.from === 'none')
    return refuse('not-computable', 'No date stands in this record, so it is not known when now is: give one.');
  if (word === 'now')
    return {
      time: { startMs: graph.now.localMs, endMs: graph.now.localMs + 1 },
      name: `now (${graph.now.text})`,
      lines: [],
      keys: [],
    };
  if (word === 'birth') return birthOf(context);
  const node = graph.find(text.trim()) ?? graph.find(word);
  if (node !== undefined) {
    if (node.time === undefined) return refuse('not-computable', `${node.handle} has no date.`);
    return {
      time: startSpan(node.time),
      name: `${node.handle} (${node.time.text})`,
      lines: [lineOf(graph, node.index)],
      keys: [node.key],
    };
  }
  const window = readWindow(graph, { [argument === 'from' ? 'start' : 'end']: text });
  if (window === undefined || isFailure(window)) return window ?? refuse('invalid-argument', `"${argument}" is empty.`);
  return { time: spanOf(context, text, window), name: text.trim(), lines: [], keys: [] };
}

/** The whole span a written date names, from the one end that `readWindow` closed. */
function spanOf(context: ToolContext, text: string, closed: TimeWindow): LocalTime {
  const whole = readWindow(context.graph, { time: text });
  if (whole === undefined || isFailure(whole)) return { startMs: closed.startLocalMs, endMs: closed.endLocalMs };
  return { startMs: whole.startLocalMs, endMs: whole.endLocalMs };
}

function birthOf(context: ToolContext): Moment | ToolFailure {
  const { graph } = context;
  const patient = graph.patient === undefined ? undefined : graph.nodes[graph.patient];
  const written = patient?.resource.birthDate;
  if (patient === undefined || typeof written !== 'string')
    return refuse('not-computable', 'The record does not say when the patient was born.');
  const window = readWindow(graph, { time: written });
  if (window === undefined || isFailure(window))
    return refuse('not-computable', 'The birth date of the record can not be read as a date.');
  return {
    time: { startMs: window.startLocalMs, endMs: window.endLocalMs },
    name: `birth (${written})`,
    lines: [`Born ${written} (${patient.key})`],
    keys: [patient.key],
  };
}

function intervalResult(
  words: string,
  interval: Interval,
  lines: readonly string[],
  keys: readonly string[],
  repairs: readonly string[],
): ToolResult {
  const { value, least, most, unit } = interval;
  const isOpen = least !== most;
  const said = isOpen
    ? `between ${least} and ${most} ${unit} (the dates are too coarse to say more)`
    : `${value} ${unit}`;
  const reason = isOpen ? { reason: 'a date is only known to the month or year' } : {};
  const item: ToolItem = {
    key: keys[0] ?? 'calculate',
    text: words,
    value: isOpen ? `${least}–${most}` : value,
    unit,
    keys,
  };
  return {
    ok: true,
    text: [...repairLines(repairs), `${words}: ${said}.`, ...lines].join('\n'),
    heading: [...repairLines(repairs), ...lines].join('\n'),
    items: [item],
    shown: 1,
    total: 1,
    complete: !isOpen,
    ...reason,
  };
}

function convert({ value, unit, to_unit: toUnit, analyte }: Args, repairs: readonly string[]): ToolResult {
  if (value === undefined || unit === undefined || toUnit === undefined) {
    return refuse('invalid-argument', 'op "convert" needs "value", "unit" and "to_unit".');
  }
  const known = analyte === undefined ? undefined : findAnalyte(analyte);
  if (analyte !== undefined && known === undefined) {
    return refuse(
      'not-computable',
      `The molar mass of "${analyte}" is not known here.${didYouMean(analyte, knownAnalytes())} Known: ${knownAnalytes().join(', ')}.`,
    );
  }
  const result = convertUnit(value, unit, toUnit, known);
  if (!result.ok) {
    const choice = result.reason.endsWith('name the analyte') ? ` (${knownAnalytes().join(', ')})` : '';
    return refuse('not-computable', `${value} ${unit} can not be converted to ${toUnit}: ${result.reason}${choice}.`);
  }
  const by = known === undefined ? '' : ` of ${known.name} (${known.molarMass} g/mol)`;
  const words = `${value} ${unit}${by} = ${result.value} ${result.unit}`;
  const item: ToolItem = { key: 'calculate', text: words, value: result.value, unit: result.unit };
  return {
    ok: true,
    text: [...repairLines(repairs), `${words}.`].join('\n'),
    heading: repairLines(repairs).join('\n'),
    items: [item],
    shown: 1,
    total: 1,
    complete: true,
  };
}

function refuse(code: ToolFailure['code'], text: string): ToolFailure {
  return { ok: false, code, text };
}

const inputSchema = z.strictObject({
  op: z.enum(['age', 'interval', 'convert']),
  from: z.string().optional().describe('interval: date, handle, "now" or "birth"'),
  to: z.string().optional().describe('as from; now if not given'),
  unit: z.string().optional().describe('of the interval, or of value'),
  value: z.number().optional().describe('convert: the number'),
  to_unit: z.string().optional(),
  analyte: z.string().optional().describe('substance, for mass to moles'),
});
