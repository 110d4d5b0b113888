// What tokens cost: numbers from a dated table that nobody has verified, or from a person's own.
import { z } from 'zod';
import { HopperError } from '../errors.ts';
import table from './price-table.json' with { type: 'json' };
import type { CacheRates } from './usage-ledger.ts';

/** US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** @default a tenth of `input` */
  readonly cacheRead?: number | undefined;
  /** @default `input` */
  readonly cacheWrite?: number | undefined;
  /** Where the numbers come from, told with every cost: nobody has verified the shipped ones. */
  readonly basis?: string | undefined;
}

/** Prices with the day they were known. */
export interface PriceTable {
  readonly asOf: string;
  readonly models: Readonly<Record<string, ModelPrice>>;
}

/** The table that ships with this version. */
export const priceTable: PriceTable = withBasis(
  table,
  `prices of the dated table (${table.asOf}), unverified; override with a file`,
);

/** The price of a model by the longest name in the table that its own begins with; `undefined` when none does. */
export function priceOf(modelId: string, prices: PriceTable = priceTable): ModelPrice | undefined {
  const bare = modelId.slice(modelId.lastIndexOf('/') + 1);
  const names = Object.keys(prices.models).filter(
    (name) => bare === name || bare.startsWith(`${name}-`) || bare.startsWith(`${name}@`),
  );
  const longest = names.sort((left, right) => right.length - left.length)[0];
  return longest === undefined ? undefined : prices.models[longest];
}

/**
 * A person's own table, over the shipped one: its models win, the others stay.
 *
 * @throws `invalid-input` when it is no table of prices
 */
export function withPrices(own: unknown): PriceTable {
  const read = tableSchema.safeParse(own);
  if (read.success) {
    const given = withBasis(read.data, `prices given, of ${read.data.asOf}`);
    return { asOf: given.asOf, models: { ...priceTable.models, ...given.models } };
  }
  const where = read.error.issues[0]?.path.join('.') || 'the top level';
  throw new HopperError(
    'invalid-input',
    `Expected prices as {"asOf": "2026-01-31", "models": {"name": {"input": 3, "output": 15}}} in dollars per million tokens; found a problem at ${where}.`,
  );
}

function withBasis({ asOf, models }: PriceTable, basis: string): PriceTable {
  return {
    asOf,
    models: Object.fromEntries(Object.entries(models).map(([name, price]) => [name, { ...price, basis }])),
  };
}

/** A price's cache rates relative to its fresh input token. */
export function cacheRatesOf(price: ModelPrice): CacheRates {
  if (price.input <= 0) return { read: 0, write: 0 };
  return {
    read: (price.cacheRead ?? price.input * 0.1) / price.input,
    write: (price.cacheWrite ?? price.input) / price.input,
  };
}

const dollars = z.number().min(0);
const tableSchema = z.object({
  asOf: z.string(),
  models: z.record(
    z.string(),
    z.object({ input: dollars, output: dollars, cacheRead: dollars.optional(), cacheWrite: dollars.optional() }),
  ),
});
