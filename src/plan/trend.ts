// Which way numbers go over time.
import type { Numbers } from './numbers.ts';
import { needsTwo, type Reduced } from './reduced.ts';
import type { Scope } from './scope.ts';

/**
 * The slope of the least-squares line per day, with the direction in words: `level` when the line moves by less than
 * one unit of the last digit the numbers are written with over the whole time.
 */
export function trendOf({ timeOf }: Scope, numbers: Numbers): Partial<Reduced> {
  const points = numbers.entries.flatMap(({ node, number }) => {
    const ms = timeOf(node)?.startMs;
    return ms === undefined ? [] : [{ days: ms / msInDay, number, node }];
  });
  const meanDays = meanOf(points.map(({ days }) => days));
  const meanNumber = meanOf(points.map(({ number }) => number));
  let covariance = 0;
  let variance = 0;
  for (const { days, number } of points) {
    covariance += (days - meanDays) * (number - meanNumber);
    variance += (days - meanDays) ** 2;
  }
  if (variance === 0) return { refusal: needsTwo };
  const slope = covariance / variance;
  const span =
    points.reduce((most, { days }) => Math.max(most, days), -Infinity) -
    points.reduce((least, { days }) => Math.min(least, days), Infinity);
  const moved = slope * span;
  const direction = Math.abs(moved) < 10 ** -numbers.decimals ? 'level' : moved > 0 ? 'rising' : 'falling';
  const unit = `${numbers.unit ?? ''}/d`;
  return {
    values: [
      { value: direction, keys: [] },
      { value: Number(slope.toPrecision(6)), unit, keys: [], note: 'slope of the least-squares line' },
    ],
    unit,
    basis: points.map(({ node }) => node),
  };
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

const msInDay = 86_400_000;
