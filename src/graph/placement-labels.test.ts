// Placement of orphans in public records, against labels that were set by reading the records (test/cases/placement-labels.json).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadGraph } from '../../test/support/load-graph.ts';
import { hasSharedData, sharedPath } from '../../test/support/shared-data.ts';

interface Label {
  readonly record: string;
  readonly key: string;
  readonly episode: string;
  readonly why: string;
}

const labels: Label[] = JSON.parse(
  readFileSync(new URL('../../test/cases/placement-labels.json', import.meta.url), 'utf8'),
);

describe.skipIf(!hasSharedData())('labelled orphans of public records', () => {
  it('cover at least ten records of five origins', () => {
    expect(new Set(labels.map(({ record }) => record)).size).toBeGreaterThanOrEqual(10);
    expect(new Set(labels.map(({ record }) => record.split('/')[0])).size).toBeGreaterThanOrEqual(5);
  });

  it('are placed as labelled, all but a few', async () => {
    const misses: string[] = [];
    for (const record of new Set(labels.map((label) => label.record))) {
      const graph = await loadGraph(sharedPath(...record.split('/')));
      for (const { key, episode, why } of labels.filter((label) => label.record === record)) {
        const placement = graph.find(key)?.placement;
        const placed = placement === undefined ? 'background' : graph.episodes[placement.episode]?.key;
        if (placed !== episode)
          misses.push(`${record} ${key}: ${placed}, labelled ${episode} (${why}); placed because ${placement?.reason}`);
      }
    }
    const right = labels.length - misses.length;
    process.stdout.write(
      `${[`placement: ${right} of ${labels.length} labelled orphans right`, ...misses].join('\n  ')}\n`,
    );
    expect(right / labels.length).toBeGreaterThanOrEqual(0.95);
  });
});
