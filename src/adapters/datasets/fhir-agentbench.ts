// FHIR-AgentBench: questions over MIMIC-IV demo records with SQL answers and gold resources.
import { parse } from 'csv-parse/sync';
import type { Cell, EvalCase } from '../../evaluation/eval-case.ts';
import type { DatasetLoader } from './dataset.ts';
import { findFile, readRows, readText } from './dataset-files.ts';
import { loadMimicRecord } from './mimic-record.ts';
import { parsePrinted } from './printed-value.ts';

/** Source: FHIR-AgentBench (Lee G. et al., CC BY 4.0), `questions_answers_sql_fhir.csv`, or its rows as JSON Lines. */
export const fhirAgentBench: DatasetLoader = {
  name: 'fhir-agentbench',
  description: 'FHIR-AgentBench: templated clinical questions over MIMIC-IV demo records',
  async load(folder) {
    const path = await findFile(folder, fileNames);
    const rows = path.includes('.csv') ? await readCsvRows(path) : await readRows<AgentBenchRow>(path);
    const patients = new Map(rows.map((row) => [row.subject_id ?? row.patient_fhir_id, row.patient_fhir_id]));
    return {
      name: 'fhir-agentbench',
      cases: rows.map(toCase),
      loadRecord: (record, signal) =>
        loadMimicRecord(folder, [record, ...[patients.get(record)].filter((id) => id !== undefined)], signal),
    };
  },
};

interface AgentBenchRow {
  readonly question_id: string;
  readonly question: string;
  readonly assumption: string | null;
  readonly subject_id?: string;
  readonly patient_fhir_id: string;
  readonly true_answer: readonly (readonly Cell[])[] | null;
  readonly true_fhir_ids: Readonly<Record<string, readonly string[]>> | null;
  readonly template: string;
  readonly answerable_here?: boolean;
}

function toCase(row: AgentBenchRow): EvalCase {
  const context = row.assumption ?? '';
  return {
    id: row.question_id,
    dataset: 'fhir-agentbench',
    record: row.subject_id ?? row.patient_fhir_id,
    question: row.question,
    context,
    now: /current time is (\d{4}-\d{2}-\d{2}[ T][\d:]+)/i.exec(context)?.[1]?.replace(' ', 'T'),
    kind: row.template,
    expected: row.true_answer ?? [],
    goldKeys: Object.entries(row.true_fhir_ids ?? {}).flatMap(([type, ids]) => ids.map((id) => `${type}/${id}`)),
    ...(row.answerable_here === false ? { notSupported: 'data not public' } : {}),
  };
}

async function readCsvRows(path: string): Promise<AgentBenchRow[]> {
  const rows = parse(await readText(path), { columns: true, skip_empty_lines: true }) as Record<string, string>[];
  return rows.map((row) => ({
    question_id: row.question_id ?? '',
    question: row.question ?? '',
    assumption: row.assumption || null,
    patient_fhir_id: row.patient_fhir_id ?? '',
    true_answer: parsePrinted(row.true_answer) as AgentBenchRow['true_answer'],
    true_fhir_ids: parsePrinted(row.true_fhir_ids) as AgentBenchRow['true_fhir_ids'],
    template: row.template ?? '',
  }));
}

const fileNames = [
  'questions/fhir-agentbench.jsonl.gz',
  'fhir-agentbench.jsonl',
  'questions_answers_sql_fhir.csv',
  'fhiragentbench_tasks.csv',
];
