// Numbers, dates and names that stand in an answer's text, each looked up in what the answer cites.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { CheckedClaim } from './answer.ts';
import type { Evidence } from './evidence.ts';
import { plainText, plainUnit } from './plain-text.ts';
import { isSameTime, readWrittenTime, type WrittenTime } from './written-time.ts';

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
  const withoutNames = check.text.replaceAll(keyPattern, ' ').replaceAll(handlePattern, ' ');
  const dates: CheckedClaim[] = [];
  const rest = withoutNames.replaceAll(datePattern, (written) => {
    if (!isKnownTime(written, check)) dates.push(fail(written, 'time', 'no cited resource has this time'));
    return ' ';
  });
  const clocks: CheckedClaim[] = [];
  const plain = rest.replaceAll(clockPattern, (written) => {
    if (!isKnownClock(written, check)) clocks.push(fail(written, 'time', 'no cited resource has this time of day'));
    return ' ';
  });
  return [...dates, ...clocks, ...checkNumbers(plain, check), ...checkNames(withoutNames, check)];
}

function isKnownTime(written: string, check: TextCheck): boolean {
  if (check.question.includes(written)) return true;
  const time = readWrittenTime(written.replace(/,?\s+at\s+/, ' '));
  if (time === undefined) return true;
  const recorded = [...check.known.times, ...check.evidence.flatMap((each) => each.times)];
  if (recorded.some((each) => isSameTime(time, each))) return true;
  return check.evidence.some((each) => [...each.words].some((word) => word.includes(plainText(written))));
}

/** A time of day on its own, as in `from 09:55 to 09:56`. */
function isKnownClock(written: string, check: TextCheck): boolean {
  const times = [...check.known.times, ...check.evidence.flatMap((each) => [...each.times, ...each.dates])];
  const clock = written.padStart(written.startsWith('0') || written.length % 3 === 2 ? 0 : written.length + 1, '0');
  return check.question.includes(written) || times.some(({ local }) => local.slice(11).startsWith(clock));
}

function checkNumbers(text: string, check: TextCheck): readonly CheckedClaim[] {
  const asked = new Set(check.question.match(/\d+(?:\.\d+)?/g) ?? []);
  const stated = check.evidence.flatMap((each) => each.numbers);
  const units = new Set(
    [...stated.flatMap((each) => each.units), ...check.known.numbers.flatMap((each) => each.unit ?? [])].map(plainUnit),
  );
  const failures: CheckedClaim[] = [];
  for (const match of text.matchAll(numberPattern)) {
    const [, sign = '', digits = '', unitWord = ''] = match;
    const number = Number(`${sign}${digits.replaceAll(',', '')}`);
    if (asked.has(digits) || isListNumber(text, match.index, digits)) continue;
    const written = [
      ...check.known.numbers.map((each) => ({
        number: each.number,
        units: each.unit === undefined ? [] : [each.unit],
      })),
      ...stated,
    ];
    const decimals = digits.split('.')[1]?.length ?? 0;
    const same = written.filter((each) => Math.abs(Number(each.number.toFixed(decimals))) === Math.abs(number));
    if (same.length > 0) {
      const unit = plainUnit(unitWord);
      const wrong =
        unitWord !== '' &&
        isUnit(unit, units) &&
        same.every((each) => each.units.length > 0 && !each.units.some((own) => startsWithUnit(unit, plainUnit(own))));
      if (wrong && !isInWords(digits, check.evidence, unitWord))
        failures.push(fail(`${sign}${digits} ${unitWord}`, 'number', `the cited unit is ${same[0]?.units[0]}`));
    } else if (!isInWords(digits, check.evidence)) {
      failures.push(
        fail(`${sign}${digits}${unitWord === '' ? '' : ` ${unitWord}`}`, 'number', 'no cited resource has this number'),
      );
    }
  }
  return failures;
}

/** Names of the record's concepts that the text uses, and that neither question nor citations bear. */
function checkNames(text: string, check: TextCheck): readonly CheckedClaim[] {
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
      const borne = question.includes(` ${phrase} `) || check.evidence.some((each) => bears(each, phrase));
      if (!borne) failures.push(fail(phrase, 'name', 'nothing cited is about this'));
      start += length - 1;
      break;
    }
  }
  return failures;
}

/** Whether cited resources say each word of a name: a person's or drug's name may stand in parts. */
function bears(evidence: Evidence, phrase: string): boolean {
  if (evidence.words.has(phrase)) return true;
  const said = new Set([...evidence.words].flatMap((word) => word.split(' ')));
  return phrase.split(' ').every((word) => word === '+' || said.has(word));
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

/** Whether digits, with the unit after them if one is given, stand in a cited text as such (`Sodium Chloride 0.9%`). */
function isInWords(digits: string, evidence: readonly Evidence[], unit = ''): boolean {
  const spellings = [...new Set([plainText(`${digits}${unit}`), plainText(`${digits} ${unit}`)])];
  return spellings.some((plain) =>
    evidence.some((each) =>
      [...each.words].some((word) => {
        const at = ` ${word}`.indexOf(` ${plain}`);
        return at >= 0 && !/\d/.test(` ${word}`[at + plain.length + 1] ?? '');
      }),
    ),
  );
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

const keyPattern = /\b[A-Z][A-Za-z]{2,40}\/[A-Za-z0-9\-.#]{1,130}/g;
const handlePattern = /\b[a-z]{1,4}\d{1,7}\b/g;
const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const datePattern = new RegExp(
  `\\b\\d{4}-\\d{2}(?:-\\d{2}(?:[T ]\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:Z|[+-]\\d\\d:?\\d\\d)?)?)?\\b|\\b(?:(?:\\d{1,2}(?:st|nd|rd|th)?\\s+)?(?:${months})\\.?,?\\s+\\d{4}|(?:${months})\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4})(?:,?\\s+(?:at\\s+)?\\d{1,2}:\\d{2}(?::\\d{2})?)?`,
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
