// Pages of the example record as a reader sees them. `npm run golden` rewrites them; review the diff like code.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainPage } from '../../src/linearization/explain.ts';
import { linearize } from '../../src/linearization/linearize.ts';
import { createLexicalScorer } from '../../src/saliency/lexical.ts';
import { loadGraph } from '../support/load-graph.ts';

const graph = await loadGraph(join(import.meta.dirname, '..', '..', 'examples', 'record.json.gz'));
const pages = [
  { name: 'heart-rate', question: 'What was the highest heart rate during the last ICU stay?', budgetTokens: 1_000 },
  { name: 'medications', question: 'Which medications were prescribed since 2022?', budgetTokens: 1_000 },
  { name: 'allergies', question: 'Is the patient allergic to penicillin?', budgetTokens: 500 },
  { name: 'overview', question: 'Summarise.', budgetTokens: 2_000 },
];

describe('a page of the example record', () => {
  it.each(pages)('$name', async ({ name, question, budgetTokens }) => {
    const page = linearize(graph, createLexicalScorer()(graph, { text: question }), { budgetTokens });
    await expect(page.text).toMatchFileSnapshot(`linearization-${name}.txt`);
  });

  it('explained', async () => {
    const question = 'What was the highest heart rate during the last ICU stay?';
    const page = linearize(graph, createLexicalScorer()(graph, { text: question }), { budgetTokens: 1_000 });
    await expect(explainPage(page)).toMatchFileSnapshot('linearization-explained.txt');
  });
});
