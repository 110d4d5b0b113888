// Who belongs to which episode, while it is being found out.

import type { EpisodeDraft } from './episode-draft.ts';
import type { PlacementHow } from './episode-graph.ts';

/** A node's place, with the reason for people. */
export interface DraftPlacement {
  readonly episode: EpisodeDraft;
  readonly how: PlacementHow;
  readonly reason: string;
}

/** One entry per node; `undefined` while, or as long as, a node has no place. */
export type Placements = (DraftPlacement | undefined)[];
