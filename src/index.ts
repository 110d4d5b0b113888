// The public names of fhir-hopper: from a record's resources to a graph, a page, tools and a checked answer.

export type { AgentEvent } from './agent/agent-event.ts';
export type {
  AbsenceKind,
  Answer,
  AnswerStatus,
  AnswerValue,
  CheckedClaim,
  Citation,
  OfflineFirst,
  SavedTokens,
  Usage,
} from './agent/answer.ts';
export { type AskOptions, ask, startAsk } from './agent/ask.ts';
export { makePage, type PageOptions } from './agent/make-page.ts';
export { createOfflineModel, type OfflineModelOptions } from './agent/offline-model.ts';
export { type ModelPrice, type PriceTable, priceOf, priceTable, withPrices } from './agent/price.ts';
export { createReplayModel } from './agent/replay-model.ts';
export { type AgentOptions, finalAnswer, runAgent } from './agent/run-agent.ts';
export { withTextTools } from './agent/text-protocol.ts';
export { type ErrorCode, errorOutcomes, HopperError, toHopperError } from './errors.ts';
export { type AssembleOptions, assembleRecord, type ListedPatient, listPatients } from './fhir/assemble-record.ts';
export type { ClinicalTime, Now, TimePrecision, TimeWindow } from './fhir/clinical-time.ts';
export type {
  Completeness,
  PatientRecord,
  RecordIssue,
  RecordResource,
  SourceContent,
  SourceEntry,
} from './fhir/record.ts';
export type { ReferenceForm, ReferenceOutcome } from './fhir/reference.ts';
export type { FhirResource, FhirVersion, JsonObject } from './fhir/resource.ts';
export type { Coding, NamedReference, ResourceText } from './fhir/resource-text.ts';
export type { ResourceValue } from './fhir/resource-value.ts';
export type {
  Episode,
  EpisodeGraph,
  EpisodeKind,
  GraphNode,
  Link,
  Placement,
  PlacementHow,
} from './graph/episode-graph.ts';
export { describeGraph, type EpisodeJson, type GraphJson, graphJson } from './graph/graph-json.ts';
export { type ProjectOptions, projectGraph } from './graph/project.ts';
export { solveExactly } from './linearization/exact.ts';
export { solveGreedy } from './linearization/greedy.ts';
export type { Linearization, LinearizationGap, LineReason } from './linearization/linearization.ts';
export { type LinearizeOptions, linearize } from './linearization/linearize.ts';
export type {
  PackingChoice,
  PackingEpisode,
  PackingItem,
  PackingProblem,
  PackingSeries,
  PackingSolution,
  PackingSolver,
} from './linearization/packing.ts';
export { type CountTokens, countTokens } from './linearization/token-counter.ts';
export { planOf } from './plan/from-reading.ts';
export type { AggregatePlan, Grouping, PlanOrder, PlanWindow, Projection, Reduction } from './plan/plan.ts';
export type { Basis, LeftOut, LeftOutReason, PlanGroup, PlanResult, PlanValue } from './plan/plan-result.ts';
export { runPlan } from './plan/run-plan.ts';
export { type ReadQuestionOptions, readQuestion } from './question/read-question.ts';
export type { QuestionReading } from './question/reading.ts';
export type { Selection } from './question/selection.ts';
export { createCosineScorer } from './saliency/cosine.ts';
export { fuseScorers, type WeightedScorer } from './saliency/fusion.ts';
export { createLexicalScorer, type LexicalOptions } from './saliency/lexical.ts';
export type { SaliencyQuestion, SaliencyScorer } from './saliency/saliency.ts';
export type { GraphTool, ToolFailure, ToolItem, ToolResult, ToolSuccess } from './tools/graph-tool.ts';
export { createGraphTools, type GraphToolsOptions } from './tools/graph-tools.ts';
