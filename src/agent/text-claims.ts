// Numbers, dates and names that stand in an answer's text, each looked up in what the answer cites.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { CheckedClaim } from './answer.ts';
import type { Evidence } from './evidence.ts';
import { createNumberPool } from './number-pool.ts';
import { plainText, plainUnit } from './plain-text.ts';
import { createWordPool, type WordPool } from './word-pool.ts';
import { readWrittenTime, type WrittenTime } from './written-time.ts';

export interface TextCheck {
  readonly graph: EpisodeGraph;
  readonly text: string;
  /** What was asked, of the agent and of its tools: repeating it claims nothing. */
  readonly question: string;
  /** What the answer cites. */
  readonly evidence: readonly Evidence[];
  /** Numbers and times that are checked elsewhere: the typed values, the moment of asking. */
  readonly known: {
    readonly numbers: readonly { readonly number: number; readonly unit: string | undefined }[];
    readonly times: readonly WrittenTime[];
  };
}

/** The statements of a text that nothing cited bears out; supported ones are not listed, they are many. */
export function checkText(check: TextCheck): readonly CheckedClaim[] {
  const pool = createWordPool(check.evidence, check.known.times);
  const withoutNames = check.text
    .replaceAll(writtenKeyPattern, (written) => (check.graph.find(written) === undefined ? written : ' '))
    .replaceAll(keyPattern, ' ')
    .replaceAll(handlePattern, ' ');
  const failures: CheckedClaim[] = [];
  const rest = withoutNames.replaceAll(datePattern, (written) => {
    if (!isKnownTime(written, check, pool)) failures.push(fail(written, 'time', 'no cited resource has this time'));
    return ' ';
  });
  const plain = rest.replaceAll(clockPattern, (written) => {
    const isKnown = check.question.includes(written) || pool.hasClock(written.replace(/^\d:/, '0$&'));
    if (!isKnown) failures.push(fail(written, 'time', 'no cited resource has this time of day'));
    return ' ';
  });
  return [...failures, ...checkNumbers(plain, check, pool), ...checkNames(withoutNames, check, pool)];
}

function isKnownTime(written: string, check: TextCheck, pool: WordPool): boolean {
  if (check.question.includes(written)) return true;
  const times = timesOf(written.replace(/,?\s+at\s+/, ' '));
  return times.length === 0 || times.some((time) => pool.hasTime(time)) || pool.hasPhrase(plainText(written));
}

/** What a written date may mean: one in numbers is read with the day first, and with slashes also with the month first. */
function timesOf(written: string): readonly WrittenTime[] {
  const [, first = '', sign = '', second = '', year = ''] = /^(\d{1,2})([./])(\d{1,2})[./](\d{4})$/.exec(written) ?? [];
  if (year === '') return [readWrittenTime(written)].filter((time) => time !== undefined);
  const iso = (month: string, day: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const read = sign === '/' ? [iso(second, first), iso(first, second)] : [iso(second, first)];
  return read.map(readWrittenTime).filter((time) => time !== undefined);
}

function checkNumbers(text: string, check: TextCheck, pool: WordPool): readonly CheckedClaim[] {
  const asked = new Set(check.question.match(/\d+(?:\.\d+)?/g) ?? []);
  const known = check.known.numbers.map(({ number, unit }) => ({ number, units: unit === undefined ? [] : [unit] }));
  const written = createNumberPool([...known, ...check.evidence.flatMap((each) => each.numbers)]);
  const units = new Set([...written.units].map(plainUnit));
  const failures: CheckedClaim[] = [];
  for (const match of text.matchAll(numberPattern)) {
    const [, sign = '', digits = '', word = ''] = match;
    // A sentence may end there.
    const unitWord = word.replace(/\.+$/, '');
    if (asked.has(digits) || isListNumber(text, match.index, digits)) continue;
    const same = readingsOf(digits).flatMap(({ number, decimals }) => written.like(number, decimals));
    const said = `${sign}${digits}${unitWord === '' ? '' : ` ${unitWord}`}`;
    if (same.length === 0) {
      if (!pool.hasPhrase(plainText(digits))) failures.push(fail(said, 'number', 'no cited resource has this number'));
      continue;
    }
    const unit = plainUnit(unitWord);
    const after = text.slice(match.index + sign.length + digits.length).trimStart();
    const fits = same.some(
      (each) =>
        each.units.length === 0 ||
        each.units.some((own) => startsWithUnit(unit, plainUnit(own)) || (own !== '' && after.startsWith(own))),
    );
    if (fits || !isUnit(unit, units) || isInName(digits, unitWord, pool)) continue;
    failures.push(fail(said, 'number', `the cited unit is ${same[0]?.units[0]}`));
  }
  return failures;
}

/** What digits may mean: a comma groups thousands, and is the decimal sign of other languages. */
function readingsOf(digits: string): readonly { readonly number: number; readonly decimals: number }[] {
  const bare = digits.replace(/,+$/, '');
  const grouped = { number: Number(bare.replaceAll(',', '')), decimals: bare.split('.')[1]?.length ?? 0 };
  const [, whole = '', fraction = ''] = /^(\d+),(\d+)$/.exec(bare) ?? [];
  if (fraction === '') return [grouped];
  const decimal = { number: Number(`${whole}.${fraction}`), decimals: fraction.length };
  return fraction.length === 3 ? [grouped, decimal] : [decimal];
}

/** Whether digits and unit stand together in a cited text, as in `Sodium Chloride 0.9%`. */
function isInName(digits: string, unit: string, pool: WordPool): boolean {
  return pool.hasPhrase(plainText(`${digits}${unit}`)) || pool.hasPhrase(plainText(`${digits} ${unit}`));
}

/** Names of the record's concepts that the text uses, and that neither question nor citations bear. */
function checkNames(text: string, check: TextCheck, pool: WordPool): readonly CheckedClaim[] {
  // An absence names what is not there.
  if (check.evidence.length === 0) return [];
  const concepts = conceptsOf(check.graph);
  const question = ` ${plainText(check.question)} `;
  const words = plainText(text).split(' ');
  const failures: CheckedClaim[] = [];
  for (let start = 0; start < words.length; start += 1) {
    for (let length = Math.min(longestName, words.length - start); length > 0; length -= 1) {
      const phrase = words.slice(start, start + length).join(' ');
      if (!concepts.has(phrase)) continue;
      const borne = question.includes(` ${phrase} `) || pool.bears(phrase);
      if (!borne) failures.push(fail(phrase, 'name', 'nothing cited is about this'));
      start += length - 1;
      break;
    }
  }
  return failures;
}

const conceptsByGraph = new WeakMap<EpisodeGraph, ReadonlySet<string>>();

/** Plain concept names of a record, those that are more than a short word; read once per graph. */
function conceptsOf(graph: EpisodeGraph): ReadonlySet<string> {
  const known = conceptsByGraph.get(graph);
  if (known !== undefined) return known;
  const concepts = new Set<string>();
  for (const node of graph.nodes) {
    const plain = plainText(graph.text(node.index).concept);
    if (plain.length >= shortestName && plain !== plainText(node.type)) concepts.add(plain);
  }
  conceptsByGraph.set(graph, concepts);
  return concepts;
}

/** `1.` or `2)` at the start of a line. */
function isListNumber(text: string, index: number, digits: string): boolean {
  const before = text.slice(Math.max(0, index - 2), index);
  const after = text.slice(index + digits.length).trimStart();
  return (index === 0 || /\n\s*$/.test(before)) && /^[.)]/.test(after);
}

