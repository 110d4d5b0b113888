// `fhir-hopper chat`: questions one after the other over one record that is read once.
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { answerQuestion, exitOf, printAnswer } from './answer-question.ts';
import { type AskCommandOptions, readAskOptions, takesModel } from './ask-options.ts';
import { exampleOf } from './example.ts';
import { interruptOr, isTerminal, note } from './output.ts';
import { loadGraph, takesRecord } from './record-command.ts';
import { createSavings } from './savings.ts';

export function chatCommand(): Command {
  return takesModel(takesRecord(new Command('chat')))
    .description('Ask one question after the other; each stands for itself. An empty line ends.')
    .addHelpText('after', exampleOf('chat record.ndjson'))
    .action(async (path: string, options: AskCommandOptions) => {
      const settings = await readAskOptions(path, options);
      const graph = await loadGraph(path, options);
      const savings = createSavings();
      let worst = 0;
      const prompt = isTerminal() ? '> ' : '';
      note(`${graph.nodes.length} resources in ${graph.episodes.length} episodes. An empty line ends.`);
      const lines = createInterface({ input: process.stdin, output: process.stderr, prompt });
      lines.on('SIGINT', () => interruptOr(() => lines.close()));
      lines.prompt();
      for await (const line of lines) {
        if (line.trim() === '') break;
        const answer = await answerQuestion(graph, line, settings);
        printAnswer(answer, options);
        savings.add(answer);
        // To a person at a terminal each answer has been shown; a script that sends questions goes by the status.
        if (!isTerminal()) worst = Math.max(worst, exitOf(answer));
        lines.prompt();
      }
      lines.close();
      const saved = savings.text();
      if (saved !== undefined) note(saved);
      process.exitCode = worst;
    });
}
