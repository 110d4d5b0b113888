// One claim against the nodes it cites: recomputed from their resources, by a way of its own.
import { asObject, asObjects } from '../fhir/resource.ts';
import type { Derivation } from './answer.ts';
import { type Evidence, type EvidenceNumber, inTimeOrder } from './evidence.ts';
import { isOfOtherFamily, type NameFamily } from './name-role.ts';
import { plainText, plainUnit } from './plain-text.ts';
import { statesNone } from './states-none.ts';
import { verifyElapsed } from './verify-elapsed.ts';
import { isOver } from './verify-over.ts';
import { verifyTrend } from './verify-trend.ts';
import { convertPlainly } from './verify-units.ts';
import { isSameTime, readWrittenTime, type WrittenTime } from './written-time.ts';

/** One statement with what it rests on. */
export interface Claim {
  readonly value: string | number | boolean;
  readonly unit?: string;
  /** When it was so. */
  readonly time?: string;
  readonly how: Derivation;
  /** The cited nodes. */
  readonly evidence: readonly Evidence[];
  /** The moment ages and "since" are relative to. */
  readonly now: WrittenTime;
  /** What a name must be the name of, where the question says so. */
  readonly families?: ReadonlySet<NameFamily>;
  /** Whether a yes or no is about what goes on now: then entries that are over prove nothing. @default false */
  readonly asksNow?: boolean;
  /** Whether it is asked if something never was: then a yes says that it wasn't. @default false */
  readonly asksNever?: boolean;
}

export type ClaimKind = 'number' | 'time' | 'name' | 'yes-no';

export interface Verdict {
  readonly kind: ClaimKind;
  readonly supported: boolean;
  readonly reason: string;
}

/**
 * Recomputes a claim. Numbers match at the digits the claim shows, times at their precision, names as a whole name of
 * the record or a synonym it writes; yes needs a node that is no retracted entry, no needs none.
 */
export function verifyClaim(claim: Claim): Verdict {
  const number = readNumber(claim);
  if (typeof claim.value === 'boolean' && claim.how === 'difference') return verifyComparison(claim.value, claim);
  if (typeof claim.value === 'boolean') return verifyYesNo(claim.value !== (claim.asksNever === true), claim);
  const time = typeof claim.value === 'string' && claim.how !== 'elapsed' ? readWrittenTime(claim.value) : undefined;
  if (time !== undefined && (claim.value as string).length > 4) return verifyTime(time, claim);
  // A code of digits alone is a name, and so is a whole name that begins with a number: `18 Gauge`.
  if (typeof claim.value === 'string' && claim.unit === undefined && isNumberedName(claim.value, claim)) {
    const named = verifyName(claim.value, claim);
    if (named.supported) return named;
  }
  if (claim.how === 'trend') return verifyTrend(number ?? String(claim.value), claim.evidence);
  if (number !== undefined) return verifyNumber(number, claim);
  if (time !== undefined) return verifyTime(time, claim);
  return verifyName(String(claim.value), claim);
}

function isNumberedName(value: string, { evidence }: Claim): boolean {
  const plain = value.trim().toLowerCase();
  return (
    /^\d{3,}$/.test(value) || evidence.some(({ concept, words }) => concept === plain || words.has(plainText(value)))
  );
}

/** A number as a claim shows it. */
export interface ShownNumber {
  readonly number: number;
  readonly decimals: number;
  readonly unit: string | undefined;
}

function readNumber({ value, unit }: Claim): ShownNumber | undefined {
  const match = /^\s*(-?\d[\d,]*(?:\.\d+)?)\s*(\D.*)?$/.exec(String(value));
  if (typeof value === 'boolean' || match?.[1] === undefined) return undefined;
  const text = match[1].replaceAll(',', '');
  const own = match[2]?.trim();
  // `5% Dextrose` is a name.
  if (own !== undefined && /\s/.test(own)) return undefined;
  return {
    number: Number(text),
    decimals: text.split('.')[1]?.length ?? 0,
    unit: unit ?? (own === '' ? undefined : own),
  };
}

