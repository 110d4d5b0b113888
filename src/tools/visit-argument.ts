// Visits named in words: `last hospital visit`, `first ICU stay`.
import type { Episode, EpisodeGraph } from '../graph/episode-graph.ts';
import { english } from '../question/english-table.ts';
import { findVisits, resolveVisit } from '../question/visit-phrase.ts';
import { fold } from '../question/words.ts';

/** The visits that words name; empty when the record has no such visit, `undefined` when the words name none. */
export function readVisit(graph: EpisodeGraph, words: string): readonly Episode[] | undefined {
  // The reader of questions looks for "during the …"; the bare words name the same visit.
  const [mention] = findVisits(words, fold(words), english);
  if (mention === undefined) return undefined;
  return resolveVisit(graph, mention, graph.now.localMs).episodes.flatMap((index) => graph.episodes[index] ?? []);
}
