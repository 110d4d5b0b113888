// Reading value[x] and its kin into typed values.
import { cleanText, codingsOf, displayOf } from './display.ts';
import { asObject, isObject, type JsonObject } from './resource.ts';
import type { ResourceValue } from './resource-value.ts';
import { type BareValue, comparatorOf, decimalsOf, numberInText } from './resource-value-text.ts';
import { nothing } from './short-list.ts';

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
  codes: readonly string[] = nothing,
): ResourceValue | undefined {
  const usual = element[usualForms.get(choice) ?? usualForm(choice)];
  if (usual !== undefined && usual !== null) {
    const bare = readValue(usual, 'Quantity');
    if (bare !== undefined) return named(bare, name, codes);
  }
  for (const key in element) {
    if (key.length <= choice.length || !key.startsWith(choice)) continue;
    const kind = key.slice(choice.length);
    const content = element[key];
    if (!kinds.has(kind) || content === undefined || content === null) continue;
    const bare = readValue(content, kind as Kind);
    if (bare !== undefined) return named(bare, name, codes);
  }
  return undefined;
}

/** A Quantity, Age, Duration, Money or SimpleQuantity as a named value. */
export function readQuantity(
  quantity: unknown,
  name: string,
  codes: readonly string[] = nothing,
): ResourceValue | undefined {
  const bare = isObject(quantity) ? quantityValue(quantity) : undefined;
  return bare === undefined ? undefined : named(bare, name, codes);
}

/** Any element by its shape, as a named value: for elements whose type the caller doesn't know. */
export function readAnyValue(content: unknown, name: string): ResourceValue | undefined {
  const bare = readValue(content, 'any');
  return bare === undefined ? undefined : named(bare, name, nothing);
}

/** A value that is not there, with its reason in words. */
export function absentValue(name: string, reason: string, codes: readonly string[] = nothing): ResourceValue {
  return { name, codes, kind: 'absent', text: reason };
}

