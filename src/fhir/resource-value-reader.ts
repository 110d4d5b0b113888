// Reading value[x] and its kin into typed values.
import { cleanText, codingsOf, displayOf } from './display.ts';
import { asArray, asObject, isObject, type JsonObject } from './resource.ts';
import type { ResourceValue } from './resource-value.ts';

/** A value before it has a name. */
type BareValue = Omit<ResourceValue, 'name' | 'codes'>;

/**
 * The value of a choice element such as `value[x]`: the first of its forms that is present, typed.
 * `undefined` when there is none, or none that says anything.
 *
 * @param choice the element without its type, e.g. `value`, `onset`, `rate`
 */
export function readChoice(
  element: JsonObject,
  choice: string,
  name: string,
  codes: readonly string[] = [],
): ResourceValue | undefined {
  const forms = formsOf(choice);
  for (let index = 0; index < forms.length; index += 1) {
    const content = element[forms[index]!];
    if (content === undefined || content === null) continue;
    const bare = readValue(content, formKinds[index]!);
    if (bare !== undefined) return { name, codes, ...bare };
  }
  return undefined;
}

/** A Quantity, Age, Duration, Money or SimpleQuantity as a named value. */
export function readQuantity(
  quantity: unknown,
  name: string,
  codes: readonly string[] = [],
): ResourceValue | undefined {
  const bare = isObject(quantity) ? quantityValue(quantity) : undefined;
  return bare === undefined ? undefined : { name, codes, ...bare };
}

/** Any element by its shape, as a named value: for elements whose type the caller doesn't know. */
export function readAnyValue(content: unknown, name: string): ResourceValue | undefined {
  const bare = readValue(content, 'any');
  return bare === undefined ? undefined : { name, codes: [], ...bare };
}

/** A value that is not there, with its reason in words. */
export function absentValue(name: string, reason: string, codes: readonly string[] = []): ResourceValue {
  return { name, codes, kind: 'absent', text: reason };
}

/** A time as people write it: `2141-03-12 08:15`; seconds only when they aren't zero, offsets left out. */
export function timeText(written: string): string {
  if (written.length <= 10 || written.charCodeAt(10) !== 84) return written;
  const seconds = written.slice(16, 19);
  return `${written.slice(0, 10)} ${written.slice(11, 16)}${seconds.length === 3 && seconds[0] === ':' && seconds !== ':00' ? seconds : ''}`;
}

/**
 * A number as people read it: as it is up to four decimals, else rounded (two decimals, four digits below one).
 * The exact number stays in `ResourceValue.number`.
 */
export function numberText(value: number): string {
  const exact = String(value);
  const point = exact.indexOf('.');
  if (point < 0 || exact.length - point - 1 <= 4 || exact.includes('e')) return exact;
  return String(Math.abs(value) >= 1 ? Math.round(value * 100) / 100 : Number(value.toPrecision(4)));
}

type Kind = (typeof kinds)[number] | 'any';
const kinds = [
  'Quantity',
  'CodeableConcept',
  'String',
  'Integer',
  'Boolean',
  'DateTime',
  'Range',
  'Ratio',
  'Period',
  'Time',
  'SampledData',
  'Date',
  'Decimal',
  'Age',
  'Duration',
  'Code',
  'Coding',
  'Attachment',
  'Reference',
  'Instant',
  'Integer64',
  'Markdown',
  'Text',
  'Uri',
  'PositiveInt',
] as const;
const formKinds: readonly Kind[] = kinds;
const forms = new Map<string, readonly string[]>();

function formsOf(choice: string): readonly string[] {
  let names = forms.get(choice);
  if (names === undefined) {
    names = kinds.map((kind) => choice + kind);
    forms.set(choice, names);
  }
  return names;
}

