// `fhir-hopper evaluate`: strategies and models compared over a dataset, resumable, with a report at the end.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { type ScatterPoint, scatterSvg } from '../adapters/charts/scatter-svg.ts';
import type { Dataset } from '../adapters/datasets/dataset.ts';
import { datasetLoaders, loadDataset } from '../adapters/datasets/load-dataset.ts';
import { createModel, destinationOf } from '../adapters/models/create-model.ts';
import { createDuckDbTables } from '../adapters/storage/duckdb-tables.ts';
import { openResultFolder } from '../adapters/storage/result-folder.ts';
import { priceOf } from '../agent/price.ts';
import { HopperError } from '../errors.ts';
import type { CaseResult } from '../evaluation/case-result.ts';
import type { EvalCase } from '../evaluation/eval-case.ts';
import { type Arm, type EvaluateOptions, evaluate, type Progress } from '../evaluation/evaluate.ts';
import { gradeCase } from '../evaluation/graders.ts';
import { createJudgePanel } from '../evaluation/llm-judge.ts';
import { paretoPoints, reportMarkdown } from '../evaluation/report.ts';
import { type ReportFigure, reportHtml } from '../evaluation/report-html.ts';
import { sampleCases } from '../evaluation/sample.ts';
import { chooseStrategies } from '../evaluation/strategies/index.ts';
import { type RunSummary, summarise } from '../evaluation/summary.ts';
import { parseSweep } from '../evaluation/sweep.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { projectGraph } from '../graph/project.ts';
import { type EmbeddingOptions, type Embeddings, openEmbeddings, takesEmbeddings } from './embeddings.ts';
import { exampleOf } from './example.ts';
import { positiveNumber, wholeNumber } from './numbers.ts';
import { note, noteDestination, print, printJson, withInterrupt } from './output.ts';
import { readPrices, requirePrices } from './prices.ts';

interface EvaluateCommandOptions extends EmbeddingOptions {
  readonly dataset: string;
  readonly data: string;
  readonly strategy: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly judge?: string;
  readonly votes: number;
  readonly limit?: number;
  readonly sample?: number;
  readonly concurrency: number;
  readonly budget?: number;
  readonly maxSteps?: number;
  readonly window?: number;
  readonly sweep?: string;
  readonly maxCost?: number;
  readonly prices?: string;
  readonly out: string;
  readonly json?: boolean;
}

export function evaluateCommand(): Command {
  return takesEmbeddings(new Command('evaluate'))
    .description('Compare strategies and models over benchmark questions. Failures and abstentions count as wrong.')
    .requiredOption('--dataset <names>', `one or more of ${datasetLoaders.map(({ name }) => name).join(', ')}`)
    .requiredOption('--data <folder>', 'where the dataset and its records lie')
    .option('--strategy <names>', 'arms, by comma', 'offline')
    .option('--model <models>', 'models for the arms that need one, by comma; without, their pages are measured alone')
    .option('--base-url <url>', 'server of an openai-compatible model')
    .option('--judge <models>', 'models that judge what the graders leave open, by comma')
    .option('--votes <n>', 'votes of each judge, order swapped', wholeNumber('--votes'), 1)
    .option('--limit <n>', 'at most this many cases of each dataset', wholeNumber('--limit'))
    .option('--sample <seed>', 'draw the limited cases at random with this seed', wholeNumber('--sample'))
    .option('--concurrency <n>', 'cases at once', wholeNumber('--concurrency'), 1)
    .option('--budget <tokens>', 'β of the page', wholeNumber('--budget'))
    .option('--max-steps <n>', 'model calls a question', wholeNumber('--max-steps'))
    .option('--window <tokens>', "tokens that fit the model's window", wholeNumber('--window'))
    .option(
      '--sweep <settings>',
      'vary one setting at a time, e.g. budget=1000,4000;delta=6h,24h;fold=on,off;solver=greedy,exact',
    )
    .option(
      '--max-cost <dollars>',
      'stop when arms spent this much; judges are not counted',
      positiveNumber('--max-cost'),
    )
    .option('--prices <file>', 'JSON of prices, over the dated table that ships with this version (unverified)')
    .requiredOption('--out <folder>', 'where results and the report go; run again with the same folder to go on')
    .option('--json', 'print the summary as data')
    .addHelpText(
      'after',
      exampleOf(
        'evaluate --dataset fhir-agentbench --data ../shared/data --strategy offline,hopper,flowsheet --out run',
      ),
    )
    .action(runEvaluation);
}