function verifyNumber(shown: ShownNumber, claim: Claim): Verdict {
  const { evidence, how } = claim;
  const verdict = (supported: boolean, reason: string): Verdict => ({ kind: 'number', supported, reason });
  const isNone = (how === 'count' || how === 'distinct') && shown.number === 0;
  if (evidence.length === 0 && !isNone) return verdict(false, 'cites nothing');
  if (how === 'count' || how === 'distinct') {
    const counts = countsOf(evidence, how);
    const what = how === 'count' ? 'the cited resources are' : 'different names among the cited resources:';
    return verdict(counts.includes(shown.number), `${what} ${counts.join(' or ')}`);
  }
  if (how === 'elapsed') return verifyElapsed(shown, claim);
  const computed = candidates(claim, shown);
  const direct = computed.filter((each) => agrees(shown, each.number));
  const same =
    direct.length > 0 || shown.unit === undefined
      ? direct
      : candidates(claim, shown, inUnit(shown.unit)).filter((each) => agrees(shown, each.number));
  if (same.length === 0) {
    const near = computed.slice(0, 3).map((each) => `${each.number} ${each.units[0] ?? ''}`.trim());
    return verdict(
      false,
      near.length === 0 ? 'the cited resources have no such number' : `the record gives ${near.join(', ')}`,
    );
  }
  const united = same.filter((each) => sameUnit(shown.unit, each.units));
  if (united.length === 0) return verdict(false, `the record's unit is ${same[0]?.units[0] ?? 'not written'}`);
  if (claim.time !== undefined && !timeMatches(claim.time, evidence))
    return verdict(false, 'the cited resources have another time');
  return verdict(true, how === 'stated' ? 'as recorded' : `${how} of ${evidence.length} recomputed`);
}

/** Numbers of a resource in the claim's unit: those written in another one that it can be brought to, converted. */
function inUnit(unit: string): (evidence: Evidence) => readonly EvidenceNumber[] {
  return ({ numbers, concept }) =>
    numbers.flatMap(({ number, units, name }) => {
      const isSame = sameUnit(unit, units);
      const converted = isSame ? number : units.flatMap((own) => convertPlainly(number, own, unit, concept) ?? [])[0];
      return converted === undefined ? [] : [{ number: converted, units: [unit], name }];
    });
}

