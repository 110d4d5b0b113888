// The options of the commands that put questions to a model, and what they mean to the agent.
import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { AskOptions } from '../agent/ask.ts';
import { type PriceTable, priceOf, withPrices } from '../agent/price.ts';
import { withTextTools } from '../agent/text-protocol.ts';
import { HopperError } from '../errors.ts';
import { chooseModel, type ModelOptions } from './model-choice.ts';
import { positiveNumber, wholeNumber } from './numbers.ts';
import type { RecordOptions } from './record-command.ts';
import { readSettings } from './settings.ts';

export interface AskCommandOptions extends RecordOptions, ModelOptions {
  readonly budget?: number;
  readonly maxSteps?: number;
  readonly maxCost?: number;
  readonly prices?: string;
  readonly timeout?: number;
  readonly protocol: 'tools' | 'text';
  readonly profile: 'paper' | 'full';
  readonly usage?: boolean;
}

export function takesModel(command: Command): Command {
  return command
    .option(
      '--model <model>',
      'offline (default), or anthropic:…, google:…, openai:…, openai-compatible:…, bedrock:… (sends record text)',
    )
    .option('--base-url <url>', 'address of an OpenAI-compatible server, e.g. http://localhost:11434/v1')
    .option('--budget <tokens>', 'tokens of the page the model starts from (default: 4000)', wholeNumber('--budget'))
    .option('--max-steps <steps>', 'model calls at most (default: 15)', wholeNumber('--max-steps'))
    .option('--max-cost <dollars>', 'US dollars a question may cost at most', positiveNumber('--max-cost'))
    .option('--prices <file>', 'JSON of prices, over the dated table that ships with this version (unverified)')
    .option('--timeout <seconds>', 'seconds one model call may take (default: 120)', positiveNumber('--timeout'))
    .addOption(
      new Option('--protocol <protocol>', 'how tools are called: text is for models without tool calling')
        .choices(['tools', 'text'])
        .default('tools'),
    )
    .addOption(
      new Option('--profile <profile>', "all tools, or the paper's four").choices(['full', 'paper']).default('full'),
    )
    .option('--usage', 'print tokens, and cost with where its prices come from');
}

/**
 * The agent's options: the command line first, then the settings file. Says where data goes.
 *
 * @throws `invalid-input` for an unknown model, a missing key, or a cost limit without a price
 */
export async function readAskOptions(record: string, options: AskCommandOptions): Promise<AskOptions> {
  const settings = await readSettings();
  const chosen = chooseModel(options, settings, record);
  const model = chosen !== undefined && options.protocol === 'text' ? withTextTools(chosen) : chosen;
  const budgetTokens = options.budget ?? settings.budget;
  const maxSteps = options.maxSteps ?? settings.maxSteps;
  const price = model === undefined ? undefined : priceOf(model.modelId, readPrices(options.prices));
  if (options.maxCost !== undefined && model !== undefined && price === undefined) {
    throw new HopperError(
      'invalid-input',
      `Expected a price of ${model.modelId} for --max-cost; none is known. Give one with --prices FILE.`,
    );
  }
  return {
    profile: options.profile,
    ...(model === undefined ? {} : { model }),
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(price === undefined ? {} : { price }),
    ...(options.maxCost === undefined ? {} : { maxCostUsd: options.maxCost }),
    ...(options.timeout === undefined ? {} : { callTimeoutMs: options.timeout * 1000 }),
  };
}

function readPrices(path: string | undefined): PriceTable | undefined {
  if (path === undefined) return undefined;
  let own: unknown;
  try {
    own = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new HopperError('invalid-input', `Expected a JSON file of prices; ${path} can't be read as one.`, {
      cause: error,
    });
  }
  return withPrices(own);
}
