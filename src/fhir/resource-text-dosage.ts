// Doses, routes, rates and timing, and what was supplied: of every version's medication resources.
import { displayOf } from './display.ts';
import { asArray, asObject, asObjects, asText, isObject, type JsonObject } from './resource.ts';
import { addPhrase, addValue, addWord, holdsSmallWords, say, type TextDraft } from './resource-text-draft.ts';
import type { ResourceValue } from './resource-value.ts';
import { numberText, readAnyValue, readChoice, readQuantity, timeText } from './resource-value-reader.ts';
import { append, nothing } from './short-list.ts';

/**
 * Every dosage of a medication resource: `1000 mg PO Q8H as needed for pain`. Written text stands as it is, and only what
 * it doesn't say is added. The drug itself is the concept, repeated under the role `drug` for those who ask by it.
 *
 * Source: FHIR R4 Dosage; R4 MedicationAdministration.dosage; DSTU2 MedicationOrder.dosageInstruction, MedicationStatement.dosage.
 */
export function readDosages(draft: TextDraft): void {
  const resource = draft.resource;
  if (!draft.wording.says('drug')) draft.wording = draft.wording.sayConcept(asDrug);
  const dosages = asObjects(resource.dosageInstruction ?? resource.dosage);
  for (let index = 0; index < dosages.length; index += 1) addPhrase(draft, dosageText(draft, dosages[index]!));
  if (resource.renderedDosageInstruction !== undefined && draft.phrase.length === 0)
    addPhrase(draft, displayOf(resource.renderedDosageInstruction));
}

/** What was ordered or handed out: quantity, days' supply, refills, end of validity. */
export function readSupply(draft: TextDraft): void {
  const resource = draft.resource;
  const request = asObject(resource.dispenseRequest) ?? resource;
  const quantity = addQuantity(draft, request.quantity, 'quantity');
  const supply = addQuantity(draft, request.expectedSupplyDuration ?? request.daysSupply, 'days supply');
  if (quantity !== undefined && supply !== undefined) addPhrase(draft, `${quantity} for ${supply}`);
  else if (quantity !== undefined) addPhrase(draft, `quantity ${quantity}`);
  else if (supply !== undefined) addPhrase(draft, `${supply} supply`);
  const repeats = request.numberOfRepeatsAllowed ?? request.numberOfRepeats;
  if (typeof repeats === 'number' && repeats > 0) addPhrase(draft, repeats === 1 ? '1 refill' : `${repeats} refills`);
  if (request.validityPeriod === undefined) return;
  const validity = readAnyValue(request.validityPeriod, 'validity');
  if (validity === undefined) return;
  addValue(draft, validity);
  const end = asText(asObject(request.validityPeriod)?.end);
  if (end !== undefined) addPhrase(draft, `until ${withoutOwnDay(draft, timeText(end))}`);
}

function dosageText(draft: TextDraft, dosage: JsonObject): string {
  const written = dosage.text === undefined ? '' : draft.memory.words(dosage.text).display;
  const bits: DosageBits = { written, small: draft.memory.once(smallLetters, written), list: nothing };
  const doses = dosage.doseAndRate === undefined ? nothing : asObjects(dosage.doseAndRate);
  // R4 and R5 keep doses in `doseAndRate`; older versions and administrations on the dosage itself.
  if (doses.length === 0) addDose(draft, dosage, bits);
  else for (let index = 0; index < doses.length; index += 1) addDose(draft, doses[index]!, bits);
  if (dosage.route !== undefined) addUnsaid(bits, routeText(draft, dosage.route));
  const site = dosage.site ?? dosage.siteCodeableConcept ?? dosage.siteReference;
  const place = site === undefined ? undefined : addWord(draft, site, 'site');
  if (place !== undefined) addUnsaid(bits, `site ${place}`);
  const method = dosage.method === undefined ? undefined : addWord(draft, dosage.method, 'method');
  if (written === '' && method !== undefined) addUnsaid(bits, method);
  const timing = asObject(dosage.timing ?? dosage.scheduleTiming);
  if (timing !== undefined) addTiming(draft, timing, bits);
  addUnsaid(bits, asNeededText(dosage));
  const most = dosage.maxDosePerPeriod ?? dosage.maxDosePerAdministration;
  const maximum = most === undefined ? undefined : maximumDose(dosage);
  if (maximum !== undefined) {
    addValue(draft, maximum);
    addUnsaid(bits, `max ${maximum.text}`);
  }
  const extra = dosage.additionalInstruction ?? dosage.additionalInstructions;
  if (extra !== undefined) for (const one of asArray(extra)) addUnsaid(bits, displayOf(one));
  const structured = bits.list.length === 1 ? bits.list[0]! : bits.list.join(' ');
  if (written === '') return structured || displayOf(dosage.patientInstruction);
  return structured === '' ? written : `${structured}, ${written}`;
}

