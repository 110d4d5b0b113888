// A run's report: tables of figures without question, answer or record text, as Markdown and as one HTML page.
import type { CaseResult } from './case-result.ts';
import { paretoFront } from './measures.ts';
import type { ArmSummary, RunSummary } from './summary.ts';

export interface ReportOptions {
  readonly title: string;
  /** The command that made the run, so that anyone can make it again. */
  readonly command: string;
}

/** A table of text cells; the first column names the row. */
export interface ReportTable {
  readonly title: string;
  readonly note?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** One point of the Pareto figure. */
export interface ParetoPoint {
  readonly name: string;
  /** Questions answered for one million input tokens; `Infinity` for an arm that uses none. */
  readonly questionsPerMillionTokens: number;
  readonly accuracy: number;
  readonly onFront: boolean;
}

/** Every table of the report, in order. Times are left out, so that two runs give the same bytes. */
export function reportTables(summary: RunSummary): readonly ReportTable[] {
  return [
    accuracyTable('All cases', summary.arms, 'Abstentions, failures and over-long contexts count as wrong.'),
    accuracyTable('Cases that every arm answered', summary.common),
    ...[...summary.byDataset].map(([name, arms]) => accuracyTable(`Dataset ${name}`, arms)),
    evidenceTable(summary.arms),
    tokenTable(summary.arms),
    splitTable('Accuracy by size of record', summary.bySize),
    splitTable('Accuracy by kind of question', summary.byKind),
    pairTable(summary),
    riskTable(summary),
    ...judgeTables(summary),
    {
      title: 'Not asked here',
      head: ['dataset: reason', 'cases'],
      rows: [...summary.notSupported].map(([reason, count]) => [reason, String(count)]),
    },
  ].filter(({ rows }) => rows.length > 0);
}

/** Points of the arms that were run, best first. */
export function paretoPoints(
  arms: readonly ArmSummary[],
  tokens: 'inputTokens' | 'cacheWeightedInputTokens',
): readonly ParetoPoint[] {
  const points = arms.flatMap((arm) => {
    const used = arm[tokens];
    if (arm.accuracy === undefined || used === undefined) return [];
    return [{ name: arm.arm, x: used === 0 ? Number.POSITIVE_INFINITY : TOKENS / used, y: arm.accuracy }];
  });
  const front = new Set(paretoFront(points));
  return points
    .map(({ name, x, y }) => ({ name, questionsPerMillionTokens: x, accuracy: y, onFront: front.has(name) }))
    .sort((a, b) => b.accuracy - a.accuracy || (a.name < b.name ? -1 : 1));
}

export function reportMarkdown(summary: RunSummary, options: ReportOptions): string {
  const tables = reportTables(summary).map(({ title, note, head, rows }) =>
    [
      `## ${title}`,
      ...(note === undefined ? [] : [note]),
      [head, head.map(() => '---'), ...rows].map(markdownRow).join('\n'),
    ].join('\n\n'),
  );
  return `${[`# ${options.title}`, `Made by \`${options.command}\`.`, ...dominance(summary), ...tables].join('\n\n')}\n`;
}

/** Which arms no other arm beats in both accuracy and tokens. */
function dominance(summary: RunSummary): readonly string[] {
  const points = paretoPoints(summary.arms, 'inputTokens');
  const front = points.filter(({ onFront }) => onFront).map(({ name }) => name);
  return front.length === 0 ? [] : [`On the Pareto front of accuracy and input tokens: ${front.join(', ')}.`];
}

function accuracyTable(title: string, arms: readonly ArmSummary[], note?: string): ReportTable {
  return {
    title,
    ...(note === undefined ? {} : { note }),
    head: [
      'arm',
      'cases',
      'accuracy',
      '95 % by patient',
      'right',
      'wrong',
      'abstained',
      'too long',
      'failed',
      'undecided',
      'risk when answering',
    ],
    rows: arms
      .filter((arm) => arm.accuracy !== undefined)
      .map((arm) => [
        arm.arm,
        String(arm.cases),
        percent(arm.accuracy),
        arm.interval === undefined ? '' : `${percent(arm.interval.low)} to ${percent(arm.interval.high)}`,
        ...[arm.right, arm.wrong, arm.abstained, arm.tooLong, arm.failed, arm.undecided].map(String),
        percent(arm.risk),
      ]),
  };
}

function evidenceTable(arms: readonly ArmSummary[]): ReportTable {
  return {
    title: 'Evidence',
    note: 'Over questions whose gold resources are known: all of them on the page, gold ids on the page, share of the page that is gold; then page and tools together.',
    head: ['arm', 'page complete', 'page recall', 'page precision', 'seen complete', 'seen recall', 'seen precision'],
    rows: arms
      .filter((arm) => arm.pageRecall !== undefined)
      .map((arm) => [
        arm.arm,
        ...[
          arm.pageComplete,
          arm.pageRecall,
          arm.pagePrecision,
          arm.seenComplete,
          arm.seenRecall,
          arm.seenPrecision,
        ].map(percent),
      ]),
  };
}

function tokenTable(arms: readonly ArmSummary[]): ReportTable {
  return {
    title: 'Tokens and cost, means a question',
    head: ['arm', 'page', 'input (sum)', 'cache-weighted', 'peak', 'last', 'output', 'steps', 'US $', 'retries'],
    rows: arms.map((arm) => [
      arm.arm,
      ...[
        arm.pageTokens,
        arm.inputTokens,
        arm.cacheWeightedInputTokens,
        arm.peakInputTokens,
        arm.lastInputTokens,
        arm.outputTokens,
      ].map((value) => number(value, 0)),
      number(arm.steps, 1),
      number(arm.costUsd, 4),
      String(arm.retries),
    ]),
  };
}

function splitTable(title: string, split: ReadonlyMap<string, readonly ArmSummary[]>): ReportTable {
  const arms = [
    ...new Set(
      [...split.values()]
        .flat()
        .filter((arm) => arm.accuracy !== undefined)
        .map(({ arm }) => arm),
    ),
  ];
  const rows = [...split].map(([name, own]) => {
    const byArm = new Map(own.map((arm) => [arm.arm, arm]));
    return [
      name,
      String(Math.max(0, ...own.map(({ cases }) => cases))),
      ...arms.map((arm) => percent(byArm.get(arm)?.accuracy)),
    ];
  });
  return {
    title,
    head: ['', 'cases', ...arms],
    rows: arms.length === 0 ? [] : rows.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  };
}

function pairTable({ pairs }: RunSummary): ReportTable {
  return {
    title: 'Paired comparison (exact McNemar, two-sided)',
    head: ['arms', 'only first right', 'only second right', 'p'],
    rows: pairs.map(({ first, second, onlyFirst, onlySecond, p }) => [
      `${first} / ${second}`,
      String(onlyFirst),
      String(onlySecond),
      p < SMALL_P ? `< ${SMALL_P}` : p.toFixed(3),
    ]),
  };
}

function riskTable({ risk }: RunSummary): ReportTable {
  return {
    title: 'Risk and coverage, the surest answers first',
    head: ['arm', 'coverage', 'risk'],
    rows: [...risk].flatMap(([arm, points]) =>
      points.map((point) => [arm, percent(point.coverage), percent(point.risk)]),
    ),
  };
}

function judgeTables({ judges }: RunSummary): readonly ReportTable[] {
  if (judges === undefined) return [];
  return [
    {
      title: 'Judges against the deterministic graders',
      head: ['judge', 'cases', 'agreement'],
      rows: judges.accuracy.map((rate, at) => [String(at + 1), String(judges.graded), percent(rate)]),
    },
    {
      title: 'Agreement between judges',
      head: ['pair', 'κ'],
      rows: judges.kappa.map((kappa, at) => [String(at + 1), kappa === undefined ? 'undefined' : kappa.toFixed(3)]),
    },
  ];
}

/** Failures that the full report, kept with the run alone, lets one open. */
export function failures(results: readonly CaseResult[]): readonly CaseResult[] {
  return results.filter(
    ({ outcome, verdict }) => outcome === 'failed' || (outcome === 'answered' && verdict?.correct !== true),
  );
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function percent(rate: number | undefined): string {
  return rate === undefined ? '' : `${(rate * 100).toFixed(1)} %`;
}

function number(value: number | undefined, decimals: number): string {
  return value === undefined
    ? ''
    : value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

const TOKENS = 1_000_000;
const SMALL_P = 0.001;
