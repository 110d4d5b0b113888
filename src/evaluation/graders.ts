// Deterministic graders: each knows the conventions in which its dataset writes answers, and leaves the rest open.
import type { Answer } from '../agent/answer.ts';
import type { Cell, EvalCase, Verdict } from './eval-case.ts';
import { gradeChoice, gradeMedAgent, gradeOwn } from './grade-choice.ts';
import { type AnsweredValue, plainWords, sameValue } from './grade-values.ts';

/** What a grader looks at. */
export type GradedAnswer = Pick<Answer, 'status' | 'values' | 'citations'>;

/**
 * Decide whether an answer is right by its dataset's conventions.
 *
 * @returns `undefined` for a dataset without deterministic conventions, or a case that only a reader can decide
 */
export function gradeCase(evalCase: EvalCase, answer: GradedAnswer): Verdict | undefined {
  const grader = graders[evalCase.dataset];
  if (grader === undefined) return undefined;
  if (answer.status === 'not-understood' || answer.status === 'failed') return verdict(false, 'no answer', 'abstained');
  return grader(evalCase, answer);
}

type Grader = (evalCase: EvalCase, answer: GradedAnswer) => Verdict | undefined;

const graders: Readonly<Record<string, Grader>> = {
  'fhir-agentbench': gradeAgentBench,
  'fhirpath-qa': gradeFhirPathQa,
  medagentbench: gradeMedAgent,
  ehrqa: gradeChoice,
  questions: gradeOwn,
};

function verdict(correct: boolean, reason: string, by: string): Verdict {
  return { correct, reason, by };
}

/** FHIR-AgentBench: rows of a SQL result; 1 and 0 for yes and no; no row or a null for none; MIMIC's own words. */
function gradeAgentBench(evalCase: EvalCase, answer: GradedAnswer): Verdict {
  const expected = evalCase.expected.flat().filter((cell) => cell !== null);
  const isYesNo =
    /^(?:has_verb|is_verb|did|was|is )/i.test(evalCase.kind) && expected.every((cell) => cell === 0 || cell === 1);
  if (isYesNo && expected.length === 1) return gradeYesNo(expected[0] === 1, answer);
  const rules: readonly Rule[] = [(value, cell) => sameValue(value, cell), sameMimicWord];
  const byWhole = gradeRows(expected, answer, rules);
  const byValue = byWhole.correct
    ? byWhole
    : gradeRows(expected, { ...answer, values: partsOfMixes(answer.values) }, rules);
  if (byValue.correct || !asksPrescriptionTime(evalCase.kind)) return byValue;
  // The set takes a prescription's time from where its supply starts, FHIR from when it was written: the same fact.
  const gold = new Set(evalCase.goldKeys);
  const cited = answer.citations.filter(({ key }) => gold.has(key));
  return cited.length > 0 && answer.values.length === expected.length
    ? verdict(true, 'cites the prescription that the reference answer is taken from', 'gold-resource')
    : byValue;
}

function asksPrescriptionTime(kind: string): boolean {
  return /^When was .*prescri/i.test(kind);
}

/** FHIRPath-QA: what its reference query returns; names of one drug or specimen as alternatives; one of several ties. */
function gradeFhirPathQa(evalCase: EvalCase, answer: GradedAnswer): Verdict {
  const expected = evalCase.expected.flat().filter((cell) => cell !== null);
  const [only] = expected;
  if (expected.length === 1 && typeof only === 'boolean') return gradeYesNo(only, answer);
  const rules: readonly Rule[] = [(value, cell) => sameValue(value, cell), sameDrug, startOfPeriod];
  if (namesOfOne.test(evalCase.kind)) return gradeAlternatives(expected, answer, rules);
  return gradeRows(expected, answer, rules);
}

/** Kinds whose rows are the identifiers and names of one thing. */
const namesOfOne = /^(?:drug-name|specimen-name)/;

type Rule = (value: AnsweredValue, cell: Exclude<Cell, null>) => boolean;

function gradeYesNo(expected: boolean, answer: GradedAnswer): Verdict {
  const [first] = answer.values;
  const said = typeof first?.value === 'boolean' ? first.value : answer.status === 'not-recorded' ? false : undefined;
  if (said === undefined) return verdict(false, 'no yes or no', 'yes-no');
  return verdict(said === expected, said === expected ? 'the same' : 'the opposite', 'yes-no');
}

