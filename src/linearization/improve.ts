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
  const core = coreProblem(problem, greedy, densityBar(problem, offers));
  const lines = core.parts.reduce((sum, part) => sum + part.items.length + 4, 0);
  if (lines * problem.budget > mostWork) return greedy;
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

/** An episode of the core with the positions it keeps; `undefined`: a run that stays skipped. */
interface CorePart {
  readonly episode: number | undefined;
  readonly items: readonly number[];
  readonly series: readonly number[];
}

function coreProblem(
  problem: PackingProblem,
  greedy: PackingSolution,
  bar: number,
): { readonly episodes: PackingEpisode[]; readonly parts: CorePart[] } {
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
function densityBar(problem: PackingProblem, { count, density, cost }: PackingOffers): number {
  const total = cost.subarray(0, count).reduce((sum, tokens) => sum + tokens, 0);
  const wanted = coreBudgets * problem.budget;
  if (total <= wanted) return 0;
  const sorted = density.slice(0, count).sort();
  const mean = total / count;
  return sorted[Math.max(0, count - Math.ceil(wanted / mean))] ?? 0;
}

/** Tokens of the core's offers, in budgets. */
const coreBudgets = 2;
/** Lines times tokens of budget beyond which the pass would cost more than a few tens of milliseconds. */
const mostWork = 8_000_000;
