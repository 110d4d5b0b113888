// The improvement pass: the core of a greedy page, its lines and the next best ones, packed anew exactly.
import { solveExactly } from './exact.ts';
import {
  measureChoices,
  type PackingChoice,
  type PackingEpisode,
  type PackingProblem,
  type PackingSolution,
  skipEpisode,
} from './packing.ts';
import type { PackingOffers } from './packing-offers.ts';

/**
 * Solves (1) exactly over a core: everything of the greedy solution and the densest offers beside it, up to a few times
 * the budget in tokens. Runs of episodes without any are one stretch that stays skipped. Time is bounded by the budget
 * alone; a core too large for its budget leaves the solution as it is.
 */
export function improvePacking(
  problem: PackingProblem,
  offers: PackingOffers,
  greedy: PackingSolution,
): PackingSolution {
  const core = largestCore(problem, offers, greedy);
  if (!core) return greedy;
  const solution = solveExactly({ ...problem, episodes: core.episodes });
  if (solution.objective <= greedy.objective) return greedy;
  const choices: PackingChoice[] = problem.episodes.map(skipEpisode);
  core.parts.forEach(({ episode, items, series }, place) => {
    const choice = solution.choices[place];
    if (episode === undefined || !choice?.shown) return;
    const chosen =
      problem.episodes[episode]?.series.map(() => ({ folded: false, items: [] as readonly number[] })) ?? [];
    series.forEach((number, at) => {
      const part = choice.series[at];
      if (part) chosen[number] = part;
    });
    choices[episode] = { shown: true, items: choice.items.map((item) => items[item] as number), series: chosen };
  });
  return { choices, ...measureChoices(problem, choices) };
}

/** The largest core that costs no more than some milliseconds; `undefined` when none does. */
function largestCore(problem: PackingProblem, offers: PackingOffers, greedy: PackingSolution): Core | undefined {
  for (const { budgets, mostWork } of coreSizes) {
    const core = coreProblem(problem, greedy, densityBar(problem, offers, budgets));
    if (workOf(core.parts, problem.budget) <= mostWork) return core;
  }
  return undefined;
}

/** Places that the exact solver fills for a core: lines and choices times tokens of budget. */
function workOf(parts: readonly CorePart[], budget: number): number {
  return parts.reduce((sum, { items }) => sum + items.length + choicesOfEpisode, 0) * budget;
}

/** A smaller problem and what its episodes stand for, place by place. */
interface Core {
  readonly episodes: readonly PackingEpisode[];
  readonly parts: readonly CorePart[];
}

/** An episode of the core with the positions it keeps; `undefined`: a run that stays skipped. */
interface CorePart {
  readonly episode: number | undefined;
  readonly items: readonly number[];
  readonly series: readonly number[];
}

function coreProblem(problem: PackingProblem, greedy: PackingSolution, bar: number): Core {
  const episodes: PackingEpisode[] = [];
  const parts: CorePart[] = [];
  const isDense = ({ value, cost }: { value: number; cost: number }): boolean => value > 0 && value >= bar * cost;
  problem.episodes.forEach((episode, index) => {
    const choice = greedy.choices[index];
    const taken = new Set(choice?.items);
    const items = [...episode.items.keys()].filter((item) => {
      const line = episode.items[item];
      return taken.has(item) || (line !== undefined && isDense(line));
    });
    const series = [...episode.series.keys()].filter((place) => {
      const one = episode.series[place];
      const used = choice?.series[place];
      return used?.folded || (used?.items.length ?? 0) > 0 || (one && (isDense(one.fold) || one.items.some(isDense)));
    });
    const inCore =
      choice?.shown || items.length > 0 || series.length > 0 || episode.headerValue > bar * episode.headerCost;
    if (inCore) {
      parts.push({ episode: index, items, series });
      episodes.push({
        headerCost: episode.headerCost,
        headerValue: episode.headerValue,
        items: items.map((item) => episode.items[item] as PackingEpisode['items'][number]),
        series: series.map((place) => episode.series[place] as PackingEpisode['series'][number]),
      });
    } else if (parts.length === 0 || parts.at(-1)?.episode !== undefined) {
      parts.push({ episode: undefined, items: [], series: [] });
      episodes.push({ headerCost: problem.budget + 1, headerValue: 0, items: [], series: [] });
    }
  });
  return { episodes, parts };
}

/** The density above which offers together cost a few times the budget. */
function densityBar(problem: PackingProblem, { count, value, cost }: PackingOffers, budgets: number): number {
  const total = cost.subarray(0, count).reduce((sum, tokens) => sum + tokens, 0);
  const wanted = budgets * problem.budget;
  if (total <= wanted) return 0;
  const sorted = value
    .slice(0, count)
    .map((worth, number) => worth / (cost[number] as number))
    .sort();
  const mean = total / count;
  return sorted[Math.max(0, count - Math.ceil(wanted / mean))] ?? 0;
}

/** Cores tried, largest first: tokens of their offers in budgets, and work beyond which they cost more than some milliseconds. */
const coreSizes = [
  { budgets: 4, mostWork: 1_000_000 },
  { budgets: 2, mostWork: 1_000_000 },
];
const choicesOfEpisode = 4;
