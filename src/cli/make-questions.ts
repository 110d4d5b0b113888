// `fhir-hopper make-questions`: an EHRQA-like multiple-choice set over one's own records, made by rule.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { readSource } from '../adapters/sources/read-source.ts';
import { makeQuestions } from '../evaluation/make-questions.ts';
import { assembleRecord, listPatients } from '../fhir/assemble-record.ts';
import { projectGraph } from '../graph/project.ts';
import { exampleOf } from './example.ts';
import { wholeNumber } from './numbers.ts';
import { note } from './output.ts';

interface MakeQuestionsOptions {
  readonly out: string;
  readonly seed: number;
  readonly perRule: number;
}

export function makeQuestionsCommand(): Command {
  return new Command('make-questions')
    .description(
      'Make a multiple-choice set over records by rule (EHRQA-like, not EHRQA), for `evaluate --dataset ehrqa`.',
    )
    .argument('<records...>', 'files or folders of FHIR resources; every patient in them gets questions')
    .requiredOption('--out <folder>', 'where ehrqa.json and records/ go')
    .option('--seed <n>', 'the same seed gives the same questions', wholeNumber('--seed'), 1)
    .option('--per-rule <n>', 'most questions of each rule and record', wholeNumber('--per-rule'), 10)
    .addHelpText(
      'after',
      exampleOf(
        'make-questions records/ --out made',
        'evaluate --dataset ehrqa --data made --strategy offline --out run',
      ),
    )
    .action(async (paths: readonly string[], options: MakeQuestionsOptions) => {
      const records = join(options.out, 'records');
      await mkdir(records, { recursive: true });
      const questions = [];
      for (const path of paths) {
        const content = await readSource(path);
        for (const { key } of listPatients(content)) {
          const record = assembleRecord(content, { patient: key });
          questions.push(...makeQuestions(projectGraph(record), options));
          const lines = record.resources
            .filter(({ container }) => container === undefined)
            .map(({ resource }) => JSON.stringify(resource));
          await writeFile(join(records, `${key.replace(/^Patient\//, '')}.ndjson`), `${lines.join('\n')}\n`);
        }
      }
      await writeFile(join(options.out, 'ehrqa.json'), `${JSON.stringify(questions, undefined, 1)}\n`);
      note(`make-questions: ${questions.length} questions in ${join(options.out, 'ehrqa.json')}`);
    });
}
