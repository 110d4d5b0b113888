// FHIRPath-QA: questions over MIMIC-IV demo records with a reference FHIRPath query.
import type { Cell, EvalCase } from '../../evaluation/eval-case.ts';
import type { DatasetLoader } from './dataset.ts';
import { findFile, readRows } from './dataset-files.ts';
import { loadMimicRecord } from './mimic-record.ts';

/** Source: FHIRPath-QA (Frew M. et al., MIT), JSON Lines as published, or with the marks of this project's test data. */
export const fhirPathQa: DatasetLoader = {
  name: 'fhirpath-qa',
  description: "FHIRPath-QA: clinicians' and patients' wordings over MIMIC-IV demo records",
  async load(folder) {
    const rows = await readRows<FhirPathRow>(await findFile(folder, fileNames));
    return {
      name: 'fhirpath-qa',
      cases: rows.map(toCase),
      loadRecord: (record, signal) => loadMimicRecord(folder, [record], signal),
    };
  },
};

interface FhirPathRow {
  readonly id: string;
  readonly question: string;
  readonly subject_id?: string;
  readonly patient_id?: string;
  readonly now: string;
  /** A list, or (as published) a list as printed text. */
  readonly answer: readonly unknown[] | string;
  readonly template_id: string;
  readonly usable?: boolean;
}

function toCase(row: FhirPathRow): EvalCase {
  const answer: unknown = typeof row.answer === 'string' ? JSON.parse(row.answer) : row.answer;
  return {
    id: row.id,
    dataset: 'fhirpath-qa',
    record: row.subject_id ?? row.patient_id ?? '',
    question: row.question,
    context: `The current date and time is ${row.now}.`,
    now: row.now,
    kind: row.template_id,
    expected: (answer as readonly unknown[]).map((value) => [toCell(value)]),
    goldKeys: [],
    ...(row.usable === false ? { notSupported: 'data not public' } : {}),
  };
}

function toCell(value: unknown): Cell {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
    ? (value as Cell)
    : JSON.stringify(value);
}

const fileNames = ['questions/fhirpath-qa.jsonl.gz', 'fhirpath-qa.jsonl.gz', 'fhirpath-qa.jsonl'];
