// Plans against two published sets of questions: the plan room gives the reference answers.
import { describe, expect, it } from 'vitest';
import { loadGoldGraphs, readGoldFile, readGoldQuestions, scoreGoldPlans } from './support/gold-questions.ts';
import { hasSharedData } from './support/shared-data.ts';

describe.skipIf(!hasSharedData())('gold plans', () => {
  it('give the reference answer of at least 99 % of the questions they cover', { timeout: 300_000 }, async () => {
    const { plans } = readGoldFile();
    const questions = readGoldQuestions();
    const scores = scoreGoldPlans(plans, questions, await loadGoldGraphs(questions), 'set');
    const covered = scores.reduce((sum, score) => sum + score.questions, 0);
    const right = scores.reduce((sum, score) => sum + score.right, 0);
    console.info(`gold plans: ${plans.length} templates, ${covered} of ${questions.length} questions, ${right} right`);
    expect(plans.length).toBeGreaterThanOrEqual(80);
    expect(covered / questions.length).toBeGreaterThanOrEqual(0.9);
    expect(right / covered).toBeGreaterThanOrEqual(0.99);
  });
});
