// `fhir-hopper graph`: the episodes, placements, links and issues of a record.
import { Command } from 'commander';
import { describeGraph, graphJson } from '../graph/graph-json.ts';
import { exampleOf } from './example.ts';
import { print, printJson } from './output.ts';
import { loadGraph, type RecordOptions, takesRecord } from './record-command.ts';

export function graphCommand(): Command {
  return takesRecord(new Command('graph'))
    .description('Show how a record became episodes: visits, how each resource was placed, links, oddities.')
    .addHelpText('after', exampleOf('graph record.ndjson', 'graph folder/ --patient 10014354 --json'))
    .action(async (path: string, options: RecordOptions) => {
      const graph = await loadGraph(path, options);
      if (options.json === true) printJson(graphJson(graph));
      else print(describeGraph(graph));
    });
}
