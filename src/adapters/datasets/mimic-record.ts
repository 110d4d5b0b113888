// Where the record of a MIMIC patient lies: this project's test data, or bundles of the user's own.
import type { PatientRecord } from '../../fhir/record.ts';
import { findFile, recordFromFile } from './dataset-files.ts';

/**
 * @param folder the folder of the dataset
 * @param names how the record may be named: the MIMIC subject number, the Patient's id
 */
export async function loadMimicRecord(
  folder: string,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<PatientRecord> {
  const candidates = names.flatMap((name) =>
    ['mimic-demo', 'records'].flatMap((place) => endings.map((ending) => `${place}/${name}${ending}`)),
  );
  return recordFromFile(await findFile(folder, candidates), undefined, signal);
}

const endings = ['.ndjson.gz', '.ndjson', '.json.gz', '.json'];
