// `fhir-hopper ask`: one question, or a file of them, over one record, answered with its sources.
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { HopperError } from '../errors.ts';
import { answerQuestion, exitOf, printAnswer } from './answer-question.ts';
import { type AskCommandOptions, readAskOptions, takesModel } from './ask-options.ts';
import { exampleOf } from './example.ts';
import { note, print } from './output.ts';
import { loadGraph, takesRecord } from './record-command.ts';
import { createSavings } from './savings.ts';
import { openTrace } from './trace-file.ts';

interface AskOnlyOptions extends AskCommandOptions {
  readonly trace?: string;
  readonly questions?: string;
}

export function askCommand(): Command {
  return takesModel(takesRecord(new Command('ask')))
    .argument('[question]', 'the question, in quotes')
    .option('--questions <file>', 'questions instead: one a line, or JSON Lines with a field "question"')
    .option('--trace <file>', 'write every event as a JSON line (holds record text)')
    .description('Answer a question over a record, with citations.')
    .addHelpText(
      'after',
      exampleOf(
        'ask record.ndjson "What was the last creatinine?"',
        'ask folder/ "Any allergies?" --patient 10014354 --json',
      ),
    )
    .action(async (path: string, question: string | undefined, options: AskOnlyOptions) => {
      const asked = await questionsOf(question, options.questions);
      const settings = await readAskOptions(path, options);
      const graph = await loadGraph(path, options);
      const trace =
        options.trace === undefined
          ? undefined
          : openTrace(options.trace, [path, ...(options.questions === undefined ? [] : [options.questions])]);
      const savings = createSavings();
      let worst = 0;
      for (const each of asked) {
        if (options.questions !== undefined && options.json !== true) note(`\n> ${each}`);
        const answer = await answerQuestion(graph, each, settings, trace);
        if (options.questions !== undefined && options.json === true) {
          print(JSON.stringify({ question: each, ...answer }));
        }
        if (options.questions === undefined || options.json !== true) printAnswer(answer, options);
        savings.add(answer);
        worst = Math.max(worst, exitOf(answer));
        if (answer.stopReason === 'cancelled') break;
      }
      trace?.close();
      const saved = options.questions === undefined ? undefined : savings.text();
      if (saved !== undefined) note(saved);
      process.exitCode = worst;
    });
}

async function questionsOf(question: string | undefined, file: string | undefined): Promise<readonly string[]> {
  if (file === undefined) {
    if (question !== undefined && question.trim() !== '') return [question];
    throw new HopperError('invalid-input', 'Expected a question, in quotes, after the record; found none.');
  }
  if (question !== undefined) {
    throw new HopperError('invalid-input', 'Expected either a question or --questions FILE; found both.');
  }
  // A byte order mark is a blank to `trim`.
  const lines = (await readQuestionFile(file)).split(/\r?\n/).map((line) => line.trim());
  if (lines.join('') === '')
    throw new HopperError('invalid-input', `Expected a question a line in ${file}; found none.`);
  const read = (line: string, index: number) =>
    line.startsWith('{') ? questionField(line, `${file}, line ${index + 1}`) : line;
  return lines.map(read).filter((line) => line !== '');
}

async function readQuestionFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new HopperError('not-found', `Expected a file of questions; ${file} can't be read.`, { cause: error });
  }
}

function questionField(line: string, place: string): string {
  try {
    const { question } = JSON.parse(line) as { readonly question?: unknown };
    if (typeof question === 'string' && question.trim() !== '') return question;
  } catch {
    // Said below: the line is no use either way.
  }
  throw new HopperError('invalid-input', `Expected {"question": "…"} at ${place}; found something else.`);
}
