// A model as judge of what deterministic graders leave open: a rubric per dataset, a panel of votes, order swapped.
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { generateText, Output } from 'ai';
import { z } from 'zod';
import type { EvalCase, Verdict } from './eval-case.ts';
import type { JudgePanel } from './evaluate.ts';
import rubrics from './judge-rubrics.json' with { type: 'json' };

export interface JudgeOptions {
  /** Votes of each model; every second vote sees response and reference in the other order. @default 1 */
  readonly votes?: number;
}

/** A panel of models, each voting `votes` times. A vote that can't be read counts for neither side and is left out. */
export function createJudgePanel(models: readonly LanguageModelV3[], options: JudgeOptions = {}): JudgePanel {
  const votes = Array.from({ length: options.votes ?? 1 }, (_, vote) => vote);
  return async (evalCase, answer, signal) => {
    const verdicts = await Promise.all(
      models.flatMap((model) => votes.map((vote) => judge(model, evalCase, answer, vote % 2 === 1, signal))),
    );
    return verdicts.filter((verdict) => verdict !== undefined);
  };
}

async function judge(
  model: LanguageModelV3,
  evalCase: EvalCase,
  answer: string,
  swapped: boolean,
  signal: AbortSignal | undefined,
): Promise<Verdict | undefined> {
  const reference = `Reference answer (table rows): ${JSON.stringify(evalCase.expected)}`;
  const response = `Response: ${answer}`;
  const rubric = rubrics[evalCase.dataset as keyof typeof rubrics] ?? rubrics.default;
  try {
    const { output } = await generateText({
      model,
      temperature: 0,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      maxRetries: 2,
      output: Output.object({ schema: verdictSchema }),
      system: rubrics.frame,
      prompt: [
        `Rubric: ${rubric}`,
        `Question: ${[evalCase.context, evalCase.question].filter((part) => part !== '').join(' ')}`,
        ...(swapped ? [reference, response] : [response, reference]),
      ].join('\n\n'),
      ...(signal === undefined ? {} : { abortSignal: signal }),
    });
    return { correct: output.is_correct, reason: swapped ? 'order swapped' : 'order as given', by: model.modelId };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return undefined;
  }
}

const verdictSchema = z.object({ reason: z.string(), is_correct: z.boolean() });
const MAX_OUTPUT_TOKENS = 1024;
