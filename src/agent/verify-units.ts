// A number in another unit, converted by the verifier's own table: it shares nothing with what converted it.
import { plainUnit } from './plain-text.ts';

/**
 * A number of one unit in another; `undefined` when they measure different things or one is unknown.
 *
 * @param substance name of what is measured, for mass to amount of substance
 */
export function convertPlainly(number: number, from: string, to: string, substance = ''): number | undefined {
  const temperature = temperatures.get(`${plainUnit(from)} ${plainUnit(to)}`);
  if (temperature !== undefined) return temperature(number);
  const [fromParts, toParts] = [partsOf(from), partsOf(to)];
  if (fromParts.length !== toParts.length) return undefined;
  let factor = 1;
  for (const [place, part] of fromParts.entries()) {
    const other = toParts[place];
    if (part === undefined || other === undefined) return undefined;
    const mass = part.measures === other.measures ? 1 : gramsPerMole(part.measures, other.measures, substance);
    if (mass === undefined) return undefined;
    // The first part is multiplied, what it is divided by divides.
    factor *= place === 0 ? (part.size / other.size) * mass : other.size / part.size / mass;
  }
  return number * factor;
}

interface UnitSize {
  readonly measures: string;
  readonly size: number;
}

function partsOf(unit: string): readonly (UnitSize | undefined)[] {
  return plainUnit(unit)
    .split('/')
    .map((part) => sizes.get(unitNames.get(part) ?? part));
}

const temperatures: ReadonlyMap<string, (number: number) => number> = new Map([
  ['cel degf', (number) => (number * 9) / 5 + 32],
  ['degf cel', (number) => ((number - 32) * 5) / 9],
]);

/** Other spellings, plain. */
const unitNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    lbav: 'lb',
    lbs: 'lb',
    pound: 'lb',
    pounds: 'lb',
    ozav: 'oz',
    ini: 'in',
    inch: 'in',
    inches: 'in',
    fti: 'ft',
    feet: 'ft',
    c: 'cel',
    f: 'degf',
  }),
);

/** In grams, metres, litres, seconds, moles, pascals. Source: international avoirdupois pound and inch (1959); mmHg by NIST SP 811. */
const sizes: ReadonlyMap<string, UnitSize> = new Map(
  Object.entries({
    mass: { kg: 1000, g: 1, mg: 1e-3, ug: 1e-6, ng: 1e-9, pg: 1e-12, lb: 453.59237, oz: 28.349523125 },
    length: { m: 1, cm: 0.01, mm: 0.001, in: 0.0254, ft: 0.3048 },
    volume: { l: 1, dl: 0.1, ml: 1e-3, ul: 1e-6 },
    time: { s: 1, min: 60, h: 3600, d: 86_400 },
    amount: { mol: 1, mmol: 1e-3, umol: 1e-6, nmol: 1e-9, pmol: 1e-12 },
    pressure: { mmhg: 133.322387415, kpa: 1000 },
  }).flatMap(([measures, units]) =>
    Object.entries(units).map(([unit, size]): [string, UnitSize] => [unit, { measures, size }]),
  ),
);

/** What turns grams into moles (1/M) or moles into grams (M), from the sum of a substance's atoms. */
function gramsPerMole(from: string, to: string, substance: string): number | undefined {
  const name =
    substance
      .toLowerCase()
      .split(/[[(,;]|\s+in\s+/)[0]
      ?.trim() ?? '';
  const atoms = formulas.get(name)?.matchAll(/([A-Z][a-z]?)(\d*)/g);
  if (atoms === undefined) return undefined;
  let mass = 0;
  for (const [, atom = '', count = ''] of atoms) mass += (atomicWeights[atom] ?? Number.NaN) * Number(count || 1);
  if (from === 'mass' && to === 'amount') return 1 / mass;
  return from === 'amount' && to === 'mass' ? mass : undefined;
}

/** Triglycerides are counted as triolein, phosphate and urea nitrogen as their atoms. */
const formulas: ReadonlyMap<string, string> = new Map(
  Object.entries({
    glucose: 'C6H12O6',
    creatinine: 'C4H7N3O',
    cholesterol: 'C27H46O',
    'hdl cholesterol': 'C27H46O',
    'ldl cholesterol': 'C27H46O',
    triglycerides: 'C57H104O6',
    urea: 'CH4N2O',
    'urea nitrogen': 'N2',
    bilirubin: 'C33H36N4O6',
    'uric acid': 'C5H4N4O3',
    calcium: 'Ca',
    magnesium: 'Mg',
    phosphate: 'P',
    iron: 'Fe',
    lactate: 'C3H6O3',
    cortisol: 'C21H30O5',
    thyroxine: 'C15H11I4NO4',
  }),
);
/** Source: IUPAC standard atomic weights 2021, abridged. */
const atomicWeights: Readonly<Record<string, number>> = {
  H: 1.008,
  C: 12.011,
  N: 14.007,
  O: 15.999,
  P: 30.974,
  Mg: 24.305,
  Ca: 40.078,
  Fe: 55.845,
  I: 126.904,
};
