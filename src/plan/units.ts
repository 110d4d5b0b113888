// Units: what is written, what UCUM calls it, and what can be converted into what.
import { UcumLhcUtils } from '@lhncbc/ucum-lhc';
import { normalName } from './selection-index.ts';

/** A converted number, or why it can't be converted. */
export type Conversion =
  | { readonly ok: true; readonly value: number; readonly unit: string }
  | { readonly ok: false; readonly reason: string };

/** What a mass ↔ amount conversion needs to know of the substance. */
export interface Analyte {
  readonly name: string;
  /** Grams per mole. */
  readonly molarMass: number;
}

/**
 * Convert a number between units. Mass ↔ amount of substance only with a declared analyte.
 *
 * Source: UCUM, https://ucum.org, by the kept library ucum-lhc; units as people write them by `writtenUnits`.
 */
export function convertUnit(value: number, from: string, to: string, analyte?: Analyte): Conversion {
  // `mL/min/{1.73_m2}` is mL/min to UCUM, which reads no notes; to a clinician it is another thing.
  if (indexed.test(from) !== indexed.test(to))
    return { ok: false, reason: `${from} and ${to} measure different things` };
  if (sameUnit(from, to)) return { ok: true, value, unit: to };
  const fromCode = ucumCode(from);
  const toCode = ucumCode(to);
  const unknown = fromCode === undefined ? from : toCode === undefined ? to : undefined;
  if (fromCode === undefined || toCode === undefined) {
    return { ok: false, reason: `"${unknown}" is not a unit that UCUM knows, so it can't be converted` };
  }
  const utils = UcumLhcUtils.getInstance();
  const result = utils.convertUnitTo(fromCode, value, toCode, { molecularWeight: analyte?.molarMass ?? null });
  if (result.status === 'succeeded' && result.toVal !== null && Number.isFinite(result.toVal)) {
    return { ok: true, value: withoutNoise(result.toVal), unit: to };
  }
  const massToMoles = result.msg.some((message) => message.includes('mass and moles'));
  if (massToMoles && analyte === undefined) {
    return {
      ok: false,
      reason: `${from} to ${to} is mass to amount of substance: name the analyte`,
    };
  }
  return { ok: false, reason: `${from} and ${to} measure different things` };
}

