// Prices of the command line: a file of a person's own, and what a limit in dollars needs.
import { readFileSync } from 'node:fs';
import { type PriceTable, priceOf, withPrices } from '../agent/price.ts';
import { HopperError } from '../errors.ts';

/** @throws `invalid-input` when the file holds no prices */
export function readPrices(path: string | undefined): PriceTable | undefined {
  if (path === undefined) return undefined;
  let own: unknown;
  try {
    own = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new HopperError('invalid-input', `Expected a JSON file of prices; ${path} can't be read as one.`, {
      cause: error,
    });
  }
  return withPrices(own);
}

/**
 * A limit that can't be counted would be none.
 *
 * @throws `invalid-input` naming the first model without a price
 */
export function requirePrices(
  models: readonly ({ readonly modelId: string } | undefined)[],
  prices: PriceTable | undefined,
): void {
  for (const model of models) {
    if (model === undefined || priceOf(model.modelId, prices) !== undefined) continue;
    throw new HopperError(
      'invalid-input',
      `Expected a price of ${model.modelId} for --max-cost; none is known. Give one with --prices FILE.`,
    );
  }
}
