// `fhir-hopper replay`: what happened in a recorded run, without a model.
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import type { AgentEvent } from '../agent/agent-event.ts';
import type { Answer } from '../agent/answer.ts';
import { ask } from '../agent/ask.ts';
import { createReplayModel } from '../agent/replay-model.ts';
import { HopperError } from '../errors.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { exitOf, printAnswer } from './answer-question.ts';
import { exampleOf } from './example.ts';
import { note } from './output.ts';
import { loadGraph } from './record-command.ts';
import { eventLine } from './watch-events.ts';

interface ReplayOptions {
  readonly json?: boolean;
  readonly usage?: boolean;
  readonly patient?: string;
}

export function replayCommand(): Command {
  return new Command('replay')
    .argument('<trace>', 'a file that ask --trace wrote')
    .argument('[record]', 'the record it was asked of: then the tools and checks run again on the recorded replies')
    .option('--json', "print the run's answer for machines")
    .option('--usage', 'print tokens and cost')
    .option('--patient <patient>', 'which patient of the record')
    .description('Show a recorded run again, step by step, without a model.')
    .addHelpText('after', exampleOf('replay trace.jsonl', 'replay trace.jsonl record.ndjson'))
    .action(async (path: string, record: string | undefined, options: ReplayOptions) => {
      const trace = parseTrace(await readTrace(path), path);
      const answer =
        record === undefined ? showTrace(trace, path) : await runAgain(trace, await loadGraph(record, options), path);
      printAnswer(answer, options);
      process.exitCode = exitOf(answer);
    });
}

/** The run as it was recorded. */
function showTrace(trace: readonly AgentEvent[], path: string): Answer {
  let answer: Answer | undefined;
  for (const event of trace) {
    const line = eventLine(event);
    if (line !== undefined) note(line);
    if (event.type === 'run-end') answer = event.answer;
  }
  if (answer === undefined) {
    throw new HopperError('invalid-input', `${path} ends before its run did: it holds no answer. Name the record too.`);
  }
  return answer;
}

/** The recorded replies once more through the loop, on the record as it is now. */
async function runAgain(trace: readonly AgentEvent[], graph: EpisodeGraph, path: string): Promise<Answer> {
  const start = trace.find((event) => event.type === 'run-start');
  if (start === undefined) {
    throw new HopperError('invalid-input', `Expected the start of a run in ${path}; found none.`);
  }
  return ask(graph, start.question, {
    model: createReplayModel(trace),
    ...(start.hint === undefined ? {} : { hint: start.hint }),
    onEvent: (event) => {
      const line = eventLine(event);
      if (line !== undefined) note(line);
    },
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
