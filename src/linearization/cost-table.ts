// The best value at each exact cost: the table that the exact solver fills, line by line.
import type { BitRows } from './bit-rows.ts';

/**
 * Best values by exact cost, from 0 to the budget. Only costs from `low` to `high` can be reached so far, which is all
 * that the loops walk; all others hold −∞.
 */
export interface CostTable {
  readonly values: Float64Array;
  low: number;
  high: number;
}

/** A table in which nothing can be reached yet. */
export function createCostTable(budget: number): CostTable {
  return { values: new Float64Array(budget + 1).fill(Number.NEGATIVE_INFINITY), low: budget + 1, high: -1 };
}

/** Makes all of a table out of reach. */
export function emptyTable(table: CostTable): void {
  const { values, low, high } = table;
  if (high >= low) values.fill(Number.NEGATIVE_INFINITY, low, high + 1);
  table.low = values.length;
  table.high = -1;
}

/** Makes a table another one with a cost and a value added to all of it. */
export function becomeTable(table: CostTable, other: CostTable, cost: number, value: number): void {
  emptyTable(table);
  const { values } = table;
  table.low = other.low + cost;
  table.high = Math.min(other.high + cost, values.length - 1);
  copyShifted(values, other.values, table.low, table.high, cost, value);
}

/** Takes into a table what is better in another with a cost and a value added. @returns a row of bits, set where it was */
export function improveTable(table: CostTable, other: CostTable, cost: number, value: number, trace: BitRows): number {
  const row = trace.addRow();
  const low = other.low + cost;
  const high = Math.min(other.high + cost, table.values.length - 1);
  if (high < low) return row;
  takeBetter(table.values, other.values, low, high, cost, value, trace.words, row * trace.wordsPerRow);
  table.low = Math.min(table.low, low);
  table.high = Math.max(table.high, high);
  return row;
}

/** Takes one line where it makes a cost better. @returns a row of bits, set where it was taken */
export function takeLine(table: CostTable, cost: number, value: number, trace: BitRows): number {
  const row = trace.addRow();
  const { values, low } = table;
  const high = Math.min(table.high + cost, values.length - 1);
  takeBetter(values, values, low + cost, high, cost, value, trace.words, row * trace.wordsPerRow);
  table.high = Math.max(table.high, high);
  return row;
}

/** Gives up the costs at both ends whose value, less a price for each token, is below the least. */
export function trimTable(table: CostTable, price: number, least: number): void {
  const { values } = table;
  while (table.low <= table.high && (values[table.low] as number) - price * table.low < least) {
    values[table.low++] = Number.NEGATIVE_INFINITY;
  }
  while (table.low <= table.high && (values[table.high] as number) - price * table.high < least) {
    values[table.high--] = Number.NEGATIVE_INFINITY;
  }
  if (table.low > table.high) emptyTable(table);
}

// The loops below are most of the solver's time. They see nothing but typed arrays and numbers, so that they stay
// compiled whatever else the engine forgets.

function copyShifted(
  values: Float64Array,
  from: Float64Array,
  low: number,
  high: number,
  cost: number,
  value: number,
): void {
  for (let total = low; total <= high; total++) values[total] = (from[total - cost] as number) + value;
}

/** values[t] ← max(values[t], from[t − cost] + value), from the highest total down, so that a line is taken once. */
function takeBetter(
  values: Float64Array,
  from: Float64Array,
  low: number,
  high: number,
  cost: number,
  value: number,
  bits: Uint32Array,
  firstWord: number,
): void {
  for (let total = high; total >= low; total--) {
    const offered = (from[total - cost] as number) + value;
    if (offered > (values[total] as number)) {
      values[total] = offered;
      const word = firstWord + (total >>> 5);
      bits[word] = (bits[word] as number) | (1 << (total & 31));
    }
  }
}
