// `fhir-hopper plan`: how a question is read, without answering it.
import { Command } from 'commander';
import { defaultThreshold } from '../agent/cascade.ts';
import { planOf } from '../plan/from-reading.ts';
import { readQuestion } from '../question/read-question.ts';
import { answerConfidence, type QuestionReading } from '../question/reading.ts';
import { exampleOf } from './example.ts';
import { exitWithoutAnswer, print, printJson } from './output.ts';
import { type ReadingCommandOptions, readingOf, takesReading } from './reading-options.ts';
import { loadGraph, type RecordOptions, takesRecord } from './record-command.ts';
import { readSettings } from './settings.ts';

export function planCommand(): Command {
  return takesReading(takesRecord(new Command('plan')))
    .argument('<question>', 'the question, in quotes')
    .description('Show how the rules read a question against this record: its plan, concepts and confidence.')
    .addHelpText('after', exampleOf('plan record.ndjson "How many urine cultures last year?"'))
    .action(async (path: string, question: string, options: RecordOptions & ReadingCommandOptions) => {
      const graph = await loadGraph(path, options);
      const reading = readQuestion(graph, question, readingOf(options, await readSettings()));
      const plan = planOf(reading);
      if (options.json === true) printJson({ reading, plan: plan ?? null });
      else print(readingAsText(reading, plan));
      if (plan === undefined || reading.confidence < answerConfidence) process.exitCode = exitWithoutAnswer;
    });
}

function readingAsText(reading: QuestionReading, plan: unknown): string {
  return [
    `read as     ${reading.reads}`,
    `confidence  ${reading.confidence.toFixed(2)} (answers from ${answerConfidence} up; before a model, from ${defaultThreshold} up)`,
    ...reading.concepts.map((each) => `concept     "${each.phrase}" → ${each.concepts.join(' | ')} (${each.how})`),
    ...listLine('not used', reading.ignored),
    ...listLine('not found', reading.unknown),
    ...listLine('could be', reading.candidates),
    ...listLine('problems', reading.problems),
    `plan        ${plan === undefined ? 'none' : JSON.stringify(plan)}`,
  ].join('\n');
}

function listLine(label: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${label.padEnd(11)} ${items.join(', ')}`];
}
