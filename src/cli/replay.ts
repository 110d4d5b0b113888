// `fhir-hopper replay`: what happened in a recorded run, without a model.
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { z } from 'zod';
import type { AgentEvent } from '../agent/agent-event.ts';
import type { Answer } from '../agent/answer.ts';
import { ask } from '../agent/ask.ts';
import { createReplayModel } from '../agent/replay-model.ts';
import { HopperError } from '../errors.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { exitOf, printAnswer } from './answer-question.ts';
import { exampleOf } from './example.ts';
import { note, print } from './output.ts';
import { loadGraph, type RecordOptions } from './record-command.ts';
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
      const runs = runsOf(parseTrace(await readTrace(path), path), path);
      const graphs = new Map<string, Promise<EpisodeGraph>>();
      const graphFor = (at: string, start: RunStart) => {
        const wanted = projectionOf(start);
        const name = JSON.stringify(wanted);
        const graph = graphs.get(name) ?? loadGraph(at, { ...options, ...wanted });
        graphs.set(name, graph);
        return graph;
      };
      let worst = 0;
      for (const run of runs) {
        if (runs.length > 1 && options.json !== true) note(`\n> ${run.start.question}`);
        const answer =
          record === undefined ? showRun(run, path) : await runAgain(run, await graphFor(record, run.start));
        if (runs.length > 1 && options.json === true)
          print(JSON.stringify({ question: run.start.question, ...answer }));
        else printAnswer(answer, options);
        worst = Math.max(worst, exitOf(answer));
      }
      process.exitCode = worst;
    });
}

type RunStart = Extract<AgentEvent, { readonly type: 'run-start' }>;

/** The events of one question. */
interface RecordedRun {
  readonly start: RunStart;
  readonly events: AgentEvent[];
}

function runsOf(trace: readonly AgentEvent[], path: string): readonly RecordedRun[] {
  const runs: RecordedRun[] = [];
  for (const event of trace) {
    if (event.type === 'run-start') runs.push({ start: event, events: [] });
    runs.at(-1)?.events.push(event);
  }
  if (runs.length > 0) return runs;
  throw new HopperError('invalid-input', `Expected the start of a run in ${path}; found none.`);
}

/** The run as it was recorded. */
function showRun({ events }: RecordedRun, path: string): Answer {
  let answer: Answer | undefined;
  for (const event of events) {
    const line = eventLine(event);
    if (line !== undefined) note(line);
    if (event.type === 'run-end') answer = event.answer;
  }
  if (answer === undefined) {
    throw new HopperError('invalid-input', `${path} ends before its run did: it holds no answer. Name the record too.`);
  }
  return answer;
}

/** The options that project a record as the run did. */
function projectionOf({ now, deltaMs, asKnownAt }: RunStart): Pick<RecordOptions, 'now' | 'delta' | 'asKnownAt'> {
  return {
    ...(now === undefined ? {} : { now }),
    ...(deltaMs === undefined ? {} : { delta: `${deltaMs / 60_000}m` }),
    ...(asKnownAt === undefined ? {} : { asKnownAt }),
  };
}

/** The recorded replies once more through the loop, set as it was, on the record as it is now. */
async function runAgain({ start, events }: RecordedRun, graph: EpisodeGraph): Promise<Answer> {
  const { budgetTokens, tools, maxSteps, hint, scorer = wordsAlone } = start;
  if (scorer !== wordsAlone)
    note(`The recorded run was ranked by ${scorer}; here words alone rank, so its page may differ.`);
  return ask(graph, start.question, {
    model: createReplayModel(events),
    profile: tools?.includes('aggregate') === false ? 'paper' : 'full',
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(hint === undefined ? {} : { hint }),
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
    const event: unknown = JSON.parse(line);
    return eventSchema.safeParse(event).success ? (event as AgentEvent) : undefined;
  } catch {
    return undefined;
  }
}

/** The scorer of every run that names no embedding model. */
const wordsAlone = 'lexical';

/** What a replay relies on; whatever else an event holds is shown or left out. */
const usedFields = {
  'run-start': z.object({
    question: z.string(),
    model: z.string(),
    now: z.string().optional(),
    deltaMs: z.number().nonnegative().optional(),
    asKnownAt: z.string().optional(),
  }),
  'model-reply': z.object({ content: z.array(z.looseObject({ type: z.string() })), finish: z.string() }),
  'run-end': z.object({
    answer: z.object({
      status: z.string(),
      text: z.string(),
      citations: z.array(z.object({ key: z.string() })),
      unsupported: z.array(z.object({ claim: z.string(), reason: z.string() })),
      usage: z.object({ calls: z.number() }),
    }),
  }),
};
const eventSchema = z
  .object({ type: z.string() })
  .loose()
  .superRefine((event, context) => {
    const fields = Object.hasOwn(usedFields, event.type)
      ? usedFields[event.type as keyof typeof usedFields]
      : undefined;
    if (fields?.safeParse(event).success === false) context.addIssue('not as a run writes it');
  });
