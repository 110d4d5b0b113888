// Right claims made wrong by one small change: a digit, a date, a unit, a name, a yes for a no.

import { plainUnit } from '../../src/agent/plain-text.ts';

export type MutationKind = 'digit' | 'date' | 'unit' | 'name' | 'negation';

export interface Statement {
  readonly value: string | number | boolean;
  readonly unit?: string;
}

export interface Mutation {
  readonly kind: MutationKind;
  readonly changed: Statement;
}

/** Up to `most` different mutations of one statement, in a fixed order. */
export function mutationsOf(
  statement: Statement,
  otherNames: readonly string[],
  random: () => number,
  most: number,
): readonly Mutation[] {
  const { value, unit } = statement;
  if (typeof value === 'boolean') return [{ kind: 'negation', changed: { value: !value } }];
  const made = new Map<string, Mutation>();
  const add = (kind: MutationKind, changed: Statement) => {
    if (changed.value !== value || changed.unit !== unit) made.set(JSON.stringify(changed), { kind, changed });
  };
  for (let attempt = 0; attempt < most * 4 && made.size < most; attempt += 1) {
    if (typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(value)) {
      if (unit !== undefined && attempt % 4 === 3)
        add('unit', {
          value,
          unit: pick(
            otherUnits.filter((other) => plainUnit(other) !== plainUnit(unit)),
            random,
          ),
        });
      else {
        const digits = changeDigit(String(value), random);
        // A last decimal of 0 only rounds.
        if (Number(digits) !== Number(value) && !/\.\d*0$/.test(digits))
          add('digit', {
            value: typeof value === 'number' ? Number(digits) : digits,
            ...(unit === undefined ? {} : { unit }),
          });
      }
    } else if (/^\d{4}-\d\d/.test(value)) {
      const changed = changeDigit(value, random, value.slice(0, 19).length);
      if (isRealDate(changed)) add('date', { value: changed });
    } else {
      const other = pick(otherNames, random);
      if (other !== undefined) add('name', { value: other });
    }
  }
  return [...made.values()];
}

/** One digit replaced by another, among the first `within` characters. */
function changeDigit(text: string, random: () => number, within = text.length): string {
  const places = [...text.slice(0, within)].flatMap((character, index) => (/\d/.test(character) ? [index] : []));
  const place = pick(places, random) ?? 0;
  const digit = (Number(text[place]) + 1 + Math.floor(random() * 9)) % 10;
  return `${text.slice(0, place)}${digit}${text.slice(place + 1)}`;
}

function isRealDate(text: string): boolean {
  const [, year = '', month = '01', day = '01', hour = '0', minute = '0', second = '0'] =
    /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?)?/.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return (
    date.getUTCMonth() === Number(month) - 1 &&
    date.getUTCDate() === Number(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60
  );
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}

const otherUnits = ['mg', 'mL', 'g', 'mmol/L', 'mg/dL', 'h', 'd', 'min', 'mcg', 'kg', 'mEq', '%'];
