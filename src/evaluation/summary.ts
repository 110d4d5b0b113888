// A run's results as numbers: per arm over all cases and over those that every arm answered, by kind and by size.
import { type CaseResult, resultName } from './case-result.ts';
import { clusterBootstrap, cohenKappa, type Interval, mcNemarExact, type RiskPoint, riskCoverage } from './measures.ts';

/** One arm's figures over a set of cases. Rates lie in [0, 1]; `undefined` where nothing was measured. */
export interface ArmSummary {
  readonly arm: string;
  readonly cases: number;
  readonly answered: number;
  readonly right: number;
  readonly wrong: number;
  readonly abstained: number;
  readonly tooLong: number;
  readonly failed: number;
  readonly notRun: number;
  /** Right over all cases: abstentions, failures and overflow count as wrong. `undefined` for an arm that was not run. */
  readonly accuracy: number | undefined;
  readonly interval: Interval | undefined;
  /** Wrong over answered. */
  readonly risk: number | undefined;
  /** Answered cases that neither a grader nor a judge decided; counted as wrong. */
  readonly undecided: number;
  /** Share of questions with gold whose gold is all on the page; of gold ids on the page; of page keys that are gold. */
  readonly pageComplete: number | undefined;
  readonly pageRecall: number | undefined;
  readonly pagePrecision: number | undefined;
  /** The same for page and tool trace together. */
  readonly seenComplete: number | undefined;
  readonly seenRecall: number | undefined;
  readonly seenPrecision: number | undefined;
  /** Means a case. */
  readonly pageTokens: number | undefined;
  readonly inputTokens: number | undefined;
  readonly cacheWeightedInputTokens: number | undefined;
  readonly peakInputTokens: number | undefined;
  readonly lastInputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly steps: number | undefined;
  readonly costUsd: number | undefined;
  readonly retries: number;
  readonly seconds: number;
}

export interface PairTest {
  readonly first: string;
  readonly second: string;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly p: number;
}

export interface RunSummary {
  readonly arms: readonly ArmSummary[];
  /** Over the cases that every arm that was run answered. */
  readonly common: readonly ArmSummary[];
  readonly byDataset: ReadonlyMap<string, readonly ArmSummary[]>;
  readonly byKind: ReadonlyMap<string, readonly ArmSummary[]>;
  readonly bySize: ReadonlyMap<string, readonly ArmSummary[]>;
  readonly pairs: readonly PairTest[];
  readonly risk: ReadonlyMap<string, readonly RiskPoint[]>;
  readonly judges: JudgeSummary | undefined;
  readonly notSupported: ReadonlyMap<string, number>;
}

export interface JudgeSummary {
  /** Cases that a deterministic grader and the judges both decided. */
  readonly graded: number;
  /** Per judge of the panel: agreement with the graders. */
  readonly accuracy: readonly number[];
  /** κ of each pair of judges, in order (1,2), (1,3) … */
  readonly kappa: readonly (number | undefined)[];
}

/** @param seed of the bootstrap */
export function summarise(results: readonly CaseResult[], seed: number): RunSummary {
  const asked = results.filter((result) => result.outcome !== 'not-supported');
  const arms = [...groupBy(asked, ({ arm }) => arm)];
  const run = arms.filter(([, own]) => own.some((result) => result.outcome !== 'not-run'));
  const commonNames = intersection(run.map(([, own]) => own.filter(isAnswered).map(caseName)));
  const summariseAll = (some: readonly CaseResult[]): ArmSummary[] =>
    [...groupBy(some, ({ arm }) => arm)].map(([arm, own]) => summariseArm(arm, own, seed));
  const split = (nameOf: (result: CaseResult) => string): ReadonlyMap<string, readonly ArmSummary[]> =>
    new Map([...groupBy(asked, nameOf)].map(([name, some]) => [name, summariseAll(some)]));
  return {
    arms: summariseAll(asked),
    common: summariseAll(asked.filter((result) => isAnswered(result) && commonNames.has(caseName(result)))),
    byDataset: split(({ dataset }) => dataset),
    byKind: split(({ dataset, kind }) => `${dataset}: ${kind}`),
    bySize: split(({ recordNodes }) => sizeClasses.find(({ most }) => recordNodes <= most)?.name ?? ''),
    pairs: pairTests(run),
    risk: new Map(run.flatMap(([arm, own]) => riskOf(arm, own))),
    judges: judgeSummary(asked),
    notSupported: countBy(
      distinctCases(results.filter((result) => result.outcome === 'not-supported')),
      ({ dataset, error }) => `${dataset}: ${error}`,
    ),
  };
}

