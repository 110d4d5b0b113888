// `fhir-hopper models`: which providers are set up, and whether one answers.
import { generateText } from 'ai';
import { Command } from 'commander';
import { configuredProviders, createModel, destinationOf } from '../adapters/models/create-model.ts';
import { toModelError } from '../agent/model-error.ts';
import { HopperError } from '../errors.ts';
import { exampleOf } from './example.ts';
import { note, print, printJson, withInterrupt } from './output.ts';

interface ModelsOptions {
  readonly test?: string;
  readonly baseUrl?: string;
  readonly json?: boolean;
}

export function modelsCommand(): Command {
  return new Command('models')
    .option('--test <model>', 'send "Say ok." to this model; no record is read')
    .option('--base-url <url>', 'address of an OpenAI-compatible server')
    .option('--json', 'print data for machines')
    .description('List the providers of models and which have a key here; test one call.')
    .addHelpText(
      'after',
      exampleOf('models', 'models --test openai-compatible:qwen3 --base-url http://localhost:11434/v1'),
    )
    .action(async (options: ModelsOptions) => {
      if (options.test === undefined && options.baseUrl !== undefined) {
        throw new HopperError('invalid-input', 'Expected --test MODEL with --base-url; found it alone.');
      }
      if (options.test !== undefined) await testModel(options.test, options.baseUrl);
      else if (options.json === true) printJson(configuredProviders(process.env));
      else print(providersAsText());
    });
}

function providersAsText(): string {
  const rows = configuredProviders(process.env).map(({ provider, keyVariables, found, example }) => [
    provider,
    found === undefined ? `${keyVariables.join(' or ')} not set` : `${found} is set`,
    `e.g. --model ${example}`,
  ]);
  const all = [['offline', 'always there; nothing leaves this machine', 'the default'], ...rows];
  const widths = [0, 1].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}

async function testModel(spec: string, baseUrl: string | undefined): Promise<void> {
  if (spec === 'offline') {
    throw new HopperError('invalid-input', 'Expected a model to call after --test; offline is always there.');
  }
  const place = { ...(baseUrl === undefined ? {} : { baseUrl }), env: process.env };
  const model = createModel(spec, place);
  note(`model ${spec}: a test without record text goes to ${destinationOf(spec, place)}`);
  const started = Date.now();
  try {
    const reply = await withInterrupt((abortSignal) =>
      generateText({ model, prompt: 'Say ok.', maxOutputTokens: 200, maxRetries: 0, abortSignal }),
    );
    print(
      `${spec} answered in ${((Date.now() - started) / 1000).toFixed(1)} s, ${reply.usage.totalTokens ?? 0} tokens.`,
    );
  } catch (error) {
    throw toModelError(error, spec);
  }
}
