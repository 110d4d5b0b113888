import { describe, expect, it } from 'vitest';
import { cacheRatesOf, priceOf, priceTable, withPrices } from './price.ts';

describe('prices', () => {
  it('are dated, and found by the longest name', () => {
    expect(priceTable.asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(priceOf('gpt-5-mini-2025-08-07')).toEqual(priceTable.models['gpt-5-mini']);
    expect(priceOf('gpt-5')).toEqual(priceTable.models['gpt-5']);
    expect(priceOf('models/gemini-2.5-flash')).toEqual(priceTable.models['gemini-2.5-flash']);
    expect(priceOf('gpt-50')).toBeUndefined();
  });

  it('may be overridden by a person', () => {
    const own = withPrices({ asOf: '2026-11-30', models: { qwen3: { input: 0, output: 0 } } });
    expect(priceOf('qwen3', own)).toEqual({ input: 0, output: 0, basis: 'prices given, of 2026-11-30' });
    expect(priceOf('gpt-5', own)?.basis).toMatch(/dated table \(2025-11-01\), unverified; override with a file/);
    expect(() => withPrices({ asOf: '2026-11-30', models: { x: { input: '3' } } })).toThrow(
      /problem at models\.x\.input/,
    );
  });

  it('weigh the cache relative to a fresh token', () => {
    expect(cacheRatesOf({ input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 })).toEqual({
      read: 0.09999999999999999,
      write: 1.25,
    });
  });
});
