// What the question's reading points at: the nodes it selects, by how well their time, visit and order agree.
import type { Now } from '../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { planOf } from '../plan/from-reading.ts';
import { sortByGraphTime } from '../plan/order.ts';
import type { PlanWindow } from '../plan/plan.ts';
import { selectNodes } from '../plan/select.ts';
import { createWindowTest, type WindowOutcome } from '../plan/window.ts';
import { readQuestion } from '../question/read-question.ts';
import type { QuestionReading } from '../question/reading.ts';
import type { Selection } from '../question/selection.ts';
import { spreadOverParts } from './spread.ts';

/**
 * Scores in [0, 1] by the deterministic reading of a question: 1 for a node that it asks for, less for one outside its
 * time or visit, further down the order it asks for (`first`, `latest`), of the kind asked for only, or a part of what is
 * asked for (a specimen's test, an organism's susceptibilities); 0 where the reading selects nothing.
 *
 * Source: model.md §3, time multiplies φ; no language model is called.
 *
 * @param namedOnly leaves out what is only of the kind asked for
 */
export function readingScores(graph: EpisodeGraph, question: string, now: Now, namedOnly = false): Float64Array {
  const scores = new Float64Array(graph.nodes.length);
  const reading = readQuestion(graph, question.slice(0, longestQuestion), { now });
  const plan = planOf(reading) ?? planOf({ ...reading, problems: [] });
  if (!plan || Object.keys(plan.select).length === 0) return scores;
  raiseSelected(graph, scores, 1, plan.select, plan.window, reading);
  const kind = namedOnly ? undefined : kindOf(plan.select);
  if (kind) raiseSelected(graph, scores, kindShare, kind, plan.window, reading);
  spreadOverParts(graph, scores);
  raiseVisits(graph, scores, reading);
  return scores;
}

/** Raises a selection's nodes to a share of their agreement with window and order, in [0, 1]. */
function raiseSelected(
  graph: EpisodeGraph,
  scores: Float64Array,
  share: number,
  select: Selection,
  window: PlanWindow | undefined,
  reading: QuestionReading,
): void {
  const { nodes, retracted } = selectNodes(graph, select);
  const outcomeOf = createWindowTest(graph, window);
  const outcomes: WindowOutcome[] = [];
  const inside: number[] = [];
  for (const index of nodes) {
    const outcome = outcomeOf(index);
    outcomes.push(outcome);
    if (outcome === 'inside') inside.push(index);
  }
  const shares = orderShares(graph, inside, reading);
  const raise = (index: number, score: number): void => {
    scores[index] = Math.max(scores[index] as number, share * score);
  };
  for (let place = 0; place < nodes.length; place++) {
    const index = nodes[place] as number;
    raise(index, outcomeShares[outcomes[place] as WindowOutcome] * (shares.get(index) ?? 1));
  }
  for (const index of retracted) raise(index, retractedShare * outcomeShares[outcomeOf(index)]);
}

/** The selection without the names it asks for: everything of its kind; `undefined` when names are all it has. */
function kindOf({ types, codes, categories, keys, nested }: Selection): Selection | undefined {
  if (!types) return undefined;
  const given = { codes, categories, keys, nested };
  const kept = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { types, ...kept };
}

/** By place in the order asked for, first or last: nodes of one time share a place. */
function orderShares(
  graph: EpisodeGraph,
  nodes: readonly number[],
  { position }: QuestionReading,
): Map<number, number> {
  const shares = new Map<number, number>();
  if (position === undefined) return shares;
  const timeOf = (index: number) => graph.nodes[index]?.time;
  let place = -1;
  let before: number | undefined;
  for (const index of sortByGraphTime(graph, nodes, position < 0)) {
    const start = timeOf(index)?.startMs;
    if (start !== before || place < 0) place++;
    before = start;
    shares.set(index, 1 / (1 + Math.abs(place - (Math.abs(position) - 1)) * orderDecay));
  }
  return shares;
}

/** The Encounters of the visits that a question names: their headers date what is under them. */
function raiseVisits(graph: EpisodeGraph, scores: Float64Array, { visit }: QuestionReading): void {
  for (const episode of visit?.episodes ?? []) {
    const encounter = graph.episodes[episode]?.encounter;
    if (encounter !== undefined) scores[encounter] = Math.max(scores[encounter] as number, visitShare);
  }
}

const outcomeShares: Readonly<Record<WindowOutcome, number>> = {
  inside: 1,
  uncertain: 0.6,
  undated: 0.4,
  outside: 0.1,
};
const orderDecay = 0.25;
const kindShare = 0.2;
const retractedShare = 0.5;
const visitShare = 0.3;
const longestQuestion = 8_000;
