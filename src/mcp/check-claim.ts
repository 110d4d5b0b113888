// One statement of a client's model, recomputed from the resources it cites.
import { z } from 'zod';
import type { CheckedClaim } from '../agent/answer.ts';
import { createEvidenceReader } from '../agent/evidence.ts';
import { verifyClaim } from '../agent/verify-claim.ts';
import { readWrittenTime } from '../agent/written-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';

/** A statement as clients are told to send it: one type a field, since some models' schemas know no more. */
export const toldClaimSchema = z.object({
  value: z.string(),
  unit: z.string().optional(),
  time: z.string().optional(),
  how: z
    .enum(['stated', 'count', 'distinct', 'exists', 'sum', 'mean', 'median', 'min', 'max', 'difference', 'elapsed'])
    .default('stated'),
  cites: z.array(z.string()).max(10_000),
});

/** The same with values of any plain type, and what it cites also as one text. */
export const claimSchema = toldClaimSchema.extend({
  value: z.union([z.string(), z.number(), z.boolean()]),
  cites: z.union([toldClaimSchema.shape.cites, z.string()]),
});

/** Whether what the claim cites bears it out, and why. */
export function checkClaim(graph: EpisodeGraph, claim: z.output<typeof claimSchema>): CheckedClaim {
  const { unit, time, how } = claim;
  const value =
    typeof claim.value === 'string' ? (written.get(claim.value.trim().toLowerCase()) ?? claim.value) : claim.value;
  const cites = typeof claim.cites === 'string' ? namesIn(claim.cites) : claim.cites;
  const text = [value, unit].filter((part) => part !== undefined).join(' ');
  const nodes = cites.map((name) => graph.find(name.trim()));
  const unknown = cites.filter((_, at) => nodes[at] === undefined);
  const keys = nodes.flatMap((node) => node?.key ?? []);
  if (unknown.length > 0) {
    const told = unknown.slice(0, MAX_UNKNOWN).join(', ') + (unknown.length > MAX_UNKNOWN ? ' …' : '');
    return { claim: text, kind: 'citation', supported: false, reason: `not in this record: ${told}`, keys };
  }
  if (nodes.length === 0) return { claim: text, kind: 'citation', supported: false, reason: NOTHING_CITED, keys };
  const now = readWrittenTime(graph.now.text);
  if (now === undefined)
    return { claim: text, kind: 'time', supported: false, reason: 'the record has no usable now', keys };
  const read = createEvidenceReader(graph);
  const evidence = nodes.flatMap((node) => (node === undefined ? [] : (read(node.index) ?? [])));
  const verdict = verifyClaim({
    value,
    how,
    evidence,
    now,
    ...(unit === undefined ? {} : { unit }),
    ...(time === undefined ? {} : { time }),
  });
  return { claim: text, kind: verdict.kind, supported: verdict.supported, reason: verdict.reason, keys };
}

/** One name, several with commas, or a JSON list in a string. */
function namesIn(text: string): readonly string[] {
  return text.split(/[[\]",\s]+/).filter((name) => name !== '');
}

/** Yes and no, as text. */
const written: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);
const NOTHING_CITED = 'nothing is cited, so there is nothing to recompute; aggregate (count, exists) shows an absence';
const MAX_UNKNOWN = 10;
