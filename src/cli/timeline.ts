// `fhir-hopper timeline`: the record's episodes in order, as text and as a drawing.
import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { HopperError } from '../errors.ts';
import { graphJson } from '../graph/graph-json.ts';
import { timelineSvg, timelineText } from '../graph/timeline.ts';
import { exampleOf } from './example.ts';
import { note, print, printJson } from './output.ts';
import { loadGraph, type RecordOptions, takesRecord } from './record-command.ts';

export function timelineCommand(): Command {
  return takesRecord(new Command('timeline'))
    .option('--svg <file>', 'also write the timeline as an SVG drawing')
    .description('Show the episodes on a timeline: spans, nesting, how members were placed, pauses.')
    .addHelpText('after', exampleOf('timeline record.ndjson --svg timeline.svg'))
    .action(async (path: string, options: RecordOptions & { readonly svg?: string }) => {
      const graph = await loadGraph(path, options);
      if (options.svg !== undefined) writeDrawing(options.svg, timelineSvg(graph));
      if (options.json === true) printJson(graphJson(graph).episodes);
      else print(timelineText(graph));
    });
}

function writeDrawing(path: string, svg: string): void {
  try {
    writeFileSync(path, svg);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new HopperError(
      'invalid-input',
      `Expected a file that can be written for --svg; ${path} can't be (${code}).`,
    );
  }
  note(`wrote ${path}`);
}