/** What a dosage says: the written text, and bits of what it doesn't say. */
interface DosageBits {
  readonly written: string;
  /** The written text in small letters. */
  readonly small: string;
  list: readonly string[];
}

function smallLetters(text: string): string {
  return text.toLowerCase();
}

/** A bit of a dosage, unless it was said or stands in the written text. */
function addUnsaid(bits: DosageBits, bit: string): void {
  if (bit === '' || (bits.list.length > 0 && bits.list.includes(bit))) return;
  if (bits.small === '' || !holdsSmallWords(bits.small, bit)) bits.list = append(bits.list, bit);
}

function addDose(draft: TextDraft, dose: JsonObject, bits: DosageBits): void {
  const { written } = bits;
  const bare = dose.dose ?? dose.quantity ?? dose.quantityQuantity;
  const amount =
    readChoice(dose, 'dose', 'dose') ??
    (bare === undefined ? undefined : readQuantity(bare, 'dose')) ??
    (dose.quantityRange === undefined ? undefined : readAnyValue(dose.quantityRange, 'dose'));
  if (amount !== undefined) {
    addValue(draft, amount);
    if (!saysFrequency(draft, written) || !saysAmount(written, amount.number))
      bits.list = append(bits.list, amount.unit === undefined ? `dose ${amount.text}` : amount.text);
  }
  const rate = readChoice(dose, 'rate', 'rate');
  if (rate !== undefined) {
    addValue(draft, rate);
    addUnsaid(bits, `at ${rate.text}`);
  }
}

function maximumDose(dosage: JsonObject): ResourceValue | undefined {
  return (
    readAnyValue(dosage.maxDosePerPeriod, 'maximum dose') ??
    readAnyValue(dosage.maxDosePerAdministration, 'maximum dose')
  );
}

function routeText(draft: TextDraft, route: unknown): string {
  const text = addWord(draft, route, 'route');
  return text === undefined ? '' : draft.memory.once(shortRoute, text);
}

function shortRoute(text: string): string {
  return text.replace(/ route( of administration)?( \(qualifier value\))?$/i, '');
}

/** When and how long, as bits of the dosage. Source: FHIR Timing. */
function addTiming(draft: TextDraft, timing: JsonObject, bits: DosageBits): void {
  const { written } = bits;
  const code = timing.code === undefined ? '' : (addWord(draft, timing.code, 'frequency') ?? '');
  addUnsaid(bits, code);
  const repeat = asObject(timing.repeat);
  if (repeat === undefined) return;
  const said = code !== '' || saysFrequency(draft, written);
  const often = frequencyText(repeat);
  if (often !== '' && code === '') say(draft, draft.memory.attribute('frequency', often));
  if (!said) addUnsaid(bits, often);
  for (const when of asArray(repeat.when))
    if (typeof when === 'string' && !said) addUnsaid(bits, whenWords[when] ?? when);
  const days = asArray(repeat.dayOfWeek).filter((day) => typeof day === 'string');
  if (days.length > 0) addUnsaid(bits, `on ${days.join(', ')}`);
  const hours = asArray(repeat.timeOfDay).filter((hour) => typeof hour === 'string');
  if (hours.length > 0) addUnsaid(bits, `at ${hours.map((hour) => hour.slice(0, 5)).join(', ')}`);
  if (typeof repeat.duration === 'number' && typeof repeat.durationUnit === 'string')
    addUnsaid(bits, `over ${numberText(repeat.duration)} ${repeat.durationUnit}`);
  const bounds =
    readQuantity(repeat.boundsDuration ?? repeat.boundsQuantity, 'duration') ??
    readAnyValue(repeat.boundsRange, 'duration');
  if (bounds !== undefined) {
    addValue(draft, bounds);
    addUnsaid(bits, `for ${bounds.text}`);
  }
  if (typeof repeat.count === 'number') addUnsaid(bits, repeat.count === 1 ? 'once' : `${repeat.count} times`);
}

/** Whether a written text has words of frequency. */
function saysFrequency(draft: TextDraft, written: string): boolean {
  return written !== '' && draft.memory.once(hasFrequencyWord, written);
}

