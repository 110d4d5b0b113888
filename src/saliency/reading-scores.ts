// What the question's reading points at: the nodes it selects, by how well their time, visit and order agree.
import type { Now } from '../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { planOf } from '../plan/from-reading.ts';
import { sortByTime } from '../plan/order.ts';
import type { AggregatePlan } from '../plan/plan.ts';
import { selectNodes } from '../plan/select.ts';
import { createWindowTest, type WindowOutcome } from '../plan/window.ts';
import { readQuestion } from '../question/read-question.ts';
import type { QuestionReading } from '../question/reading.ts';

/**
 * Scores in [0, 1] by the deterministic reading of a question: 1 for a node that it asks for, less for one outside its
 * time or visit, or further down the order it asks for (`first`, `latest`); 0 where the reading selects nothing.
 *
 * Source: model.md §3, time multiplies φ; no language model is called.
 */
export function readingScores(graph: EpisodeGraph, question: string, now: Now): Float64Array {
  const scores = new Float64Array(graph.nodes.length);
  const reading = readQuestion(graph, question.slice(0, longestQuestion), { now });
  const plan = planOf(reading);
  if (!plan) return scores;
  const { nodes, retracted } = selectNodes(graph, plan.select);
  const outcomeOf = createWindowTest(graph, plan.window);
  const order = orderShares(
    graph,
    nodes.filter((index) => outcomeOf(index) === 'inside'),
    reading,
  );
  for (const index of nodes) scores[index] = outcomeShares[outcomeOf(index)] * (order.get(index) ?? 1);
  for (const index of retracted) scores[index] = retractedShare * outcomeShares[outcomeOf(index)];
  raiseVisits(graph, scores, plan);
  return scores;
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
  for (const index of sortByTime(nodes, timeOf, position < 0)) {
    const start = graph.nodes[index]?.time?.startMs;
    if (start !== before || place < 0) place++;
    before = start;
    shares.set(index, 1 / (1 + Math.abs(place - (Math.abs(position) - 1)) * orderDecay));
  }
  return shares;
}

/** The Encounters of the visits that a question names: their headers date what is under them. */
function raiseVisits(graph: EpisodeGraph, scores: Float64Array, { window }: AggregatePlan): void {
  for (const episode of window?.episodes ?? []) {
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
const retractedShare = 0.5;
const visitShare = 0.3;
const longestQuestion = 8_000;
