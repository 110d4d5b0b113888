// Evidence recall: is what a question needs on the page, with its name readable? Run: npm run recall
import { parseArgs } from 'node:util';
import { fhirAgentBench } from '../src/adapters/datasets/fhir-agentbench.ts';
import type { EvalCase } from '../src/evaluation/eval-case.ts';
import type { EpisodeGraph } from '../src/graph/episode-graph.ts';
import { projectGraph } from '../src/graph/project.ts';
import type { ToolResult } from '../src/tools/graph-tool.ts';
import { createGraphTools } from '../src/tools/graph-tools.ts';
import { type ArmPage, arms } from './recall/arms.ts';
import { type PreparedScorer, prepareScorers, scorerNames } from './recall/scorers.ts';

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string', default: '../shared/data' },
    budgets: { type: 'string', default: '500,1000,2000,4000,8000' },
    arms: { type: 'string' },
    scorers: { type: 'string', default: 'lexical' },
    vectors: { type: 'string', default: '.cache/static-vectors.bin' },
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
const chosenScorers = scorerNames.filter((name) => options.scorers.split(';').includes(name));
const labels = chosenArms.flatMap(({ name }) => chosenScorers.map((scorer) => labelOf(name, scorer)));
const overall = new Map<string, Tally>();
const byKind = new Map<string, Tally>();
const bySize = new Map<string, Tally>();
const searched = new Map<string, Tally>();
const missed: string[] = [];

const dataset = await fhirAgentBench.load(options.folder);
const cases = dataset.cases.filter(({ notSupported, goldKeys }) => notSupported === undefined && goldKeys.length > 0);
const asked = cases.filter((_, place) => place % Number(options.every) === 0);
for (const [record, questions] of groupBy(asked, ({ record }) => record)) {
  const loaded = await dataset.loadRecord(record);
  for (const [now, ofNow] of groupBy(questions, ({ now }) => now ?? '')) {
    const graph = projectGraph(loaded, now === '' ? {} : { now });
    const scorers = await prepareScorers(graph, chosenScorers, options.vectors);
    for (const question of ofNow) {
      for (const scorer of scorers) await measureQuestion(graph, scorer, question);
    }
  }
}
print();

async function measureQuestion(graph: EpisodeGraph, prepared: PreparedScorer, question: EvalCase): Promise<void> {
  const { name, scorer, embedQuery } = prepared;
  const text = question.question;
  const saliency = scorer(graph, embedQuery === undefined ? { text } : { text, vector: await embedQuery(text) });
  const gold = question.goldKeys.flatMap((key) => graph.find(key)?.index ?? []);
  for (const arm of chosenArms) {
    const label = labelOf(arm.name, name);
    for (const budget of arm.budgets ?? budgets) {
      const page = arm.page({ graph, saliency, gold, budget });
      count(overall, `${label} @${budget}`, page, question);
      if (budget !== 4000) continue;
      count(byKind, `${label} | ${kindOf(question)}`, page, question);
      count(bySize, `${label} | ${sizeOf(graph)}`, page, question);
      noteMissed(label, graph, page, question);
    }
  }
  const tools = createGraphTools(graph, embedQuery === undefined ? {} : { scorer, embedQuery });
  const search = tools.find((tool) => tool.name === 'search_graph');
  if (search) countSearch(name, await search.call({ query: text, limit: 10 }), question);
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
function countSearch(scorer: string, result: ToolResult, { goldKeys }: EvalCase): void {
  const gold = new Set(goldKeys);
  const tally = searched.get(scorer) ?? newTally();
  searched.set(scorer, tally);
  tally.questions++;
  if (result.ok && result.items.some(({ key }) => gold.has(key))) tally.complete++;
}

function noteMissed(label: string, graph: EpisodeGraph, page: ArmPage, question: EvalCase): void {
  const found = question.goldKeys.filter((key) => page.named.has(key)).length;
  if (!options.missed || found === question.goldKeys.length) return;
  missed.push(`${label}\t${found}/${question.goldKeys.length}\t${graph.nodes.length} nodes\t${question.question}`);
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
  console.log('\nsearch_graph with the question as query, a gold id among ten hits:');
  for (const [scorer, { complete, questions }] of searched)
    console.log(`${scorer.padEnd(56)}${percent(complete, questions)}`);
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
  return labels.findIndex((label) => name.startsWith(`${label} @`) || name.startsWith(`${label} |`));
}

/** An arm under a scorer; the lexical one, which the product uses, goes without saying. */
function labelOf(arm: string, scorer: string): string {
  return scorer === 'lexical' ? arm : `${arm}, ${scorer}`;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}