function hasFrequencyWord(written: string): boolean {
  return frequencyWords.test(written);
}

/** `twice daily`, `every 8 h`, `3 times per week`. Source: FHIR Timing.repeat.frequency, period, periodUnit. */
function frequencyText(repeat: JsonObject): string {
  const period = typeof repeat.period === 'number' ? repeat.period : undefined;
  const unit = asText(repeat.periodUnit) ?? asText(repeat.periodUnits);
  if (period === undefined || unit === undefined) return '';
  const frequency = typeof repeat.frequency === 'number' ? repeat.frequency : 1;
  const most =
    typeof repeat.frequencyMax === 'number' && repeat.frequencyMax > frequency ? `–${repeat.frequencyMax}` : '';
  const adverb = adverbs[unit];
  if (period === 1 && adverb !== undefined) {
    if (most === '' && frequency <= 2) return `${frequency === 1 ? 'once' : 'twice'} ${adverb}`;
    return `${frequency}${most} times ${adverb}`;
  }
  const longest =
    typeof repeat.periodMax === 'number' && repeat.periodMax > period ? `–${numberText(repeat.periodMax)}` : '';
  const every =
    period === 1 && longest === ''
      ? `every ${unitWords[unit] ?? unit}`
      : `every ${numberText(period)}${longest} ${period === 1 ? unit : (unitPlurals[unit] ?? unit)}`;
  return frequency === 1 && most === '' ? every : `${frequency}${most} times ${every}`;
}

function asNeededText(dosage: JsonObject): string {
  const written = dosage.asNeededCodeableConcept ?? dosage.asNeededFor;
  const reason = written === undefined ? '' : displayOf(written);
  if (reason !== '') return `as needed for ${reason}`;
  return dosage.asNeededBoolean === true || dosage.asNeeded === true ? 'as needed' : '';
}

/** Whether the written text has the dose's number already, as a number of its own. */
function saysAmount(written: string, amount: number | undefined): boolean {
  if (written === '' || amount === undefined) return false;
  const number = numberText(amount);
  for (let at = written.indexOf(number); at >= 0; at = written.indexOf(number, at + 1)) {
    const before = written.charCodeAt(at - 1);
    const after = written.charCodeAt(at + number.length);
    if (!isNumberCode(before) && !isNumberCode(after)) return true;
  }
  return false;
}

function isNumberCode(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 46 || code === 44;
}

/** A time without its day where that is the day of the order itself, which the line has already. */
function withoutOwnDay(draft: TextDraft, time: string): string {
  const own = draft.resource.authoredOn ?? draft.resource.dateWritten ?? draft.resource.whenHandedOver;
  return typeof own === 'string' && time.length > 10 && own.startsWith(time.slice(0, 10)) ? time.slice(11) : time;
}

function addQuantity(draft: TextDraft, content: unknown, name: string): string | undefined {
  const value = isObject(content) ? readQuantity(content, name) : undefined;
  if (value === undefined) return undefined;
  addValue(draft, value);
  return value.text;
}

const asDrug = { role: 'drug' };
const frequencyWords =
  /\b(daily|day|hourly|hours?|hrs?|weekly|week|monthly|once|twice|nightly|night|bedtime|morning|evening|noon|bid|tid|qid|qd|q\d+h?|prn|meals?|tag|täglich|tgl|stündlich|woche|morgens|abends|días?|diari[ao]|horas?|noche|jour)\b/i;
const adverbs: Readonly<Record<string, string>> = { d: 'daily', wk: 'weekly', mo: 'monthly', a: 'yearly' };
const unitWords: Readonly<Record<string, string>> = { s: 'second', min: 'minute', h: 'hour' };
const unitPlurals: Readonly<Record<string, string>> = { d: 'days', wk: 'weeks', mo: 'months', a: 'years' };
const whenWords: Readonly<Record<string, string>> = {
  MORN: 'in the morning',
  AFT: 'in the afternoon',
  EVE: 'in the evening',
  NIGHT: 'at night',
  NOON: 'at noon',
  HS: 'at bedtime',
  WAKE: 'on waking',
  C: 'with meals',
  CM: 'with breakfast',
  CD: 'with lunch',
  CV: 'with dinner',
  AC: 'before meals',
  ACM: 'before breakfast',
  ACD: 'before lunch',
  ACV: 'before dinner',
  PC: 'after meals',
  PCM: 'after breakfast',
  PCD: 'after lunch',
  PCV: 'after dinner',
};
