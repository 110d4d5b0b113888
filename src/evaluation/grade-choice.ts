// Multiple choice, people's own questions and MedAgentBench: graders of sets with few conventions.
import type { Cell, EvalCase, Verdict } from './eval-case.ts';
import { plainWords, sameValue } from './grade-values.ts';
import type { GradedAnswer } from './graders.ts';

/**
 * The option that an answer chose: the only one that a value of it names, by text or letter.
 *
 * @returns `undefined` when no value names exactly one option: a judge must read it
 */
export function gradeChoice(evalCase: EvalCase, answer: GradedAnswer): Verdict | undefined {
  const choices = evalCase.choices ?? [];
  if (answer.status === 'not-recorded') return { correct: false, reason: 'chose none', by: 'choice' };
  const chosen = choices.filter((choice, at) => answer.values.some((value) => names(value, choice, at)));
  const [only] = chosen;
  if (only === undefined || chosen.length > 1) return undefined;
  const correct = only === evalCase.expected[0]?.[0];
  return { correct, reason: correct ? 'the right option' : 'another option', by: 'choice' };
}

/** People's own questions: every expected value is answered and no other; yes and no, numbers, times and names. */
export function gradeOwn(evalCase: EvalCase, answer: GradedAnswer): Verdict | undefined {
  if (evalCase.choices !== undefined) return gradeChoice(evalCase, answer);
  const expected = evalCase.expected.flat().filter((cell) => cell !== null);
  const by = 'values';
  if (expected.length === 0) {
    const correct = answer.status === 'not-recorded' || answer.values.length === 0;
    return { correct, reason: correct ? 'none, as expected' : 'expected none', by };
  }
  const answered = answer.values.map(({ value }) => value);
  const missing = expected.filter((cell) => !answered.some((value) => sameValue(value, cell)));
  const extra = answered.filter((value) => !expected.some((cell) => sameValue(value, cell)));
  // A name in other words is for a judge to read.
  if (missing.some((cell) => typeof cell === 'string') && extra.some((value) => typeof value === 'string'))
    return undefined;
  const correct = missing.length === 0 && extra.length === 0;
  return { correct, reason: `${missing.length} values missing, ${extra.length} too many`, by };
}

/** MedAgentBench: numbers to one decimal, -1 for what is not available, "Patient not found" for nobody. */
export function gradeMedAgent(evalCase: EvalCase, answer: GradedAnswer): Verdict | undefined {
  const expected = evalCase.expected.flat();
  const by = 'values';
  if (expected.length === 0) return undefined;
  if (expected.every((cell) => cell === NOT_AVAILABLE || cell === NOBODY)) {
    const correct = answer.status === 'not-recorded';
    return { correct, reason: correct ? 'none, as expected' : 'expected none', by };
  }
  const correct = expected.every(
    (cell) => cell !== null && answer.values.some(({ value }) => sameToOneDecimal(value, cell)),
  );
  return { correct, reason: correct ? 'the same values' : 'other values', by };
}

function sameToOneDecimal(value: Exclude<Cell, null>, cell: Exclude<Cell, null>): boolean {
  if (typeof cell !== 'number') return sameValue(value, cell);
  return Number(value).toFixed(1) === cell.toFixed(1);
}

function names(value: GradedAnswer['values'][number], choice: string, at: number): boolean {
  const letter = String.fromCharCode('a'.charCodeAt(0) + at);
  const text = plainWords(value.value);
  const withUnit = plainWords([value.value, value.unit].filter((part) => part !== undefined).join(' '));
  const wanted = plainWords(choice);
  return (
    text === wanted ||
    withUnit === wanted ||
    text === letter ||
    isSameNumber(value.value, value.unit, choice) ||
    sameTime(value.value, choice)
  );
}

function sameTime(value: Cell, choice: string): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}/.test(choice) && value.startsWith(choice);
}

/** `4.1 mmol/L` as a number with its unit, equal at the digits the option shows. */
function isSameNumber(value: Cell, unit: string | undefined, choice: string): boolean {
  const [number, ...words] = choice.split(' ');
  if (typeof value === 'boolean' || number === '' || Number.isNaN(Number(number))) return false;
  const digits = number?.split('.')[1]?.length ?? 0;
  return (
    Number(value).toFixed(digits) === number &&
    (unit === undefined || words.length === 0 || plainWords(unit) === plainWords(words.join(' ')))
  );
}

const NOT_AVAILABLE = -1;
const NOBODY = 'Patient not found';
