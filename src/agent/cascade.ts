// Rules first: their answer where they are sure of it, else what they found goes to a model as a hint.
import type { AgentEvent } from './agent-event.ts';
import type { Answer, OfflineFirst, SavedTokens } from './answer.ts';
import type { Hint } from './cascade-hint.ts';
import { finalAnswer } from './run-agent.ts';

export interface CascadeOptions {
  /** Confidence from which the rules' answer is used, in [0, 1]. */
  readonly threshold: number;
  readonly startRules: () => AsyncGenerator<AgentEvent, Answer>;
  /** What the model is told of the rules' answer; `undefined`: nothing. */
  readonly hintOf: (rules: Answer) => Hint | undefined;
  readonly startModel: (
    hint: Hint | undefined,
  ) => Promise<{ readonly run: AsyncGenerator<AgentEvent, Answer>; readonly hintTokens: number }>;
  /** What the model would have been sent at least. */
  readonly saves: () => SavedTokens;
}

/**
 * One run as one stream of events: the rules' when they answer, then no model is called; else the model's, whose answer
 * stands. A notice of code `offline-first` says which, right after the start.
 */
export async function* runCascade(options: CascadeOptions): AsyncGenerator<AgentEvent, Answer> {
  const { threshold } = options;
  const told: AgentEvent[] = [];
  const rules = await finalAnswer(options.startRules(), (event) => told.push(event));
  const reason = reasonAgainst(rules, threshold);
  const report: OfflineFirst = {
    used: reason === undefined,
    ...(reason === undefined ? {} : { reason }),
    confidence: rules.confidence ?? 0,
    threshold,
    ...(rules.reading === undefined ? {} : { reading: rules.reading }),
    hintTokens: 0,
  };
  if (reason === undefined || rules.error?.code === 'cancelled') {
    const saved = reason === undefined ? { savedAtLeast: options.saves() } : {};
    const answer = { ...rules, usage: { ...rules.usage, ...saved }, offlineFirst: report };
    yield* retell(told.values(), report, () => answer);
    return answer;
  }
  const { run, hintTokens } = await options.startModel(options.hintOf(rules));
  const withHint = { ...report, hintTokens, ...foundBy(rules) };
  return yield* retellRun(run, withHint, (answer) => completed(answer, withHint));
}

/** Why rules don't settle a question; `undefined` when they do. */
function reasonAgainst(rules: Answer, threshold: number): OfflineFirst['reason'] | undefined {
  if (rules.status === 'failed') return 'failed';
  if (rules.status === 'not-understood') return 'not-understood';
  if (rules.absence === 'not-computable') return 'not-computable';
  if ((rules.confidence ?? 0) < threshold) return 'below-threshold';
  return rules.unsupported.length > 0 ? 'not-borne-out' : undefined;
}

function foundBy({ status, text, values, citations }: Answer): Pick<OfflineFirst, 'found'> {
  return status === 'answered' || status === 'not-recorded' ? { found: { text, values, citations } } : {};
}

/** The model's answer with the rules' report; a failure also tells what rules found, and stays a failure. */
function completed(answer: Answer, offlineFirst: OfflineFirst): Answer {
  const { found } = offlineFirst;
  if (answer.status !== 'failed' || found === undefined) return { ...answer, offlineFirst };
  return { ...answer, text: `${answer.text}\n${foundAlone(offlineFirst, found.text)}`, offlineFirst };
}

/** What rules found alone, with how sure they were, for people. */
function foundAlone({ confidence, threshold, reason }: OfflineFirst, text: string): string {
  const why = reason === 'below-threshold' ? `, below ${threshold}` : '';
  return `Rules alone read the question with confidence ${confidence.toFixed(2)}${why}; what they found may be wrong: ${text}`;
}

/** Events once more, with the notice after the start and the completed answer at the end. */
function* retell(
  events: Iterable<AgentEvent>,
  report: OfflineFirst,
  complete: (answer: Answer) => Answer,
): Generator<AgentEvent> {
  for (const event of events) {
    yield event.type === 'run-end' ? { ...event, answer: complete(event.answer) } : event;
    if (event.type === 'run-start') yield { type: 'notice', step: 0, code: offlineFirstNotice, text: noticeOf(report) };
  }
}

async function* retellRun(
  run: AsyncGenerator<AgentEvent, Answer>,
  report: OfflineFirst,
  complete: (answer: Answer) => Answer,
): AsyncGenerator<AgentEvent, Answer> {
  try {
    for (;;) {
      const next = await run.next();
      if (next.done === true) return complete(next.value);
      yield* retell([next.value], report, complete);
    }
  } finally {
    await run.return(undefined as never);
  }
}

function noticeOf({ used, reason, confidence, threshold, hintTokens }: OfflineFirst): string {
  const sure = confidence.toFixed(2);
  if (used)
    return `answered by rules, confidence ${sure} (from ${threshold} up): no model was asked, no data sent to one`;
  const why =
    reason === 'below-threshold'
      ? `confidence ${sure} is below ${threshold}`
      : reason === 'not-computable'
        ? 'rules could not compute it'
        : reason === 'not-borne-out'
          ? "a check did not bear out the rules' answer"
          : reason === 'failed'
            ? 'rules failed'
            : 'rules could not read the question';
  const hint = hintTokens === 0 ? '' : `; what rules found goes along as a hint of ${hintTokens} tokens`;
  return `${why}: the model is asked${hint}`;
}

/** Code of the notice that says who answers. */
export const offlineFirstNotice = 'offline-first';
/** @see docs/decisions/0023-rules-first.md for how it was chosen. */
export const defaultThreshold = 0.9;
/** Share of the page's budget that a hint may take. */
export const hintShare = 0.2;