function readValue(content: unknown, kind: Kind): BareValue | undefined {
  if (typeof content === 'number') return plainNumber(content);
  if (typeof content === 'boolean') return { kind: 'boolean', text: content ? 'yes' : 'no' };
  if (typeof content === 'string') return textValue(content, kind);
  if (Array.isArray(content)) return content.length === 0 ? undefined : readValue(content[0], kind);
  if (!isObject(content)) return undefined;
  if (kind === 'CodeableConcept' || content.coding !== undefined || kind === 'Coding') return codedValue(content);
  if (typeof content.value === 'number') return quantityValue(content);
  if (content.numerator !== undefined || content.denominator !== undefined) return ratioValue(content);
  if (content.low !== undefined || content.high !== undefined) return rangeValue(content);
  if (content.start !== undefined || content.end !== undefined) return periodValue(content);
  if (content.dimensions !== undefined || content.origin !== undefined) return sampledValue(content);
  if (kind === 'Attachment')
    return { kind: 'text', text: cleanText(String(content.title ?? content.contentType ?? 'attachment')) };
  if (kind === 'Quantity') return quantityValue(content);
  return codedValue(content);
}

function textValue(content: string, kind: Kind): BareValue | undefined {
  const text = cleanText(content);
  if (text === '') return undefined;
  if (kind === 'DateTime' || kind === 'Date' || kind === 'Time' || kind === 'Instant')
    return { kind: 'time', text: timeText(text) };
  if (kind === 'Code') return { kind: 'code', text };
  if (kind !== 'String' && kind !== 'any') return { kind: 'text', text };
  return numberInText(text) ?? { kind: 'text', text };
}

function plainNumber(value: number): BareValue {
  return { kind: 'quantity', number: value, decimals: decimalsOf(value), text: numberText(value) };
}

function quantityValue(quantity: JsonObject): BareValue | undefined {
  const value = typeof quantity.value === 'string' ? Number(quantity.value) : quantity.value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const code = typeof quantity.code === 'string' ? quantity.code : undefined;
  const unit = unitText(
    typeof quantity.unit === 'string' && quantity.unit !== '' ? quantity.unit : (code ?? quantity.currency),
  );
  const comparator = comparatorOf(quantity.comparator);
  const isUcum = code !== undefined && typeof quantity.system === 'string' && quantity.system.startsWith(ucumSystem);
  const number = numberText(value);
  return {
    kind: 'quantity',
    number: value,
    decimals: decimalsOf(value),
    ...(unit === undefined ? {} : { unit }),
    ...(isUcum ? { ucum: code } : {}),
    ...(comparator === undefined ? {} : { comparator }),
    text: `${comparator === undefined ? '' : `${comparator} `}${number}${unit === undefined ? '' : ` ${plainUnit(unit)}`}`,
  };
}

function codedValue(content: JsonObject): BareValue | undefined {
  const text = displayOf(content);
  if (text === '') return undefined;
  return { kind: 'code', text };
}

function rangeValue(range: JsonObject): BareValue | undefined {
  const low = quantityValue(asObject(range.low) ?? {});
  const high = quantityValue(asObject(range.high) ?? {});
  const unit = high?.unit ?? low?.unit;
  const lowText = low === undefined ? '' : numberText(low.number!);
  const highText = high === undefined ? '' : numberText(high.number!);
  if (lowText === '' && highText === '') return undefined;
  const span = lowText === '' ? `≤ ${highText}` : highText === '' ? `≥ ${lowText}` : `${lowText}–${highText}`;
  return {
    kind: 'range',
    ...(low === undefined ? {} : { low: low.number! }),
    ...(high === undefined ? {} : { high: high.number! }),
    ...(unit === undefined ? {} : { unit }),
    text: unit === undefined ? span : `${span} ${unit}`,
  };
}

