import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphOf } from '../../test/support/graph-of.ts';
import { assembleRecord } from '../fhir/assemble-record.ts';
import { asObjects, type FhirResource, isResource } from '../fhir/resource.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { projectGraph } from '../graph/project.ts';
import { createLexicalScorer } from '../saliency/lexical.ts';
import { syntheticRecord } from '../testing/synthetic-record.ts';
import { solveExactly } from './exact.ts';
import { explainPage } from './explain.ts';
import type { Linearization } from './linearization.ts';
import { type LinearizeOptions, linearize } from './linearize.ts';
import { countTokens } from './token-counter.ts';

const questions = [
  'What was the highest heart rate in the ICU?',
  'Which medications were prescribed?',
  'When was the last visit?',
  'Any allergies?',
  'the',
  '¿Cuál fue la última glucosa?',
];
const records = [1, 2].map((seed) =>
  projectGraph(assembleRecord(contentOf(syntheticRecord(seed, { resources: 400 })))),
);

function contentOf(bundle: FhirResource, order: <T>(list: T[]) => T[] = (list) => list) {
  const resources = asObjects(bundle.entry).flatMap(({ resource }) => (isResource(resource) ? [resource] : []));
  const entries = order(resources).map((resource) => ({ resource, source: 'test' }));
  return { entries, issues: [], completeness: { state: 'complete' as const, reasons: [] } };
}

function pageOf(graph: EpisodeGraph, question: string, options: LinearizeOptions): Linearization {
  return linearize(graph, createLexicalScorer()(graph, { text: question }), options);
}

const given = fc.record({
  graph: fc.constantFrom(...records),
  question: fc.constantFrom(...questions),
  budgetTokens: fc.integer({ min: 200, max: 16_000 }),
  fold: fc.boolean(),
});

