// The page an agent starts from: saliency, then the budgeted linearization.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { Linearization } from '../linearization/linearization.ts';
import { linearize } from '../linearization/linearize.ts';
import type { PackingSolver } from '../linearization/packing.ts';
import type { CountTokens } from '../linearization/token-counter.ts';
import { createLexicalScorer } from '../saliency/lexical.ts';
import type { SaliencyScorer } from '../saliency/saliency.ts';
import { inSpan, type SpanFacts } from './spans.ts';

export interface PageOptions {
  /** β of the page, in tokens. @default 4000 */
  readonly budgetTokens?: number;
  /** @default lexical BM25 */
  readonly scorer?: SaliencyScorer;
  /** Vector of the question, for embedding scorers. */
  readonly questionVector?: Float32Array;
  /** @default greedy density */
  readonly solver?: PackingSolver;
  /** Whether series may stand as one line. @default true */
  readonly fold?: boolean;
  readonly countTokens?: CountTokens;
  /** A span of the page, to whatever tracer the process has set up. @default false */
  readonly telemetry?: boolean;
}

/**
 * The page for one question.
 *
 * @throws `budget-too-small` when no page fits
 */
export function makePage(graph: EpisodeGraph, question: string, options: PageOptions = {}): Linearization {
  const scorer = options.scorer ?? createLexicalScorer();
  const { questionVector, solver, fold, countTokens, telemetry, budgetTokens = defaultBudgetTokens } = options;
  return inSpan(telemetry === true, 'linearize', { 'fhir_hopper.budget_tokens': budgetTokens }, (tell) => {
    const saliency = scorer(graph, {
      text: question,
      ...(questionVector === undefined ? {} : { vector: questionVector }),
    });
    const page = linearize(graph, saliency, {
      budgetTokens,
      ...(solver === undefined ? {} : { solver }),
      ...(fold === undefined ? {} : { fold }),
      ...(countTokens === undefined ? {} : { countTokens }),
    });
    tell(pageFacts(page));
    return page;
  });
}

/** What a span tells of a page. */
export function pageFacts({ tokens, shown, folded, hidden, gaps }: Linearization): SpanFacts {
  return {
    'fhir_hopper.page_tokens': tokens,
    'fhir_hopper.shown': shown.length,
    'fhir_hopper.folded': folded.length,
    'fhir_hopper.hidden': hidden.length,
    'fhir_hopper.gaps': gaps.length,
  };
}

const defaultBudgetTokens = 4000;
