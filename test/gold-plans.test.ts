// Plans against two published sets of questions: the plan room gives the reference answers.
import { describe, expect, it } from 'vitest';
import { loadGoldGraphs, readGoldFile, readGoldQuestions, scoreGoldPlans } from './support/gold-questions.ts';
import { hasSharedData } from './support/shared-data.ts';

describe.skipIf(!hasSharedData())('gold plans', () => {
  it('give the reference answer of at least 99 % of the questions they cover', { timeout: 300_000 }, async () => {
    const { plans, differences: explained } = readGoldFile();
    const questions = readGoldQuestions();
    const scores = scoreGoldPlans(plans, questions, await loadGoldGraphs(questions), 'set');
    const covered = scores.reduce((sum, score) => sum + score.questions, 0);
    const right = scores.reduce((sum, score) => sum + score.right, 0);
    console.info(`gold plans: ${plans.length} templates, ${covered} of ${questions.length} questions, ${right} right`);
    const unexplained = scores.filter(
      ({ plan, differences }) =>
        differences.length > 0 &&
        !explained.some(({ set, template }) => set === plan.set && template === plan.template),
    );
    expect(unexplained.map(({ plan }) => plan.template)).toEqual([]);
    expect(plans.length).toBeGreaterThanOrEqual(80);
    expect(covered / questions.length).toBeGreaterThanOrEqual(0.9);
    expect(right / covered).toBeGreaterThanOrEqual(0.99);
  });
});