/**
 * Every expected cell must be answered. A further value is right only when it stands at the same moment as one that was
 * expected: sets that pick one of several ties accept the others.
 */
function gradeRows(expected: readonly Exclude<Cell, null>[], answer: GradedAnswer, rules: readonly Rule[]): Verdict {
  const { values } = answer;
  if (expected.length === 0) {
    const none = answer.status === 'not-recorded' || values.length === 0;
    return verdict(none, none ? 'none, as expected' : 'expected none', 'none');
  }
  const matches = (value: AnsweredValue, cell: Exclude<Cell, null>) => rules.some((rule) => rule(value, cell));
  const missing = expected.filter((cell) => !values.some(({ value }) => matches(value, cell)));
  if (missing.length > 0) {
    if (expected.length === 1 && expected[0] === 0 && answer.status === 'not-recorded')
      return verdict(true, 'none for zero', 'none');
    return verdict(false, `${missing.length} of ${expected.length} expected values missing`, 'values');
  }
  const hits = values.filter(({ value }) => expected.some((cell) => matches(value, cell)));
  const moments = new Set(hits.map(({ time }) => time));
  const extra = values.filter(
    ({ value, time }) => !expected.some((cell) => matches(value, cell)) && !(time !== undefined && moments.has(time)),
  );
  return verdict(
    extra.length === 0,
    extra.length === 0 ? 'the same values' : `${extra.length} values too many`,
    'values',
  );
}

/** Any of the expected names is right, when all values answered stand at one moment. */
function gradeAlternatives(
  expected: readonly Exclude<Cell, null>[],
  answer: GradedAnswer,
  rules: readonly Rule[],
): Verdict {
  const { values } = answer;
  if (expected.length === 0) return gradeRows(expected, answer, rules);
  const hit = values.some(({ value }) => expected.some((cell) => rules.some((rule) => rule(value, cell))));
  const oneMoment = new Set(values.map(({ time }) => time)).size <= 1;
  return verdict(hit && oneMoment, hit ? 'one of its names' : 'none of its names', 'alternatives');
}

/** MIMIC writes a mix as its parts, each name--code--code, joined by `_`; the answer names them joined by ` + `. */
function sameDrug(value: AnsweredValue, cell: Exclude<Cell, null>): boolean {
  if (typeof value !== 'string' || typeof cell !== 'string' || !cell.includes('--')) return false;
  const expected = cell.split('_').map((part) => plainWords(part.split('--')[0]));
  const answered = value.split(' + ').map(plainWords);
  return expected.length === answered.length && expected.every((name) => answered.includes(name));
}

/** A mix as several values: MIMIC's tables have a row for each of its parts. */
function partsOfMixes(values: GradedAnswer['values']): GradedAnswer['values'] {
  return values.flatMap((each) =>
    typeof each.value === 'string' && each.value.includes(' + ')
      ? each.value.split(' + ').map((value) => ({ ...each, value }))
      : [each],
  );
}

/** A period, which a reference query returns whole, by its start. */
function startOfPeriod(value: AnsweredValue, cell: Exclude<Cell, null>): boolean {
  const start = typeof cell === 'string' ? /^\{.*"start":"([^"]+)"/.exec(cell)?.[1] : undefined;
  return start !== undefined && sameValue(value, start);
}

/** MIMIC's own words for what FHIR writes with codes. */
function sameMimicWord(value: AnsweredValue, cell: Exclude<Cell, null>): boolean {
  const words = mimicWords[plainWords(cell)];
  return words?.includes(plainWords(value)) ?? false;
}

/** Source: concept maps of the MIMIC-IV on FHIR implementation guide (gender, marital status, admission type → class). */
const mimicWords: Readonly<Record<string, readonly string[]>> = {
  m: ['male', 'm'],
  f: ['female', 'f'],
  married: ['m', 'married'],
  single: ['s', 'u', 'single', 'never married', 'unmarried'],
  widowed: ['w', 'widowed'],
  divorced: ['d', 'divorced'],
  'ew emer': ['emer', 'emergency'],
  'direct emer': ['emer', 'emergency'],
  urgent: ['amb', 'ambulatory', 'urgent'],
  elective: ['amb', 'ambulatory', 'elective'],
  'observation admit': ['obsenc', 'observation encounter'],
  'eu observation': ['obsenc', 'observation encounter'],
  'direct observation': ['obsenc', 'observation encounter'],
  'ambulatory observation': ['obsenc', 'observation encounter'],
  'surgical same day admission': ['ss', 'short stay'],
};