function ratioValue(ratio: JsonObject): BareValue | undefined {
  const top = quantityValue(asObject(ratio.numerator) ?? {});
  const bottom = quantityValue(asObject(ratio.denominator) ?? {});
  if (top === undefined) return undefined;
  const plain = top.unit === undefined && bottom?.unit === undefined;
  const below =
    bottom === undefined ? '' : bottom.number === 1 && bottom.unit !== undefined ? bottom.unit : bottom.text;
  return {
    kind: 'ratio',
    low: top.number!,
    ...(bottom?.number === undefined ? {} : { high: bottom.number }),
    ...(top.unit === undefined ? {} : { unit: top.unit }),
    text: below === '' ? top.text : plain ? `${top.text}:${below}` : `${top.text} per ${below}`,
  };
}

function periodValue(period: JsonObject): BareValue | undefined {
  const start = typeof period.start === 'string' ? timeText(period.start) : '';
  const end = typeof period.end === 'string' ? timeText(period.end) : '';
  if (start === '' && end === '') return undefined;
  return { kind: 'time', text: end === '' ? `since ${start}` : start === '' ? `until ${end}` : `${start} → ${end}` };
}

function sampledValue(sampled: JsonObject): BareValue {
  const points = typeof sampled.data === 'string' && sampled.data !== '' ? sampled.data.trim().split(/\s+/).length : 0;
  const dimensions = typeof sampled.dimensions === 'number' ? sampled.dimensions : 1;
  const spacing =
    typeof sampled.period === 'number' && sampled.period > 0 ? `, one every ${numberText(sampled.period)} ms` : '';
  const unit = unitText(asObject(sampled.origin)?.unit ?? asObject(sampled.origin)?.code);
  return {
    kind: 'sampled',
    ...(unit === undefined ? {} : { unit }),
    text: `sampled signal of ${Math.floor(points / dimensions)} points${spacing}`,
  };
}

/**
 * The number in a text that is nothing but a number: `1,5`, `> 100`, `12 mg/dL`, `10-20`, `1:160`.
 * A comma with three digits behind it (`1,500`) may be either kind and stays text, unless the number starts with 0.
 */
function numberInText(text: string): BareValue | undefined {
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

function unitText(unit: unknown): string | undefined {
  if (typeof unit !== 'string' || unit === '' || unit === '1' || unit === '{}') return undefined;
  return unit.charCodeAt(0) === 123 && unit.endsWith('}') ? unit.slice(1, -1) : cleanText(unit);
}

/** A unit without UCUM's annotation marks: `mL/min/{1.73_m2}` as `mL/min/1.73 m2`. */
function plainUnit(unit: string): string {
  return unit.includes('{') ? unit.replace(/\{([^}]*)\}/g, (_, words: string) => words.replaceAll('_', ' ')) : unit;
}

function comparatorOf(written: unknown): ResourceValue['comparator'] {
  return written === '<' || written === '<=' || written === '>' || written === '>=' || written === 'ad'
    ? written
    : undefined;
}

function decimalsOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  const written = String(value);
  const point = written.indexOf('.');
  return point < 0 ? 0 : written.length - point - 1;
}

/** Codes of a coded value, as `system|code`: for those who match values by code. */
export function codesOf(concept: unknown): readonly string[] {
  const codings = codingsOf(concept);
  return codings.map((coding) => (coding.system === '' ? coding.code : `${coding.system}|${coding.code}`));
}

/** All numbers and words that a value's choice element may hold, for elements that repeat. */
export function readEach(list: unknown, name: string): readonly ResourceValue[] {
  const values: ResourceValue[] = [];
  for (const one of asArray(list)) {
    const value = readAnyValue(one, name);
    if (value !== undefined) values.push(value);
  }
  return values;
}

const ucumSystem = 'http://unitsofmeasure.org';
const plainUnits = new Set(
  'mg g kg µg ug mcg ng pg ml l dl µl cl cm mm m km nm in ft mmhg mm[hg] bpm hz min h hr hrs s sec ms d days day weeks months years yr °c °f c f u iu mu mmol mol mosm meq kcal kj pa kpa cal lb lbs oz w v mv db %'.split(
    ' ',
  ),
);