function isUnit(word: string, recordUnits: ReadonlySet<string>): boolean {
  return recordUnits.has(word) || commonUnits.has(word) || word.includes('/');
}

function startsWithUnit(written: string, unit: string): boolean {
  return written === unit || (unit !== '' && written.startsWith(unit) && !/[a-z/]/.test(written[unit.length] ?? ''));
}

function fail(claim: string, kind: CheckedClaim['kind'], reason: string): CheckedClaim {
  return { claim: claim.trim(), kind, supported: false, reason, keys: [] };
}

const keyPattern = /\b[A-Z][A-Za-z]{2,40}\/[A-Za-z0-9\-.#~]{1,130}/g;
/** Keys of the record may have ids in other letters than FHIR allows: `obs_12`, `a:7`. */
const writtenKeyPattern = /\b[A-Z][A-Za-z]{2,40}\/[^\s,;()]{1,200}/g;
/** Not what follows a slash: `kg/m2` is a unit. */
const handlePattern = /(?<![\w/])[a-z]{1,4}\d{1,7}\b/g;
const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const datePattern = new RegExp(
  `\\b\\d{4}-\\d{2}(?:-\\d{2}(?:[T ]\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:Z|[+-]\\d\\d:?\\d\\d)?)?)?\\b|\\b(?:(?:\\d{1,2}(?:st|nd|rd|th)?\\s+)?(?:${months})\\.?,?\\s+\\d{4}|(?:${months})\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4})(?:,?\\s+(?:at\\s+)?\\d{1,2}:\\d{2}(?::\\d{2})?)?|\\b\\d{1,2}([./])\\d{1,2}\\1\\d{4}\\b`,
  'gi',
);
const clockPattern = /(?<![\d:.])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])/g;
const numberPattern = /(?<![\w.])(-?)(\d[\d,]*(?:\.\d+)?)(?![\d])\s?([%°µa-zA-Z][\w/%°µ.^[\]]*)?/g;
const shortestName = 4;
const longestName = 8;
/** Units that a changed unit is likely to be, beyond those of the record. */
const commonUnits = new Set([
  'mg',
  'ug',
  'g',
  'kg',
  'ml',
  'l',
  'dl',
  'mmol',
  'mol',
  'meq',
  '%',
  'mmhg',
  'h',
  'd',
  'min',
  'wk',
  'mo',
  'a',
  'cm',
  'm',
  'in',
  'lb',
  'unit',
  'cel',
  'degf',
]);
