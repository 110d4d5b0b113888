// Evidence recall: is what a question needs on the page, with its name readable? Run: npm run recall
import { parseArgs } from 'node:util';
import { fhirAgentBench } from '../src/adapters/datasets/fhir-agentbench.ts';
import type { EvalCase } from '../src/evaluation/eval-case.ts';
import type { EpisodeGraph } from '../src/graph/episode-graph.ts';
import { projectGraph } from '../src/graph/project.ts';
import { createLexicalScorer } from '../src/saliency/lexical.ts';
import type { ToolResult } from '../src/tools/graph-tool.ts';
import { createGraphTools } from '../src/tools/graph-tools.ts';
import { type Arm, type ArmPage, arms } from './recall/arms.ts';

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string', default: '../shared/data' },
    budgets: { type: 'string', default: '500,1000,2000,4000,8000' },
    arms: { type: 'string' },
    every: { type: 'string', default: '1' },
    missed: { type: 'boolean', default: false },
  },
});

/** Figures of one arm at one budget over some questions. */
interface Tally {
  questions: number;
  onPage: number;
  complete: number;
  completeUnfolded: number;
  gold: number;
  goldShown: number;
  tokens: number;
}

const budgets = options.budgets.split(',').map(Number);
const chosenArms = arms.filter(({ name }) => options.arms === undefined || options.arms.split(';').includes(name));
const overall = new Map<string, Tally>();
const byKind = new Map<string, Tally>();
const bySize = new Map<string, Tally>();
const searched: Tally = newTally();
const missed: string[] = [];

const dataset = await fhirAgentBench.load(options.folder);
const cases = dataset.cases.filter(({ notSupported, goldKeys }) => notSupported === undefined && goldKeys.length > 0);
const asked = cases.filter((_, place) => place % Number(options.every) === 0);
for (const [record, questions] of groupBy(asked, ({ record }) => record)) {
  const loaded = await dataset.loadRecord(record);
  for (const [now, ofNow] of groupBy(questions, ({ now }) => now ?? '')) {
    const graph = projectGraph(loaded, now === '' ? {} : { now });
    const search = createGraphTools(graph).find(({ name }) => name === 'search_graph');
    for (const question of ofNow) {
      measureQuestion(graph, question);
      if (search) countSearch(await search.call({ query: question.question, limit: 10 }), question);
    }
  }
}
print();

function measureQuestion(graph: EpisodeGraph, question: EvalCase): void {
  const saliency = createLexicalScorer()(graph, { text: question.question });
  const gold = question.goldKeys.flatMap((key) => graph.find(key)?.index ?? []);
  for (const arm of chosenArms) {
    for (const budget of arm.budgets ?? budgets) {
      const page = arm.page({ graph, saliency, gold, budget });
      count(overall, `${arm.name} @${budget}`, page, question);
      if (budget !== 4000) continue;
      count(byKind, `${arm.name} | ${kindOf(question)}`, page, question);
      count(bySize, `${arm.name} | ${sizeOf(graph)}`, page, question);
      noteMissed(arm, graph, page, question);
    }
  }
}

function count(into: Map<string, Tally>, name: string, page: ArmPage, { goldKeys }: EvalCase): void {
  const tally = into.get(name) ?? newTally();
  into.set(name, tally);
  const found = goldKeys.filter((key) => page.named.has(key));
  tally.questions++;
  tally.gold += goldKeys.length;
  tally.goldShown += found.length;
  tally.tokens += page.tokens;
  if (goldKeys.every((key) => page.shown.has(key))) tally.onPage++;
  if (found.length === goldKeys.length) tally.complete++;
  if (found.filter((key) => !page.folded.has(key)).length === goldKeys.length) tally.completeUnfolded++;
}

/** `search_graph` with the question as query: whether ten hits hold a gold resource. */
function countSearch(result: ToolResult, { goldKeys }: EvalCase): void {
  const gold = new Set(goldKeys);
  searched.questions++;
  if (result.ok && result.items.some(({ key }) => gold.has(key))) searched.complete++;
}

function noteMissed({ name }: Arm, graph: EpisodeGraph, page: ArmPage, question: EvalCase): void {
  const found = question.goldKeys.filter((key) => page.named.has(key)).length;
  if (!options.missed || found === question.goldKeys.length) return;
  missed.push(`${name}\t${found}/${question.goldKeys.length}\t${graph.nodes.length} nodes\t${question.question}`);
}

function groupBy(questions: readonly EvalCase[], keyOf: (question: EvalCase) => string): Map<string, EvalCase[]> {
  const groups = new Map<string, EvalCase[]>();
  for (const question of questions) groups.set(keyOf(question), [...(groups.get(keyOf(question)) ?? []), question]);
  return groups;
}

function kindOf({ goldKeys }: EvalCase): string {
  return [...new Set(goldKeys.map((key) => key.split('/')[0]))].sort().join(' + ');
}

function sizeOf({ nodes }: EpisodeGraph): string {
  if (nodes.length <= 400) return '≤ 400 nodes';
  return nodes.length <= 1200 ? '401–1,200 nodes' : '> 1,200 nodes';
}

function newTally(): Tally {
  return { questions: 0, onPage: 0, complete: 0, completeUnfolded: 0, gold: 0, goldShown: 0, tokens: 0 };
}

function print(): void {
  console.log(
    `Evidence recall on FHIR-AgentBench (${asked.length} questions with gold resources); budgets in o200k tokens.`,
  );
  console.log(
    'on page: all gold has a line or is named; complete: and its name can be read; single: without fold members.',
  );
  printTable('Arm @ budget', overall);
  printTable('By kind of gold, budget 4,000', byKind);
  printTable('By size of record, budget 4,000', bySize);
  console.log(
    `\nsearch_graph with the question as query, a gold id among ten hits: ${percent(searched.complete, searched.questions)}`,
  );
  for (const line of missed) console.log(line);
}

function printTable(title: string, tallies: Map<string, Tally>): void {
  console.log(`\n${title.padEnd(56)} questions   on page  complete    single  gold ids  tokens`);
  for (const [name, tally] of [...tallies].sort(([a], [b]) => armPlace(a) - armPlace(b))) {
    const { questions, onPage, complete, completeUnfolded, gold, goldShown, tokens } = tally;
    const cells = [
      String(questions),
      percent(onPage, questions),
      percent(complete, questions),
      percent(completeUnfolded, questions),
      percent(goldShown, gold),
      String(Math.round(tokens / questions)),
    ];
    console.log(name.padEnd(56) + cells.map((cell) => cell.padStart(9)).join(' '));
  }
}

function armPlace(name: string): number {
  return arms.findIndex((arm) => name.startsWith(`${arm.name} @`) || name.startsWith(`${arm.name} |`));
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}
