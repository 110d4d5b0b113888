// Questions of test/cases/answers.json to one small record, answered offline: the right value, or an honest refusal.
import { describe, expect, it } from 'vitest';
import type { Answer } from '../src/agent/answer.ts';
import { ask } from '../src/agent/ask.ts';
import cases from './cases/answers.json' with { type: 'json' };
import { graphOf } from './support/graph-of.ts';

interface Case {
  readonly question: string;
  /** @default 'answered' */
  readonly status?: Answer['status'];
  readonly number?: number;
  /** Words that the answer must hold, whatever their case. */
  readonly text?: string;
  /** Words that it must not hold. */
  readonly not?: string;
}

const { now, resources } = cases.record;
const graph = graphOf(resources, { now });

describe('answers over a small record, offline', () => {
  it.each(cases.cases as readonly Case[])('$question', async ({ question, status, number, text, not }) => {
    const answer = await ask(graph, question);

    const said = [answer.text, ...answer.values.map(({ value, unit }) => `${value} ${unit ?? ''}`)].join(' | ');
    expect(answer.status, said).toBe(status ?? 'answered');
    if (number !== undefined)
      expect(
        answer.values.map(({ value }) => value),
        said,
      ).toContain(number);
    if (text !== undefined) expect(said.toLowerCase()).toContain(text.toLowerCase());
    if (not !== undefined) expect(said.toLowerCase()).not.toContain(not.toLowerCase());
    expect(answer.unsupported).toEqual([]);
  });
});
