// Times for undated resources, borrowed from what they belong to and marked as borrowed.
import type { LinkStore } from './link-store.ts';
import type { Placements } from './membership.ts';
import { createPartTable, partLinks } from './part-links.ts';
import type { TimedNode } from './timed-node.ts';

/**
 * Give undated nodes the time of what they belong to: the request of a dispense, the whole of a part (in the order of
 * the part links), at most three steps away; else the encounter that they name or inherit. People, places and
 * definitions stay undated.
 */
export function borrowTimes(nodes: readonly TimedNode[], links: LinkStore, placements: Placements): void {
  const partRanks = createPartTable(links.labels);
  let undated = nodes.flatMap((node, index) =>
    node.time === undefined && !node.background && node.type !== 'Encounter' ? [index] : [],
  );
  for (let step = 1; step <= mostSteps && undated.length > 0; step += 1) {
    const found = undated.map((index) => [index, lenderOf(index, nodes, links, partRanks)] as const);
    // Taken together after the look, so that the order of nodes doesn't matter.
    for (const [index, lender] of found)
      if (lender !== undefined) borrow(nodes[index] as TimedNode, nodes[lender] as TimedNode);
    undated = undated.filter((index) => (nodes[index] as TimedNode).time === undefined);
    if (found.every(([, lender]) => lender === undefined)) break;
  }
  for (const index of undated) {
    const encounter = placements[index]?.episode.encounter;
    const lender = encounter === undefined ? undefined : nodes[encounter];
    if (lender?.time !== undefined) borrow(nodes[index] as TimedNode, lender);
  }
}

function borrow(node: TimedNode, { key, time }: TimedNode): void {
  if (time === undefined) return;
  const { startMs, endMs, localStartMs, localEndMs, precision, text, endText, element, role } = time;
  const borrowed = {
    startMs,
    endMs,
    localStartMs,
    localEndMs,
    precision,
    text,
    element,
    role,
    borrowedFrom: time.borrowedFrom ?? key,
  };
  node.time = endText === undefined ? borrowed : { ...borrowed, endText };
}

/** The dated node at the end of the best part link; of equally good ones the first in element or key order. */
function lenderOf(
  index: number,
  nodes: readonly TimedNode[],
  links: LinkStore,
  partRanks: ReturnType<typeof createPartTable>,
): number | undefined {
  let best = partLinks.length;
  let lender: number | undefined;
  const offer = (rank: number, other: number, side: 'target' | 'source') => {
    if (rank < 0 || rank >= best || partLinks[rank]?.borrows !== side) return;
    if (nodes[other]?.time === undefined || nodes[other].type === 'Encounter') return;
    best = rank;
    lender = other;
  };
  const ranks = partRanks((nodes[index] as TimedNode).type);
  const end = links.starts[index + 1] ?? 0;
  for (let at = links.starts[index] ?? 0; at < end; at += 1) {
    const target = links.to[at] as number;
    if (target >= 0) offer(ranks[links.label[at] as number] as number, target, 'target');
  }
  links.eachTo(index, (at) => {
    const source = links.from[at] as number;
    offer(partRanks(nodes[source]?.type ?? '')[links.label[at] as number] as number, source, 'source');
  });
  return lender;
}

const mostSteps = 3;