/** A time as people write it: `2141-03-12 08:15`; seconds only when they aren't zero, offsets left out. */
export function timeText(written: string): string {
  if (written.length <= 10 || written.charCodeAt(10) !== 84) return written;
  const hasSeconds = written.length >= 19 && written.charCodeAt(16) === 58 && !written.startsWith(':00', 16);
  return `${written.slice(0, 10)} ${written.slice(11, hasSeconds ? 19 : 16)}`;
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

/** A value that has just been read, under its name: written into, not copied, since there are many. */
function named(bare: BareValue, name: string, codes: readonly string[]): ResourceValue {
  const value = bare as BareValue & { name: string; codes: readonly string[] };
  value.name = name;
  value.codes = codes;
  return value;
}

type Writable = { -readonly [Field in keyof BareValue]: BareValue[Field] };

/** The choice element's commonest form, e.g. `valueQuantity`, made once. */
function usualForm(choice: string): string {
  const form = `${choice}Quantity`;
  usualForms.set(choice, form);
  return form;
}

function readValue(content: unknown, kind: Kind): BareValue | undefined {
  if (typeof content !== 'object') return primitiveValue(content, kind);
  if (content === null) return undefined;
  if (Array.isArray(content)) return content.length === 0 ? undefined : readValue(content[0], kind);
  const element = content as JsonObject;
  if (kind === 'CodeableConcept' || element.coding !== undefined || kind === 'Coding') return codedValue(element);
  if (typeof element.value === 'number') return quantityValue(element);
  if (element.numerator !== undefined || element.denominator !== undefined) return ratioValue(element);
  if (element.low !== undefined || element.high !== undefined) return rangeValue(element);
  if (element.start !== undefined || element.end !== undefined) return periodValue(element);
  if (element.dimensions !== undefined || element.origin !== undefined) return sampledValue(element);
  if (kind === 'Attachment')
    return { kind: 'text', text: cleanText(String(element.title ?? element.contentType ?? 'attachment')) };
  if (kind === 'Quantity') return quantityValue(element);
  return codedValue(element);
}

function primitiveValue(content: unknown, kind: Kind): BareValue | undefined {
  if (typeof content === 'string') return textValue(content, kind);
  if (typeof content === 'number') return plainNumber(content);
  return typeof content === 'boolean' ? { kind: 'boolean', text: content ? 'yes' : 'no' } : undefined;
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
  const { unit, shown } = unitOf(
    typeof quantity.unit === 'string' && quantity.unit !== '' ? quantity.unit : (code ?? quantity.currency),
  );
  const comparator = quantity.comparator === undefined ? undefined : comparatorOf(quantity.comparator);
  const number = numberText(value);
  const below = comparator === undefined ? number : `${comparator} ${number}`;
  const read: Writable = {
    kind: 'quantity',
    number: value,
    decimals: decimalsOf(value),
    text: shown === '' ? below : `${below} ${shown}`,
  };
  if (unit !== undefined) read.unit = unit;
  if (code !== undefined && typeof quantity.system === 'string' && quantity.system.startsWith(ucumSystem))
    read.ucum = code;
  if (comparator !== undefined) read.comparator = comparator;
  return read;
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

/** Source: FHIR SampledData; `period` in milliseconds up to R4B, `interval` with its unit in R5. */
function sampledValue(sampled: JsonObject): BareValue {
  const points = typeof sampled.data === 'string' && sampled.data !== '' ? sampled.data.trim().split(/\s+/).length : 0;
  const dimensions = typeof sampled.dimensions === 'number' ? sampled.dimensions : 1;
  const step = sampled.interval ?? sampled.period;
  const stepUnit = typeof sampled.intervalUnit === 'string' ? sampled.intervalUnit : 'ms';
  const spacing = typeof step === 'number' && step > 0 ? `, one every ${numberText(step)} ${stepUnit}` : '';
  const unit = unitText(asObject(sampled.origin)?.unit ?? asObject(sampled.origin)?.code);
  return {
    kind: 'sampled',
    ...(unit === undefined ? {} : { unit }),
    text: `sampled signal of ${Math.floor(points / dimensions)} points${spacing}`,
  };
}

/** A unit, and how it is shown after a number. */
interface Unit {
  readonly unit: string | undefined;
  readonly shown: string;
}

/** A unit as written; those met before are remembered, since a record has few. */
function unitOf(written: unknown): Unit {
  if (typeof written !== 'string') return noUnit;
  const known = units.get(written);
  if (known !== undefined) return known;
  const unit = unitText(written);
  const read = unit === undefined ? noUnit : { unit, shown: plainUnit(unit) };
  if (units.size < mostUnits) units.set(written, read);
  return read;
}

function unitText(unit: unknown): string | undefined {
  if (typeof unit !== 'string' || unit === '' || unit === '1' || unit === '{}') return undefined;
  return unit.charCodeAt(0) === 123 && unit.endsWith('}') ? unit.slice(1, -1) : cleanText(unit);
}

/** A unit without UCUM's annotation marks: `mL/min/{1.73_m2}` as `mL/min/1.73 m2`. */
function plainUnit(unit: string): string {
  return unit.includes('{') ? unit.replace(/\{([^}]*)\}/g, (_, words: string) => words.replaceAll('_', ' ')) : unit;
}

/** Codes of a coded value, as `system|code`: for those who match values by code. */
export function codesOf(concept: unknown): readonly string[] {
  const codings = codingsOf(concept);
  return codings.map((coding) => (coding.system === '' ? coding.code : `${coding.system}|${coding.code}`));
}

type Kind = (typeof kindNames)[number] | 'any';
const kindNames = [
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
  'Instant',
  'Integer64',
  'Markdown',
  'PositiveInt',
  'SimpleQuantity',
  'Money',
] as const;
const kinds: ReadonlySet<string> = new Set(kindNames);
const usualForms = new Map<string, string>();
const noUnit: Unit = { unit: undefined, shown: '' };
const units = new Map<string, Unit>();
const mostUnits = 1_000;
const ucumSystem = 'http://unitsofmeasure.org';
