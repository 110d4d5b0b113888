// MedAgentBench: its read-only tasks, and the others as decisions alone (whether an order would be placed).

import { HopperError } from '../../errors.ts';
import type { Cell, EvalCase } from '../../evaluation/eval-case.ts';
import { assembleRecord, listPatients } from '../../fhir/assemble-record.ts';
import type { PatientRecord } from '../../fhir/record.ts';
import { readSource } from '../sources/read-source.ts';
import type { DatasetLoader } from './dataset.ts';
import { findFile, readWhole, recordFromFile } from './dataset-files.ts';

/** Source: MedAgentBench v2 task file (Stanford Machine Learning Group, MIT). */
export const medAgentBench: DatasetLoader = {
  name: 'medagentbench',
  description: 'MedAgentBench: read-only tasks over patients of its FHIR server; orders scored as decisions',
  async load(folder) {
    const rows = await readWhole<readonly MedAgentRow[]>(await findFile(folder, fileNames));
    return {
      name: 'medagentbench',
      cases: rows.map(toCase),
      loadRecord: async (record, signal) => loadPatient(await findFile(folder, patientFiles), record, signal),
    };
  },
};

interface MedAgentRow {
  readonly id: string;
  readonly instruction: string;
  readonly context: string;
  readonly sol?: readonly Cell[];
  readonly eval_MRN: string;
  readonly kind?: string;
  readonly reference_answer?: readonly Cell[] | null;
  readonly posts_expected?: number;
  readonly answerable_here?: boolean;
}

function toCase(row: MedAgentRow): EvalCase {
  const answer = row.reference_answer ?? row.sol;
  const asksForOrder = (row.posts_expected ?? 0) > 0 && answer == null;
  return {
    id: row.id,
    dataset: 'medagentbench',
    record: asksForPatient.exec(row.instruction)?.slice(1).join(LOOK_UP) ?? row.eval_MRN,
    question: row.instruction,
    context: row.context,
    now: /(\d{4}-\d{2}-\d{2}T[\d:]+)/.exec(row.context)?.[1],
    kind: row.id.replace(/_.*$/, ''),
    expected: asksForOrder ? [['order']] : (answer ?? []).map((cell) => [cell]),
    goldKeys: [],
    ...(row.answerable_here === false ? { notSupported: 'data not public' } : {}),
  };
}

/** A look-up by name and birth date goes over the whole patients file; the other tasks name the patient. */
async function loadPatient(path: string, record: string, signal?: AbortSignal): Promise<PatientRecord> {
  const [name = record, birthDate] = record.split(LOOK_UP);
  if (birthDate === undefined) return recordFromFile(path, record, signal);
  const content = await readSource(path, signal === undefined ? {} : { signal });
  for (const patient of listPatients(content)) {
    if (!patient.names.includes(name)) continue;
    const found = assembleRecord(content, { patient: patient.key });
    if (found.patient?.resource.birthDate === birthDate) return found;
  }
  throw new HopperError('not-found', 'Expected a patient of that name and birth date, found none.');
}

const asksForPatient = /with name (.+?) and DOB of (\d{4}-\d{2}-\d{2})/;
const LOOK_UP = ', born ';
const fileNames = ['questions/medagentbench.json', 'test_data_v2.json'];
const patientFiles = ['medagentbench/patients.ndjson.gz', 'patients.ndjson.gz', 'patients.ndjson'];
