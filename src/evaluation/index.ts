// The public names of fhir-hopper/evaluation: cases, strategies, graders, measures and reports.

export type { CaseResult, Evidence, ResultStore } from './case-result.ts';
export type { EvalCase, Verdict } from './eval-case.ts';
export { type Arm, type EvaluateOptions, evaluate, type JudgePanel, type Progress } from './evaluate.ts';
export { type GradedAnswer, gradeCase } from './graders.ts';
export { createJudgePanel, type JudgeOptions } from './llm-judge.ts';
export {
  type ClusteredOutcome,
  clusterBootstrap,
  cohenKappa,
  type Interval,
  mcNemarExact,
  paretoFront,
  type RiskPoint,
  riskCoverage,
} from './measures.ts';
export { type ReportOptions, reportMarkdown } from './report.ts';
export { type ReportDetails, type ReportFigure, reportHtml } from './report-html.ts';
export { type SampleOptions, sampleCases } from './sample.ts';
export { runView, type ViewRow, type ViewTable } from './sql-on-fhir/run-view.ts';
export { allStrategies, chooseStrategies, type StrategyOptions } from './strategies/index.ts';
export type { Strategy, StrategyAnswer, StrategyInput, StrategyOutcome, StrategyPage } from './strategy.ts';
export { type ArmSummary, type PairTest, type RunSummary, summarise } from './summary.ts';
