// `npm run accuracy`: the offline answerer over the question sets of ../shared/data, graded by each set's conventions.
// Options: --data FOLDER, --set NAME (repeatable), --show right|wrong|abstained (prints those questions), --kinds.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Dataset } from '../src/adapters/datasets/dataset.ts';
import { loadDataset } from '../src/adapters/datasets/load-dataset.ts';
import type { Answer } from '../src/agent/answer.ts';
import { ask } from '../src/agent/ask.ts';
import { defaultThreshold } from '../src/agent/cascade.ts';
import { readingConventions } from '../src/evaluation/conventions.ts';
import type { EvalCase } from '../src/evaluation/eval-case.ts';
import { gradeCase } from '../src/evaluation/graders.ts';
import type { EpisodeGraph } from '../src/graph/episode-graph.ts';
import { projectGraph } from '../src/graph/project.ts';

type Outcome = 'right' | 'wrong' | 'abstained';
type Tally = Record<Outcome, number>;

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    set: { type: 'string', multiple: true },
    show: { type: 'string', multiple: true },
    kinds: { type: 'boolean', default: false },
  },
});

/** The last record and its graphs by the time asked at; cases come record by record. */
let loaded: { readonly record: string; readonly graphs: Map<string, EpisodeGraph> } | undefined;

if (!existsSync(options.data)) {
  console.log(`Skipped: ${options.data} is not here; give the folder of the question sets with --data.`);
} else {
  for (const name of options.set ?? ['fhir-agentbench', 'fhirpath-qa', 'saludai-es']) await runSet(name);
}

async function runSet(name: string): Promise<void> {
  const dataset = await loadDataset(name, options.data);
  const asked = dataset.cases.filter((each) => each.notSupported === undefined);
  const kinds = new Map<string, Tally>();
  const sure: Tally = { right: 0, wrong: 0, abstained: 0 };
  const startMs = performance.now();
  for (const evalCase of byRecord(asked)) {
    const answer = await answerCase(dataset, evalCase);
    const outcome = outcomeOf(evalCase, answer);
    const tally = kinds.get(evalCase.kind) ?? { right: 0, wrong: 0, abstained: 0 };
    tally[outcome] += 1;
    if (isSure(answer)) sure[outcome] += 1;
    kinds.set(evalCase.kind, tally);
    if (options.show?.includes(outcome)) show(evalCase, answer, outcome);
  }
  report(name, { kinds, sure }, dataset.cases.length - asked.length, (performance.now() - startMs) / 1000);
}

/** Whether `--offline-first` would use the answer and ask no model. */
function isSure({ confidence = 0, absence, unsupported }: Answer): boolean {
  return confidence >= defaultThreshold && absence !== 'not-computable' && unsupported.length === 0;
}

function outcomeOf(evalCase: EvalCase, answer: Answer): Outcome {
  if (answer.status === 'not-understood' || answer.status === 'failed') return 'abstained';
  return gradeCase(evalCase, answer)?.correct ? 'right' : 'wrong';
}

async function answerCase(dataset: Dataset, evalCase: EvalCase): Promise<Answer> {
  const graph = await graphOf(dataset, evalCase);
  return ask(graph, evalCase.question, { reading: readingConventions(dataset.name) });
}

async function graphOf(dataset: Dataset, { record, now }: EvalCase): Promise<EpisodeGraph> {
  const at = `${dataset.name}/${record}`;
  if (loaded?.record !== at) loaded = { record: at, graphs: new Map() };
  const known = loaded.graphs.get(now ?? '');
  if (known !== undefined) return known;
  const graph = projectGraph(await dataset.loadRecord(record), now === undefined ? {} : { now });
  loaded.graphs.set(now ?? '', graph);
  return graph;
}

function byRecord(cases: readonly EvalCase[]): readonly EvalCase[] {
  return cases.toSorted((left, right) => (left.record < right.record ? -1 : left.record > right.record ? 1 : 0));
}

function show(evalCase: EvalCase, answer: Answer, outcome: Outcome): void {
  console.log(`${outcome}: ${evalCase.question}`);
  console.log(`  read as:  ${answer.reading ?? ''}`);
  console.log(`  answered: ${answer.status} ${JSON.stringify(answer.values.slice(0, 3))}`);
  console.log(`  expected: ${JSON.stringify(evalCase.expected).slice(0, 200)}`);
}

function report(
  name: string,
  { kinds, sure }: { readonly kinds: ReadonlyMap<string, Tally>; readonly sure: Tally },
  skipped: number,
  seconds: number,
): void {
  const total: Tally = { right: 0, wrong: 0, abstained: 0 };
  for (const tally of kinds.values())
    for (const outcome of ['right', 'wrong', 'abstained'] as const) total[outcome] += tally[outcome];
  console.log(`\n${name}: ${total.right + total.wrong + total.abstained} questions, ${skipped} not supported here`);
  if (options.kinds) {
    console.log(row('kind of question', 'answered', 'right', 'wrong', 'abstained', 'accuracy', 'risk'));
    for (const [kind, tally] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))) console.log(tallyRow(kind, tally));
  }
  console.log(row('', 'answered', 'right', 'wrong', 'abstained', 'accuracy', 'risk'));
  console.log(tallyRow('all', total));
  console.log(tallyRow(`from confidence ${defaultThreshold} up (what --offline-first asks no model)`, sure));
  console.log(`${seconds.toFixed(1)} s, 0 tokens sent to a model`);
}

/** Accuracy is over all questions, risk the share of wrong ones among those answered. */
function tallyRow(label: string, { right, wrong, abstained }: Tally): string {
  const answered = right + wrong;
  const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
  const all = answered + abstained;
  return row(label, answered, right, wrong, abstained, share(right, all), share(wrong, answered));
}

function row(label: string, ...cells: readonly (string | number)[]): string {
  return label.slice(0, 70).padEnd(72) + cells.map((cell) => String(cell).padStart(10)).join('');
}
