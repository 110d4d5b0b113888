// What tokens cost: numbers from a dated table, never from memory.
import type { CacheRates } from './usage-ledger.ts';

/** US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** @default a tenth of `input` */
  readonly cacheRead?: number;
  /** @default `input` */
  readonly cacheWrite?: number;
}

/** A price's cache rates relative to its fresh input token. */
export function cacheRatesOf(price: ModelPrice): CacheRates {
  if (price.input <= 0) return { read: 0, write: 0 };
  return {
    read: (price.cacheRead ?? price.input * 0.1) / price.input,
    write: (price.cacheWrite ?? price.input) / price.input,
  };
}
