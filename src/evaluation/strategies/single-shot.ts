// The paper's single-shot baselines: a page of text, one model call, no tools.
import type { PatientRecord } from '../../fhir/record.ts';
import { countTokens } from '../../linearization/token-counter.ts';
import type { Strategy, StrategyAnswer, StrategyInput, StrategyPage } from '../strategy.ts';
import { askOverPage } from './asked.ts';
import type { ContextPage } from './baseline-resource.ts';
import { unanswered } from './unanswered.ts';

export interface SingleShotOptions {
  /** Tokens that fit the model beside its answer; a longer page is refused, or cut to fit in the `-cut` arm. */
  readonly windowTokens: number;
  readonly cutToFit: boolean;
  /** Whether the page differs from question to question; where it doesn't, it is made once a record. */
  readonly byQuestion: boolean;
}

/** @param makePage the baseline's page; cost linear in the record */
export function singleShot(
  name: string,
  description: string,
  makePage: (input: StrategyInput) => ContextPage,
  options: SingleShotOptions,
): Strategy {
  const made = new WeakMap<PatientRecord, StrategyPage>();
  const page = (input: StrategyInput): StrategyPage => {
    const { record } = input.graph;
    const known = options.byQuestion ? undefined : made.get(record);
    if (known !== undefined) return known;
    const { text, keys } = makePage(input);
    const fresh = { text, tokens: countTokens(text), keys };
    made.set(record, fresh);
    return fresh;
  };
  return {
    name: options.cutToFit ? `${name}-cut` : name,
    description: options.cutToFit ? `${description}; cut to the model's window` : description,
    needsModel: true,
    page,
    async answer(input, model) {
      const whole = page(input);
      if (whole.tokens <= options.windowTokens) return askOverPage(input, whole, model);
      return options.cutToFit
        ? askOverPage(input, cut(whole, options.windowTokens), model)
        : tooLong(input, whole, options);
    },
  };
}

/** The first lines that fit. Which keys they hold is not known, so none is claimed. */
function cut(page: StrategyPage, windowTokens: number): StrategyPage {
  const lines = page.text.split('\n');
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (countTokens(lines.slice(0, middle).join('\n')) <= windowTokens) low = middle;
    else high = middle - 1;
  }
  const text = lines.slice(0, low).join('\n');
  return { text, tokens: countTokens(text), keys: [] };
}

function tooLong(input: StrategyInput, page: StrategyPage, options: SingleShotOptions): StrategyAnswer {
  const text = `The page has ${page.tokens} tokens, the model's window holds ${options.windowTokens}.`;
  return { outcome: 'context-too-long', answer: unanswered(input.graph.now.text, text), traceKeys: [] };
}
