// The authors' public code as an arm: its graph and packing as coded, its four tools, 4,000 of its words.
import { finalAnswer, runAgent } from '../../agent/run-agent.ts';
import { countTokens } from '../../linearization/token-counter.ts';
import { createLexicalScorer } from '../../saliency/lexical.ts';
import { createGraphTools } from '../../tools/graph-tools.ts';
import type { Strategy, StrategyInput, StrategyPage } from '../strategy.ts';
import { asPlainPage, priceFor, questionText, requireModel, toStrategyAnswer, traceCollector } from './asked.ts';
import { type HopperOptions, type RankedQuestion, rankOnce } from './hopper.ts';
import { publishedPage } from './published-packing.ts';

/**
 * Source: published-code.md §1. Its embeddings stand behind the scorer that is given; the lexical one takes their place
 * without one. Its budget counts words, which are about three times as many tokens.
 */
export function published(options: HopperOptions = {}): Strategy {
  const ranked = rankOnce(options.rank);
  const page = async (input: StrategyInput) => publishedPageOf(input, options, await ranked(input));
  return {
    name: 'published',
    description: "the authors' public code: whole episodes by best score, 4,000 words, four tools",
    needsModel: true,
    ranks: true,
    page,
    async answer(input, model) {
      const trace = traceCollector();
      const { graph, evalCase, signal } = input;
      const asked = requireModel(model);
      const { search, scorerName, embedded } = await ranked(input);
      const run = runAgent({
        graph,
        question: questionText(evalCase),
        model: asked,
        page: asPlainPage(await page(input)),
        tools: createGraphTools(graph, { profile: 'paper', maxResultTokens: RESULT_TOKENS, ...search }),
        mend: false,
        ...priceFor(input, asked),
        ...(scorerName === undefined ? {} : { scorerName }),
        ...(embedded === undefined ? {} : { embedded }),
        ...(options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps }),
        ...(signal === undefined ? {} : { signal }),
      });
      const answer = await finalAnswer(run, trace.onEvent);
      return toStrategyAnswer(answer, trace.keys);
    },
  };
}

function publishedPageOf(
  { graph, evalCase }: StrategyInput,
  options: HopperOptions,
  { cosine, questionVector }: RankedQuestion,
): StrategyPage {
  const scorer = options.scorer ?? cosine ?? createLexicalScorer();
  const vector = questionVector === undefined ? {} : { vector: questionVector };
  const scores = scorer(graph, { text: evalCase.question, ...vector });
  const top = scores.reduce((most, score) => Math.max(most, score), 0);
  const { text, named } = publishedPage(
    graph,
    top === 0 ? scores : scores.map((score) => score / top),
    WORDS,
    countWords,
  );
  return { text, tokens: countTokens(text), keys: [...named] };
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

const WORDS = 4000;
const RESULT_TOKENS = 1500;
