// The commands by name. Only the one asked for is loaded, so that small ones start fast.
import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { HopperError } from '../errors.ts';
import { exampleOf } from './example.ts';

/**
 * Run the command line.
 *
 * @param words the words after `fhir-hopper`
 * @returns the exit status of a command that ran; failures are thrown as `HopperError`
 */
export async function runProgram(words: readonly string[]): Promise<number> {
  const program = new Command('fhir-hopper')
    .description("Answers questions over a patient's FHIR record with citations. Offline unless a model is named.")
    .version(manifest.version)
    .addHelpText('after', exampleOf('ask record.ndjson "When was the last admission?"') + exitStatuses)
    .exitOverride();
  const asked = commandIn(words);
  const names = asked !== '' ? [asked] : onlyVersion(words) ? [] : Object.keys(commands);
  for (const name of names) program.addCommand(await commands[name as keyof typeof commands]());
  for (const command of [program, ...program.commands]) {
    command
      .exitOverride()
      .configureOutput({ outputError: () => {} })
      .showSuggestionAfterError(true);
  }
  if (words.length === 0) {
    program.outputHelp();
    return 0;
  }
  return parse(program, words);
}

/** The command that the words ask for; empty when they name none. */
export function commandIn(words: readonly string[]): string {
  const asked = words.find((word) => !word.startsWith('-')) ?? '';
  return Object.hasOwn(commands, asked) ? asked : '';
}

function onlyVersion(words: readonly string[]): boolean {
  return words.length === 1 && (words[0] === '--version' || words[0] === '-V');
}

async function parse(program: Command, words: readonly string[]): Promise<number> {
  try {
    await program.parseAsync(withServerAsRecord(words), { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    const said = error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
    const command = ['fhir-hopper', commandIn(words)].join(' ').trimEnd();
    throw new HopperError('invalid-input', `${said.replace(/\.$/, '')}. See ${command} --help.`);
  }
}

/** `ask --server URL "…"` says the same as `ask URL "…"`. */
function withServerAsRecord(words: readonly string[]): readonly string[] {
  const at = words.indexOf('--server');
  const address = words[at + 1];
  if (at < 1 || address === undefined) return words;
  const rest = [...words.slice(1, at), ...words.slice(at + 2)];
  return [words[0]!, address, ...rest];
}

const commands = {
  ask: async () => (await import('./ask.ts')).askCommand(),
  chat: async () => (await import('./chat.ts')).chatCommand(),
  linearize: async () => (await import('./linearize.ts')).linearizeCommand(),
  graph: async () => (await import('./graph.ts')).graphCommand(),
  timeline: async () => (await import('./timeline.ts')).timelineCommand(),
  plan: async () => (await import('./plan.ts')).planCommand(),
  tool: async () => (await import('./tool.ts')).toolCommand(),
  replay: async () => (await import('./replay.ts')).replayCommand(),
  models: async () => (await import('./models.ts')).modelsCommand(),
  evaluate: async () => (await import('./evaluate.ts')).evaluateCommand(),
  'make-questions': async () => (await import('./make-questions.ts')).makeQuestionsCommand(),
  mcp: async () => (await import('./mcp.ts')).mcpCommand(),
  serve: async () => (await import('./serve.ts')).serveCommand(),
};

const exitStatuses = `
Exit status:
  0  answered, or truly not recorded
  1  no answer: the question was not understood, or a tool can't compute it
  2  wrong input or arguments      3  not found
  4  budget too small              5  the source failed
  6  the model failed              130  cancelled
`;
