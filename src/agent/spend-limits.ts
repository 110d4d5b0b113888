// What one question may spend: steps, tokens and dollars, with room kept for the call that answers.
import { HopperError } from '../errors.ts';
import type { Answer, Usage } from './answer.ts';
import type { ModelPrice } from './price.ts';

export interface SpendLimits {
  readonly maxSteps: number;
  /** Tokens of all calls together, input and output. */
  readonly maxTokens?: number | undefined;
  readonly maxCostUsd?: number | undefined;
  readonly price?: ModelPrice | undefined;
}

export type LimitReached = Extract<Answer['stopReason'], 'step-limit' | 'token-limit' | 'cost-limit'>;

/**
 * Which limit makes the next call the last one, if one does: when after it, by its prompt alone, there would be none
 * left for another such prompt.
 *
 * @param call number of the next call, from 1
 * @throws `budget-too-small` when the first prompt is already more than may be spent: then nothing is sent
 */
export function limitBefore(
  call: number,
  promptTokens: number,
  usage: Usage,
  { maxSteps, maxTokens, maxCostUsd, price }: SpendLimits,
): LimitReached | undefined {
  const promptUsd = (promptTokens * (price?.input ?? 0)) / 1_000_000;
  const spentUsd = usage.costUsd ?? 0;
  if (call === 1 && maxTokens !== undefined && promptTokens > maxTokens) {
    throw tooSmall(`${maxTokens} tokens`, `its first prompt alone has about ${promptTokens}`);
  }
  if (call === 1 && maxCostUsd !== undefined && spentUsd + promptUsd > maxCostUsd) {
    throw tooSmall(`$${maxCostUsd}`, `its first prompt alone costs about $${(spentUsd + promptUsd).toFixed(4)}`);
  }
  if (call >= maxSteps) return 'step-limit';
  if (maxTokens !== undefined && tokensOf(usage) + 2 * promptTokens > maxTokens) return 'token-limit';
  if (maxCostUsd !== undefined && spentUsd + 2 * promptUsd >= maxCostUsd) return 'cost-limit';
  return undefined;
}

/** Tokens that one more prompt may have, all else left out; infinite without a limit. */
export function roomLeft(usage: Usage, { maxTokens, maxCostUsd, price }: SpendLimits): number {
  const forTokens = maxTokens === undefined ? Number.POSITIVE_INFINITY : maxTokens - tokensOf(usage);
  if (maxCostUsd === undefined || price === undefined || price.input <= 0) return forTokens;
  return Math.min(forTokens, ((maxCostUsd - (usage.costUsd ?? 0)) * 1_000_000) / price.input);
}

/** Whether anything is left to spend. */
export function isSpent(usage: Usage, { maxTokens, maxCostUsd }: SpendLimits): boolean {
  return (
    (maxTokens !== undefined && tokensOf(usage) >= maxTokens) ||
    (maxCostUsd !== undefined && (usage.costUsd ?? 0) >= maxCostUsd)
  );
}

function tokensOf({ inputTokens, outputTokens }: Usage): number {
  return inputTokens + outputTokens;
}

function tooSmall(limit: string, found: string): HopperError {
  return new HopperError(
    'budget-too-small',
    `Expected a question to take at most ${limit}; ${found}. Raise the limit, or use a smaller --budget.`,
  );
}
