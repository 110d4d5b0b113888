// People's own questions: JSON Lines with a question, its answer and the record it is about.
import { z } from 'zod';
import { HopperError } from '../../errors.ts';
import type { EvalCase } from '../../evaluation/eval-case.ts';
import type { DatasetLoader } from './dataset.ts';
import { findFile, readRows, recordFromFile } from './dataset-files.ts';

/** `questions.jsonl` in the folder: `{question, answer, record, now?, kind?, context?, choices?, gold?}` a line, `record` a path in it. */
export const ownQuestions: DatasetLoader = {
  name: 'questions',
  description: 'your own questions.jsonl beside your records',
  async load(folder) {
    const path = await findFile(folder, ['questions.jsonl', 'questions.jsonl.gz']);
    const rows = await readRows<unknown>(path);
    return {
      name: 'questions',
      cases: rows.map((row, at) => toCase(row, at, path)),
      loadRecord: async (record, signal) => recordFromFile(await findFile(folder, [record]), undefined, signal),
    };
  },
};

function toCase(row: unknown, at: number, path: string): EvalCase {
  const parsed = rowSchema.safeParse(row);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const found = `${issue?.path.join('.') || 'line'}: ${issue?.message ?? 'wrong shape'}`;
    throw new HopperError(
      'invalid-input',
      `Expected question, answer and record in line ${at + 1} of ${path}, found ${found}.`,
    );
  }
  const { question, answer, record, now, kind, context, choices, gold } = parsed.data;
  const values = Array.isArray(answer) ? answer : [answer];
  return {
    id: String(at + 1),
    dataset: 'questions',
    record,
    question,
    context: context ?? '',
    now,
    kind: kind ?? 'question',
    expected: values.filter((value) => value !== null).map((value) => [value]),
    goldKeys: gold ?? [],
    ...(choices === undefined ? {} : { choices }),
  };
}

const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const rowSchema = z.object({
  question: z.string().min(1),
  answer: z.union([cellSchema, z.array(cellSchema)]),
  record: z.string().min(1),
  now: z.string().optional(),
  kind: z.string().optional(),
  context: z.string().optional(),
  choices: z.array(z.string()).optional(),
  gold: z.array(z.string()).optional(),
});
