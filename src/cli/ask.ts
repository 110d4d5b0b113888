// `fhir-hopper ask`: one question over one record, answered with its sources.
import { Command, Option } from 'commander';
import type { Answer } from '../agent/answer.ts';
import { type AskOptions, startAsk } from '../agent/ask.ts';
import { finalAnswer } from '../agent/run-agent.ts';
import { type ErrorCode, errorOutcomes } from '../errors.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { answerAsText, usageAsText } from './answer-report.ts';
import { chooseModel, type ModelOptions } from './model-choice.ts';
import { wholeNumber } from './numbers.ts';
import { exitWithoutAnswer, note, print, printJson, withInterrupt } from './output.ts';
import { exampleOf } from './program.ts';
import { loadGraph, type RecordOptions, takesRecord } from './record-command.ts';
import { readSettings } from './settings.ts';
import { openTrace, type TraceFile } from './trace-file.ts';
import { watchEvents } from './watch-events.ts';

interface AskCommandOptions extends RecordOptions, ModelOptions {
  readonly budget?: number;
  readonly maxSteps?: number;
  readonly profile: 'paper' | 'full';
  readonly trace?: string;
  readonly usage?: boolean;
}

export function askCommand(): Command {
  return takesRecord(new Command('ask'))
    .argument('<question>', 'the question, in quotes')
    .option(
      '--model <model>',
      'offline (default), or anthropic:…, google:…, openai:…, openai-compatible:… (sends record text)',
    )
    .option('--base-url <url>', 'address of an OpenAI-compatible server, e.g. http://localhost:11434/v1')
    .option('--budget <tokens>', 'tokens of the page the model starts from (default: 4000)', wholeNumber('--budget'))
    .option('--max-steps <steps>', 'model calls at most (default: 15)', wholeNumber('--max-steps'))
    .addOption(
      new Option('--profile <profile>', "all tools, or the paper's four").choices(['full', 'paper']).default('full'),
    )
    .option('--trace <file>', 'write every event as a JSON line (holds record text)')
    .option('--usage', 'print tokens and cost')
    .description('Answer a question over a record, with citations.')
    .addHelpText(
      'after',
      exampleOf(
        'ask record.ndjson "What was the last creatinine?"',
        'ask folder/ "Any allergies?" --patient 10014354 --json',
      ),
    )
    .action(async (path: string, question: string, options: AskCommandOptions) => {
      const settings = await readSettings();
      const model = chooseModel(options, settings);
      const graph = await loadGraph(path, options);
      const budgetTokens = options.budget ?? settings.budget;
      const maxSteps = options.maxSteps ?? settings.maxSteps;
      const answer = await run(graph, question, options.trace, {
        profile: options.profile,
        ...(model === undefined ? {} : { model }),
        ...(budgetTokens === undefined ? {} : { budgetTokens }),
        ...(maxSteps === undefined ? {} : { maxSteps }),
      });
      printAnswer(answer, options);
      process.exitCode = exitOf(answer);
    });
}

async function run(
  graph: EpisodeGraph,
  question: string,
  tracePath: string | undefined,
  options: AskOptions,
): Promise<Answer> {
  const trace: TraceFile | undefined = tracePath === undefined ? undefined : openTrace(tracePath);
  const watch = watchEvents();
  try {
    return await withInterrupt((signal) =>
      finalAnswer(startAsk(graph, question, { ...options, signal }), (event) => {
        trace?.write(event);
        watch(event);
      }),
    );
  } finally {
    trace?.close();
  }
}

function printAnswer(answer: Answer, options: AskCommandOptions): void {
  if (options.json === true) printJson(answer);
  else if (answer.status !== 'failed') print(answerAsText(answer));
  if (answer.status === 'failed') note(`fhir-hopper: ${answer.error?.message ?? answer.text}`);
  if (options.usage === true) note(usageAsText(answer.usage));
}

/** Answered and not recorded are both answers; a failure leaves with the status of its code. */
function exitOf(answer: Answer): number {
  if (answer.status === 'answered' || answer.status === 'not-recorded') return 0;
  if (answer.status === 'not-understood') return exitWithoutAnswer;
  return errorOutcomes[(answer.error?.code as ErrorCode | undefined) ?? 'model-failed'].exit;
}
