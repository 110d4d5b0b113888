// Hand-written look-ups on public records, answered offline: the right value, from the right resource.
import { describe, expect, it } from 'vitest';
import type { Answer } from '../src/agent/answer.ts';
import { ask } from '../src/agent/ask.ts';
import type { EpisodeGraph } from '../src/graph/episode-graph.ts';
import cases from './cases/lookups.json' with { type: 'json' };
import { loadGraph } from './support/load-graph.ts';
import { hasSharedData, sharedPath } from './support/shared-data.ts';

interface Lookup {
  readonly record: string;
  readonly question: string;
  readonly expect: {
    readonly status?: Answer['status'];
    readonly number?: number;
    readonly unit?: string;
    /** A day that the answer must name. */
    readonly time?: string;
    /** Words that the answer must hold, whatever their case. */
    readonly text?: string;
  };
  /** Keys that must be cited. */
  readonly sources: readonly string[];
}

const lookups = cases.cases as readonly Lookup[];
const graphs = new Map<string, Promise<EpisodeGraph>>();

function graphOf(record: string): Promise<EpisodeGraph> {
  const known = graphs.get(record) ?? loadGraph(sharedPath(record));
  graphs.set(record, known);
  return known;
}

describe.skipIf(!hasSharedData())('look-ups on public records, offline', () => {
  it('are at least twenty over six records', () => {
    expect(lookups.length).toBeGreaterThanOrEqual(20);
    expect(new Set(lookups.map((lookup) => lookup.record)).size).toBeGreaterThanOrEqual(6);
  });

  it.each(lookups)('$record: $question', async ({ record, question, expect: right, sources }) => {
    const answer = await ask(await graphOf(record), question);
    const said = [
      answer.text,
      ...answer.values.map((value) => `${value.value} ${value.unit ?? ''} ${value.time ?? ''}`),
    ].join(' | ');

    expect(answer.status, said).toBe(right.status ?? 'answered');
    if (right.number !== undefined) {
      const decimals = String(right.number).split('.')[1]?.length ?? 0;
      const numbers = answer.values.map((value) => Number(Number(value.value).toFixed(decimals)));
      expect(numbers, said).toContain(right.number);
    }
    if (right.unit !== undefined) expect(answer.values.map((value) => value.unit)).toContain(right.unit);
    if (right.time !== undefined) expect(said).toContain(right.time);
    if (right.text !== undefined) expect(said.toLowerCase()).toContain(right.text.toLowerCase());
    expect(answer.citations.map((citation) => citation.key)).toEqual(expect.arrayContaining([...sources]));
    expect(answer.unsupported).toEqual([]);
  });
});
