// The values of a node as a plan reads them: which of them is meant, and whether it is a number.
import type { ResourceText } from '../fhir/resource-text.ts';
import type { ResourceValue } from '../fhir/resource-value.ts';
import type { Selection } from '../question/selection.ts';
import { normalName } from './selection-index.ts';
import { convertUnit } from './units.ts';

/** A number with its unit, ready to be reduced. */
export interface Measure {
  readonly number: number;
  readonly unit: string | undefined;
  readonly decimals: number;
  readonly fromText: boolean;
}

/** One node's value for a numeric reduction, or why it has none. */
export type MeasureReading =
  | { readonly ok: true; readonly measure: Measure }
  | { readonly ok: false; readonly reason: 'no-value' | 'not-a-number' | 'several-values' | 'comparator' | 'range' };

/**
 * The values a plan means: those named `component` (by name, part of the name in whole words, or code), else the
 * resource's own value, else its dose, else its components.
 */
export function measuresOf(text: ResourceText, component: string | undefined): readonly ResourceValue[] {
  if (component === undefined) {
    if (text.values.length <= 1) return text.values;
    const own = ownValues(text);
    if (own.length > 0) return own;
    const main = text.values.filter(isMainValue);
    return main.length > 0 ? main : text.values;
  }
  const wanted = normalName(component);
  const exact = text.values.filter(
    (value) => normalName(value.name) === wanted || value.codes.some((code) => isCode(normalName(code), wanted)),
  );
  if (exact.length > 0) return exact;
  const words = wanted.split(' ');
  return text.values.filter((value) => {
    const name = ` ${normalName(value.name)} `;
    return words.every((word) => name.includes(` ${word} `));
  });
}

/** Values of what the resource is about, rather than of a component or a dose. */
export function ownValues(text: ResourceText): readonly ResourceValue[] {
  return text.values.filter((value) => value.name === '');
}

/** The one number that a node gives to a numeric reduction. */
export function readMeasure(text: ResourceText, component: string | undefined): MeasureReading {
  const all = measuresOf(text, component);
  const values = all.filter((value) => value.kind !== 'absent');
  if (values.length === 0) return { ok: false, reason: 'no-value' };
  const numeric = values.filter((value) => value.number !== undefined);
  const [value, second] = numeric;
  if (value?.number === undefined) {
    return {
      ok: false,
      reason: values.some((each) => each.kind === 'range' || each.kind === 'ratio') ? 'range' : 'not-a-number',
    };
  }
  if (second !== undefined && component === undefined && !isMainValue(value))
    return { ok: false, reason: 'several-values' };
  if (value.comparator !== undefined) return { ok: false, reason: 'comparator' };
  return {
    ok: true,
    measure: {
      number: value.number,
      unit: value.ucum ?? value.unit,
      decimals: value.decimals ?? 0,
      fromText: value.fromText === true,
    },
  };
}

/** Whether a value passes `op number unit`; a value in another kind of unit, or without a number, does not. */
export function passesComparison(value: ResourceValue, wanted: NonNullable<Selection['value']>): boolean {
  if (value.number === undefined) return false;
  let { number } = value;
  const unit = value.ucum ?? value.unit;
  if (wanted.unit !== undefined) {
    if (unit === undefined) return false;
    const converted = convertUnit(number, unit, wanted.unit);
    if (!converted.ok) return false;
    number = converted.value;
  }
  if (value.comparator !== undefined) return passesWithComparator(value.comparator, number, wanted);
  return compare[wanted.op](number, wanted.number);
}

/** `<5` surely is below 6 and surely not above 5; what is not sure does not pass. */
function passesWithComparator(comparator: string, limit: number, wanted: NonNullable<Selection['value']>): boolean {
  const below = comparator.startsWith('<');
  const sharp = !comparator.endsWith('=');
  if (below && wanted.op === '<') return sharp ? limit <= wanted.number : limit < wanted.number;
  if (below && wanted.op === '<=') return limit <= wanted.number;
  if (!below && wanted.op === '>') return sharp ? limit >= wanted.number : limit > wanted.number;
  if (!below && wanted.op === '>=') return limit >= wanted.number;
  if (wanted.op === '!=')
    return below
      ? wanted.number > limit || (sharp && wanted.number === limit)
      : wanted.number < limit || (sharp && wanted.number === limit);
  return false;
}

/** The dose among rate, quantity and validity of a prescription. */
function isMainValue(value: ResourceValue): boolean {
  return value.name === '' || value.name === 'dose';
}

function isCode(code: string, wanted: string): boolean {
  return code === wanted || code.endsWith(`|${wanted}`);
}

const compare: Readonly<Record<NonNullable<Selection['value']>['op'], (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
  '>=': (a, b) => a >= b,
  '>': (a, b) => a > b,
  '!=': (a, b) => a !== b,
};
