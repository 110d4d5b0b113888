// Readings of test/cases/readings.json, and what holds for any question.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleRecord } from '../fhir/assemble-record.ts';
import type { FhirResource } from '../fhir/resource.ts';
import { projectGraph } from '../graph/project.ts';
import { readQuestion } from './read-question.ts';
import { answerConfidence, type QuestionProblem, type QuestionReading } from './reading.ts';

interface Expected {
  readonly question: string;
  readonly language?: string;
  readonly operation?: string;
  readonly kind?: string;
  readonly asked?: string;
  readonly concepts?: readonly string[];
  readonly named?: Readonly<Record<string, readonly string[]>>;
  readonly position?: number;
  readonly statistic?: string;
  readonly unit?: string;
  readonly visit?: string;
  readonly absent?: boolean;
  readonly from?: string | null;
  readonly to?: string | null;
}
interface Bad {
  readonly question: string;
  readonly problem?: QuestionProblem;
  readonly unknown?: readonly string[];
  readonly candidates?: readonly string[];
  readonly negated?: boolean;
}
interface Cases {
  readonly now: string;
  readonly resources: readonly FhirResource[];
  readonly cases: readonly Expected[];
  readonly bad: readonly Bad[];
}

const file: Cases = JSON.parse(readFileSync(new URL('../../test/cases/readings.json', import.meta.url), 'utf8'));
const record = assembleRecord({
  entries: file.resources.map((resource) => ({ resource, source: 'readings.json' })),
  issues: [],
  completeness: { state: 'complete', reasons: [] },
});
const graph = projectGraph(record, { now: file.now });

const moment = (text: string | null | undefined, open: number) => (text === null ? open : Date.parse(text ?? ''));
const ownConcepts = (reading: QuestionReading) =>
  reading.concepts.filter(({ role }) => role === 'concept').flatMap(({ concepts }) => concepts);

describe('readings', () => {
  for (const expected of file.cases) {
    it(`reads "${expected.question}"`, () => {
      const reading = readQuestion(graph, expected.question);
      const { asked } = reading;
      const said = {
        question: expected.question,
        language: reading.language,
        operation: reading.operation,
        kind: reading.kind,
        asked: asked.kind === 'name' ? asked.role : asked.kind,
        concepts: ownConcepts(reading),
        named: reading.select.named,
        position: reading.position,
        statistic: reading.statistic,
        unit: reading.unit,
        visit: reading.visit?.name,
        absent: reading.visit?.absent !== undefined,
      };
      const { from, to, ...fields } = expected;
      expect(said).toMatchObject(fields);
      expect(reading.problems).toEqual([]);
      expect(reading.confidence).toBeGreaterThanOrEqual(answerConfidence);
      if (from !== undefined) {
        expect(reading.time.window?.startLocalMs).toBe(moment(from, Number.NEGATIVE_INFINITY));
        expect(reading.time.window?.endLocalMs).toBe(moment(to, Number.POSITIVE_INFINITY));
      }
    });
  }
});

describe('bad input', () => {
  for (const { question, problem, unknown, candidates, negated } of file.bad) {
    it(`says what is wrong with "${question.slice(0, 80)}"`, () => {
      const reading = readQuestion(graph, question);
      if (problem !== undefined) {
        expect(reading.problems).toContain(problem);
        expect(reading.confidence).toBeLessThan(answerConfidence);
      } else {
        expect(reading.problems).toEqual([]);
      }
      if (unknown !== undefined) expect(reading.unknown).toEqual(unknown);
      if (candidates !== undefined) expect([...reading.candidates].sort()).toEqual(candidates);
      if (negated !== undefined) expect(reading.negated).toBe(negated);
    });
  }

  it('never throws, whatever is asked, and gives a confidence in [0, 1]', () => {
    const words =
      'what when last first potassium since 2150 31/31/2150 ( [ \\ .* ? ¿ icu stay how many \u0000 İ 💊'.split(' ');
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...words)).map((list) => list.join(' ')),
    );
    fc.assert(
      fc.property(anything, (question) => {
        const { confidence, reads } = readQuestion(graph, question);
        expect(confidence >= 0 && confidence <= 1).toBe(true);
        expect(reads.includes('\n')).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('reads a question of 20,000 words in under a second', () => {
    const question = `${'potassium since 2150 during the last icu stay and so on '.repeat(2000)}?`;
    const start = performance.now();
    readQuestion(graph, question);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
