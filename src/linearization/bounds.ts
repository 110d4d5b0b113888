// How much each choice of (1) can be worth at best, by pricing tokens instead of limiting them.
import type { PackingProblem } from './packing.ts';
import type { PackingOffers } from './packing-offers.ts';

/**
 * Upper bounds on the value of every page within the budget. At a price per token each line stands for itself, so that
 * the best page without a limit is found in one pass; it is worth at least as much as the best page within the limit.
 *
 * Source: Lagrangian relaxation of (1); Martello & Toth, Knapsack Problems (1990), §2.2 and §5.
 */
export interface PackingBounds {
  /** Value of one token. */
  readonly price: number;
  /** No page is worth more. */
  readonly most: number;
  /** A page worth this much exists. */
  readonly least: number;
  /** No page that shows an episode, or that skips it, is worth more; by episode. */
  readonly ifShown: Float64Array;
  readonly ifSkipped: Float64Array;
  /** What all further episodes are worth at most, less the price of their tokens, after one shown or skipped; by episode. */
  readonly afterShown: Float64Array;
  readonly afterSkipped: Float64Array;
}

/** The tightest bounds: those at the price at which the best page just fits. Linear in the offers, times some twenty prices. */
export function boundPacking(problem: PackingProblem, offers: PackingOffers): PackingBounds {
  const count = problem.episodes.length;
  const work = { worth: new Float64Array(count), tokens: new Float64Array(count) };
  const costAt = (price: number): number => {
    weighEpisodes(offers, price, work.worth, work.tokens);
    return costOfBest(work.worth, work.tokens, price * problem.gapCost, problem.gapCost);
  };
  let [tooLow, price] = [0, 0];
  if (costAt(0) > problem.budget) {
    // Where lines cost nothing, a header or marker may be worth more for each token than any line: then higher.
    price = highestDensity(offers) || 1;
    for (; costAt(price) > problem.budget; price *= 2) tooLow = price;
    for (let halving = 0; halving < priceHalvings; halving++) {
      const middle = (tooLow + price) / 2;
      if (costAt(middle) > problem.budget) tooLow = middle;
      else price = middle;
    }
  }
  const slack = problem.budget - costAt(price);
  const bounds = boundChain(work.worth, price * problem.gapCost, price * problem.budget);
  return { ...bounds, price, least: bounds.most - price * slack };
}

function highestDensity({ count, value, cost, headerValue, headerCost }: PackingOffers): number {
  let highest = 0;
  for (let number = 0; number < count; number++) {
    if ((cost[number] as number) > 0) highest = Math.max(highest, (value[number] as number) / (cost[number] as number));
  }
  for (let episode = 0; episode < headerCost.length; episode++) {
    if ((headerCost[episode] as number) > 0)
      highest = Math.max(highest, (headerValue[episode] as number) / (headerCost[episode] as number));
  }
  return highest * 2;
}

/** What each episode is worth at a price with its best lines, and their tokens. */
function weighEpisodes(
  { first, series, item, value, cost, extra, headerValue, headerCost }: PackingOffers,
  price: number,
  worth: Float64Array,
  tokens: Float64Array,
): void {
  for (let episode = 0; episode < worth.length; episode++) {
    const end = first[episode + 1] as number;
    let total = (headerValue[episode] as number) - price * (headerCost[episode] as number);
    let used = headerCost[episode] as number;
    for (let number = first[episode] as number; number < end; ) {
      const place = series[number] as number;
      if (place < 0) {
        const gain = (value[number] as number) - price * (cost[number] as number);
        if (gain > 0) {
          total += gain;
          used += cost[number] as number;
        }
        number++;
        continue;
      }
      let [lines, lineTokens, fold, foldTokens] = [0, 0, Number.NEGATIVE_INFINITY, 0];
      for (; number < end && series[number] === place; number++) {
        const gain = (value[number] as number) - price * (cost[number] as number);
        if ((item[number] as number) < 0) {
          fold = gain;
          foldTokens = cost[number] as number;
          continue;
        }
        if (gain > 0) {
          lines += gain;
          lineTokens += cost[number] as number;
        }
        const beside = (extra[number] as number) - price * (cost[number] as number);
        if ((extra[number] as number) > 0 && beside > 0) {
          fold += beside;
          foldTokens += cost[number] as number;
        }
      }
      total += Math.max(lines, fold);
      used += lines >= fold ? lineTokens : foldTokens;
    }
    worth[episode] = total;
    tokens[episode] = used;
  }
}

/** Tokens of the page that is worth most at a price: episodes in a chain, each shown or skipped, a marker for each run of skipped ones. */
function costOfBest(worth: Float64Array, tokens: Float64Array, gapPrice: number, gapCost: number): number {
  let [shown, shownCost, skipped, skippedCost] = [0, 0, Number.NEGATIVE_INFINITY, 0];
  for (let episode = 0; episode < worth.length; episode++) {
    const opens = skipped > shown;
    const closes = shown - gapPrice > skipped;
    const cost = (opens ? skippedCost : shownCost) + (tokens[episode] as number);
    skippedCost = closes ? shownCost + gapCost : skippedCost;
    const value = (opens ? skipped : shown) + (worth[episode] as number);
    skipped = closes ? shown - gapPrice : skipped;
    shown = value;
    shownCost = cost;
  }
  return shown >= skipped ? shownCost : skippedCost;
}

/** The best page of each kind at a price: through every episode, shown and skipped, from both ends of the chain. */
function boundChain(
  worth: Float64Array,
  gapPrice: number,
  budgetPrice: number,
): Omit<PackingBounds, 'price' | 'least'> {
  const count = worth.length;
  const ifShown = new Float64Array(count);
  const ifSkipped = new Float64Array(count);
  const afterShown = new Float64Array(count);
  const afterSkipped = new Float64Array(count);
  let [shown, skipped] = [budgetPrice, Number.NEGATIVE_INFINITY];
  for (let episode = 0; episode < count; episode++) {
    const before = shown;
    shown = Math.max(shown, skipped) + (worth[episode] as number);
    skipped = Math.max(skipped, before - gapPrice);
    ifShown[episode] = shown;
    ifSkipped[episode] = skipped;
  }
  const most = Math.max(shown, skipped);
  let [ofShown, ofSkipped] = [0, 0];
  for (let episode = count - 1; episode >= 0; episode--) {
    afterShown[episode] = ofShown;
    afterSkipped[episode] = ofSkipped;
    ifShown[episode] = (ifShown[episode] as number) + ofShown;
    ifSkipped[episode] = (ifSkipped[episode] as number) + ofSkipped;
    const [show, skip] = [(worth[episode] as number) + ofShown, ofSkipped];
    ofShown = Math.max(show, skip - gapPrice);
    ofSkipped = Math.max(show, skip);
  }
  return { most, ifShown, ifSkipped, afterShown, afterSkipped };
}

const priceHalvings = 24;
