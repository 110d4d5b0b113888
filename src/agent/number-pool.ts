// The numbers that an answer may rest on, found by what they round to: an answer of hundreds of numbers stays quick.

/** A number with the units it may be told in; none: any. */
export interface PooledNumber {
  readonly number: number;
  readonly units: readonly string[];
}

export interface NumberPool {
  /** Every unit in the pool, as written. */
  readonly units: ReadonlySet<string>;
  /**
   * Numbers that are the shown one at its decimals, sign aside, each with its units once; linear in the pool the first
   * time for each count of decimals, a look-up after.
   */
  like(shown: number, decimals: number): readonly PooledNumber[];
}

export function createNumberPool(numbers: readonly PooledNumber[]): NumberPool {
  const byDecimals = new Map<number, ReadonlyMap<number, readonly PooledNumber[]>>();
  return {
    units: new Set(numbers.flatMap(({ units }) => units)),
    like(shown, decimals) {
      const rounded = byDecimals.get(decimals) ?? roundedTo(numbers, decimals);
      byDecimals.set(decimals, rounded);
      return rounded.get(shown) ?? [];
    },
  };
}

function roundedTo(numbers: readonly PooledNumber[], decimals: number): ReadonlyMap<number, readonly PooledNumber[]> {
  const groups = new Map<number, Map<string, PooledNumber>>();
  for (const each of numbers) {
    const rounded = Math.abs(Number(each.number.toFixed(decimals)));
    const group = groups.get(rounded) ?? new Map<string, PooledNumber>();
    groups.set(rounded, group);
    const units = each.units.join('\n');
    if (!group.has(units)) group.set(units, each);
  }
  return new Map([...groups].map(([rounded, group]) => [rounded, [...group.values()]]));
}
