// Hand-written plans over the two published question sets: how many they answer as the set does, and where they differ.
// Usage: tsx scripts/gold-plans.ts [--opinion]   (--opinion also runs FHIRPath-QA's reference queries with fhirpath.js)
import fhirpath from 'fhirpath';
import r4 from 'fhirpath/fhir-context/r4';
import type { FhirResource } from '../src/fhir/resource.ts';
import type { EpisodeGraph } from '../src/graph/episode-graph.ts';
import type { GoldQuestion } from '../test/support/gold-plans.ts';
import {
  graphName,
  loadGoldGraphs,
  readGoldFile,
  readGoldQuestions,
  scoreGoldPlans,
  type TemplateScore,
} from '../test/support/gold-questions.ts';
import { hasSharedData } from '../test/support/shared-data.ts';

if (hasSharedData()) {
  const { plans, left, differences } = readGoldFile();
  const questions = readGoldQuestions();
  const graphs = await loadGoldGraphs(questions);
  const scores = scoreGoldPlans(plans, questions, graphs, 'set');
  report("in the set's reading of times", scores, questions.length);
  report('in the natural reading of times', scoreGoldPlans(plans, questions, graphs, 'natural'), questions.length);
  console.log('\nLeft out:');
  for (const { set, template, cause } of left) console.log(`  ${set}: ${template}\n    ${cause}`);
  console.log("\nDifferences in the set's reading:");
  for (const score of scores.filter((each) => each.differences.length > 0)) {
    const cause = differences.find(({ set, template }) => set === score.plan.set && template === score.plan.template);
    console.log(`  ${score.plan.set}: ${cause?.cause ?? 'cause not known'}`);
    for (const each of score.differences) console.log(`    ${difference(each)}`);
  }
  if (process.argv.includes('--opinion')) secondOpinion(questions, graphs);
}

function report(title: string, scores: readonly TemplateScore[], all: number): void {
  const covered = scores.reduce((sum, score) => sum + score.questions, 0);
  const right = scores.reduce((sum, score) => sum + score.right, 0);
  console.log(`${right} of ${covered} right (${((100 * right) / covered).toFixed(1)} %) ${title}`);
  if (title.startsWith('in the set')) {
    console.log(
      `  ${scores.length} templates, ${covered} of ${all} questions (${((100 * covered) / all).toFixed(1)} %)`,
    );
  }
}

function difference({ question, got }: TemplateScore['differences'][number]): string {
  const { record, answer } = question;
  return `${record} ${question.question}\n      expected ${JSON.stringify(answer).slice(0, 160)}, got ${JSON.stringify(got).slice(0, 160)}`;
}

/** Whether fhirpath.js gives the reference answer for the reference query on the very resources the plans ran on. */
function secondOpinion(questions: readonly GoldQuestion[], graphs: ReadonlyMap<string, EpisodeGraph>): void {
  let same = 0;
  let asked = 0;
  for (const { query, record, now, answer } of questions) {
    const graph = graphs.get(graphName(record, now));
    if (query === undefined || graph === undefined) continue;
    asked++;
    if (JSON.stringify(evaluate(graph, query)) === JSON.stringify(answer)) same++;
  }
  console.log(`\nfhirpath.js gives the reference answer to ${same} of ${asked} reference queries`);
}

function evaluate(graph: EpisodeGraph, query: string): unknown[] {
  const bundle = { resourceType: 'Bundle', entry: graph.nodes.map(({ resource }) => ({ resource })) };
  const resolve = (references: readonly unknown[]) =>
    references.map((each) => resourceOf(graph, each)).filter((each) => each !== undefined);
  return fhirpath.evaluate(bundle, query, { context: bundle }, r4, {
    userInvocationTable: { resolve: { fn: resolve, arity: { 0: [] } } },
  }) as unknown[];
}

function resourceOf(graph: EpisodeGraph, node: unknown): FhirResource | undefined {
  const wrapped = node as { readonly reference?: string; readonly data?: { readonly reference?: string } };
  const reference = wrapped.reference ?? wrapped.data?.reference;
  return reference === undefined ? undefined : graph.find(reference)?.resource;
}
