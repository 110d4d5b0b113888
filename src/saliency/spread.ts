// Saliency passed on between the parts of one thing: a specimen and its tests, a test and what it found.
import type { EpisodeGraph } from '../graph/episode-graph.ts';

/**
 * Raises nodes joined by part-and-whole links to a share of their neighbour's score, hop by hop, in either direction.
 * A specimen gives its score to its tests and takes none: their lines name it. Changes `scores`. Linear in the links of nodes that score.
 */
export function spreadOverParts(graph: EpisodeGraph, scores: Float64Array): void {
  let front: number[] = [];
  for (let index = 0; index < scores.length; index++) {
    if ((scores[index] as number) >= fewestToSpread) front.push(index);
  }
  for (let hop = 0; hop < mostHops && front.length > 0; hop++) {
    const next = new Set<number>();
    for (const index of front) {
      const share = (scores[index] as number) * spreadShare;
      graph.eachNeighbour(index, (neighbour, label) => {
        if ((scores[neighbour] as number) >= share || !isPartLabel(label)) return;
        if (graph.nodes[neighbour]?.type === 'Specimen') return;
        scores[neighbour] = share;
        next.add(neighbour);
      });
    }
    front = [...next].filter((index) => (scores[index] as number) >= fewestToSpread);
  }
}

function isPartLabel(label: string): boolean {
  return partLabels.has(label.slice(label.lastIndexOf('.') + 1));
}

/** Links between the parts of one finding or act. What a request led to is another act. Source: model.md §2, *structural*. */
const partLabels = new Set(['specimen', 'derivedFrom', 'hasMember', 'result', 'partOf', 'target']);
const spreadShare = 0.7;
const fewestToSpread = 0.2;
const mostHops = 3;
