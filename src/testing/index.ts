// The public names of fhir-hopper/testing: a scripted model and a synthetic record, for tests of what is built on this.

export { createHashEmbedder, type HashEmbedder } from './hash-embedder.ts';
export {
  type ScriptedModel,
  type ScriptedReply,
  type ScriptedStep,
  type ScriptedUsage,
  scriptedModel,
} from './scripted-model.ts';
export { type SyntheticOptions, syntheticRecord } from './synthetic-record.ts';