async function runEvaluation(options: EvaluateCommandOptions): Promise<void> {
  const datasets = await Promise.all(options.dataset.split(',').map((name) => loadDataset(name.trim(), options.data)));
  const cases = datasets.flatMap(({ cases }) => sampleCases(cases, options));
  const prices = readPrices(options.prices);
  const embeddings = await openEmbeddings(options, { baseUrl: options.baseUrl, prices, goesOn: false });
  tellDestinations(options);
  const arms = armsOf(options, cases, embeddings);
  if (options.maxCost !== undefined) requirePrices([...arms.map(({ model }) => model), embeddings], prices);
  const folder = await openResultFolder(options.out);
  try {
    const results = await withInterrupt((signal) =>
      evaluate({
        cases,
        arms,
        store: folder,
        grade: gradeCase,
        loadGraph: graphLoader(datasets),
        concurrency: options.concurrency,
        onProgress: tellProgress(),
        signal,
        priceOf: (modelId) => priceOf(modelId, prices),
        ...(options.maxCost === undefined ? {} : { maxCostUsd: options.maxCost }),
        ...(options.judge === undefined
          ? {}
          : { judges: createJudgePanel(modelsOf(options.judge, options), { votes: options.votes }) }),
      }),
    );
    const summary = summarise(results, options.sample ?? 1);
    const markdown = await writeReports(options, summary, cases, results);
    if (options.json === true) printJson({ arms: summary.arms, common: summary.common, pairs: summary.pairs });
    else print(markdown);
    note(`evaluate: ${results.length} results; report in ${join(options.out, 'report.html')}`);
  } finally {
    await folder.close();
  }
}

/** Every strategy with every model; with a sweep, once for each value of each setting. */
function armsOf(
  options: EvaluateCommandOptions,
  cases: readonly EvalCase[],
  embeddings: Embeddings | undefined,
): readonly Arm[] {
  const points = options.sweep === undefined ? [undefined] : parseSweep(options.sweep);
  const models = options.model === undefined ? [] : options.model.split(',').map((name) => name.trim());
  return points.flatMap((point) => {
    const strategies = chooseStrategies(
      options.strategy.split(',').map((name) => name.trim()),
      {
        cases,
        createTables: createDuckDbTables,
        ...(options.budget === undefined ? {} : { budgetTokens: options.budget }),
        ...(options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps }),
        ...(options.window === undefined ? {} : { windowTokens: options.window }),
        ...(embeddings === undefined ? {} : { rank: embeddings.rank }),
        ...point?.hopper,
      },
    );
    const varied = point === undefined ? '' : ` [${point.setting}=${point.value}]`;
    const delta = point?.deltaMs === undefined ? {} : { deltaMs: point.deltaMs };
    return strategies.flatMap((strategy): Arm[] => {
      const vectors = embeddings === undefined || strategy.ranks !== true ? '' : ` + ${embeddings.name}`;
      const name = `${strategy.name}${varied}${vectors}`;
      if (!strategy.needsModel || models.length === 0) return [{ name, strategy, model: undefined, ...delta }];
      return models.map((each) => ({
        name: `${name} @ ${each}`,
        strategy,
        model: createModel(each, modelOptions(options)),
        ...delta,
      }));
    });
  });
}

/** Where records go, before they go there. */
function tellDestinations(options: EvaluateCommandOptions): void {
  for (const names of [options.model, options.judge]) {
    for (const name of (names ?? '').split(',').map((each) => each.trim())) {
      if (name === '') continue;
      noteDestination(`model ${name}: questions and record text go to ${destinationOf(name, modelOptions(options))}`);
    }
  }
}

function modelsOf(names: string, options: EvaluateCommandOptions) {
  return names.split(',').map((name) => createModel(name.trim(), modelOptions(options)));
}

function modelOptions({ baseUrl }: EvaluateCommandOptions) {
  return { env: process.env, ...(baseUrl === undefined ? {} : { baseUrl }) };
}