describe('linearize, on generated records', () => {
  it('is never over β, and its parts add up to its tokens', () => {
    fc.assert(
      fc.property(given, ({ graph, question, ...options }) => {
        const page = pageOf(graph, question, options);
        expect(countTokens(page.text)).toBe(page.tokens);
        expect(page.tokens).toBeLessThanOrEqual(options.budgetTokens);
        expect(Object.values(page.parts).reduce((sum, tokens) => sum + tokens, 0)).toBe(page.tokens);
      }),
      { numRuns: 24 },
    );
  });

  it('accounts for every resource once', () => {
    fc.assert(
      fc.property(given, ({ graph, question, ...options }) => {
        const { shown, folded, named, hidden } = pageOf(graph, question, options);
        const keys = [...shown, ...folded, ...named, ...hidden];
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys.sort()).toEqual(graph.nodes.map(({ key }) => key).sort());
      }),
      { numRuns: 16 },
    );
  });

  it('writes headers in order and lines by time under each', () => {
    fc.assert(
      fc.property(given, ({ graph, question, ...options }) => {
        const place = new Map(graph.order.map((index, at) => [graph.nodes[index]?.handle, at]));
        const { text } = pageOf(graph, question, options);
        const timeline = text.slice(text.indexOf('\n##') + 1).split('\n');
        const places = timeline.flatMap((line) => place.get(line.replace(/^## /, '').split(/[ ~]/)[0]) ?? []);
        const ordered = options.fold ? places.filter((_, at) => !timeline[at]?.includes('~')) : places;
        if (!options.fold) expect(ordered).toEqual([...ordered].sort((a, b) => a - b));
      }),
      { numRuns: 16 },
    );
  });

  it('gives the same bytes for the same record in another order', () => {
    const bundle = syntheticRecord(3, { resources: 300 });
    const [one, other] = [contentOf(bundle), contentOf(bundle, (list) => [...list].reverse())].map((content) =>
      pageOf(projectGraph(assembleRecord(content)), 'last creatinine?', { budgetTokens: 1_500 }),
    );
    expect(other).toEqual(one);
  });

  it('holds at least as much saliency when packed exactly', () => {
    const [graph] = records;
    if (!graph) throw new Error('no record');
    for (const question of questions) {
      const greedy = pageOf(graph, question, { budgetTokens: 1_000 });
      const exact = pageOf(graph, question, { budgetTokens: 1_000, solver: solveExactly });
      expect(exact.solver).toBe('exact');
      expect(exact.objective).toBeGreaterThanOrEqual(0.99 * greedy.objective);
    }
  });
});

describe('linearize', () => {
  const note = (text: string): FhirResource => ({
    resourceType: 'Observation',
    id: 'o',
    status: 'final',
    code: { text: 'Nursing note' },
    effectiveDateTime: '2141-03-12',
    valueString: text,
  });

  it('shows a record of one resource whole', () => {
    const page = pageOf(graphOf([]), 'anything?', { budgetTokens: 200 });
    expect(page).toMatchObject({ solver: 'whole', shown: ['Patient/p'], hidden: [], gaps: [] });
  });

  it('shows a record that fits whole, notes in full', () => {
    const text = 'Walked to the window and back. '.repeat(20).trim();
    expect(pageOf(graphOf([note(text)]), 'anything?', { budgetTokens: 4_000 }).text).toContain(text);
  });

  it('cuts a line that no budget could hold', () => {
    const page = pageOf(graphOf([note('word '.repeat(10_000))]), 'nursing note', { budgetTokens: 1_000 });
    expect(page.tokens).toBeLessThanOrEqual(1_000);
    expect(page.text).toMatch(/characters; inspect_node o1\]/);
  });

  it('bears a resource that says nothing', () => {
    const empty: FhirResource = { resourceType: 'Basic', id: 'b' };
    expect(pageOf(graphOf([empty]), 'anything?', { budgetTokens: 200 }).shown).toContain('Basic/b');
  });

  it('bears a question of ten thousand words, of one stop word, and of none', () => {
    const graph = records[0] as EpisodeGraph;
    for (const question of ['heart rate '.repeat(10_000), 'the', '']) {
      expect(pageOf(graph, question, { budgetTokens: 500 }).tokens).toBeLessThanOrEqual(500);
    }
  });

  it('says what would work when β is too small', () => {
    const graph = records[0] as EpisodeGraph;
    expect(() => pageOf(graph, 'heart rate', { budgetTokens: 20 })).toThrow(/at least \d+ are needed/);
    expect(() => pageOf(graph, 'heart rate', { budgetTokens: Number.NaN })).toThrow(/such as 4000/);
  });

  it('stays within β under a counter whose lines do not add up', () => {
    const wordy = (text: string): number => Math.ceil(text.length / 3) + (text.match(/\n./g)?.length ?? 0) * 2;
    const page = pageOf(records[0] as EpisodeGraph, 'heart rate', { budgetTokens: 1_000, countTokens: wordy });
    expect(wordy(page.text)).toBeLessThanOrEqual(1_000);
  });

  it('chooses a budget by itself and says which', () => {
    const page = pageOf(records[0] as EpisodeGraph, 'heart rate in the ICU', { budgetTokens: 'auto' });
    expect(page.budget % 500).toBe(0);
    expect(page.tokens).toBeLessThanOrEqual(page.budget);
  });

  it('explains each line and gap', () => {
    const page = pageOf(records[0] as EpisodeGraph, 'heart rate in the ICU', { budgetTokens: 800 });
    const lines = page.text.trimEnd().split('\n');
    for (const { line, tokens } of page.reasons) expect(countTokens(`${lines[line - 1]}\n`)).toBe(tokens);
    for (const { line, resources, types } of page.gaps) {
      expect(lines[(line ?? 0) - 1]).toMatch(/^\[GAP /);
      expect(Object.values(types ?? {}).reduce((sum, count) => sum + count, 0)).toBe(resources);
    }
    expect(explainPage(page).split('\n')).toHaveLength(lines.length + 2);
    expect(explainPage(page)).toMatch(/hides \d+ /);
  });
});

describe('linearize, without anything salient', () => {
  const graph = records[0] as EpisodeGraph;

  it('gives an overview for a question that names nothing of the record', () => {
    const page = pageOf(graph, 'the', { budgetTokens: 1_000 });
    expect(page.shown.length + page.folded.length).toBeGreaterThan(20);
  });

  it('gives no overview for a question about the patient: the first line answers it', () => {
    const page = pageOf(graph, 'What is the gender of the patient?', { budgetTokens: 1_000 });
    expect(page.text).toMatch(/^Patient pt1 .*(?:fe)?male/);
    expect(page.tokens).toBeLessThan(400);
  });
});
