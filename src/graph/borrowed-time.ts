// Times for undated resources, borrowed from what they belong to and marked as borrowed.
import type { LinkStore } from './link-store.ts';
import type { Placements } from './membership.ts';
import { PartTable, partLinks } from './part-links.ts';
import type { TimedNode } from './timed-node.ts';

/**
 * Give undated nodes the time of what they belong to: the request of a dispense, the whole of a part (in the order of
 * the part links), at most three steps away; else the encounter that they name or inherit. People, places and
 * definitions stay undated.
 */
export function borrowTimes(nodes: readonly TimedNode[], links: LinkStore, placements: Placements): void {
  const partRanks = new PartTable(links.labels);
  let undated = nodes.filter(({ time, background, type }) => time === undefined && !background && type !== 'Encounter');
  for (let step = 1; step <= mostSteps && undated.length > 0; step += 1) {
    // Taken together after the look, so that the order of nodes doesn't matter.
    const lenders: (TimedNode | undefined)[] = new Array(undated.length);
    for (let at = 0; at < undated.length; at += 1)
      lenders[at] = lenderOf((undated[at] as TimedNode).index, nodes, links, partRanks);
    for (let at = 0; at < undated.length; at += 1) borrow(undated[at] as TimedNode, lenders[at]);
    const left = undated.filter(({ time }) => time === undefined);
    if (left.length === undated.length) break;
    undated = left;
  }
  for (const node of undated) {
    const encounter = placements[node.index]?.episode.encounter;
    if (encounter !== undefined) borrow(node, nodes[encounter]);
  }
}

function borrow(node: TimedNode, lender: TimedNode | undefined): void {
  if (lender?.time === undefined) return;
  const { startMs, endMs, localStartMs, localEndMs, precision, text, endText, element, role } = lender.time;
  const borrowedFrom = lender.time.borrowedFrom ?? lender.key;
  // Written out both ways: a spread of numbers gives each time a hidden class of its own, which no code is fast with.
  node.time =
    endText === undefined
      ? { startMs, endMs, localStartMs, localEndMs, precision, text, element, role, borrowedFrom }
      : { startMs, endMs, localStartMs, localEndMs, precision, text, element, role, borrowedFrom, endText };
}

/** The dated node at the end of the best part link; of equally good ones the first in element or key order. */
function lenderOf(
  index: number,
  nodes: readonly TimedNode[],
  links: LinkStore,
  partRanks: PartTable,
): TimedNode | undefined {
  let best = partLinks.length;
  let lender: TimedNode | undefined;
  const ranks = partRanks.ranksOn((nodes[index] as TimedNode).type);
  const end = links.starts[index + 1] ?? 0;
  for (let at = links.starts[index] ?? 0; at < end; at += 1) {
    const rank = ranks[links.label[at] as number] as number;
    const target = nodes[links.to[at] as number];
    if (target === undefined || !lends(target, rank, best, 'target')) continue;
    best = rank;
    lender = target;
  }
  const { starts, links: incoming } = links.inverse;
  for (let place = starts[index] ?? 0; place < (starts[index + 1] ?? 0); place += 1) {
    const at = incoming[place] as number;
    const source = nodes[links.from[at] as number] as TimedNode;
    const rank = partRanks.ranksOn(source.type)[links.label[at] as number] as number;
    if (!lends(source, rank, best, 'source')) continue;
    best = rank;
    lender = source;
  }
  return lender;
}

/** Whether a part link is better than the best so far and leads to a node with a time to lend. */
function lends({ time, type }: TimedNode, rank: number, best: number, side: 'target' | 'source'): boolean {
  if (rank < 0 || rank >= best || partLinks[rank]?.borrows !== side) return false;
  return time !== undefined && type !== 'Encounter';
}

const mostSteps = 3;
