import { describe, expect, it } from 'vitest';
import type { EvalCase } from './eval-case.ts';
import { gradeChoice, gradeOwn } from './grade-choice.ts';

const base: EvalCase = {
  id: '1',
  dataset: 'ehrqa',
  record: 'p',
  question: 'Which?',
  context: '',
  now: undefined,
  kind: 'choice',
  expected: [['85.69 mg/dL']],
  choices: ['84.19 mg/dL', '85.69 mg/dL', '2020-09-02', 'Asthma'],
  goldKeys: [],
};
const answer = (value: string | number | boolean, unit?: string) => ({
  status: 'answered' as const,
  values: [{ value, ...(unit === undefined ? {} : { unit }) }],
  citations: [],
});

describe('gradeChoice', () => {
  it('reads a number at the digits its option shows, a letter, a name or a day', () => {
    expect(gradeChoice(base, answer(85.6912, 'mg/dL'))?.correct).toBe(true);
    expect(gradeChoice(base, answer('B'))?.correct).toBe(true);
    expect(gradeChoice(base, answer(84.19, 'mg/dL'))?.correct).toBe(false);
    expect(gradeChoice(base, answer('asthma'))?.correct).toBe(false);
    expect(gradeChoice({ ...base, expected: [['2020-09-02']] }, answer('2020-09-02T02:28:09-04:00'))?.correct).toBe(
      true,
    );
  });
  it('leaves to a judge what names no option', () => {
    expect(gradeChoice(base, answer(85.69, 'mmol/L'))).toBeUndefined();
    expect(gradeChoice(base, answer('something else'))).toBeUndefined();
  });
});

describe('gradeOwn', () => {
  const own = { ...base, dataset: 'questions', expected: [[4.1]] };
  const { choices: _, ...open } = own;
  it('wants every value and no other', () => {
    expect(gradeOwn(open, answer(4.1))?.correct).toBe(true);
    expect(gradeOwn(open, answer(4.2))?.correct).toBe(false);
    expect(gradeOwn({ ...open, expected: [] }, { ...answer(1), status: 'not-recorded', values: [] })?.correct).toBe(
      true,
    );
    expect(gradeOwn({ ...open, expected: [['Asthma']] }, answer('bronchial asthma'))).toBeUndefined();
  });
});
