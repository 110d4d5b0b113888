// Datasets by name.
import { HopperError } from '../../errors.ts';
import type { Dataset, DatasetLoader } from './dataset.ts';
import { ehrqa } from './ehrqa.ts';
import { fhirAgentBench } from './fhir-agentbench.ts';
import { fhirPathQa } from './fhirpath-qa.ts';
import { medAgentBench } from './medagentbench.ts';
import { ownQuestions } from './own-questions.ts';
import { saludaiEs } from './saludai-es.ts';

/** In the order of `--help`. */
export const datasetLoaders: readonly DatasetLoader[] = [
  fhirAgentBench,
  fhirPathQa,
  medAgentBench,
  saludaiEs,
  ehrqa,
  ownQuestions,
];

/**
 * Load a dataset from a folder.
 *
 * @throws `invalid-input` for an unknown name, `source-failed` for a missing or torn file
 */
export async function loadDataset(name: string, folder: string): Promise<Dataset> {
  const loader = datasetLoaders.find((each) => each.name === name);
  if (loader !== undefined) return loader.load(folder);
  const known = datasetLoaders.map((each) => each.name).join(', ');
  throw new HopperError('invalid-input', `Expected a dataset among ${known}; found ${name}.`);
}
