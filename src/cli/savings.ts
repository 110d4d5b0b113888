// Several questions to rules first: how many needed no model, and what that saved at least.
import type { Answer } from '../agent/answer.ts';
import { plural } from '../linearization/render.ts';

export interface Savings {
  add(answer: Answer): void;
  /** One line; `undefined` when no question went to rules first. */
  text(): string | undefined;
}

export function createSavings(): Savings {
  const sum = { questions: 0, byRules: 0, calls: 0, inputTokens: 0 };
  return {
    add({ offlineFirst, usage }) {
      if (offlineFirst === undefined) return;
      sum.questions += 1;
      if (!offlineFirst.used) return;
      sum.byRules += 1;
      sum.calls += usage.savedAtLeast?.calls ?? 0;
      sum.inputTokens += usage.savedAtLeast?.inputTokens ?? 0;
    },
    text() {
      if (sum.questions === 0) return undefined;
      return (
        `${sum.byRules} of ${plural(sum.questions, 'question')} answered by rules: at least ` +
        `${plural(sum.calls, 'model call')} and ${plural(sum.inputTokens, 'input token')} not spent ` +
        '(first prompts, counted by our own tokenizer)'
      );
    },
  };
}
