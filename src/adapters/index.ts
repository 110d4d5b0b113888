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
export { type EmbedOptions, embedTexts } from './models/embed-texts.ts';
export { createEmbeddingScorer, type EmbeddingScorer } from './models/embedding-scorer.ts';
export type { ReadLimits } from './sources/limits.ts';
export { type ReadPatientsOptions, readPatients } from './sources/read-patients.ts';
export { type ReadSourceOptions, readSource } from './sources/read-source.ts';
export type { ServerAuth } from './sources/server/auth.ts';
export { readServer } from './sources/server/read-server.ts';
export type { ReadServerOptions } from './sources/server/server-options.ts';
export { createDuckDbTables } from './storage/duckdb-tables.ts';
export { openResultFolder, type ResultFolder } from './storage/result-folder.ts';
export { openVectorCache, type VectorCache } from './storage/vector-cache.ts';
