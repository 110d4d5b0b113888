// `fhir-hopper replay`: what happened in a recorded run, without a model.
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import type { AgentEvent } from '../agent/agent-event.ts';
import type { Answer } from '../agent/answer.ts';
import { HopperError } from '../errors.ts';
import { exitOf, printAnswer } from './answer-question.ts';
import { exampleOf } from './example.ts';
import { note } from './output.ts';
import { eventLine } from './watch-events.ts';

export function replayCommand(): Command {
  return new Command('replay')
    .argument('<trace>', 'a file that ask --trace wrote')
    .option('--json', "print the run's answer for machines")
    .option('--usage', 'print tokens and cost')
    .description('Show a recorded run again, step by step, without a model or the record.')
    .addHelpText('after', exampleOf('replay trace.jsonl'))
    .action(async (path: string, options: { readonly json?: boolean; readonly usage?: boolean }) => {
      let answer: Answer | undefined;
      for (const event of parseTrace(await readTrace(path), path)) {
        const line = eventLine(event);
        if (line !== undefined) note(line);
        if (event.type === 'run-end') answer = event.answer;
      }
      if (answer === undefined) {
        throw new HopperError('invalid-input', `${path} ends before its run did: it holds no answer.`);
      }
      printAnswer(answer, options);
      process.exitCode = exitOf(answer);
    });
}

async function readTrace(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new HopperError('not-found', `Expected a trace file; ${path} can't be read.`, { cause: error });
  }
}

/** Events in order; a half last line, of a run that was killed, is left out. */
function parseTrace(text: string, path: string): readonly AgentEvent[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.flatMap((line, index) => {
    const event = parseEvent(line);
    if (event !== undefined) return [event];
    if (index === lines.length - 1 && index > 0) return [];
    throw new HopperError(
      'invalid-input',
      `Expected an event of a trace in ${path}, line ${index + 1}; found something else.`,
    );
  });
}

function parseEvent(line: string): AgentEvent | undefined {
  try {
    const event = JSON.parse(line) as { readonly type?: unknown };
    return typeof event.type === 'string' ? (event as AgentEvent) : undefined;
  } catch {
    return undefined;
  }
}
