// Numbers that senders write as text, and what numbers and comparators are made of.
import type { ResourceValue } from './resource-value.ts';

/** A value before it has a name. */
export type BareValue = Omit<ResourceValue, 'name' | 'codes'>;

/**
 * The number in a text that is nothing but a number: `1,5`, `> 100`, `12 mg/dL`, `10-20`, `1:160`.
 * A comma with three digits behind it (`1,500`) may be either kind and stays text, unless the number starts with 0.
 */
export function numberInText(text: string): BareValue | undefined {
  const first = text.charCodeAt(0);
  const starts =
    (first >= 48 && first <= 57) ||
    first === 60 ||
    first === 62 ||
    first === 45 ||
    first === 43 ||
    first === 8804 ||
    first === 8805;
  if (!starts || text.length > 30) return undefined;
  const ratio = /^(\d+)\s?:\s?(\d+)$/.exec(text);
  if (ratio !== null) return { kind: 'ratio', fromText: true, low: Number(ratio[1]), high: Number(ratio[2]), text };
  const range = /^(\d+(?:[.,]\d+)?)\s?[-–]\s?(\d+(?:[.,]\d+)?)(?:\s?([^\d\s]\S*))?$/.exec(text);
  if (range !== null) return rangeInText(range, text);
  const match = /^(<=|>=|<|>|≤|≥)?\s?([+-]?\d[\d.,]*)\s?(\S+)?$/.exec(text);
  if (match === null) return undefined;
  const number = plainDecimal(match[2]!);
  const unit = match[3];
  if (number === undefined || (unit !== undefined && !looksLikeUnit(unit))) return undefined;
  const comparator = comparatorOf(match[1] === '≤' ? '<=' : match[1] === '≥' ? '>=' : match[1]);
  return {
    kind: 'quantity',
    number,
    decimals: decimalsOf(number),
    ...(unit === undefined ? {} : { unit }),
    ...(comparator === undefined ? {} : { comparator }),
    fromText: true,
    text,
  };
}

function rangeInText(range: RegExpExecArray, text: string): BareValue | undefined {
  const low = plainDecimal(range[1]!);
  const high = plainDecimal(range[2]!);
  const unit = range[3];
  if (low === undefined || high === undefined || low >= high || (unit !== undefined && !looksLikeUnit(unit)))
    return undefined;
  return { kind: 'range', fromText: true, low, high, ...(unit === undefined ? {} : { unit }), text };
}

function plainDecimal(written: string): number | undefined {
  if (/^[+-]?\d+(\.\d+)?$/.test(written)) return Number(written);
  if (/^[+-]?\d{1,3}(,\d{3})+\.\d+$/.test(written) || /^[+-]?\d{1,3}(,\d{3}){2,}$/.test(written))
    return Number(written.replaceAll(',', ''));
  if (/^[+-]?\d{1,3}(\.\d{3})+,\d+$/.test(written)) return Number(written.replaceAll('.', '').replace(',', '.'));
  if (/^[+-]?(0,\d+|\d+,\d{1,2}|\d+,\d{4,})$/.test(written)) return Number(written.replace(',', '.'));
  return undefined;
}

function looksLikeUnit(word: string): boolean {
  return (
    word.length <= 15 &&
    (/^[%‰]$|^[a-zA-Zµμ°%\d^*.[\]]+\/[a-zA-Zµμ°\d^*.[\]/]+$/.test(word) || plainUnits.has(word.toLowerCase()))
  );
}

/** A comparator of FHIR, or none. Source: FHIR Quantity.comparator. */
export function comparatorOf(written: unknown): ResourceValue['comparator'] {
  return written === '<' || written === '<=' || written === '>' || written === '>=' || written === 'ad'
    ? written
    : undefined;
}

/** Digits after the decimal point. */
export function decimalsOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  const written = String(value);
  const point = written.indexOf('.');
  return point < 0 ? 0 : written.length - point - 1;
}

const plainUnits = new Set(
  'mg g kg µg ug mcg ng pg ml l dl µl cl cm mm m km nm in ft mmhg mm[hg] bpm hz min h hr hrs s sec ms d days day weeks months years yr °c °f c f u iu mu mmol mol mosm meq kcal kj pa kpa cal lb lbs oz w v mv db %'.split(
    ' ',
  ),
);
