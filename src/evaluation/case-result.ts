// What one arm made of one case: a line on disk at once, and all that a report is made from.
import type { Usage } from '../agent/answer.ts';
import type { Verdict } from './eval-case.ts';
import type { StrategyOutcome } from './strategy.ts';

/** Fields a report may show hold no question, answer or record text; `text` and `error` stay with the run. */
export interface CaseResult {
  /** `strategy` or `strategy @ model`. */
  readonly arm: string;
  readonly dataset: string;
  readonly caseId: string;
  readonly record: string;
  readonly kind: string;
  /** `not-run`: the arm needs a model and none was given; its page was measured all the same. */
  readonly outcome: StrategyOutcome | 'not-run' | 'not-supported';
  /** `undefined`: neither a grader nor a judge decided; counted as wrong. */
  readonly verdict?: Verdict;
  /** The judges' verdicts, in order of the panel, where judges were asked. */
  readonly judged?: readonly Verdict[];
  readonly text?: string;
  readonly error?: string;
  readonly usage?: Usage;
  readonly steps?: number;
  readonly retries?: number;
  /** In [0, 1], where the arm states one. */
  readonly confidence?: number;
  readonly seconds: number;
  /** Nodes of the record, for tables by size. */
  readonly recordNodes: number;
  readonly pageTokens?: number;
  readonly evidence?: Evidence;
}

/** Gold resources found, as counts. */
export interface Evidence {
  readonly gold: number;
  readonly onPage: number;
  /** On the page or shown by a tool. */
  readonly seen: number;
  readonly pageKeys: number;
  readonly seenKeys: number;
}

/** Results of one run, kept as they come. A port; `adapters/storage` has the folder. */
export interface ResultStore {
  /** Every whole result stored so far; a half-written last line is left out. */
  read(): Promise<readonly CaseResult[]>;
  append(result: CaseResult): Promise<void>;
}

/** One result has one place in a run. */
export function resultName(result: Pick<CaseResult, 'arm' | 'dataset' | 'caseId'>): string {
  return `${result.arm}\n${result.dataset}\n${result.caseId}`;
}