/** Graphs of the last record, one for each moment asked at: cases of one record follow each other. */
function graphLoader(datasets: readonly Dataset[]): EvaluateOptions['loadGraph'] {
  const byName = new Map(datasets.map((dataset) => [dataset.name, dataset]));
  let loaded:
    | {
        readonly name: string;
        readonly record: ReturnType<Dataset['loadRecord']>;
        readonly graphs: Map<string, EpisodeGraph>;
      }
    | undefined;
  return async (evalCase, deltaMs) => {
    const dataset = byName.get(evalCase.dataset);
    if (dataset === undefined) throw new HopperError('not-found', `No dataset ${evalCase.dataset} is loaded.`);
    const name = `${evalCase.dataset}\n${evalCase.record}`;
    if (loaded?.name !== name) loaded = { name, record: dataset.loadRecord(evalCase.record), graphs: new Map() };
    const { record, graphs } = loaded;
    const variant = `${evalCase.now ?? ''}\n${deltaMs ?? ''}`;
    const graph =
      graphs.get(variant) ??
      projectGraph(await record, {
        ...(evalCase.now === undefined ? {} : { now: evalCase.now }),
        ...(deltaMs === undefined ? {} : { deltaMs }),
      });
    graphs.set(variant, graph);
    return graph;
  };
}

async function writeReports(
  options: EvaluateCommandOptions,
  summary: RunSummary,
  cases: readonly EvalCase[],
  results: readonly CaseResult[],
): Promise<string> {
  const report = { title: `FHIR-Hopper evaluation: ${options.dataset}`, command: commandLine(options) };
  const figures = await drawFigures(summary);
  const markdown = reportMarkdown(summary, report);
  const shared = join(options.out, 'aggregate');
  await mkdir(shared, { recursive: true });
  await writeFile(join(shared, 'report.md'), markdown);
  await writeFile(join(shared, 'report.html'), reportHtml(summary, figures, report));
  for (const [at, figure] of figures.entries()) await writeFile(join(shared, `figure-${at + 1}.svg`), figure.svg);
  await writeFile(join(options.out, 'report.html'), reportHtml(summary, figures, report, { cases, results }));
  return markdown;
}

async function drawFigures(summary: RunSummary): Promise<readonly ReportFigure[]> {
  const accuracy = paretoPoints(summary.arms, 'inputTokens')
    .filter(({ questionsPerMillionTokens }) => Number.isFinite(questionsPerMillionTokens))
    .map(
      ({ name, questionsPerMillionTokens, accuracy, onFront }): ScatterPoint => ({
        name,
        x: questionsPerMillionTokens,
        y: accuracy,
        emphasised: onFront,
      }),
    );
  const evidence = summary.arms.flatMap(({ arm, pageTokens, pageRecall }): ScatterPoint[] =>
    pageTokens === undefined || pageTokens === 0 || pageRecall === undefined
      ? []
      : [{ name: arm, x: pageTokens, y: pageRecall, emphasised: false }],
  );
  const drawn: ReportFigure[] = [];
  if (accuracy.length > 0) {
    const title = 'Accuracy against questions answered for one million input tokens; the line is the Pareto front';
    drawn.push({
      caption: `${title}. Arms that use no tokens are in the tables alone.`,
      svg: await scatterSvg(accuracy, { title, xLabel: 'questions for 1M input tokens', yLabel: 'accuracy' }),
    });
  }
  if (evidence.length > 0) {
    const title = 'Gold resources readable on the page against tokens of the page';
    drawn.push({
      caption: `${title}, means over questions with gold.`,
      svg: await scatterSvg(evidence, { title, xLabel: 'tokens of the page', yLabel: 'gold on the page' }),
    });
  }
  return drawn;
}

function commandLine(options: EvaluateCommandOptions): string {
  const words = Object.entries(options).flatMap(([name, value]) =>
    name === 'out' || name === 'json' || value === undefined
      ? []
      : [`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${value}`],
  );
  return `fhir-hopper evaluate ${words.join(' ')}`;
}

function tellProgress(): (progress: Progress) => void {
  const startedMs = Date.now();
  let toldMs = startedMs;
  return ({ done, total, costUsd }) => {
    const nowMs = Date.now();
    if (nowMs - toldMs < PROGRESS_MS && done < total) return;
    toldMs = nowMs;
    const leftSeconds = Math.round((((nowMs - startedMs) / done) * (total - done)) / 1000);
    note(`evaluate: ${done} of ${total}, about ${leftSeconds} s left, $${costUsd.toFixed(2)} so far`);
  };
}

const PROGRESS_MS = 2000;
