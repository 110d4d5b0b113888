// The options of the commands that put questions to a model, and what they mean to the agent.
import { type Command, Option } from 'commander';
import type { AskOptions } from '../agent/ask.ts';
import { defaultThreshold } from '../agent/cascade.ts';
import { priceOf } from '../agent/price.ts';
import { withTextTools } from '../agent/text-protocol.ts';
import { HopperError } from '../errors.ts';
import { type EmbeddingOptions, type Embeddings, openEmbeddings, takesEmbeddings } from './embeddings.ts';
import { baseUrlOf, chooseModel, type ModelOptions } from './model-choice.ts';
import { positiveNumber, share, wholeNumber } from './numbers.ts';
import { readPrices, requirePrices } from './prices.ts';
import { type ReadingCommandOptions, readingOf, takesReading } from './reading-options.ts';
import type { RecordOptions } from './record-command.ts';
import { readSettings, type Settings } from './settings.ts';

export interface AskCommandOptions extends RecordOptions, ModelOptions, EmbeddingOptions, ReadingCommandOptions {
  readonly offlineFirst?: boolean;
  readonly minConfidence?: number;
  readonly budget?: number;
  readonly maxSteps?: number;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly prices?: string;
  readonly timeout?: number;
  readonly protocol: 'tools' | 'single' | 'text';
  readonly profile: 'paper' | 'full';
  readonly usage?: boolean;
}

/** What the command line says of how questions are asked. */
export interface AskSettings {
  readonly agent: AskOptions;
  readonly embeddings: Embeddings | undefined;
}

export function takesModel(command: Command): Command {
  return takesEmbeddings(takesReading(command))
    .option(
      '--model <model>',
      'offline (default), or anthropic:…, google:…, openai:…, openai-compatible:…, bedrock:… (sends record text)',
    )
    .option('--base-url <url>', 'address of an OpenAI-compatible server, e.g. http://localhost:11434/v1')
    .option(
      '--offline-first',
      'rules answer first; --model is asked only what they are not sure of, with what they found as a hint',
    )
    .option(
      '--min-confidence <share>',
      "with --offline-first: confidence from which the rules' answer is used (default: 0.9)",
      share('--min-confidence'),
    )
    .option('--budget <tokens>', 'tokens of the page the model starts from (default: 4000)', wholeNumber('--budget'))
    .option('--max-steps <steps>', 'model calls at most (default: 15)', wholeNumber('--max-steps'))
    .option(
      '--max-tokens <tokens>',
      'tokens of all calls of a question at most, in and out',
      wholeNumber('--max-tokens'),
    )
    .option('--max-cost <dollars>', 'US dollars a question may cost at most', positiveNumber('--max-cost'))
    .option('--prices <file>', 'JSON of prices, over the dated table that ships with this version (unverified)')
    .option(
      '--timeout <seconds>',
      'seconds a model may be silent (default: 120)',
      positiveNumber('--timeout', longestTimeoutSeconds),
    )
    .addOption(
      new Option(
        '--protocol <protocol>',
        'how tools are called: single is one at a time, for small models; text is for models without tool calling',
      )
        .choices(['tools', 'single', 'text'])
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
export async function readAskOptions(record: string, options: AskCommandOptions): Promise<AskSettings> {
  const settings = await readSettings();
  const offlineFirst = readOfflineFirst(options, settings);
  const prices = readPrices(options.prices);
  const embeddings = await openEmbeddings(options, {
    baseUrl: sharedBaseUrl(options, settings),
    prices,
    callTimeoutMs: options.timeout === undefined ? undefined : options.timeout * 1000,
  });
  const chosen = chooseModel(options, settings, record, offlineFirst);
  const model = chosen !== undefined && options.protocol === 'text' ? withTextTools(chosen) : chosen;
  const budgetTokens = options.budget ?? settings.budget;
  const maxSteps = options.maxSteps ?? settings.maxSteps;
  const price = model === undefined ? undefined : priceOf(model.modelId, prices);
  if (options.maxCost !== undefined) requirePrices([model, embeddings], prices);
  const agent: AskOptions = {
    // To nobody, unless the environment has set up a tracer.
    telemetry: true,
    profile: options.profile,
    reading: readingOf(options, settings),
    ...(model === undefined ? {} : { model }),
    ...(model === undefined || offlineFirst === undefined ? {} : { offlineFirst }),
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(price === undefined ? {} : { price }),
    ...(options.protocol === 'single' ? { toolCalls: 'single' as const } : {}),
    ...(options.maxTokens === undefined ? {} : { maxTokens: options.maxTokens }),
    ...(options.maxCost === undefined ? {} : { maxCostUsd: options.maxCost }),
    ...(options.timeout === undefined ? {} : { callTimeoutMs: options.timeout * 1000 }),
  };
  return { agent, embeddings };
}

/** The model's server also serves embeddings where both are of one provider. */
function sharedBaseUrl(options: AskCommandOptions, settings: Settings): string | undefined {
  const providerOf = (spec: string | undefined) => spec?.split(':')[0];
  const isShared = providerOf(options.embeddings) === providerOf(options.model ?? settings.model);
  return isShared ? baseUrlOf(options, settings) : undefined;
}

/** A day. Timers can't wait for more than 24 days, and a reply may take five times as long as silence. */
const longestTimeoutSeconds = 86_400;

/**
 * Confidence from which rules answer before the model; `undefined`: they don't come first.
 *
 * @throws `invalid-input` when there is no model to come after them
 */
function readOfflineFirst(options: AskCommandOptions, settings: Settings): number | undefined {
  const isAsked = options.offlineFirst === true;
  if (options.minConfidence !== undefined && !isAsked && settings.offlineFirst !== true) {
    throw new HopperError('invalid-input', 'Expected --offline-first with --min-confidence; found it alone.');
  }
  if (!isAsked && settings.offlineFirst !== true) return undefined;
  const model = options.model ?? settings.model ?? 'offline';
  if (model !== 'offline') return options.minConfidence ?? settings.minConfidence ?? defaultThreshold;
  // `--model offline` on the command line wins over a settings file that has rules come first.
  if (!isAsked && options.model !== undefined) return undefined;
  throw new HopperError(
    'invalid-input',
    `Expected a model to ask after the rules with ${isAsked ? '--offline-first' : '"offlineFirst" in the settings file'}; found ${options.model === undefined && settings.model === undefined ? 'none' : 'offline'}. Name one, such as --model anthropic:claude-sonnet-4-5, or leave it out: rules alone are the default.`,
  );
}
