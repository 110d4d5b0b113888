// The public names of fhir-hopper/adapters: records from disk, models by name, data sets, run results.

export type { Dataset, DatasetLoader } from './datasets/dataset.ts';
export { datasetLoaders, loadDataset } from './datasets/load-dataset.ts';
export {
  type CreateModelOptions,
  configuredProviders,
  createEmbeddingModel,
  createModel,
  destinationOf,
} from './models/create-model.ts';
export { type ReadSourceOptions, readSource } from './sources/read-source.ts';
export { createDuckDbTables } from './storage/duckdb-tables.ts';
export { openResultFolder, type ResultFolder } from './storage/result-folder.ts';
