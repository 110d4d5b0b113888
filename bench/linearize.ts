// The solvers: greedy against the optimum on every public record, and how long they take on large problems.
import { readdirSync } from 'node:fs';
import { readSource } from '../src/adapters/sources/read-source.ts';
import { assembleRecord, listPatients } from '../src/fhir/assemble-record.ts';

import type { EpisodeGraph } from '../src/graph/episode-graph.ts';
import { projectGraph } from '../src/graph/project.ts';
import { solveExactly, traceBytes } from '../src/linearization/exact.ts';
import { solveGreedy } from '../src/linearization/greedy.ts';
import type { PackingEpisode, PackingProblem } from '../src/linearization/packing.ts';
import { pageLines } from '../src/linearization/page-lines.ts';
import { pageProblem } from '../src/linearization/problem.ts';
import { countTokens } from '../src/linearization/token-counter.ts';
import { createLexicalScorer } from '../src/saliency/lexical.ts';
import { hasSharedData, readSharedLines, sharedPath } from '../test/support/shared-data.ts';

/** Prints greedy over exact by budget, then times and memory. */
export async function benchLinearize(): Promise<void> {
  await benchRatios();
  benchTimes();
}

async function benchRatios(): Promise<void> {
  if (!hasSharedData()) return;
  const ratios = new Map<number, number[]>(budgets.map((budget) => [budget, []]));
  let records = 0;
  for await (const { graph, subject } of publicGraphs()) {
    records++;
    for (const question of questionsOf(subject)) {
      const saliency = createLexicalScorer()(graph, { text: question });
      const input = { graph, saliency, lines: pageLines(graph, countTokens), excluded: new Set<number>(), fold: true };
      for (const budget of budgets) {
        const { packing } = pageProblem({ ...input, budget });
        const best = solveExactly(packing).objective;
        if (best > 0) ratios.get(budget)?.push(solveGreedy(packing).objective / best);
      }
    }
  }
  console.log(`greedy over exact, ${records} records, four questions each, with folds`);
  console.log('budget   problems   least      5 %  median    goals: median ≥ 0.99, least ≥ 0.97');
  for (const [budget, values] of ratios) {
    values.sort((a, b) => a - b);
    const at = (share: number): string => (values[Math.floor(share * (values.length - 1))] ?? 1).toFixed(4);
    console.log(
      `${String(budget).padStart(6)} ${String(values.length).padStart(10)}  ${at(0)}   ${at(0.05)}  ${at(0.5)}`,
    );
  }
}

/** Every patient of every public file that can be read, at most two of a file. */
async function* publicGraphs(): AsyncGenerator<{ readonly graph: EpisodeGraph; readonly subject: string }> {
  for (const folder of readdirSync(sharedPath(), { withFileTypes: true })) {
    if (!folder.isDirectory() || otherFolders.has(folder.name)) continue;
    for (const name of readdirSync(sharedPath(folder.name)).sort()) {
      if (!/\.(?:nd)?json(?:\.gz)?$/.test(name) || name.startsWith('index')) continue;
      try {
        const content = await readSource(sharedPath(folder.name, name));
        for (const { key } of listPatients(content).slice(0, 2)) {
          const graph = projectGraph(assembleRecord(content, { patient: key }));
          yield { graph, subject: name.split('.')[0] ?? '' };
        }
      } catch (error) {
        console.log(`  ${folder.name}/${name}: ${error instanceof Error ? error.message.slice(0, 100) : 'not read'}`);
      }
    }
  }
}

interface QuestionRow {
  readonly subject_id: string;
  readonly question: string;
}

function questionsOf(subject: string): readonly string[] {
  rows ??= readSharedLines<QuestionRow>('questions', 'fhir-agentbench.jsonl.gz');
  const own = rows.filter(({ subject_id }) => subject_id === subject).map(({ question }) => question);
  return own.length >= questionsEach ? own.slice(0, questionsEach) : fixedQuestions;
}

function benchTimes(): void {
  const time = (name: string, run: () => unknown, goal: string): void => {
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      const started = performance.now();
      run();
      least = Math.min(least, performance.now() - started);
    }
    console.log(`${name.padEnd(52)} ${least.toFixed(0).padStart(6)} ms   ${goal}`);
  };
  console.log('\nsolver, nodes with φ > 0, episodes, budget');
  for (const episodes of [20, 2_000]) {
    const large = randomProblem(50_000, episodes, 4_000);
    time(`greedy, 50,000 nodes, ${episodes} episodes, 4,000`, () => solveGreedy(large), 'goal ≤ 60 ms');
  }
  const middle = randomProblem(5_000, 300, 4_000);
  time('exact, 5,000 nodes, 300 episodes, 4,000', () => solveExactly(middle), 'goal ≤ 250 ms');
  const wide = traceBytes(randomProblem(20_000, 20_000, 4_000));
  console.log(`exact trace-back, 20,000 nodes and episodes, 4,000: ${(wide / 1e6).toFixed(0)} MB   goal ≤ 100 MB`);
}

/** A seeded problem whose few dear lines and many cheap ones lie unevenly over its episodes. */
function randomProblem(nodes: number, episodes: number, budget: number): PackingProblem {
  let seed = 1;
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 4_294_967_296;
  };
  const lists = Array.from({ length: episodes }, () => ({
    headerCost: 15 + Math.floor(random() * 20),
    headerValue: random() < 0.3 ? random() : 0,
    items: [] as { value: number; cost: number }[],
    series: [] as PackingEpisode['series'],
  }));
  for (let node = 0; node < nodes; node++) {
    const episode = lists[Math.floor(random() * random() * episodes)];
    episode?.items.push({ value: random() ** 3, cost: 12 + Math.floor(random() * 30) });
  }
  return { episodes: lists, gapCost: 28, budget };
}

let rows: readonly QuestionRow[] | undefined;
const budgets = [1_000, 4_000, 16_000];
const rounds = 9;
const questionsEach = 4;
const fixedQuestions = [
  'What was the most recent blood pressure?',
  'Which medications were prescribed?',
  'When was the last visit?',
  'What problems does the patient have?',
];
/** Folders that hold no patient records, or input that must be refused. */
const otherFolders = new Set(['questions', 'not-json', 'sql-on-fhir', 'smart-dstu2-xml']);
