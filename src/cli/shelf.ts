// The records that `mcp` and `serve` offer: every patient of RECORD, or the one asked for.
import { assembleRecord, listPatients } from '../fhir/assemble-record.ts';
import type { SourceContent } from '../fhir/record.ts';
import { type ProjectOptions, projectGraph } from '../graph/project.ts';
import { createRecordShelf, type RecordShelf, type ShelfEntry } from '../mcp/record-shelf.ts';
import { startProgress } from './output.ts';
import { type RecordOptions, readProjectOptions, readRecord } from './record-command.ts';

/** Read RECORD once; each patient's graph is made when first asked for. */
export async function openShelf(path: string, options: RecordOptions): Promise<RecordShelf> {
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
  return patients.map(({ key, names }) => ({ name: bareId(key), label: names[0] ?? '', load: () => load(key) }));
}

function bareId(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}
