// saludai-es: questions in Spanish over a population of synthetic Argentine patients.
import type { EvalCase } from '../../evaluation/eval-case.ts';
import type { DatasetLoader } from './dataset.ts';
import { findFile, readWhole, recordFromFile } from './dataset-files.ts';

/** Source: saludai (saludai-labs, Apache-2.0). All its questions are about the whole population. */
export const saludaiEs: DatasetLoader = {
  name: 'saludai-es',
  description: 'saludai-es: Spanish questions over a population',
  async load(folder) {
    const rows = await readWhole<readonly SaludaiRow[]>(await findFile(folder, fileNames));
    return {
      name: 'saludai-es',
      cases: rows.map(toCase),
      loadRecord: async (record, signal) => recordFromFile(await findFile(folder, populationFiles), record, signal),
    };
  },
};

interface SaludaiRow {
  readonly id: string;
  readonly question: string;
  readonly expected_answer: string;
  readonly category: string;
  readonly notes?: string;
}

function toCase(row: SaludaiRow): EvalCase {
  return {
    id: row.id,
    dataset: 'saludai-es',
    record: '',
    question: row.question,
    context: '',
    now: undefined,
    kind: row.category,
    expected: [[row.expected_answer]],
    ...(row.notes === undefined ? {} : { notes: row.notes }),
    goldKeys: [],
    notSupported: 'population',
  };
}

const fileNames = ['questions/saludai-es.json', 'saludai-es.json'];
const populationFiles = ['saludai-es/seed_bundle.json.gz', 'seed_bundle.json'];
