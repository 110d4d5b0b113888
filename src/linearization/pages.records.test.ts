// Pages of ten real and made-up records read well: see each rule's name.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadGraph } from '../../test/support/load-graph.ts';
import { hasSharedData, sharedPath } from '../../test/support/shared-data.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { createLexicalScorer } from '../saliency/lexical.ts';
import type { Linearization } from './linearization.ts';
import { linearize } from './linearize.ts';

const example = join(import.meta.dirname, '..', '..', 'examples', 'record.json.gz');
const shared = [
  'mimic-demo/10014354.ndjson.gz',
  'mimic-demo/10007818.ndjson.gz',
  'mimic-demo/10001217.ndjson.gz',
  'synthea-r4/Evelyn_McCullough_b3e8d121-f742-438c-92e3-02135e4543d5.json.gz',
  'synthea-r4/Bethany_Hauck_36ab2c13-d59e-4f1f-913c-9260ef647da8.json.gz',
  'synthea-r4/Catalina_Cantu_6d9269c0-1338-4f86-b703-31e9305ecbc3.json.gz',
  'au-patient-summary/Bundle-aups-referral-endoconsult-autogen.json.gz',
  'mii-de/Bundle-mii-exa-test-data-bundle-onkologie-1.json.gz',
  'ccda-converted/CCD__C-CDA_R2-1_CCD.xml-expected.json.gz',
];
const records = [example, ...(hasSharedData() ? shared.map((file) => sharedPath(file)) : [])];
const questions = [
  'What are the latest results?',
  'Which medications were prescribed?',
  'When was the last visit?',
  'Summary',
];

describe.each(records.map((path) => [path.split('/').slice(-2).join('/'), path] as const))('%s', (_, path) => {
  it('reads well', async () => {
    const graph = await loadGraph(path);
    for (const question of questions) {
      const page = linearize(graph, createLexicalScorer()(graph, { text: question }), { budgetTokens: 2_000 });
      for (const line of page.text.trimEnd().split('\n')) {
        expect(repeatedPhrases(line), `repeats a phrase: ${line}`).toEqual([]);
        expect(repeatedDays(line), `names a day twice: ${line}`).toEqual([]);
        expect(line, 'an address').not.toMatch(/https?:\/\/|urn:(?:oid|uuid):/);
        expect(line, 'a missing word').not.toMatch(/undefined|null|NaN|\[object/);
      }
      expect(bareCodes(graph, page)).toEqual([]);
      expect(shareOfClaims(page)).toBeLessThan(0.05);
    }
  }, 30_000);
});

/** Phrases of two words or more that stand twice between the semicolons and commas of a line. */
function repeatedPhrases(line: string): string[] {
  const phrases = line.split(/[;,|]/).map((phrase) => phrase.trim().toLowerCase());
  return phrases.filter((phrase, at) => phrase.split(' ').length > 1 && phrases.indexOf(phrase) !== at);
}

function repeatedDays(line: string): string[] {
  const days: readonly string[] = line.match(/\b\d{4}-\d{2}-\d{2}\b/g) ?? [];
  return line.startsWith('[GAP') ? [] : days.filter((day, at) => days.indexOf(day) !== at);
}

/** Shown resources that go by a code although a coding of theirs has a display. */
function bareCodes(graph: EpisodeGraph, { shown }: Linearization): string[] {
  return shown.filter((key) => {
    const node = graph.find(key);
    const { concept, codings } = graph.text(node?.index ?? 0);
    return codings.some(({ code, display }) => code === concept && display !== '' && display !== code);
  });
}

function shareOfClaims({ shown }: Linearization): number {
  return shown.filter((key) => /^(?:Claim|ExplanationOfBenefit)\//.test(key)).length / Math.max(1, shown.length);
}
