// SBL: choose the resources worth showing and write them as one chronological text under a budget.
import { HopperError } from '../errors.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { overviewScores } from '../saliency/overview.ts';
import { chooseBudget } from './auto-budget.ts';
import { solveExactly } from './exact.ts';
import { fillGreedily, solveGreedy } from './greedy.ts';
import type { Linearization } from './linearization.ts';
import type { PackingProblem, PackingSolution, PackingSolver } from './packing.ts';
import { PackingState } from './packing-state.ts';
import { assemblePage, type Page, type PageInput } from './page.ts';
import { type PageLine, pageLines } from './page-lines.ts';
import { isClinical, type PageProblem, pageProblem } from './problem.ts';
import { type PackedPage, reportPage } from './report.ts';
import { recordLine, reservedBlock } from './reserved.ts';
import { type CountTokens, countTokens as countO200k } from './token-counter.ts';
import { mayFitWhole, wholePage } from './whole-page.ts';

export interface LinearizeOptions {
  /**
   * β: most tokens of the whole text. `auto`: the least β after which further tokens bring little (`chooseBudget`); the
   * result says which.
   */
  readonly budgetTokens: number | 'auto';
  /** @default o200k tokens */
  readonly countTokens?: CountTokens;
  /** @default the greedy solver */
  readonly solver?: PackingSolver;
  /** Whether series may stand as one line. @default true */
  readonly fold?: boolean;
}

/**
 * Choose the resources worth showing and write them as one chronological text.
 *
 * A record that fits is shown whole. Where no node scores, the page is an overview (`overviewScores`). Otherwise a reserved block comes first, and the rest of β is packed by (1).
 * The same input gives the same bytes. Source: paper Eq. 1 (costs) and Eq. 2 (greedy by saliency per token).
 *
 * @param saliency one number per graph node, in node order
 * @returns text of at most `options.budgetTokens` tokens as counted by `options.countTokens`
 * @throws `budget-too-small` when not even the patient's line and one gap marker fit; `invalid-input` for a budget that is no number of tokens
 */
export function linearize(graph: EpisodeGraph, saliency: Float64Array, options: LinearizeOptions): Linearization {
  const countTokens = options.countTokens ?? countO200k;
  const lines = pageLines(graph, countTokens);
  const frame = { graph, saliency: orOverview(graph, saliency), lines, fixed: [lines.measure(recordLine(graph))] };
  const solver = options.solver ?? solveGreedy;
  const pack = (budget: number): PackedPage => packWithin(frame, budget, countTokens, solver, options.fold ?? true);

  const most = checkBudget(options.budgetTokens === 'auto' ? wholeBudget : options.budgetTokens);
  for (const extent of mayFitWhole(graph, lines, most) ? (['full', 'whole'] as const) : []) {
    const page = wholePage(frame, extent);
    const tokens = page.tokens > most ? page.tokens : countTokens(page.text);
    if (tokens <= most) return reportPage(graph, { page, tokens, objective: sum(frame.saliency) }, most, 'whole');
  }
  const budget = options.budgetTokens === 'auto' ? chooseBudget((each) => pack(each).objective) : most;
  return reportPage(graph, pack(budget), budget, solver === solveExactly ? 'exact' : 'greedy');
}

/** A page packed under a budget that its counted text keeps. */
function packWithin(
  frame: Omit<PageFrame, 'reserved'>,
  budget: number,
  countTokens: CountTokens,
  solver: PackingSolver,
  fold: boolean,
): PackedPage {
  const { graph, lines, fixed } = frame;
  const reserved = reservedBlock(graph, lines, budget * reservedShare, budget * patientShare);
  const used = reserved.tokens + sumTokens(fixed);
  const excluded = new Set(reserved.nodes);
  // Counts of lines add up for o200k; for a tokenizer whose don't, what is over is withheld and packed again.
  for (let withheld = 0; ; ) {
    const room = budget - used - withheld;
    if (room < lines.gapCost) throw budgetTooSmall(budget, used + lines.gapCost);
    const problem = pageProblem({ ...frame, excluded, budget: room, fold });
    const packed = packPage({ ...frame, reserved }, problem, solver);
    const tokens = countTokens === countO200k ? packed.page.tokens : countTokens(packed.page.text);
    if (tokens <= budget) return { ...packed, tokens };
    withheld += Math.max(1, tokens - budget);
  }
}

type PageFrame = Pick<PageInput, 'graph' | 'saliency' | 'lines' | 'reserved' | 'fixed'>;

/** Solves the problem, then spends what the longest headers and markers left over. */
function packPage(
  frame: PageFrame,
  { packing, sections }: PageProblem,
  solver: PackingSolver,
): Omit<PackedPage, 'tokens'> {
  const write = (solution: PackingSolution): Page =>
    assemblePage({ ...frame, sections, choices: solution.choices, extent: 'part' });
  const solution = solver(packing);
  const page = write(solution);
  const limit = packing.budget + frame.reserved.tokens + sumTokens(frame.fixed);
  for (let slack = limit - page.tokens; slack > 0; slack = Math.floor(slack / 2)) {
    const filled = fill({ ...packing, budget: solution.cost + slack }, solution);
    if (filled.objective <= solution.objective) break;
    const fuller = write(filled);
    if (fuller.tokens <= limit) return { page: fuller, objective: filled.objective };
  }
  return { page, objective: solution.objective };
}

/** A solution with more offers taken under a larger budget, greedily. */
function fill(problem: PackingProblem, solution: PackingSolution): PackingSolution {
  const state = PackingState.from(problem, solution);
  fillGreedily(state, problem.episodes.length);
  return state.solution();
}

/**
 * The saliency given, or an overview's when it speaks of nothing that could have a line of its own: a patient asked for
 * (scored 1 or more) has theirs already, one grazed by the word "patient" does not count.
 */
function orOverview(graph: EpisodeGraph, saliency: Float64Array): Float64Array {
  for (let index = 0; index < saliency.length; index++) {
    const score = saliency[index] as number;
    if (score >= 1 || (score > 0 && isClinical(graph, index))) return saliency;
  }
  return overviewScores(graph);
}

function checkBudget(budgetTokens: number): number {
  if (Number.isFinite(budgetTokens) && budgetTokens >= 1) return Math.floor(budgetTokens);
  throw new HopperError('invalid-input', `Expected a budget of whole tokens such as 4000, found ${budgetTokens}.`);
}

function budgetTooSmall(budget: number, needed: number): HopperError {
  return new HopperError(
    'budget-too-small',
    `A budget of ${budget} tokens is too small for the patient's line and one gap marker; at least ${needed} are needed.`,
  );
}

function sumTokens(lines: readonly PageLine[]): number {
  return lines.reduce((total, { tokens }) => total + tokens, 0);
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Under `auto`, a record that fits this is shown whole. */
const wholeBudget = 4_000;
/** Share of β that the reserved block may take. */
const reservedShare = 1 / 8;
/** Share of a small β that the patient's line may take. */
const patientShare = 2 / 5;
