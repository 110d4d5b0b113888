// Whether lines read well: over ten records of different makers, no line repeats a phrase, prints an address, or a bare number for a name.
import { describe, expect, it } from 'vitest';
import type { EpisodeGraph } from '../src/graph/episode-graph.ts';
import { renderLine } from '../src/linearization/render.ts';
import { loadGraph } from './support/load-graph.ts';
import { hasSharedData, sharedPath } from './support/shared-data.ts';

const records = [
  ['mimic-demo', '10001217.ndjson.gz'],
  ['mimic-demo', '10014354.ndjson.gz'],
  ['mimic-demo', '10039831.ndjson.gz'],
  ['synthea-r4', 'Bethany_Hauck_36ab2c13-d59e-4f1f-913c-9260ef647da8.json.gz'],
  ['synthea-r4-uscore', 'Lanell756_Goodwin327_988f3282-6014-affe-fb17-b051fe0380ee.json.gz'],
  ['synthea-dstu2', 'Emard_Lilli_70.json.gz'],
  ['au-patient-summary', 'Bundle-aups-referral-endoconsult-autogen.json.gz'],
  ['mii-de', 'Bundle-mii-exa-test-data-bundle-onkologie-1.json.gz'],
  ['ccda-converted', 'CCD__CCD-expected.json.gz'],
] as const;

/** What is wrong with a line, by rule; nothing for a line that reads well. A note is quoted, whatever its author repeats. */
function faults(graph: EpisodeGraph, index: number): string[] {
  const line = renderLine(graph, index);
  const text = graph.text(index);
  const found: string[] = [];
  if (/\bhttps?:\/\/|\burn:(uuid|oid):/.test(line)) found.push('prints an address');
  if (/undefined|\[object|NaN/.test(line)) found.push('prints a slip of the program');
  const days = line.match(/\d{4}-\d\d-\d\d/g) ?? [];
  if (new Set(days).size < days.length) found.push('prints a day twice');
  const repeated = repeatedPhrase(line);
  const isQuoted = repeated !== undefined && text.note.toLowerCase().includes(repeated);
  if (repeated !== undefined && !isQuoted && !answersOnly.has(graph.nodes[index]!.type)) found.push('repeats a phrase');
  const isNumber = /^\d{5,}$/.test(text.concept);
  if (isNumber && text.codings.some((coding) => coding.display !== coding.code))
    found.push('prints a code that has a display');
  return found.map((fault) => `${fault}: ${line}`);
}

/** A phrase of two words or more that stands twice between the line's marks; terms' own tags in brackets don't count. */
function repeatedPhrase(line: string): string | undefined {
  const phrases = line
    .toLowerCase()
    .split(/[;,]| (?:and|from|for|at|by) /)
    .map((phrase) => phrase.trim())
    .filter((phrase) => /\p{L}{3,} \p{L}{3,}/u.test(phrase));
  return phrases.find((phrase, index) => phrases.indexOf(phrase) !== index);
}

/** Their lines are answers, and answers may be the same. */
const answersOnly = new Set(['QuestionnaireResponse', 'Questionnaire']);

describe('lines read well', () => {
  it('in the example record', async () => {
    const graph = await loadGraph('examples/record.json.gz');
    expect(graph.order.flatMap((index) => faults(graph, index))).toEqual([]);
  });

  it.skipIf(!hasSharedData()).each(records)('in %s/%s', async (folder, file) => {
    const graph = await loadGraph(sharedPath(folder, file));
    expect(graph.order.length).toBeGreaterThan(15);
    expect(graph.order.flatMap((index) => faults(graph, index))).toEqual([]);
  });

  it('finds faults where there are some', () => {
    expect(repeatedPhrase('o1 2024-01-01 Culture; for Acute bronchitis; at home; for Acute bronchitis')).toBe(
      'acute bronchitis',
    );
    expect(repeatedPhrase('o1 2024-01-01 Culture; for Acute bronchitis; at home')).toBeUndefined();
  });
});
