// Three rewordings of each question of test/cases/paraphrases.json: the same plan, or no answer, in at least 85 %.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasSharedData, sharedPath } from '../../test/support/shared-data.ts';
import { readSource } from '../adapters/sources/read-source.ts';
import { assembleRecord } from '../fhir/assemble-record.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { projectGraph } from '../graph/project.ts';
import { planOf } from '../plan/from-reading.ts';
import { readQuestion } from './read-question.ts';
import { answerConfidence } from './reading.ts';

interface Paraphrased {
  readonly record: string;
  readonly question: string;
  readonly lay: string;
  readonly terse: string;
  readonly telegraphic: string;
}

const { questions }: { readonly questions: readonly Paraphrased[] } = JSON.parse(
  readFileSync(new URL('../../test/cases/paraphrases.json', import.meta.url), 'utf8'),
);

const graphs = new Map<string, EpisodeGraph>();

async function graphOf(record: string): Promise<EpisodeGraph> {
  let graph = graphs.get(record);
  if (graph === undefined) {
    graph = projectGraph(assembleRecord(await readSource(sharedPath('mimic-demo', `${record}.ndjson.gz`))));
    graphs.set(record, graph);
  }
  return graph;
}

/** The plan as text, to compare; `undefined` when the reading abstains. */
function planText(graph: EpisodeGraph, question: string): string | undefined {
  const reading = readQuestion(graph, question);
  const plan = reading.confidence < answerConfidence ? undefined : planOf(reading);
  return plan && JSON.stringify({ ...plan, exists: reading.operation === 'exists' }, sortedKeys);
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe.skipIf(!hasSharedData())('paraphrases', () => {
  it('keeps the plan or abstains for at least 85 % of the rewordings', async () => {
    const tally = { same: 0, abstained: 0, other: 0 };
    for (const { record, question, ...rewordings } of questions) {
      const graph = await graphOf(record);
      const plan = planText(graph, question);
      expect(plan, `the question itself is read: ${question}`).toBeDefined();
      for (const [style, text] of Object.entries(rewordings)) {
        const reworded = planText(graph, text);
        const outcome = reworded === plan ? 'same' : reworded === undefined ? 'abstained' : 'other';
        tally[outcome] += 1;
        if (outcome === 'other')
          console.log(
            `${style}: "${text}" is read as ${readQuestion(graph, text).reads}; "${question}" as ${readQuestion(graph, question).reads}`,
          );
      }
    }
    const all = tally.same + tally.abstained + tally.other;
    console.log(
      `${questions.length} questions, ${all} rewordings: ${tally.same} the same plan, ${tally.abstained} abstained, ${tally.other} another plan`,
    );
    expect(questions.length).toBeGreaterThanOrEqual(100);
    expect((tally.same + tally.abstained) / all).toBeGreaterThanOrEqual(0.85);
  }, 60_000);
});
