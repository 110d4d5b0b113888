// `fhir-hopper linearize`: the one page a model sees first, under a token budget.
import { Command } from 'commander';
import { linearize } from '../linearization/linearize.ts';
import { createLexicalScorer } from '../saliency/lexical.ts';
import { budgetOf, wholeNumber } from './numbers.ts';
import { note, print, printJson } from './output.ts';
import { exampleOf } from './program.ts';
import { loadGraph, type RecordOptions, takesRecord } from './record-command.ts';

interface LinearizeOptions extends RecordOptions {
  readonly question: string;
  readonly budget?: number;
}

export function linearizeCommand(): Command {
  return takesRecord(new Command('linearize'))
    .requiredOption('--question <question>', 'what the page is for')
    .option('--budget <tokens>', 'tokens the page may have (default: 4000)', wholeNumber('--budget'))
    .description('Write the chronological page of what matters to a question, never longer than the budget.')
    .addHelpText('after', exampleOf('linearize record.ndjson --question "kidney function" --budget 1000'))
    .action(async (path: string, options: LinearizeOptions) => {
      const budgetTokens = await budgetOf(options.budget);
      const graph = await loadGraph(path, options);
      const saliency = createLexicalScorer()(graph, { text: options.question });
      const page = linearize(graph, saliency, { budgetTokens });
      if (options.json === true) {
        printJson(page);
        return;
      }
      print(page.text);
      note(
        `${page.tokens} of ${page.budget} tokens; ${page.shown.length} resources shown, ${page.hidden.length} hidden`,
      );
    });
}