/** The analyte that a result is of, by the beginning of its name: `Glucose [Mass/volume] in Blood`, `Glucose, serum`. */
export function analyteOf(concept: string): Analyte | undefined {
  return findAnalyte(concept.split(/[[(,;]|\s+in\s+/i)[0]?.trim() ?? '');
}

/** Whether two units are written for the same one. */
export function sameUnit(a: string, b: string): boolean {
  return a === b || unitKey(a) === unitKey(b);
}

/** One name for all spellings of a unit: its UCUM code, else the unit without case, blanks and plural `s`. */
export function unitKey(unit: string): string {
  return ucumCode(unit) ?? normalName(unit).replace(/(?<=..)s$/, '');
}

/** The UCUM code of a unit as people write it; `undefined` for what UCUM doesn't know (`TAB`, `VIAL`). */
export function ucumCode(unit: string): string | undefined {
  const known = codes.get(unit);
  if (known !== undefined) return known ?? undefined;
  const code = findCode(unit.trim());
  codes.set(unit, code ?? null);
  return code;
}

/** An analyte whose molar mass this project knows, by name without case. */
export function findAnalyte(name: string): Analyte | undefined {
  const molarMass = molarMasses.get(normalName(name));
  return molarMass === undefined ? undefined : { name: normalName(name), molarMass };
}

export function knownAnalytes(): readonly string[] {
  return [...molarMasses.keys()];
}

function findCode(unit: string): string | undefined {
  const written = writtenUnits.get(unit.toLowerCase().replaceAll(/\s+/g, ' '));
  if (written !== undefined) return written;
  if (unit === '') return undefined;
  // `MG/DL` is milligrams shouted, not megagrams: mega- is no clinical prefix.
  if (/^M[A-Z/]+$/.test(unit)) return findCode(unit.toLowerCase());
  const utils = UcumLhcUtils.getInstance();
  // A unit with blanks is none, and the library would say so on the console.
  const whole = unit.replaceAll(/\s+/g, '');
  for (const candidate of new Set([whole, whole.toLowerCase()])) {
    const found = utils.getSpecifiedUnit(candidate, 'validate');
    if (found.status === 'valid' && found.unit !== null) return litre(String(found.unit.csCode_));
  }
  return undefined;
}

/** UCUM writes the litre `l` and `L`; one of them, so that codes can be compared. */
function litre(code: string): string {
  return code.replaceAll(/(?<![A-Za-z[])([munpfdc]?)l(?![A-Za-z\]])/g, '$1L');
}

/** Conversions are right to about 15 digits; what a binary fraction adds beyond 12 is noise. */
function withoutNoise(value: number): number {
  return Number(value.toPrecision(12));
}

/** Units as people and senders write them, by lower-case spelling → UCUM. Source: UCUM §§ "display" forms of clinical units. */
const writtenUnits: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bpm: '/min',
    'beats/min': '/min',
    'beats/minute': '/min',
    'beats per minute': '/min',
    'breaths/min': '/min',
    'breaths/minute': '/min',
    insp: '/min',
    'insp/min': '/min',
    mcg: 'ug',
    'mcg/min': 'ug/min',
    'mcg/kg/min': 'ug/kg/min',
    'mcg/hr': 'ug/h',
    'mcg/ml': 'ug/mL',
    'mg/hr': 'mg/h',
    'ml/hr': 'mL/h',
    cc: 'mL',
    mmhg: 'mm[Hg]',
    'mm hg': 'mm[Hg]',
    cmh2o: 'cm[H2O]',
    '°c': 'Cel',
    'deg c': 'Cel',
    c: 'Cel',
    celsius: 'Cel',
    '°f': '[degF]',
    'deg f': '[degF]',
    f: '[degF]',
    fahrenheit: '[degF]',
    lb: '[lb_av]',
    lbs: '[lb_av]',
    pound: '[lb_av]',
    pounds: '[lb_av]',
    oz: '[oz_av]',
    inch: '[in_i]',
    inches: '[in_i]',
    in: '[in_i]',
    ft: '[ft_i]',
    foot: '[ft_i]',
    feet: '[ft_i]',
    iu: '[IU]',
    'iu/l': '[IU]/L',
    'iu/ml': '[IU]/mL',
    'k/ul': '10*3/uL',
    'm/ul': '10*6/uL',
    '10^3/ul': '10*3/uL',
    '10^6/ul': '10*6/uL',
    sec: 's',
    second: 's',
    seconds: 's',
    minute: 'min',
    minutes: 'min',
    mins: 'min',
    hr: 'h',
    hrs: 'h',
    hour: 'h',
    hours: 'h',
    day: 'd',
    days: 'd',
    week: 'wk',
    weeks: 'wk',
    month: 'mo',
    months: 'mo',
    year: 'a',
    years: 'a',
    yr: 'a',
    percent: '%',
  }),
);

/** g/mol, from standard atomic weights (IUPAC 2021), of analytes that laboratories report both ways. */
const molarMasses: ReadonlyMap<string, number> = new Map(
  Object.entries({
    glucose: 180.156,
    creatinine: 113.12,
    cholesterol: 386.65,
    'hdl cholesterol': 386.65,
    'ldl cholesterol': 386.65,
    triglycerides: 885.43,
    urea: 60.056,
    'urea nitrogen': 28.014,
    bilirubin: 584.66,
    'uric acid': 168.11,
    calcium: 40.078,
    magnesium: 24.305,
    phosphate: 30.974,
    iron: 55.845,
    lactate: 90.08,
    cortisol: 362.46,
    thyroxine: 776.87,
  }),
);

/** A note with a number in it, or body surface written out. */
const indexed = /\{[^}]*\d[^}]*\}|1\.73/;
const codes = new Map<string, string | null>();
