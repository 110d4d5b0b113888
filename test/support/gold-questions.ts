// The questions of the two sets that have gold plans, their graphs, and how the plans fare on them.
import { readFileSync } from 'node:fs';
import { readSource } from '../../src/adapters/sources/read-source.ts';
import { assembleRecord } from '../../src/fhir/assemble-record.ts';
import type { PatientRecord } from '../../src/fhir/record.ts';
import type { EpisodeGraph } from '../../src/graph/episode-graph.ts';
import { projectGraph } from '../../src/graph/project.ts';
import {
  collectNames,
  type GoldPlan,
  type GoldQuestion,
  runGoldPlan,
  type SetDialect,
  sameAnswer,
  sourceName,
} from './gold-plans.ts';
import { readSharedLines, sharedPath } from './shared-data.ts';

export interface GoldFile {
  /** Templates without a plan, and why. */
  readonly left: readonly { readonly set: string; readonly template: string; readonly cause: string }[];
  /** Why the answers of some questions differ, by template. */
  readonly differences: GoldFile['left'];
  readonly plans: readonly GoldPlan[];
}

/** How one template's questions came out. */
export interface TemplateScore {
  readonly plan: GoldPlan;
  readonly questions: number;
  readonly right: number;
  readonly differences: readonly { readonly question: GoldQuestion; readonly got: readonly unknown[] }[];
}

export function readGoldFile(): GoldFile {
  return JSON.parse(readFileSync(new URL('../cases/gold-plans.json', import.meta.url), 'utf8')) as GoldFile;
}

/** Every question of both sets whose data is at hand. */
export function readGoldQuestions(): readonly GoldQuestion[] {
  const agentBench = readSharedLines<AgentBenchRow>('questions', 'fhir-agentbench.jsonl.gz').filter(
    (row) => row.answerable_here,
  );
  const fhirPath = readSharedLines<FhirPathRow>('questions', 'fhirpath-qa.jsonl.gz').filter((row) => row.usable);
  return [
    ...agentBench.map((row) => ({
      set: 'fhir-agentbench',
      template: row.template,
      record: row.subject_id,
      question: row.question,
      now: /current time is (\d{4}-\d{2}-\d{2}) ([\d:]{5,8})/
        .exec(row.assumption ?? '')
        ?.slice(1)
        .join('T'),
      answer: (row.true_answer ?? []).flat(),
    })),
    ...fhirPath.map((row) => ({
      set: 'fhirpath-qa',
      template: row.template_id,
      record: row.subject_id,
      question: row.question,
      now: row.now,
      answer: row.answer,
      query: row.query_2_1 ?? row.query,
    })),
  ];
}

/** The graphs of all questions, each record read once, projected once for each now. */
export async function loadGoldGraphs(questions: readonly GoldQuestion[]): Promise<ReadonlyMap<string, EpisodeGraph>> {
  const records = new Map<string, PatientRecord>();
  const graphs = new Map<string, EpisodeGraph>();
  for (const { record, now } of questions) {
    const name = graphName(record, now);
    if (graphs.has(name)) continue;
    let read = records.get(record);
    if (read === undefined) {
      read = assembleRecord(await readSource(sharedPath('mimic-demo', `${record}.ndjson.gz`)));
      records.set(record, read);
    }
    graphs.set(name, projectGraph(read, now === undefined ? {} : { now }));
  }
  return graphs;
}

/** Run every plan on every question of its template. */
export function scoreGoldPlans(
  plans: readonly GoldPlan[],
  questions: readonly GoldQuestion[],
  graphs: ReadonlyMap<string, EpisodeGraph>,
  dialect: SetDialect,
): readonly TemplateScore[] {
  const oneOfEach = new Map(questions.map((each) => [each.record, graphs.get(graphName(each.record, each.now))]));
  const some = [...oneOfEach.values()].filter((graph) => graph !== undefined);
  const names = new Map<string, readonly string[]>();
  for (const source of plans.flatMap((plan) => Object.values(plan.slots ?? {}))) {
    if (!names.has(sourceName(source))) names.set(sourceName(source), collectNames(source, some));
  }
  return plans.map((plan) => {
    const mine = questions.filter((each) => each.set === plan.set && each.template === plan.template);
    const differences: { question: GoldQuestion; got: readonly unknown[] }[] = [];
    for (const question of mine) {
      const graph = graphs.get(graphName(question.record, question.now));
      if (graph === undefined) continue;
      const { result } = runGoldPlan(plan, question, graph, names, dialect);
      if (!sameAnswer(plan, result, question.answer))
        differences.push({ question, got: result.values.map(({ value }) => value) });
    }
    return { plan, questions: mine.length, right: mine.length - differences.length, differences };
  });
}

export function graphName(record: string, now: string | undefined): string {
  return `${record} ${now ?? ''}`;
}

interface AgentBenchRow {
  readonly subject_id: string;
  readonly question: string;
  readonly assumption: string | null;
  readonly true_answer: readonly (readonly unknown[])[] | null;
  readonly template: string;
  readonly answerable_here: boolean;
}

interface FhirPathRow {
  readonly subject_id: string;
  readonly question: string;
  readonly now: string;
  readonly answer: readonly unknown[];
  readonly template_id: string;
  readonly query: string;
  readonly query_2_1?: string;
  readonly usable: boolean;
}
