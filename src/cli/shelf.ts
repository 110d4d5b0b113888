// The records that `mcp` and `serve` offer: every patient of RECORD, or the one asked for.
import { assembleRecord, type ListedPatient, listPatients } from '../fhir/assemble-record.ts';
import type { SourceContent } from '../fhir/record.ts';
import { type ProjectOptions, projectGraph } from '../graph/project.ts';
import { createRecordShelf, type RecordShelf, type ShelfEntry } from '../mcp/record-shelf.ts';
import { startProgress } from './output.ts';
import { loadGraph, type RecordOptions, readProjectOptions, readRecord } from './record-command.ts';
import { isServerAddress } from './server-record.ts';

/**
 * Read RECORD once; each patient's graph is made when first asked for. One patient of a server is read then, too: it may
 * take longer than a client waits for the start.
 */
export async function openShelf(path: string, options: RecordOptions): Promise<RecordShelf> {
  const { patient } = options;
  if (isServerAddress(path) && patient !== undefined)
    return createRecordShelf([
      { name: patient.replace(/^Patient\//, ''), label: '', load: () => loadGraph(path, options) },
    ]);
  const progress = startProgress();
  try {
    const content = await readRecord(path, options, progress);
    return createRecordShelf(entriesOf(content, options, await readProjectOptions(options)));
  } finally {
    progress.end();
  }
}

function entriesOf(
  content: SourceContent,
  options: RecordOptions,
  projectOptions: ProjectOptions,
): readonly ShelfEntry[] {
  const load = async (patient: string | undefined) =>
    projectGraph(assembleRecord(content, patient === undefined ? {} : { patient }), projectOptions);
  const patients = listPatients(content);
  if (options.patient !== undefined || patients.length < 2) {
    const name = options.patient ?? bareId(patients[0]?.key ?? 'Patient/record');
    return [{ name, label: '', load: () => load(options.patient) }];
  }
  return patients.map((patient) => ({
    name: bareId(patient.key),
    label: labelOf(patient),
    load: () => load(patient.key),
  }));
}

/** Name and numbers by which a person would ask for the patient. */
function labelOf({ key, names, ids }: ListedPatient): string {
  const numbers = ids.map((id) => id.slice(id.indexOf('|') + 1)).filter((id) => id !== bareId(key));
  return [...names.slice(0, 1), ...new Set(numbers)].slice(0, MAX_LABEL_PARTS).join(' · ');
}

function bareId(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}

const MAX_LABEL_PARTS = 4;
