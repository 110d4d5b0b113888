// The records that `mcp` and `serve` offer: every patient of RECORD, or the one asked for.
import { readSource } from '../adapters/sources/read-source.ts';
import { assembleRecord, listPatients } from '../fhir/assemble-record.ts';
import type { SourceContent } from '../fhir/record.ts';
import { projectGraph } from '../graph/project.ts';
import { createRecordShelf, type RecordShelf, type ShelfEntry } from '../mcp/record-shelf.ts';
import { startProgress } from './output.ts';
import { parseDuration, type RecordOptions } from './record-command.ts';

/** Read RECORD once; each patient's graph is made when first asked for. */
export async function openShelf(path: string, options: RecordOptions): Promise<RecordShelf> {
  const progress = startProgress();
  try {
    progress.stage(`reading ${path}`);
    const content = await readSource(path, { stdin: process.stdin });
    return createRecordShelf(entriesOf(content, options));
  } finally {
    progress.end();
  }
}

function entriesOf(content: SourceContent, options: RecordOptions): readonly ShelfEntry[] {
  const deltaMs = options.delta === undefined ? undefined : parseDuration(options.delta);
  const load = async (patient: string | undefined) =>
    projectGraph(assembleRecord(content, patient === undefined ? {} : { patient }), {
      ...(options.now === undefined ? {} : { now: options.now }),
      ...(deltaMs === undefined ? {} : { deltaMs }),
    });
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
