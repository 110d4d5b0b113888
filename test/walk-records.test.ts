// Every public MIMIC and Synthea record from file to answer, and the properties that must hold on all of them.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSource } from '../src/adapters/sources/read-source.ts';
import { ask } from '../src/agent/ask.ts';
import { assembleRecord } from '../src/fhir/assemble-record.ts';
import type { EpisodeGraph } from '../src/graph/episode-graph.ts';
import { graphJson } from '../src/graph/graph-json.ts';
import { projectGraph } from '../src/graph/project.ts';
import type { Linearization } from '../src/linearization/linearization.ts';
import { linearize } from '../src/linearization/linearize.ts';
import { countTokens } from '../src/linearization/token-counter.ts';
import { createLexicalScorer } from '../src/saliency/lexical.ts';
import type { ToolSuccess } from '../src/tools/graph-tool.ts';
import { createGraphTools } from '../src/tools/graph-tools.ts';
import { hasSharedData, sharedPath } from './support/shared-data.ts';

const folders = ['mimic-demo', 'synthea-r4'];
const files = hasSharedData()
  ? folders.flatMap((folder) =>
      readdirSync(sharedPath(folder))
        .filter((name) => name.endsWith('.gz'))
        .map((name) => `${folder}/${name}`),
    )
  : [];
const question = 'What was the most recent blood pressure?';
const budgets = [200, 1000, 4000, 16_000];

describe.skipIf(!hasSharedData())('every public MIMIC and Synthea record', () => {
  it('is there: 50 and 19 files', () => {
    expect(files).toHaveLength(69);
  });

  it.each(files)('%s', async (file) => {
    const content = await readSource(sharedPath(file));
    const graph = projectGraph(assembleRecord(content));

    eachDatedNodeStandsOnce(graph);
    handlesResolve(graph);
    for (const budgetTokens of budgets) {
      const page = linearize(graph, createLexicalScorer()(graph, { text: question }), { budgetTokens });
      expect(countTokens(page.text)).toBe(page.tokens);
      expect(page.tokens).toBeLessThanOrEqual(budgetTokens);
      accountsForEveryKey(graph, page);
      isChronological(graph, page);
    }
    await pagesGiveEachHitOnce(graph);

    const reversed = projectGraph(assembleRecord({ ...content, entries: [...content.entries].reverse() }));
    expect(JSON.stringify(graphJson(reversed))).toBe(JSON.stringify(graphJson(graph)));

    const answer = await ask(graph, 'How many visits are recorded?');
    expect(answer.status, answer.text).toBe('answered');
  });
});

function eachDatedNodeStandsOnce(graph: EpisodeGraph): void {
  const seen = new Map<number, number>();
  for (const episode of graph.episodes) {
    for (const member of episode.members) {
      expect(seen.has(member), graph.nodes[member]?.key).toBe(false);
      seen.set(member, episode.index);
    }
  }
  for (const index of graph.background) {
    expect(seen.has(index)).toBe(false);
    seen.set(index, -1);
  }
  expect(seen.size).toBe(graph.nodes.length);
  for (const node of graph.nodes) {
    expect(node.placement?.episode ?? -1, node.key).toBe(seen.get(node.index));
    if (node.time !== undefined) expect(node.placement, node.key).toBeDefined();
  }
  expect([...graph.order].sort((a, b) => a - b)).toEqual(graph.nodes.map((node) => node.index));
}

function handlesResolve(graph: EpisodeGraph): void {
  for (const node of graph.nodes) {
    expect(graph.find(node.handle)).toBe(node);
    expect(graph.find(node.key)).toBe(node);
  }
  for (const episode of graph.episodes) expect(graph.findEpisode(episode.handle)).toBe(episode);
}

function accountsForEveryKey(graph: EpisodeGraph, page: Linearization): void {
  const keys = [...page.shown, ...page.folded, ...page.named, ...page.hidden];
  expect(keys).toHaveLength(graph.nodes.length);
  expect(new Set(keys).size).toBe(graph.nodes.length);
  const { header, episodes, lines, gaps, fixed } = page.parts;
  expect(header + episodes + lines + gaps + fixed).toBe(page.tokens);
}

/** Lines after the reserved block come in timeline order, and every handle at their start resolves. */
function isChronological(graph: EpisodeGraph, page: Linearization): void {
  const position = new Map(graph.order.map((index, place) => [index, place]));
  const lines = page.text.split('\n');
  const timeline = lines.slice(lines.findIndex((line) => line.startsWith('Record: ')) + 1);
  let last = -1;
  for (const line of timeline) {
    const handle = /^(?:## )?([a-z]+\d+) /.exec(line)?.[1];
    if (handle === undefined) continue;
    const episode = line.startsWith('## ') ? graph.findEpisode(handle) : undefined;
    const first = episode === undefined ? graph.find(handle)?.index : episode.members[0];
    expect(first, line.slice(0, 40)).toBeDefined();
    expect(position.get(first!), line.slice(0, 40)).toBeGreaterThanOrEqual(last);
    last = position.get(first!)!;
  }
}

/** All pages of one filter, walked by their cursors. */
async function pagesGiveEachHitOnce(graph: EpisodeGraph): Promise<void> {
  const filter = createGraphTools(graph).find((tool) => tool.name === 'filter_time')!;
  const seen: string[] = [];
  let cursor: string | undefined;
  let total = 0;
  do {
    const result = await filter.call({ type: 'Encounter', limit: 5, ...(cursor === undefined ? {} : { cursor }) });
    expect(result, result.text).toMatchObject({ ok: true });
    const page = result as ToolSuccess;
    seen.push(...page.items.map((item) => item.key));
    total = page.total;
    cursor = page.next;
  } while (cursor !== undefined);
  expect(seen).toHaveLength(total);
  expect(new Set(seen).size).toBe(total);
}
