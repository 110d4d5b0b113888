// What happens while an agent works, in order, for whoever watches.
import type { Answer, CheckedClaim, Usage } from './answer.ts';

export type AgentEvent =
  | {
      readonly type: 'run-start';
      readonly question: string;
      readonly model: string;
      readonly pageTokens: number;
      /**
       * What the run was set to, for whoever runs it again: the moment, δ, what was known when, what ranked the page, its β,
       * the tools by name, the steps.
       */
      readonly now?: string;
      readonly deltaMs?: number;
      readonly asKnownAt?: string;
      readonly scorer?: string;
      readonly budgetTokens?: number;
      readonly tools?: readonly string[];
      readonly maxSteps?: number;
      /** What rules found first, as it stands in the first prompt beside the page. */
      readonly hint?: string;
    }
  | { readonly type: 'step-start'; readonly step: number }
  | {
      readonly type: 'model-reply';
      readonly step: number;
      readonly content: readonly unknown[];
      readonly finish: string;
    }
  | {
      readonly type: 'tool-call';
      readonly step: number;
      readonly id: string;
      readonly tool: string;
      readonly args: unknown;
    }
  | {
      readonly type: 'tool-result';
      readonly step: number;
      readonly id: string;
      readonly tool: string;
      readonly ok: boolean;
      readonly text: string;
      readonly keys: readonly string[];
    }
  /**
   * A piece of what a model writes, as it comes and before any check: its words, and of an answer in JSON the answer's
   * text. The whole reply follows as `model-reply`. A notice `stream-broken` takes back the pieces of its step.
   */
  | { readonly type: 'text'; readonly step: number; readonly text: string }
  | { readonly type: 'step-end'; readonly step: number; readonly usage: Usage }
  /** The loop did something a reader should know of: a repair, a compaction, a retry. */
  | { readonly type: 'notice'; readonly step: number; readonly code: string; readonly text: string }
  | { readonly type: 'claim'; readonly claim: CheckedClaim }
  | { readonly type: 'run-end'; readonly answer: Answer };
