// Statistics of a comparison: accuracy with its interval, paired tests, agreement, risk and coverage, dominance.
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** One question's outcome within its cluster (the patient: questions over one record stand or fall together). */
export interface ClusteredOutcome {
  readonly cluster: string;
  readonly correct: boolean;
}

/**
 * 95 % bootstrap interval of accuracy, resampling whole patients with replacement.
 *
 * @param resamples number of bootstrap samples
 * @returns `undefined` without outcomes
 */
export function clusterBootstrap(
  outcomes: readonly ClusteredOutcome[],
  options: { readonly seed: number; readonly resamples?: number },
): Interval | undefined {
  const totals = new Map<string, { right: number; all: number }>();
  for (const { cluster, correct } of outcomes) {
    const total = totals.get(cluster) ?? { right: 0, all: 0 };
    totals.set(cluster, { right: total.right + (correct ? 1 : 0), all: total.all + 1 });
  }
  const clusters = [...totals.values()];
  if (clusters.length === 0) return undefined;
  const random = xoroshiro128plus(options.seed);
  const accuracies = Array.from({ length: options.resamples ?? DEFAULT_RESAMPLES }, () => {
    let right = 0;
    let all = 0;
    for (let draw = 0; draw < clusters.length; draw += 1) {
      const cluster = clusters[uniformInt(random, 0, clusters.length - 1)];
      right += cluster?.right ?? 0;
      all += cluster?.all ?? 0;
    }
    return right / all;
  }).sort((a, b) => a - b);
  return { low: quantile(accuracies, 0.025), high: quantile(accuracies, 0.975) };
}

/** @param sorted ascending, not empty */
function quantile(sorted: readonly number[], rate: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(rate * sorted.length))] ?? Number.NaN;
}

/**
 * Exact two-sided McNemar test of two arms on the same questions.
 *
 * @param onlyFirst questions that the first arm alone got right
 * @param onlySecond questions that the second arm alone got right
 * @returns p in [0, 1]; 1 when they never differ
 */
export function mcNemarExact(onlyFirst: number, onlySecond: number): number {
  const n = onlyFirst + onlySecond;
  const fewer = Math.min(onlyFirst, onlySecond);
  let logBinomial = -n * Math.LN2;
  let tail = 0;
  for (let k = 0; k <= fewer; k += 1) {
    tail += Math.exp(logBinomial);
    logBinomial += Math.log(n - k) - Math.log(k + 1);
  }
  return Math.min(1, 2 * tail);
}

/** Cohen's κ of two judges over the same items; `undefined` without items or when chance alone explains all. */
export function cohenKappa(pairs: readonly (readonly [boolean, boolean])[]): number | undefined {
  if (pairs.length === 0) return undefined;
  const rate = (count: number): number => count / pairs.length;
  const observed = rate(pairs.filter(([a, b]) => a === b).length);
  const first = rate(pairs.filter(([a]) => a).length);
  const second = rate(pairs.filter(([, b]) => b).length);
  const chance = first * second + (1 - first) * (1 - second);
  return chance === 1 ? undefined : (observed - chance) / (1 - chance);
}

export interface RiskPoint {
  /** Share of questions answered. */
  readonly coverage: number;
  /** Share of the answered that are wrong. */
  readonly risk: number;
}

/** Risk–coverage curve: answers taken by confidence, the surest first; equal confidences are taken together. */
export function riskCoverage(
  answers: readonly { readonly confidence: number; readonly correct: boolean }[],
  questions: number,
): readonly RiskPoint[] {
  const sorted = [...answers].sort((a, b) => b.confidence - a.confidence);
  const points: RiskPoint[] = [];
  let wrong = 0;
  sorted.forEach((answer, at) => {
    wrong += answer.correct ? 0 : 1;
    const taken = at + 1;
    if (sorted[taken]?.confidence !== answer.confidence)
      points.push({ coverage: taken / questions, risk: wrong / taken });
  });
  return points;
}

/** Names of the points that no other point beats: none has at least the same of both and more of one. Higher is better. */
export function paretoFront<Name>(
  points: readonly { readonly name: Name; readonly x: number; readonly y: number }[],
): readonly Name[] {
  const beaten = (point: { x: number; y: number }): boolean =>
    points.some((other) => other.x >= point.x && other.y >= point.y && (other.x > point.x || other.y > point.y));
  return points.filter((point) => !beaten(point)).map((point) => point.name);
}

const DEFAULT_RESAMPLES = 2000;
