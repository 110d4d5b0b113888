// One question put to a graph: run with its trace and progress, printed, and turned into an exit status.
import type { Answer } from '../agent/answer.ts';
import { startAsk } from '../agent/ask.ts';
import { offlineFirstNotice } from '../agent/cascade.ts';
import { finalAnswer } from '../agent/run-agent.ts';
import { type ErrorCode, errorOutcomes } from '../errors.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { answerAsText, usageAsText } from './answer-report.ts';
import type { AskSettings } from './ask-options.ts';
import { exitWithoutAnswer, note, print, printJson, withInterrupt } from './output.ts';
import type { TraceFile } from './trace-file.ts';
import { watchEvents } from './watch-events.ts';

/** Ask, telling of tool calls on standard error; every event goes to the trace file too, if there is one. */
export async function answerQuestion(
  graph: EpisodeGraph,
  question: string,
  { agent, embeddings }: AskSettings,
  trace?: TraceFile,
): Promise<Answer> {
  const watch = watchEvents();
  return withInterrupt(async (signal) => {
    const rank = embeddings === undefined ? undefined : () => embeddings.rank(graph, question, signal);
    // Where rules come first, nothing is embedded either until they leave a question open.
    const isLater = rank !== undefined && agent.offlineFirst !== undefined;
    const ranked = isLater ? { rankForModel: rank } : await rank?.();
    return finalAnswer(startAsk(graph, question, { ...agent, ...ranked, signal }), (event) => {
      trace?.write(event);
      // Who answers, and so where data goes, is said at once and on any standard error.
      if (event.type === 'notice' && event.code === offlineFirstNotice) note(event.text);
      else watch(event);
    });
  });
}

/** Print an answer for people or machines. A failure is one line on standard error. */
export function printAnswer(answer: Answer, options: { readonly json?: boolean; readonly usage?: boolean }): void {
  if (options.json === true) printJson(answer);
  else if (answer.status !== 'failed') print(answerAsText(answer));
  if (answer.status === 'failed') note(`fhir-hopper: ${answer.text}`);
  if (options.usage === true) note(usageAsText(answer.usage));
}

/** Answered and not recorded are both answers; a failure leaves with the status of its code. */
export function exitOf(answer: Answer): number {
  if (answer.status === 'answered' || answer.status === 'not-recorded') return 0;
  if (answer.status === 'not-understood') return exitWithoutAnswer;
  return errorOutcomes[(answer.error?.code as ErrorCode | undefined) ?? 'model-failed'].exit;
}