function summariseArm(arm: string, results: readonly CaseResult[], seed: number): ArmSummary {
  const of = (outcome: CaseResult['outcome']): number => results.filter((result) => result.outcome === outcome).length;
  const right = results.filter(isRight).length;
  const answered = of('answered');
  const notRun = of('not-run');
  const ran = results.filter((result) => result.outcome !== 'not-run');
  const withGold = results.flatMap(({ evidence, outcome }) =>
    evidence !== undefined && evidence.gold > 0 && (outcome === 'not-run' || evidence.seenKeys > 0) ? [evidence] : [],
  );
  const mean = (pick: (result: CaseResult) => number | undefined): number | undefined => meanOf(results.map(pick));
  return {
    arm,
    cases: results.length,
    answered,
    right,
    wrong: answered - right,
    abstained: of('abstained'),
    tooLong: of('context-too-long'),
    failed: of('failed'),
    notRun,
    accuracy: ran.length === 0 ? undefined : right / ran.length,
    interval: clusterBootstrap(
      ran.map((result) => ({ cluster: `${result.dataset}\n${result.record}`, correct: isRight(result) })),
      { seed },
    ),
    risk: answered === 0 ? undefined : (answered - right) / answered,
    undecided: results.filter((result) => isAnswered(result) && result.verdict === undefined).length,
    pageComplete: meanOf(withGold.map(({ gold, onPage }) => (onPage === gold ? 1 : 0))),
    pageRecall: ratio(
      withGold,
      ({ onPage }) => onPage,
      ({ gold }) => gold,
    ),
    pagePrecision: ratio(
      withGold,
      ({ onPage }) => onPage,
      ({ pageKeys }) => pageKeys,
    ),
    seenComplete: meanOf(withGold.map(({ gold, seen }) => (seen === gold ? 1 : 0))),
    seenRecall: ratio(
      withGold,
      ({ seen }) => seen,
      ({ gold }) => gold,
    ),
    seenPrecision: ratio(
      withGold,
      ({ seen }) => seen,
      ({ seenKeys }) => seenKeys,
    ),
    pageTokens: mean(({ pageTokens }) => pageTokens),
    inputTokens: mean(({ usage }) => usage?.inputTokens),
    cacheWeightedInputTokens: mean(({ usage }) => usage?.cacheWeightedInputTokens),
    peakInputTokens: mean(({ usage }) => usage?.peakInputTokens),
    lastInputTokens: mean(({ usage }) => usage?.lastInputTokens),
    outputTokens: mean(({ usage }) => usage?.outputTokens),
    steps: mean(({ steps }) => steps),
    costUsd: mean(({ usage }) => usage?.costUsd),
    retries: results.reduce((sum, { retries }) => sum + (retries ?? 0), 0),
    seconds: results.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

function pairTests(run: readonly (readonly [string, readonly CaseResult[]])[]): readonly PairTest[] {
  return run.flatMap(([first, firstResults], at) => {
    const firstRight = new Map(firstResults.map((result) => [caseName(result), isRight(result)]));
    return run.slice(at + 1).map(([second, secondResults]) => {
      let onlyFirst = 0;
      let onlySecond = 0;
      for (const result of secondResults) {
        const right = firstRight.get(caseName(result));
        if (right === undefined || right === isRight(result)) continue;
        if (right) onlyFirst += 1;
        else onlySecond += 1;
      }
      return { first, second, onlyFirst, onlySecond, p: mcNemarExact(onlyFirst, onlySecond) };
    });
  });
}

function riskOf(arm: string, results: readonly CaseResult[]): [string, readonly RiskPoint[]][] {
  const answers = results.flatMap((result) =>
    isAnswered(result) && result.confidence !== undefined
      ? [{ confidence: result.confidence, correct: isRight(result) }]
      : [],
  );
  return answers.length === 0 ? [] : [[arm, riskCoverage(answers, results.length)]];
}

function judgeSummary(results: readonly CaseResult[]): JudgeSummary | undefined {
  const judged = results.flatMap(({ judged, verdict }) => (judged === undefined ? [] : [{ judged, verdict }]));
  const judges = Math.max(0, ...judged.map((each) => each.judged.length));
  if (judges === 0) return undefined;
  const graded = judged.flatMap((each) =>
    each.verdict === undefined || each.verdict.by === 'judges' ? [] : [{ ...each, verdict: each.verdict }],
  );
  const says = (each: (typeof judged)[number], judge: number): boolean => each.judged[judge]?.correct === true;
  const range = Array.from({ length: judges }, (_, judge) => judge);
  return {
    graded: graded.length,
    accuracy: range.map(
      (judge) => meanOf(graded.map((each) => (says(each, judge) === each.verdict.correct ? 1 : 0))) ?? Number.NaN,
    ),
    kappa: range.flatMap((a) =>
      range.slice(a + 1).map((b) => cohenKappa(judged.map((each) => [says(each, a), says(each, b)]))),
    ),
  };
}

function isAnswered(result: CaseResult): boolean {
  return result.outcome === 'answered';
}

function isRight(result: CaseResult): boolean {
  return isAnswered(result) && result.verdict?.correct === true;
}

function caseName({ dataset, caseId }: CaseResult): string {
  return resultName({ arm: '', dataset, caseId });
}

function distinctCases(results: readonly CaseResult[]): readonly CaseResult[] {
  return [...new Map(results.map((result) => [caseName(result), result])).values()];
}

function groupBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): ReadonlyMap<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}

function countBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): ReadonlyMap<string, number> {
  return new Map([...groupBy(items, nameOf)].map(([name, group]) => [name, group.length]));
}

function intersection(lists: readonly (readonly string[])[]): ReadonlySet<string> {
  const [first = [], ...rest] = lists;
  const others = rest.map((list) => new Set(list));
  return new Set(first.filter((name) => others.every((other) => other.has(name))));
}

function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const numbers = values.filter((value) => value !== undefined);
  return numbers.length === 0 ? undefined : numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}

function ratio<Item>(
  items: readonly Item[],
  top: (item: Item) => number,
  bottom: (item: Item) => number,
): number | undefined {
  const sum = (pick: (item: Item) => number): number => items.reduce((total, item) => total + pick(item), 0);
  const whole = sum(bottom);
  return whole === 0 ? undefined : sum(top) / whole;
}

/** Nodes of the record, inclusive. */
const sizeClasses = [
  { name: 'up to 400 nodes', most: 400 },
  { name: '401 to 1,200 nodes', most: 1200 },
  { name: 'over 1,200 nodes', most: Number.POSITIVE_INFINITY },
];
