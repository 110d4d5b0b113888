// A run: every arm on every case, each result stored at once, so that a killed run goes on where it was.
import type { LanguageModelV3 } from '@ai-sdk/provider';
import pLimit from 'p-limit';
import type { ModelPrice } from '../agent/price.ts';
import { HopperError, toHopperError } from '../errors.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { type CaseResult, type Evidence, type ResultStore, resultName } from './case-result.ts';
import type { EvalCase, Verdict } from './eval-case.ts';
import { unanswered } from './strategies/unanswered.ts';
import type { Strategy, StrategyAnswer, StrategyPage } from './strategy.ts';

/** A strategy with the model it uses. */
export interface Arm {
  readonly name: string;
  readonly strategy: Strategy;
  /** `undefined` for a strategy that needs one: its pages are measured and nothing is asked. */
  readonly model: LanguageModelV3 | undefined;
  /** δ of its graphs, where it isn't the default. */
  readonly deltaMs?: number;
}

/** Decides what deterministic graders leave open. @returns one verdict a judge of the panel */
export type JudgePanel = (evalCase: EvalCase, answer: string, signal?: AbortSignal) => Promise<readonly Verdict[]>;

export interface EvaluateOptions {
  readonly cases: readonly EvalCase[];
  readonly arms: readonly Arm[];
  /** The graph of a case's record, at the case's own time. Cases of one record follow each other. */
  loadGraph(evalCase: EvalCase, deltaMs: number | undefined): Promise<EpisodeGraph>;
  /** `undefined`: a judge must decide. */
  grade(evalCase: EvalCase, answer: StrategyAnswer['answer']): Verdict | undefined;
  readonly judges?: JudgePanel;
  /** Ask the judges about graded cases too, so that their accuracy is known. @default true when there are judges */
  readonly store: ResultStore;
  /** Cases of one record at once. @default 1 */
  readonly concurrency?: number;
  /** Further tries after a failure of the model. @default 2 */
  readonly retries?: number;
  /** Stop before a case when this much was spent, in US dollars. */
  readonly maxCostUsd?: number;
  /** What a model's tokens cost. @default the dated table */
  readonly priceOf?: (modelId: string) => ModelPrice | undefined;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
  /** Wall clock in milliseconds. @default Date.now */
  readonly clockMs?: () => number;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly costUsd: number;
}

/**
 * Run what is not stored yet.
 *
 * @returns all results of these cases and arms, in the order of cases, then arms
 * @throws `cancelled` when aborted or out of money; what was done is stored
 */
export async function evaluate(options: EvaluateOptions): Promise<readonly CaseResult[]> {
  const stored = new Map((await options.store.read()).map((result) => [resultName(result), result]));
  const work = options.cases.flatMap((evalCase) =>
    options.arms.map((arm) => ({ evalCase, arm, name: nameOf(evalCase, arm) })),
  );
  const progress = { done: 0, total: work.length, costUsd: 0 };
  const note = (result: CaseResult): void => {
    progress.done += 1;
    progress.costUsd += result.usage?.costUsd ?? 0;
    options.onProgress?.({ ...progress });
  };
  for (const { name } of work) {
    const result = stored.get(name);
    if (result !== undefined) note(result);
  }
  const limit = pLimit(options.concurrency ?? 1);
  for (const sameRecord of byRecord(work.filter(({ name }) => !stored.has(name)))) {
    await Promise.all(
      sameRecord.map(({ evalCase, arm, name }) =>
        limit(async () => {
          stopWhenDue(options, progress.costUsd);
          const result = await runCase(evalCase, arm, options);
          await options.store.append(result);
          stored.set(name, result);
          note(result);
        }),
      ),
    );
  }
  return work.flatMap(({ name }) => stored.get(name) ?? []);
}

