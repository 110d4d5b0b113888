// EHRQA's published schema: multiple-choice questions over Synthea records, for those who have the private set.
import type { EvalCase } from '../../evaluation/eval-case.ts';
import type { DatasetLoader } from './dataset.ts';
import { findFile, readWhole, recordFromFile } from './dataset-files.ts';

/** Source: published-code.md §4; also the form that `fhir-hopper make-questions` writes. */
export const ehrqa: DatasetLoader = {
  name: 'ehrqa',
  description: 'EHRQA: multiple choice over Synthea records (private set, or one made by make-questions)',
  async load(folder) {
    const rows = await readWhole<readonly EhrqaRow[]>(await findFile(folder, ['ehrqa.json', 'questions/ehrqa.json']));
    return {
      name: 'ehrqa',
      cases: rows.map(toCase),
      loadRecord: async (record, signal) =>
        recordFromFile(
          await findFile(
            folder,
            endings.flatMap((end) => [`records/${record}${end}`, `${record}${end}`]),
          ),
          undefined,
          signal,
        ),
    };
  },
};

interface EhrqaRow {
  readonly patient_id: string;
  readonly question: string;
  readonly answer_choices: readonly string[];
  /** A letter: A is the first choice. */
  readonly correct_answer: string;
  readonly category?: string;
}

function toCase(row: EhrqaRow, at: number): EvalCase {
  const right = row.answer_choices[row.correct_answer.trim().toUpperCase().charCodeAt(0) - 'A'.charCodeAt(0)];
  return {
    id: String(at + 1).padStart(5, '0'),
    dataset: 'ehrqa',
    record: row.patient_id,
    question: row.question,
    context: '',
    now: undefined,
    kind: row.category ?? 'multiple choice',
    expected: right === undefined ? [] : [[right]],
    choices: row.answer_choices,
    goldKeys: [],
  };
}

const endings = ['.json', '.json.gz', '.ndjson', '.ndjson.gz'];
