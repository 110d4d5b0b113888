// The options of the commands that put questions to a model, and what they mean to the agent.
import { type Command, Option } from 'commander';
import type { AskOptions } from '../agent/ask.ts';
import { chooseModel, type ModelOptions } from './model-choice.ts';
import { wholeNumber } from './numbers.ts';
import type { RecordOptions } from './record-command.ts';
import { readSettings } from './settings.ts';

export interface AskCommandOptions extends RecordOptions, ModelOptions {
  readonly budget?: number;
  readonly maxSteps?: number;
  readonly profile: 'paper' | 'full';
  readonly usage?: boolean;
}

export function takesModel(command: Command): Command {
  return command
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
    .option('--usage', 'print tokens and cost');
}

/**
 * The agent's options: the command line first, then the settings file. Says where data goes.
 *
 * @throws `invalid-input` for an unknown model or a missing key
 */
export async function readAskOptions(options: AskCommandOptions): Promise<AskOptions> {
  const settings = await readSettings();
  const model = chooseModel(options, settings);
  const budgetTokens = options.budget ?? settings.budget;
  const maxSteps = options.maxSteps ?? settings.maxSteps;
  return {
    profile: options.profile,
    ...(model === undefined ? {} : { model }),
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
  };
}
