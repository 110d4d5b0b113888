// The adaptive budget: the least β after which further tokens bring little.

/**
 * The least budget, in steps of 500 tokens, at which one more step would bring less than a tenth of the saliency per
 * token that the first step brings. At most 16,000; 500 where nothing is salient.
 *
 * Source: model.md §4, adaptive.
 *
 * @param objectiveAt Σφ of the page packed under a budget
 */
export function chooseBudget(objectiveAt: (budget: number) => number): number {
  let reached = objectiveAt(stepTokens);
  const least = reached * marginalShare;
  for (let budget = stepTokens; budget < mostTokens; budget += stepTokens) {
    const next = objectiveAt(budget + stepTokens);
    if (next - reached <= least) return budget;
    reached = next;
  }
  return mostTokens;
}

const stepTokens = 500;
const mostTokens = 16_000;
const marginalShare = 0.1;
