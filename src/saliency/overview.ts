// What a page shows when a question names nothing of the record: the newest of each thing, weightiest kinds first.
import type { EpisodeGraph } from '../graph/episode-graph.ts';

/**
 * Scores in [0, 1] without a question: by kind of resource, the newest entry of each concept in full, earlier ones
 * less and less. For pages only: no reason to call a node a hit.
 */
export function overviewScores(graph: EpisodeGraph): Float64Array {
  const scores = new Float64Array(graph.nodes.length);
  const earlier = new Map<string, number>();
  const startOf = (index: number): number => graph.nodes[index]?.time?.startMs ?? Number.NEGATIVE_INFINITY;
  const newestFirst = [...scores.keys()].sort((a, b) => startOf(b) - startOf(a) || a - b);
  for (const index of newestFirst) {
    const type = graph.nodes[index]?.type ?? '';
    const weight = weights[type] ?? 0;
    const { concept, retracted } = graph.text(index);
    if (weight === 0 || retracted) continue;
    const key = `${type}\u0000${concept}`;
    const rank = earlier.get(key) ?? 0;
    earlier.set(key, rank + 1);
    scores[index] = weight / (1 + rank);
  }
  return scores;
}

/** What weighs in a summary, as in the sections of the International Patient Summary. Other types have none. */
const weights: Readonly<Record<string, number>> = {
  AllergyIntolerance: 1,
  Condition: 1,
  Procedure: 0.8,
  MedicationRequest: 0.7,
  MedicationOrder: 0.7,
  MedicationStatement: 0.7,
  MedicationUsage: 0.7,
  Encounter: 0.6,
  DiagnosticReport: 0.6,
  Immunization: 0.5,
  Observation: 0.4,
  CarePlan: 0.4,
  Goal: 0.4,
  DocumentReference: 0.3,
  FamilyMemberHistory: 0.3,
  ImagingStudy: 0.3,
};