async function runCase(evalCase: EvalCase, arm: Arm, options: EvaluateOptions): Promise<CaseResult> {
  const clock = options.clockMs ?? Date.now;
  const startedMs = clock();
  const base = {
    arm: arm.name,
    dataset: evalCase.dataset,
    caseId: evalCase.id,
    record: evalCase.record,
    kind: evalCase.kind,
  };
  if (evalCase.notSupported !== undefined) {
    return { ...base, outcome: 'not-supported', error: evalCase.notSupported, seconds: 0, recordNodes: 0 };
  }
  let recordNodes = 0;
  try {
    const graph = await options.loadGraph(evalCase, arm.deltaMs);
    recordNodes = graph.nodes.length;
    const input = {
      evalCase,
      graph,
      ...(options.priceOf === undefined ? {} : { priceOf: options.priceOf }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    };
    const page = await arm.strategy.page?.(input);
    const measured = page === undefined ? {} : { pageTokens: page.tokens };
    if (!isRun(arm)) {
      const evidence = evidenceOf(evalCase, page, []);
      return {
        ...base,
        outcome: 'not-run',
        ...measured,
        evidence,
        seconds: secondsSince(startedMs, clock),
        recordNodes,
      };
    }
    const { result, retries } = await tryAgain(options, () => arm.strategy.answer(input, arm.model));
    const graded = result.outcome === 'answered' ? await decide(evalCase, result, options) : {};
    const { answer } = result;
    return {
      ...base,
      outcome: result.outcome,
      ...graded,
      text: answer.text,
      ...(answer.error === undefined ? {} : { error: answer.error.message }),
      usage: answer.usage,
      steps: answer.steps,
      ...(answer.confidence === undefined ? {} : { confidence: answer.confidence }),
      ...(retries === 0 ? {} : { retries }),
      ...measured,
      evidence: evidenceOf(evalCase, page, result.traceKeys),
      seconds: secondsSince(startedMs, clock),
      recordNodes,
    };
  } catch (error) {
    const failure = toHopperError(error);
    if (failure.code === 'cancelled') throw failure;
    if (failure.code === 'not-found' && recordNodes === 0) {
      return isRun(arm) ? nobody(evalCase, base, options) : { ...base, outcome: 'not-run', seconds: 0, recordNodes };
    }
    return { ...base, outcome: 'failed', error: failure.message, seconds: secondsSince(startedMs, clock), recordNodes };
  }
}

/** Whether an arm has the model it needs. */
function isRun({ strategy, model }: Arm): boolean {
  return !strategy.needsModel || model !== undefined;
}

/** No such patient: what the look-up before every arm says is every arm's answer. */
function nobody(
  evalCase: EvalCase,
  base: Pick<CaseResult, 'arm' | 'dataset' | 'caseId' | 'record' | 'kind'>,
  options: EvaluateOptions,
): CaseResult {
  const answer = { ...unanswered('', 'No such patient.'), status: 'not-recorded' as const };
  const verdict = options.grade(evalCase, answer);
  return {
    ...base,
    outcome: 'answered',
    ...(verdict === undefined ? {} : { verdict }),
    text: answer.text,
    usage: answer.usage,
    seconds: 0,
    recordNodes: 0,
  };
}

async function decide(
  evalCase: EvalCase,
  result: StrategyAnswer,
  options: EvaluateOptions,
): Promise<Pick<CaseResult, 'verdict' | 'judged'>> {
  const graded = options.grade(evalCase, result.answer);
  if (options.judges === undefined) return graded === undefined ? {} : { verdict: graded };
  const judged = await options.judges(evalCase, result.answer.text, options.signal);
  const verdict = graded ?? majority(judged);
  return { judged, ...(verdict === undefined ? {} : { verdict }) };
}

/** What most judges say; `undefined` without a majority. */
function majority(judged: readonly Verdict[]): Verdict | undefined {
  const right = judged.filter((verdict) => verdict.correct).length;
  if (right * 2 === judged.length) return undefined;
  return {
    correct: right * 2 > judged.length,
    reason: `${right} of ${judged.length} judges say correct`,
    by: 'judges',
  };
}

async function tryAgain(
  options: EvaluateOptions,
  answer: () => Promise<StrategyAnswer>,
): Promise<{ result: StrategyAnswer; retries: number }> {
  const most = options.retries ?? DEFAULT_RETRIES;
  for (let retries = 0; ; retries += 1) {
    const result = await answer();
    const lost = result.outcome === 'failed' && result.answer.error?.code === 'model-failed';
    if (!lost || retries >= most || options.signal?.aborted === true) return { result, retries };
  }
}

function evidenceOf(evalCase: EvalCase, page: StrategyPage | undefined, traceKeys: readonly string[]): Evidence {
  const onPage = new Set(page?.keys ?? []);
  const seen = new Set([...onPage, ...traceKeys]);
  return {
    gold: evalCase.goldKeys.length,
    onPage: evalCase.goldKeys.filter((key) => onPage.has(key)).length,
    seen: evalCase.goldKeys.filter((key) => seen.has(key)).length,
    pageKeys: onPage.size,
    seenKeys: seen.size,
  };
}

function byRecord<Work extends { readonly evalCase: EvalCase }>(work: readonly Work[]): readonly (readonly Work[])[] {
  const groups = new Map<string, Work[]>();
  for (const each of work) {
    const name = `${each.evalCase.dataset}\n${each.evalCase.record}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}

function stopWhenDue(options: EvaluateOptions, costUsd: number): void {
  if (options.signal?.aborted === true)
    throw new HopperError('cancelled', 'Stopped; run the same command again to go on.');
  if (options.maxCostUsd !== undefined && costUsd >= options.maxCostUsd) {
    throw new HopperError(
      'cancelled',
      `Stopped at $${costUsd.toFixed(2)} of --max-cost ${options.maxCostUsd}; raise it and run the same command to go on.`,
    );
  }
}

function nameOf(evalCase: EvalCase, arm: Arm): string {
  return resultName({ arm: arm.name, dataset: evalCase.dataset, caseId: evalCase.id });
}

function secondsSince(startedMs: number, clock: () => number): number {
  return (clock() - startedMs) / MS_PER_SECOND;
}

const DEFAULT_RETRIES = 2;
const MS_PER_SECOND = 1000;
