// A benchmark brought to one shape: its cases, and the records they are about.
import type { EvalCase } from '../../evaluation/eval-case.ts';
import type { PatientRecord } from '../../fhir/record.ts';

/** A dataset ready to run. */
export interface Dataset {
  readonly name: string;
  /** In the order published. */
  readonly cases: readonly EvalCase[];
  /**
   * Load the record that `EvalCase.record` names.
   *
   * @throws `source-failed` naming the file looked for
   */
  loadRecord(record: string, signal?: AbortSignal): Promise<PatientRecord>;
}

/** Reads one dataset from a folder that holds it as published or in the forms of this project's test data. */
export interface DatasetLoader {
  readonly name: string;
  readonly description: string;
  load(folder: string): Promise<Dataset>;
}
