// Which cases of a dataset are run: all, the first ones, or a seeded draw.
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { EvalCase } from './eval-case.ts';

export interface SampleOptions {
  /** @default all */
  readonly limit?: number;
  /** Seed of the draw; without it the first ones are taken. */
  readonly sample?: number;
}

/** Cases in the order of the dataset, whichever were drawn. Cases that can't be asked are left out of a limited draw. */
export function sampleCases(cases: readonly EvalCase[], options: SampleOptions): readonly EvalCase[] {
  if (options.limit === undefined) return cases;
  const askable = cases.filter(({ notSupported }) => notSupported === undefined);
  if (options.sample === undefined) return askable.slice(0, options.limit);
  const random = xoroshiro128plus(options.sample);
  const places = askable.map((_, at) => at);
  // Fisher–Yates, as far as needed.
  const drawn = Math.min(options.limit, places.length);
  for (let at = 0; at < drawn; at += 1) {
    const other = uniformInt(random, at, places.length - 1);
    const place = places[other] ?? at;
    places[other] = places[at] ?? other;
    places[at] = place;
  }
  return places
    .slice(0, drawn)
    .sort((a, b) => a - b)
    .flatMap((at) => askable[at] ?? []);
}
