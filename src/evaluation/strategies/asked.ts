// How a case is put to a model, and how its answer becomes a strategy's: shared by every arm.
import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { AgentEvent } from '../../agent/agent-event.ts';
import type { Answer } from '../../agent/answer.ts';
import { type ModelPrice, priceOf } from '../../agent/price.ts';
import { type AgentOptions, finalAnswer, runAgent } from '../../agent/run-agent.ts';
import { HopperError } from '../../errors.ts';
import type { Linearization } from '../../linearization/linearization.ts';
import type { EvalCase } from '../eval-case.ts';
import type { StrategyAnswer, StrategyInput, StrategyPage } from '../strategy.ts';

/** The question as models see it: the dataset's context sentences, the question, and the options of a choice. */
export function questionText(evalCase: EvalCase): string {
  const { context, question, choices } = evalCase;
  const options =
    choices === undefined ? [] : ['Answer with the text of one option:', ...choices.map((choice) => `- ${choice}`)];
  return [context, question, ...options].filter((part) => part !== '').join('\n');
}

/** The outcome of an agent's answer, with the keys its tools showed. */
export function toStrategyAnswer(answer: Answer, traceKeys: ReadonlySet<string>): StrategyAnswer {
  const outcome = answer.status === 'failed' ? 'failed' : answer.status === 'not-understood' ? 'abstained' : 'answered';
  return { outcome, answer, traceKeys: [...traceKeys] };
}

/** Gathers the keys that tools showed while an agent ran. */
export function traceCollector(): { readonly keys: Set<string>; readonly onEvent: (event: AgentEvent) => void } {
  const keys = new Set<string>();
  const onEvent = (event: AgentEvent): void => {
    if (event.type === 'tool-result') for (const key of event.keys) keys.add(key);
  };
  return { keys, onEvent };
}

/** One model call over a page, without tools: the frame of every baseline. */
export async function askOverPage(
  input: StrategyInput,
  page: StrategyPage,
  model: LanguageModelV3 | undefined,
  told: Pick<AgentOptions, 'scorerName' | 'embedded'> = {},
): Promise<StrategyAnswer> {
  const { scorerName, embedded } = told;
  const { graph, evalCase, signal } = input;
  const asked = requireModel(model);
  const run = runAgent({
    graph,
    model: asked,
    question: questionText(evalCase),
    page: asPlainPage(page),
    tools: [],
    conversationTokens: Number.POSITIVE_INFINITY,
    mend: false,
    ...priceFor(input, asked),
    ...(scorerName === undefined ? {} : { scorerName }),
    ...(embedded === undefined ? {} : { embedded }),
    ...(signal === undefined ? {} : { signal }),
  });
  return toStrategyAnswer(await finalAnswer(run), new Set());
}

/** The price option of a model, where one is known. */
export function priceFor(
  { priceOf: priceGiven = priceOf }: StrategyInput,
  model: LanguageModelV3,
): { readonly price?: ModelPrice } {
  const price = priceGiven(model.modelId);
  return price === undefined ? {} : { price };
}

export function requireModel(model: LanguageModelV3 | undefined): LanguageModelV3 {
  if (model === undefined)
    throw new HopperError('invalid-input', 'Expected a model for this strategy; name one with --model.');
  return model;
}

/** A plain page in the form the agent takes: nothing hidden is counted, since a baseline does not know. */
export function asPlainPage(page: StrategyPage): Linearization {
  return {
    text: page.text,
    tokens: page.tokens,
    budget: page.tokens,
    shown: page.keys,
    folded: [],
    named: [],
    hidden: [],
    gaps: [],
    solver: 'whole',
    objective: 0,
    parts: { header: 0, episodes: 0, lines: 0, gaps: 0, fixed: page.tokens },
    reasons: [],
  };
}
