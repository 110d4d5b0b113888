// `fhir-hopper linearize`: the one page a model sees first, under a token budget.
import { Command, Option } from 'commander';
import { pageFacts } from '../agent/make-page.ts';
import { inSpan } from '../agent/spans.ts';
import type { RankedQuestion } from '../evaluation/strategies/hopper.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { solveExactly } from '../linearization/exact.ts';
import { explainPage } from '../linearization/explain.ts';
import { solveGreedy } from '../linearization/greedy.ts';
import { linearize } from '../linearization/linearize.ts';
import { createLexicalScorer } from '../saliency/lexical.ts';
import { type EmbeddingOptions, openEmbeddings, takesEmbeddings } from './embeddings.ts';
import { exampleOf } from './example.ts';
import { budgetOf, wholeNumber } from './numbers.ts';
import { note, print, printJson, withInterrupt } from './output.ts';
import { loadGraph, type RecordOptions, takesRecord } from './record-command.ts';

interface LinearizeOptions extends RecordOptions, EmbeddingOptions {
  readonly question: string;
  readonly budget?: number | 'auto';
  readonly solver: 'greedy' | 'exact';
  readonly folds: boolean;
  readonly explain?: boolean;
}

export function linearizeCommand(): Command {
  return takesEmbeddings(takesRecord(new Command('linearize')))
    .requiredOption('--question <question>', 'what the page is for')
    .option('--budget <tokens>', 'tokens the page may have, or auto (default: 4000)', budgetNumber)
    .addOption(new Option('--solver <solver>', 'how lines are chosen').choices(['greedy', 'exact']).default('greedy'))
    .option('--no-folds', 'write every line of a series, never a series as one line')
    .option('--explain', 'say for each line why it is there, and for each gap what it hides')
    .description('Write the chronological page of what matters to a question, never longer than the budget.')
    .addHelpText('after', exampleOf('linearize record.ndjson --question "kidney function" --budget 1000'))
    .action(async (path: string, options: LinearizeOptions) => {
      const budgetTokens = options.budget === 'auto' ? 'auto' : await budgetOf(options.budget);
      const embeddings = await openEmbeddings(options);
      const graph = await loadGraph(path, options);
      const ranked = await withInterrupt(async (signal) => embeddings?.rank(graph, options.question, signal));
      const page = inSpan(true, 'linearize', {}, (tell) => {
        const made = linearize(graph, scoresOf(graph, options.question, ranked), {
          budgetTokens,
          solver: solvers[options.solver],
          fold: options.folds,
        });
        tell(pageFacts(made));
        return made;
      });
      if (options.json === true) {
        printJson({ ...page, scorer: ranked?.scorerName ?? 'lexical' });
        return;
      }
      print(options.explain === true ? explainPage(page) : page.text);
      const folded = page.folded.length === 0 ? '' : ` and ${page.folded.length} in series`;
      note(
        `${page.tokens} of ${page.budget} tokens (${page.solver}); ${page.shown.length} resources shown${folded}, ` +
          `${page.named.length} named, ${page.hidden.length} hidden${ranked?.scorer === undefined ? '' : `; ranked by ${ranked.scorerName}`}`,
      );
    });
}

function scoresOf(graph: EpisodeGraph, question: string, ranked: RankedQuestion | undefined): Float64Array {
  const { scorer = createLexicalScorer(), questionVector } = ranked ?? {};
  return scorer(graph, { text: question, ...(questionVector === undefined ? {} : { vector: questionVector }) });
}

function budgetNumber(text: string): number | 'auto' {
  return text === 'auto' ? 'auto' : wholeNumber('--budget')(text);
}

const solvers = { greedy: solveGreedy, exact: solveExactly };
