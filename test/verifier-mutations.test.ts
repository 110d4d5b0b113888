// The verifier against the published answers: right ones pass, ones changed in one place are caught.
import { describe, expect, it } from 'vitest';
import { createEvidenceReader, type Evidence } from '../src/agent/evidence.ts';
import { plainText } from '../src/agent/plain-text.ts';
import { type Claim, verifyClaim } from '../src/agent/verify-claim.ts';
import { readWrittenTime } from '../src/agent/written-time.ts';
import type { EpisodeGraph } from '../src/graph/episode-graph.ts';
import { createRandom } from '../src/testing/synthetic/random.ts';
import known from './cases/verifier-differences.json' with { type: 'json' };
import { loadGraph } from './support/load-graph.ts';
import { type MutationKind, mutationsOf, type Statement } from './support/mutate-claim.ts';
import { loadReferenceClaims, type ReferenceClaim } from './support/reference-claims.ts';
import { hasSharedData, sharedPath } from './support/shared-data.ts';

interface Prepared {
  readonly reference: ReferenceClaim;
  readonly statement: Statement;
  readonly evidence: readonly Evidence[];
  readonly graph: EpisodeGraph;
}

const differences = new Set(known.differences.map(({ id }) => id));

describe.skipIf(!hasSharedData())('the verifier on the published answers', () => {
  it('passes right answers and catches changed ones', { timeout: 600_000 }, async () => {
    const prepared = await prepare();
    const judged = prepared.filter(({ reference }) => !differences.has(reference.id));
    const refused = judged.filter((each) => !verify(each, each.statement));
    const random = createRandom(7).next;
    const counts = new Map<MutationKind, { made: number; missed: number }>();
    const missed: string[] = [];
    for (const each of judged) {
      if (refused.includes(each)) continue;
      for (const { kind, changed } of mutationsOf(each.statement, otherNames(each), random, mutationsPerAnswer)) {
        const count = counts.get(kind) ?? { made: 0, missed: 0 };
        counts.set(kind, count);
        count.made += 1;
        if (!verify(each, changed)) continue;
        count.missed += 1;
        missed.push(`${each.reference.id} ${kind}: ${each.statement.value} → ${changed.value} ${changed.unit ?? ''}`);
      }
    }
    const made = [...counts.values()].reduce((sum, count) => sum + count.made, 0);
    const rows = [...counts].map(([kind, count]) => `${kind} ${count.made - count.missed}/${count.made}`);
    process.stdout.write(
      `verifier: ${judged.length} right answers, ${refused.length} refused; ${made} changed ones, ${missed.length} missed (caught: ${rows.join(', ')})\n` +
        [
          ...refused.map(
            ({ reference }) => `  refused: ${reference.set} ${reference.id} ${reference.question} = ${reference.value}`,
          ),
          ...missed.map((line) => `  missed: ${line}`),
        ]
          .slice(0, 40)
          .join('\n'),
    );

    expect(judged.length).toBeGreaterThanOrEqual(1400);
    expect(made).toBeGreaterThanOrEqual(10_000);
    expect(refused.length / judged.length).toBeLessThanOrEqual(0.005);
    expect(1 - missed.length / made).toBeGreaterThanOrEqual(0.995);
  });
});

async function prepare(): Promise<readonly Prepared[]> {
  const graphs = new Map<
    string,
    { readonly graph: EpisodeGraph; readonly read: ReturnType<typeof createEvidenceReader> }
  >();
  const prepared: Prepared[] = [];
  for (const reference of loadReferenceClaims()) {
    let entry = graphs.get(reference.record);
    if (entry === undefined) {
      const graph = await loadGraph(sharedPath(reference.record));
      entry = { graph, read: createEvidenceReader(graph) };
      graphs.set(reference.record, entry);
    }
    const { graph, read } = entry;
    const evidence = reference.keys.flatMap((key) => read(graph.find(key)?.index ?? -1) ?? []);
    prepared.push({
      reference,
      evidence,
      graph,
      statement: { value: reference.value, ...unitOf(reference, evidence) },
    });
  }
  return prepared;
}

/** The unit that the sets leave out: a duration is in days, a dose or volume in the unit of the resource. */
function unitOf({ how, value }: ReferenceClaim, evidence: readonly Evidence[]): { readonly unit?: string } {
  if (how === 'elapsed') return { unit: 'd' };
  const numbers = evidence.flatMap((each) => each.numbers);
  const unit =
    how === 'sum'
      ? numbers[0]?.units[0]
      : how === 'stated'
        ? numbers.find(({ number }) => number === Number(value))?.units[0]
        : undefined;
  return unit === undefined ? {} : { unit };
}

function verify({ reference, evidence, graph }: Prepared, statement: Statement): boolean {
  const now = readWrittenTime(reference.now ?? graph.now.text) ?? {
    local: '',
    localMs: graph.now.localMs,
    instantMs: graph.now.ms,
  };
  const claim: Claim = { how: reference.how, evidence, now, ...statement };
  return verifyClaim(claim).supported;
}

const namesByGraph = new WeakMap<EpisodeGraph, readonly string[]>();

/** Names of the same record that are not true of the cited resources, nor of the drugs and mixes they refer to. */
function otherNames({ graph, statement, reference }: Prepared): readonly string[] {
  const all = namesByGraph.get(graph) ?? [...new Set(graph.nodes.map(({ index }) => graph.text(index).concept))].sort();
  namesByGraph.set(graph, all);
  const cited = reference.keys.flatMap((key) => graph.find(key)?.index ?? []);
  const referred = cited.flatMap((index) => drugsOf(graph, index));
  const drugs = [...cited, ...referred, ...referred.flatMap((index) => drugsOf(graph, index))];
  const right = plainText(String(statement.value));
  const own = new Set(drugs.map((index) => plainText(graph.text(index).concept)));
  return all.filter(
    (name) => plainText(name) !== right && !own.has(plainText(name)) && !right.includes(plainText(name)),
  );
}

function drugsOf(graph: EpisodeGraph, index: number): readonly number[] {
  return graph
    .linksFrom(index)
    .flatMap(({ to }) => (to !== undefined && graph.nodes[to]?.type === 'Medication' ? [to] : []));
}

const mutationsPerAnswer = 20;