/** Numbers that the derivation gives, by measured name. */
function candidates(
  claim: Claim,
  shown: ShownNumber,
  numbersOf: (evidence: Evidence) => readonly EvidenceNumber[] = ({ numbers }) => numbers,
): readonly EvidenceNumber[] {
  if (claim.how === 'stated' || claim.how === 'computed' || claim.how === 'exists') {
    return claim.evidence.flatMap(numbersOf);
  }
  const groups = new Map<string, EvidenceNumber[]>();
  for (const each of inTimeOrder(claim.evidence)) {
    for (const number of numbersOf(each)) {
      if (!sameUnit(shown.unit, number.units)) continue;
      const key = `${number.name}\n${plainUnit(number.units[0] ?? '')}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [number]);
      else group.push(number);
    }
  }
  return [...groups.values()].flatMap((group) =>
    reduceNumbers(
      group.map((each) => each.number),
      claim.how,
    ).map((number) => ({ number, units: group[0]?.units ?? [], name: group[0]?.name ?? '' })),
  );
}

function reduceNumbers(numbers: readonly number[], how: Derivation): readonly number[] {
  const sum = numbers.reduce((total, number) => total + number, 0);
  if (how === 'sum') return [sum];
  if (how === 'mean') return [sum / numbers.length];
  if (how === 'min') return [Math.min(...numbers)];
  if (how === 'max') return [Math.max(...numbers)];
  if (how === 'difference') {
    const first = numbers[0] ?? 0;
    const last = numbers.at(-1) ?? 0;
    return [last - first, Math.abs(last - first)];
  }
  if (how !== 'median') return numbers;
  const sorted = [...numbers].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  return [
    Number.isInteger(middle)
      ? ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
      : (sorted[Math.floor(middle)] ?? 0),
  ];
}

/** A time that a cited node was at, started, ended, or else is dated by in one of its elements. */
function verifyTime(time: WrittenTime, claim: Claim): Verdict {
  const primary = claim.evidence.flatMap((each) => each.times);
  const others = claim.evidence.flatMap((each) => each.dates);
  const supported = [...primary, ...others].some((each) => isSameTime(time, each));
  const given = primary.length > 0 ? primary : others;
  const said = given
    .slice(0, 2)
    .map((each) => each.local)
    .join(', ');
  const reason = claim.evidence.length === 0 ? 'cites nothing' : `the record gives ${said || 'no time'}`;
  return { kind: 'time', supported, reason: supported ? 'as recorded' : reason };
}

/** A name that a cited node bears; of a mix (`Magnesium Sulfate + Bag`) each part. */
function verifyName(name: string, claim: Claim): Verdict {
  const parts = [name, ...name.split(/\s\+\s/)].map(plainText).filter((part) => part !== '');
  const [whole = '', ...each] = parts;
  const verdict = (supported: boolean, reason: string): Verdict => ({ kind: 'name', supported, reason });
  if (whole === '') return verdict(false, 'says nothing');
  if (claim.evidence.length === 0) return verdict(false, 'cites nothing');
  const holders = claim.evidence.filter(
    (evidence) => says(evidence, whole) || (each.length > 1 && each.every((part) => says(evidence, part))),
  );
  if (holders.length === 0) return verdict(false, 'the cited resources do not say so');
  const { families } = claim;
  if (
    families !== undefined &&
    isOfOtherFamily(
      holders.flatMap((holder) => pathsOf(holder, whole, each)),
      families,
    )
  )
    return verdict(false, `the cited resources name it, but not as ${[...families].join(' or ')}`);
  if (claim.time !== undefined && !timeMatches(claim.time, holders))
    return verdict(false, 'what says so has another time');
  return verdict(true, 'as recorded');
}

/** Where a name stands in a resource; of a mix, where each part does. */
function pathsOf({ words }: Evidence, whole: string, parts: readonly string[]): readonly string[] {
  const spellings = [whole, ...(nameSpellings.get(whole) ?? []), ...parts];
  return spellings.flatMap((name) => [...(words.get(name) ?? [])]);
}

function says({ words }: Evidence, name: string): boolean {
  return words.has(name) || (nameSpellings.get(name) ?? []).some((spelling) => words.has(spelling));
}

/** Whether one of two values is more than the other: a yes needs that they differ. */
function verifyComparison(value: boolean, claim: Claim): Verdict {
  const verdict = (supported: boolean, reason: string): Verdict => ({ kind: 'yes-no', supported, reason });
  const [difference] = candidates(claim, { number: 0, decimals: 0, unit: undefined });
  if (claim.evidence.length < 2 || difference === undefined) return verdict(false, 'cites no two values');
  return verdict(!value || difference.number !== 0, `they differ by ${difference.number}`);
}

function verifyYesNo(value: boolean, claim: Claim): Verdict {
  const said = claim.evidence.filter((each) => !isRetracted(each) && !deniesItself(each));
  const standing = claim.asksNow === true ? said.filter((each) => !isOver(each, claim.now)) : said;
  const verdict = (supported: boolean, reason: string): Verdict => ({ kind: 'yes-no', supported, reason });
  if (said.length > 0 && standing.length === 0) return verdict(!value, 'what is cited is over: stopped or ended');
  if (value)
    return standing.length > 0
      ? verdict(true, 'recorded')
      : verdict(false, claim.evidence.length === 0 ? 'cites nothing' : 'cites only retracted entries');
  return standing.length === 0
    ? verdict(true, 'nothing cited speaks against it')
    : verdict(false, `says no, but cites ${standing[0]?.node.key}`);
}

/** An entry such as "No known allergies": recorded, but as a denial. */
function deniesItself({ concept, node }: Evidence): boolean {
  const codings = asObjects(asObject(node.resource.code)?.coding);
  return statesNone(concept) || codings.some(({ code }) => typeof code === 'string' && statesNone(code));
}

/** Entered in error, refuted, cancelled, not done: such an entry is no proof that something was so. */
export function isRetracted({ node }: Evidence): boolean {
  const { resource } = node;
  const statuses = [resource.status, codeOf(resource.verificationStatus)].filter(
    (status): status is string => typeof status === 'string',
  );
  return resource.doNotPerform === true || statuses.some((status) => retractedStatuses.has(status));
}

function codeOf(concept: unknown): unknown {
  if (typeof concept === 'string') return concept;
  const coding = (concept as { readonly coding?: unknown } | undefined)?.coding;
  return Array.isArray(coding) ? (coding[0] as { readonly code?: unknown } | undefined)?.code : undefined;
}

/** How many, or how many different names: by main concept, or by what mixes are made of. */
function countsOf(evidence: readonly Evidence[], how: Derivation): readonly number[] {
  if (how === 'count') return [evidence.length];
  const concepts = new Set(evidence.map(({ concept }) => concept));
  const parts = new Set(evidence.flatMap((each) => (each.parts.size > 0 ? [...each.parts] : [each.concept])));
  return [...new Set([concepts.size, parts.size])];
}

function timeMatches(text: string, evidence: readonly Evidence[]): boolean {
  const claimed = readWrittenTime(text.split(/\s*(?:→|\/)\s*/)[0] ?? text);
  return (
    claimed === undefined ||
    evidence.some((each) => [...each.times, ...each.dates].some((time) => isSameTime(claimed, time)))
  );
}

/** The number itself, or what it rounds to at the digits shown. */
function agrees(shown: ShownNumber, number: number): boolean {
  const difference = Math.abs(number - shown.number);
  if (difference <= Math.abs(number) * floatError) return true;
  return difference <= 0.5 * 10 ** -shown.decimals && Number(number.toFixed(shown.decimals)) === shown.number;
}

function sameUnit(claimed: string | undefined, units: readonly string[]): boolean {
  if (claimed === undefined) return true;
  return units.some((unit) => plainUnit(unit) === plainUnit(claimed));
}

/** Relative error of sums of floating-point numbers. */
const floatError = 1e-9;
const retractedStatuses = new Set(['entered-in-error', 'refuted', 'cancelled', 'not-done', 'nullified', 'abandoned']);
/** Administrative codes that records and people write in two ways (FHIR administrative-gender, v2 0001). */
const nameSpellings: ReadonlyMap<string, readonly string[]> = new Map([
  ['m', ['male']],
  ['f', ['female']],
  ['male', ['m']],
  ['female', ['f']],
]);
